// Package cli is the command line: cobra commands, one file each, and wire.go, the only place that
// knows every package. Nothing heavy is built before a command needs it.
package cli
