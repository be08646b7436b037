package text

import (
	"strings"
	"unicode/utf8"
)

// sequence measures the terminal sequence that s begins with, in bytes; 0 when s begins with none. sgr
// tells that the sequence sets colours and styles and does nothing else.
func sequence(s string) (length int, sgr bool) {
	kind, n := introducer(s)
	switch kind {
	case 0:
		return 0, false
	case '[':
		end := controlEnd(s, n)
		return end, isSGR(s[n:end])
	case ']', 'P', 'X', '^', '_':
		return stringEnd(s, n), false
	}
	return n, false
}

// introducer returns the byte that follows ESC, or would follow it in the 7-bit form, and the length
// of both; for a sequence without a body the length is that of the whole of it.
func introducer(s string) (kind byte, n int) {
	if r, n := utf8.DecodeRuneInString(s); r >= 0x80 && r < 0xa0 {
		kind = byte(r) - 0x40
		if strings.IndexByte("[]PX^_", kind) < 0 {
			return 0, 0 // shown by its number
		}
		return kind, n
	}
	if len(s) < 2 || s[0] != 0x1b {
		return 0, 0
	}
	n = 1
	for n < len(s) && s[n] >= 0x20 && s[n] < 0x30 {
		n++
	}
	if n == len(s) || s[n] < 0x30 || s[n] >= 0x7f {
		return 0, 0
	}
	if n > 1 {
		return ' ', n + 1 // with intermediate bytes: selects a character set or the like
	}
	return s[1], 2
}

// controlEnd finds the end of a CSI sequence whose parameters begin at n. One that is broken off ends
// before the byte that does not belong to it.
func controlEnd(s string, n int) int {
	for n < len(s) && s[n] >= 0x20 && s[n] < 0x40 {
		n++
	}
	if n < len(s) && s[n] >= 0x40 && s[n] < 0x7f {
		n++
	}
	return n
}

// stringEnd finds the end of a control string whose content begins at n: behind BEL or ST. One that
// never ends must not hide the rest of a text, so that it is taken to end with its line.
func stringEnd(s string, n int) int {
	line := -1
	for i := n; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n' && line < 0:
			line = i
		case c == 0x07:
			return i + 1
		case c == 0x1b:
			if strings.HasPrefix(s[i:], "\x1b\\") {
				return i + 2
			}
			return firstOf(line, i)
		case c == 0x18 || c == 0x1a: // CAN and SUB break it off
			return firstOf(line, i)
		case c == 0xc2 && i+1 < len(s) && s[i+1] < 0xa0: // C1 controls are two bytes in UTF-8
			if s[i+1] == 0x9c {
				return i + 2
			}
			return firstOf(line, i)
		}
	}
	return firstOf(line, len(s))
}

func firstOf(line, end int) int {
	if line >= 0 {
		return line
	}
	return end
}

// isSGR takes the parameters and the final byte of a CSI sequence.
func isSGR(body string) bool {
	params, ok := strings.CutSuffix(body, "m")
	return ok && len(params) <= 64 && strings.Trim(params, "0123456789;:") == ""
}
