package mcp

import (
	"fmt"
	"strings"
	"time"
)

// Status says how far a server is.
type Status string

// The statuses.
const (
	Starting Status = "starting"
	Ready    Status = "ready"
	Failed   Status = "failed"   // it did not start, or it ended by itself
	Disabled Status = "disabled" // by configuration, or disconnected
)

// State is what is known about a server at one moment. Every text in it is safe to show.
type State struct {
	Name    string
	Status  Status
	Since   time.Time     // since when it has this status
	Took    time.Duration // how long the start took; 0 until it was ready once
	Command string        // the command line, for people
	Tools   []string      // canonical names of its tools in the registry, in the server's order
	// Warnings are what is wrong with a server that works: tools that were left out.
	Warnings []string
	// Error is why it failed, and Next what the user can do about it.
	Error, Next string
	// Stderr is the end of what a failed server printed on stderr, or on stdout without being a
	// message; at most 4 kB.
	Stderr string
}

// Notice is the sentence for the user about a failed server.
func (s State) Notice() string {
	what := "did not start"
	if s.Took > 0 {
		what = "ended"
	}
	cause := s.Error
	if last := lastLine(s.Stderr); last != "" {
		cause += ": " + last
	}
	return fmt.Sprintf("MCP server %q %s: %s. Its tools are not available; everything else works. Next: %s.", s.Name, what, cause, s.Next)
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}
