package edit

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// variants maps typographic characters to the plain one that a keyboard has. Folded text is compared,
// never written.
var variants = map[rune]string{
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '´': "'",
	'“': `"`, '”': `"`, '„': `"`, '‟': `"`, '″': `"`,
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-",
	'…':      "...",
	'\u00a0': " ", '\u2000': " ", '\u2001': " ", '\u2002': " ", '\u2003': " ", '\u2004': " ", '\u2005': " ", '\u2006': " ",
	'\u2007': " ", '\u2008': " ", '\u2009': " ", '\u200a': " ", '\u202f': " ", '\u205f': " ", '\u3000': " ",
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
		if plain, ok := variants[r]; ok {
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
		if n <= 0 {
			n = len(s)
		}
		out = append(out, s[:n])
		s = s[n:]
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
	straight bool // old has typographic variants where the file has plain characters
}

// learnChars collects the differences between the matched lines.
func learnChars(lines [][]pair) charRule {
	r := charRule{subst: map[string]string{}, unclear: map[string]bool{}, forms: map[norm.Form]bool{}}
	for _, line := range lines {
		for _, p := range line {
			if isASCII(p.old) {
				continue // a plain character is what the model meant unless its line says otherwise
			}
			if was, ok := r.subst[p.old]; ok && was != p.file {
				r.unclear[p.old] = true
			}
			r.subst[p.old] = p.file
			r.straight = r.straight || isASCII(p.file)
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
	return unit, !r.straight || !isASCII(fold(unit))
}

// line rewrites a new line. was, if not nil, is the old line that it replaces, lined up with the file's:
// what the new line keeps of it is taken from the file. plain are the characters that may stand for
// others there. ok is false when a new character could be written in more than one way; bad is it.
func (r *charRule) line(line string, was []pair, plain map[string]bool) (out, bad string, ok bool) {
	if isASCII(line) && len(plain) == 0 && unchanged(was) {
		return line, "", true
	}
	news := units(line)
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
