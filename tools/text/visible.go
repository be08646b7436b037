package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mode says what becomes of the parts of a text that are not plain.
type mode struct {
	drop  bool // terminal sequences are dropped
	sgr   bool // except those that set colours and styles
	print bool // what has no ink but a blank, or no fixed meaning, is shown by its number
}

// Visible drops terminal sequences (CSI, OSC, DCS, APC and the like, also the 8-bit forms and those
// that never end) and shows other control characters and stray bytes as \x1b, and format characters,
// zero-width and bidirectional ones included, as <U+202E>. Line ends become \n; tabs stay, as do
// joiners inside emoji and in scripts that write with them.
func Visible(s string) string { return sanitise(s, mode{drop: true}) }

// KeepSGR is Visible, but sequences that set colours and styles stay. A style may be left open at the
// end: the caller resets it.
func KeepSGR(s string) string { return sanitise(s, mode{drop: true, sgr: true}) }

// Escape shows everything that is not plain text by its number and drops nothing: ESC is \x1b, a
// carriage return \x0d, a no-break space <U+00A0>. Only \n and \t stay as they are.
func Escape(s string) string { return sanitise(s, mode{print: true}) }

// Exact is Escape, and runs of more than 8 blanks and blanks at the end of a line are replaced by
// their number: <40 blanks>.
func Exact(s string) string { return foldBlanks(Escape(s)) }

func sanitise(s string, m mode) string {
	i := plainPrefix(s)
	if i == len(s) {
		return s
	}
	var out strings.Builder
	start := 0      // where the text begins that was not copied yet
	prev := rune(0) // the last character of the output
	if i > 0 {
		prev = rune(s[i-1])
	}
	for i < len(s) {
		if c := s[i]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			prev = rune(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		show, n := m.part(s[i:], r, n, prev)
		if show == keep {
			prev = r
			i += n
			continue
		}
		if start == 0 {
			out.Grow(len(s) + len(s)/8)
		}
		out.WriteString(s[start:i])
		out.WriteString(show)
		if show != "" {
			prev = rune(show[len(show)-1])
		}
		i += n
		start = i
	}
	if start == 0 {
		return s
	}
	out.WriteString(s[start:])
	return out.String()
}

// plainPrefix returns how many bytes at the beginning are plain ASCII.
func plainPrefix(s string) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < ' ' || c >= 0x7f) && c != '\n' && c != '\t' {
			return i
		}
	}
	return len(s)
}

// keep is what part returns for a part that stays; no replacement looks like it.
const keep = "\x00"

// part decides on what s begins with: the character r of n bytes, or the sequence that it starts. It
// returns the replacement, or keep, and the number of bytes that it stands for.
func (m mode) part(s string, r rune, n int, prev rune) (string, int) {
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf(`\x%02x`, s[0]), 1
	case r == '\r' && m.drop && strings.HasPrefix(s[1:], "\n"):
		return "", 1
	case r == 0x1b || r >= 0x80 && r < 0xa0:
		if m.drop {
			if length, sgr := sequence(s); length > 0 {
				return m.sequencePart(s[:length], sgr)
			}
		}
		return number(r), n
	case r < ' ' || r == 0x7f:
		return number(r), n
	case invisible(r) && (m.print || !belongs(r, prev, s[n:])):
		return number(r), n
	case m.print && (!unicode.IsPrint(r) || r == brailleBlank):
		return number(r), n
	}
	return keep, n
}

func (m mode) sequencePart(seq string, sgr bool) (string, int) {
	switch {
	case !m.sgr || !sgr:
		return "", len(seq)
	case seq[0] != 0x1b: // the 8-bit form, which not every terminal understands
		return "\x1b[" + seq[2:], len(seq)
	}
	return keep, len(seq)
}

func number(r rune) string {
	if r < 0x80 {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf("<U+%04X>", r)
}

const (
	brailleBlank = 0x2800
	zwnj, zwj    = 0x200c, 0x200d
)

// invisible tells whether a character has no ink and no width of its own.
func invisible(r rune) bool {
	// Most text beyond ASCII is European or Chinese, Japanese and Korean; the tables are slow.
	if r < 0x300 && r != 0xad || r >= 0x3400 && r < 0xd800 {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point)
}

// belongs tells whether an invisible character does its proper work between its neighbours: a joiner
// in an emoji or in a script that needs it, a variation selector behind something that varies.
func belongs(r, prev rune, rest string) bool {
	switch {
	case r == zwj || r == zwnj:
		next, _ := utf8.DecodeRuneInString(rest)
		return joins(next) && (joins(prev) || prev == 0xfe0f)
	case r == 0xfe0e || r == 0xfe0f:
		return isEmoji(prev) || strings.ContainsRune("#*0123456789©®‼⁉™ℹ〰〽㊗㊙", prev)
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, prev)
	}
	return false
}

// joins tells whether joiners are written beside r: Arabic and Indic scripts, and emoji.
func joins(r rune) bool {
	return r >= 0x620 && r < 0x10a0 && (unicode.IsLetter(r) || unicode.IsMark(r)) || isEmoji(r)
}

func isEmoji(r rune) bool {
	return (r >= 0x1f000 && r < 0x20000 || r >= 0x2190 && r < 0x2c00) && !invisible(r) && r != brailleBlank
}
