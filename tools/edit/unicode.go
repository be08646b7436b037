package edit

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plainVariant returns the character that a keyboard has for a typographic one, "" if r is none. Folded
// text is compared, never written.
func plainVariant(r rune) string {
	switch r {
	case '‘', '’', '‚', '‛', '′', '´':
		return "'"
	case '“', '”', '„', '‟', '″':
		return `"`
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return "-"
	case '…':
		return "..."
	case '\u00a0', '\u2000', '\u2001', '\u2002', '\u2003', '\u2004', '\u2005', '\u2006',
		'\u2007', '\u2008', '\u2009', '\u200a', '\u202f', '\u205f', '\u3000':
		return " "
	}
	return ""
}

// fold returns s in NFC with typographic variants made plain. Bytes that are not UTF-8 stay.
func fold(s string) string {
	if isASCII(s) {
		return s
	}
	s = norm.NFC.String(s)
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if plain := plainVariant(r); plain != "" {
			b.WriteString(plain)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// units splits s into characters with their combining marks.
func units(s string) []string {
	out := make([]string, 0, len(s))
	for s != "" {
		n := norm.NFC.NextBoundaryInString(s, true)
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// unitsAs splits s into characters, but leaves a sequence whole that stands for one character of the
// file ("..." for an ellipsis), so that it is kept or written as one.
func unitsAs(s string, was []pair, plain map[string]bool) []string {
	const ellipsis = "..."
	whole := plain[ellipsis]
	for _, p := range was {
		whole = whole || p.old == ellipsis
	}
	if !whole {
		return units(s)
	}
	var out []string
	for i, part := range strings.Split(s, ellipsis) {
		if i > 0 {
			out = append(out, ellipsis)
		}
		out = append(out, units(part)...)
	}
	return out
}

// pair is a piece of old text and the piece of the file that folds to the same.
type pair struct{ old, file string }

// pairUnits lines two texts up that fold to the same, in the smallest pieces.
func pairUnits(old, file string) []pair {
	a, b := units(old), units(file)
	var out []pair
	for i, j := 0, 0; i < len(a) && j < len(b); {
		p := pair{a[i], b[j]}
		i, j = i+1, j+1
		for fold(p.old) != fold(p.file) {
			switch {
			case len(fold(p.old)) < len(fold(p.file)) && i < len(a):
				p.old += a[i]
				i++
			case j < len(b):
				p.file += b[j]
				j++
			default:
				return append(out, p)
			}
		}
		out = append(out, p)
	}
	return out
}

// charRule says how new characters are written in the file's way, learnt from the lines that matched.
type charRule struct {
	subst    map[string]string // what old wrote in one way throughout -> what the file has there
	unclear  map[string]bool   // what old wrote in one way where the file has several
	forms    map[norm.Form]bool
	straight map[string]bool // kinds of characters that old typesets and the file has plain
	typeset  map[string]bool // kinds of characters that the file typesets too
	inFile   func(string) bool
}

// learnChars collects the differences between the matched lines.
func (d *document) learnChars(lines [][]pair) charRule {
	r := charRule{
		subst: map[string]string{}, unclear: map[string]bool{}, forms: map[norm.Form]bool{},
		straight: map[string]bool{}, typeset: map[string]bool{},
		inFile: func(s string) bool { return bytes.Contains(d.text, []byte(s)) },
	}
	for _, line := range lines {
		for _, p := range line {
			if isASCII(p.old) {
				continue // a plain character is what the model meant unless its line says otherwise
			}
			if was, ok := r.subst[p.old]; ok && was != p.file {
				r.unclear[p.old] = true
			}
			r.subst[p.old] = p.file
			if isASCII(p.file) {
				r.straight[variantKind(p.old)] = true
			} else if isASCII(fold(p.old)) {
				r.typeset[variantKind(p.old)] = true
			}
			if p.old != p.file && norm.NFC.String(p.old) == norm.NFC.String(p.file) {
				form := norm.NFD
				if norm.NFC.IsNormalString(p.file) {
					form = norm.NFC
				}
				r.forms[form] = true
			}
		}
	}
	return r
}

// plainFor returns the plain characters that old wrote where the file has others.
func plainFor(lines [][]pair) map[string]bool {
	plain := map[string]bool{}
	for _, line := range lines {
		for _, p := range line {
			if p.old != p.file && isASCII(p.old) {
				plain[p.old] = true
			}
		}
	}
	return plain
}

// write returns one new character as the file would have it; false when that cannot be known.
func (r *charRule) write(unit string) (string, bool) {
	if isASCII(unit) {
		return unit, true
	}
	if s, ok := r.subst[unit]; ok {
		return s, !r.unclear[unit]
	}
	if len(r.forms) == 1 {
		for form := range r.forms {
			unit = form.String(unit)
		}
	}
	plain := fold(unit)
	if len(r.straight) == 0 || !isASCII(plain) {
		return unit, true
	}
	// The call is typeset where the file is plain. So is this character if its kind is, and if the file
	// has none; otherwise it may be meant.
	kind := variantKind(unit)
	return plain, r.straight[kind] && !r.typeset[kind] && !r.inFile(unit)
}

// variantKind sorts typographic variants: all quotes are one kind, every other plain character is one.
func variantKind(s string) string {
	if plain := fold(s); plain != `"` {
		return plain
	}
	return "'"
}

// line rewrites a new line. was, if not nil, is the old line that it replaces, lined up with the file's:
// what the new line keeps of it is taken from the file. plain are the characters that may stand for
// others there. ok is false when a new character could be written in more than one way; bad is it.
func (r *charRule) line(line string, was []pair, plain map[string]bool) (out, bad string, ok bool) {
	if isASCII(line) && len(plain) == 0 && unchanged(was) {
		return line, "", true
	}
	news := unitsAs(line, was, plain)
	olds := make([]string, len(was))
	for i, p := range was {
		olds[i] = p.old
	}
	kept, ok := align(olds, news)
	if !ok {
		return "", line, false
	}
	var b strings.Builder
	for j, u := range news {
		if kept[j] >= 0 {
			b.WriteString(was[kept[j]].file)
			continue
		}
		s, ok := r.write(u)
		if !ok || plain[u] {
			return "", u, false
		}
		b.WriteString(s)
	}
	return b.String(), "", true
}

// unchanged says whether the file has a line just as old wrote it.
func unchanged(line []pair) bool {
	for _, p := range line {
		if p.old != p.file {
			return false
		}
	}
	return true
}
