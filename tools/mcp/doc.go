// Package mcp starts the configured MCP servers and puts their tools into the registry.
//
// A [Manager] gives each server one goroutine that owns it for its whole life: it starts the
// process, shakes hands, lists the tools, registers them, lists again when the server says that they
// changed, and takes them away when the server ends. Everything that a server does is foreign: its
// lines and their number, its descriptions, its answers and its death are bounded and reported, and
// never hang or end the program.
//
// The protocol is that of mcp-go, over pipes that this package owns. What the library does not do
// is here: process groups, limits of lines, writes that do not block, and the watch for a server
// that ends by itself.
package mcp
