// Package shell says what a bash command line would do, as far as that can be known without running
// it: which simple commands it holds, with which words, in which directory, with which redirects,
// also inside wrappers (timeout 5 ...), nested scripts (sh -c '...'), substitutions and functions.
//
// It takes no decisions. Whatever cannot be known is said: a Word has a reason for being Dynamic, an
// Analysis lists what makes it Complex, and Problem tells that the line was not read to its end.
// Policy treats all three as reasons to ask.
package shell
