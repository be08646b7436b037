package text

import (
	"strings"
	"unicode/utf8"
)

// Truncate shortens s to at most max bytes: its beginning, a note and its end, cut at the ends of
// lines, or of characters where a line is too long. note gets the number of omitted bytes and returns
// the line that says so, without line ends; it is part of the max bytes and is never shortened
// itself. omitted is 0 when s is short enough and returned as it is.
func Truncate(s string, max int, note func(omitted int) string) (short string, omitted int) {
	if len(s) <= max {
		return s, 0
	}
	// The longest note is that of the largest number; two bytes are its line ends.
	room := max - len(note(len(s))) - 2
	if room <= 0 {
		return note(len(s)), len(s)
	}
	head := cutHead(s, room/2)
	tail := cutTail(s[len(head):], room-room/2)
	omitted = len(s) - len(head) - len(tail)
	var out strings.Builder
	out.Grow(max)
	out.WriteString(head)
	if head != "" && !strings.HasSuffix(head, "\n") {
		out.WriteByte('\n')
	}
	out.WriteString(note(omitted))
	if tail != "" {
		out.WriteByte('\n')
	}
	out.WriteString(tail)
	return out.String(), omitted
}

// cutHead returns the first n bytes of s or less: whole lines, if at least half of it is.
func cutHead(s string, n int) string {
	if i := strings.LastIndexByte(s[:n], '\n'); i >= n/2 {
		return s[:i+1]
	}
	for back := 0; back < utf8.UTFMax && n-back > 0; back++ {
		if utf8.RuneStart(s[n-back]) {
			return s[:n-back]
		}
	}
	return s[:n] // not UTF-8
}

// cutTail returns the last n bytes of s or less: whole lines, if at least half of it is.
func cutTail(s string, n int) string {
	at := max(len(s)-n, 0)
	if at == 0 || s[at-1] == '\n' {
		return s[at:]
	}
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 && i < n/2 {
		return s[at+i+1:]
	}
	for forward := 0; forward < utf8.UTFMax && at+forward < len(s); forward++ {
		if utf8.RuneStart(s[at+forward]) {
			return s[at+forward:]
		}
	}
	return s[at:]
}
