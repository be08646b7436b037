// Package search finds files by name (Glob, Files) and lines by content (Grep).
//
// Everything is confined to an [os.Root]. What belongs to the project is decided
// by package walk. In large trees a program on the PATH, ripgrep, may say which
// files are worth reading; all else is pure Go, and the results are the same.
// They do not depend on how many processors there are: they are ordered by path
// and line, and a search that stops at its limit always stops at the same place.
//
// Grep is fast because almost no byte meets package regexp. A pattern that
// requires some text is looked for by that text first; all others run on a
// deterministic automaton that is built while it is used (dfa.go). Both find
// lines that may match; package regexp has the last word where they are not
// sure, and says where in the line the match is.
package search
