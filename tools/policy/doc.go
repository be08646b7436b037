// Package policy decides about calls: allow, ask or deny, each with its reason.
//
// A decision starts from a base: allow for a call that only reads inside the workspace or talks to
// the user, ask for every other. A rule, the mode or the table of read-only commands can lower the
// base to allow. Then the guards come, which can only raise: denied paths, files outside, special
// files, ask and deny rules, plan mode, commands that destroy a machine. deny > ask > allow.
//
// Rules have the form Name or Name(pattern):
//
//	rule                     covers
//	Edit, Edit(src/**)       every access that changes a file, whatever the tool
//	Read, Read(docs/**)      every access that reads a file, whatever the tool
//	Bash, Bash(git push *)   every command line; the pattern is compared with the words of each command
//	web_fetch(*.example.com) a tool that talks to a host; the pattern is compared with the host
//	file_list(docs/**)       any other tool by its name; the pattern is compared with path or host
//	mcp__server__tool        a tool of an MCP server, also written mcp:server:tool
//	mcp__server__*           all tools of that server
//
// Path patterns are globs with ** for any directories. A relative one starts at the workspace; only
// one that starts with / or ~/ reaches outside. In a command pattern a last * stands for any further
// words, another * for the rest of its word. An allow rule with a pattern vouches for a line when
// every command of it is covered, all words are literal and nothing is redirected to a file; a rule
// Bash without a pattern vouches for all lines. Deny and ask rules apply when one command matches.
//
// A wildcard never covers a word that reaches outside the workspace or to a special file, also as the
// value of an option, nor an option that is known to write files or run programs, nor text that a
// shell would evaluate: such a word asks, unless the rule has it literally. A word below a denied path
// denies the line, whatever allows it.
package policy
