package edit

import (
	"bytes"
	"strings"
	"unicode"
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
func unitsAs(s string, was []pair, whole bool) []string {
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

// ellipsis is the one plain variant of several characters.
const ellipsis = "..."

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
	straight map[string]bool            // kinds of characters that old typesets and the file has plain
	typeset  map[string]bool            // kinds of characters that the file typesets too
	shown    map[string]map[string]bool // plain characters of old -> what the file has for them
	quoting  bool                       // an apostrophe of old stands elsewhere than inside a word
	inFile   func(string) bool
}

// learnChars collects the differences between the matched lines.
func (d *document) learnChars(lines [][]pair) charRule {
	r := charRule{
		subst: map[string]string{}, unclear: map[string]bool{}, forms: map[norm.Form]bool{},
		straight: map[string]bool{}, typeset: map[string]bool{}, shown: map[string]map[string]bool{},
		inFile: d.contains(),
	}
	for _, line := range lines {
		for i, p := range line {
			if isASCII(p.old) {
				r.show(p)
				inside := i > 0 && i+1 < len(line) && isLetter(line[i-1].old) && isLetter(line[i+1].old)
				r.quoting = r.quoting || p.old == "'" && !inside
				continue
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

// contains returns a function that says whether the file holds a text, and remembers the answers.
func (d *document) contains() func(string) bool {
	known := map[string]bool{}
	return func(s string) bool {
		there, ok := known[s]
		if !ok {
			there = bytes.Contains(d.text, []byte(s))
			known[s] = there
		}
		return there
	}
}

// show notes what the file has for a plain character that has typographic variants.
func (r *charRule) show(p pair) {
	switch p.old {
	case "'", `"`, "-", " ", ellipsis:
		if r.shown[p.old] == nil {
			r.shown[p.old] = map[string]bool{}
		}
		r.shown[p.old][p.file] = true
	}
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

// write returns one new character as the file would have it; false when that cannot be known. inside
// tells that it stands between letters.
func (r *charRule) write(unit string, inside bool) (string, bool) {
	if isASCII(unit) {
		return r.writePlain(unit, inside)
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

// writePlain returns a new plain character as the file would have it: as it is, unless the file has
// another one wherever old wrote it. That it means the other one is certain only of an apostrophe
// inside a word, as in "don't", where the file never has the plain one; quotes and dashes may be code.
func (r *charRule) writePlain(unit string, inside bool) (string, bool) {
	forms := r.shown[unit]
	if len(forms) == 0 || forms[unit] {
		return unit, true
	}
	if unit != "'" || !inside || r.quoting || len(forms) > 1 || r.inFile(unit) {
		return "", false
	}
	for form := range forms {
		unit = form
	}
	return unit, true
}

// isLetter says whether a character is a letter.
func isLetter(unit string) bool {
	r, _ := utf8.DecodeRuneInString(unit)
	return unicode.IsLetter(r)
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
	if isASCII(line) && len(plain) == 0 && len(r.shown) == 0 && unchanged(was) {
		return line, "", true
	}
	news := unitsAs(line, was, len(r.shown[ellipsis]) > 0)
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
		inside := j > 0 && j+1 < len(news) && isLetter(news[j-1]) && isLetter(news[j+1])
		s, ok := r.write(u, inside)
		if !ok || plain[u] && s == u {
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
