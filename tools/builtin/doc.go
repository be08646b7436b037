// Package builtin holds the tools that come with the program, one file each.
//
// A tool is an argument struct, a constructor that takes the ports it needs, and one call of
// tools.Define or tools.DefinePlanned. Descriptions are read by the model in every request: they say
// when to use the tool, what it returns and what it refuses, in as few words as do that.
package builtin
