package config

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Problem is one thing that is wrong, or worth saying, about one place.
type Problem struct {
	// File is the file as shown to the user; for a variable or a flag its name.
	File string
	// Line is the line in the file, from 1; 0 if no line is meant.
	Line int
	// Text says what is wrong and what to do.
	Text string
}

// String gives "file:line: text".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Text
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ": " + p.Text
}

// Error makes a single problem usable as an error.
func (p Problem) Error() string { return p.String() }

// Error is everything that is wrong with the configuration, at once.
type Error struct {
	// Problems are in the order of the files, then of the lines; there is at least one.
	Problems []Problem
}

// Error gives one line per problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// sortByLine orders the problems of one file.
func sortByLine(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}
