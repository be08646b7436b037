package text

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxBlanks is the longest run of blanks that Exact shows as it is.
const maxBlanks = 8

// foldBlanks replaces runs of more than maxBlanks blanks, and every blank at the end of a line, by
// their number.
func foldBlanks(s string) string {
	var out strings.Builder
	start := 0
	for i := 0; i < len(s); {
		if s[i] != ' ' && s[i] != '\t' {
			i++
			continue
		}
		end := i + 1
		for end < len(s) && (s[end] == ' ' || s[end] == '\t') {
			end++
		}
		if end-i > maxBlanks || end == len(s) || s[end] == '\n' {
			out.WriteString(s[start:i])
			out.WriteString(blanks(end - i))
			start = end
		}
		i = end
	}
	if start == 0 {
		return s
	}
	out.WriteString(s[start:])
	return out.String()
}

func blanks(n int) string {
	if n == 1 {
		return "<1 blank>"
	}
	return "<" + strconv.Itoa(n) + " blanks>"
}

// ExpandTabs replaces tabs by the blanks that lead to the next multiple of size columns. width
// measures a piece of a line in columns; nil counts characters.
func ExpandTabs(s string, size int, width func(string) int) string {
	if size <= 0 || strings.IndexByte(s, '\t') < 0 {
		return s
	}
	if width == nil {
		width = func(s string) int { return utf8.RuneCountInString(s) }
	}
	var out strings.Builder
	out.Grow(len(s) + 4*size)
	column := 0
	for s != "" {
		i := strings.IndexAny(s, "\t\n")
		if i < 0 {
			break
		}
		out.WriteString(s[:i])
		if s[i] == '\n' {
			out.WriteByte('\n')
			column = 0
		} else {
			column += width(s[:i])
			n := size - column%size
			out.WriteString(strings.Repeat(" ", n))
			column += n
		}
		s = s[i+1:]
	}
	out.WriteString(s)
	return out.String()
}
