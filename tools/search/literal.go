package search

import (
	"bytes"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// literal is text that every match of an expression contains.
type literal struct {
	text string // lower case if fold
	fold bool   // ASCII letters match in either case
	rare int    // with fold: the place of the byte that is rarest in source code
}

// A shorter literal is found so often that the automaton is quicker.
const minLiteral = 3

// required returns the best literal of the expression; an empty one if there
// is none. whole reports that the expression is this literal and nothing else.
func required(re *syntax.Regexp) (best literal, whole bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return fromLiteral(re)
	case syntax.OpCapture:
		return required(re.Sub[0])
	case syntax.OpPlus:
		best, _ = required(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if l, _ := required(sub); len(l.text) > len(best.text) {
				best = l
			}
		}
	}
	if len(best.text) < minLiteral {
		return literal{}, false
	}
	return best, false
}

func fromLiteral(re *syntax.Regexp) (l literal, whole bool) {
	text := string(re.Rune)
	if strings.ContainsRune(text, utf8.RuneError) {
		return literal{}, false // stands for any invalid byte as well
	}
	if re.Flags&syntax.FoldCase == 0 {
		return literal{text: text}, true
	}
	l = foldLiteral(text)
	if len(l.text) < minLiteral {
		return literal{}, false
	}
	return l, len(l.text) == len(text)
}

// foldLiteral picks the longest run of text whose case folds within ASCII: "k"
// and "s" have partners outside (the Kelvin sign, the long s).
func foldLiteral(text string) literal {
	beyond := func(r rune) bool { return strings.ContainsRune("kKsS", r) || r >= utf8.RuneSelf }
	var best string
	for _, run := range strings.FieldsFunc(text, beyond) {
		if len(run) > len(best) {
			best = run
		}
	}
	best = strings.ToLower(best)
	l := literal{text: best, fold: true}
	for i := range len(best) {
		if rarity(best[i]) < rarity(best[l.rare]) {
			l.rare = i
		}
	}
	return l
}

// rarity is small for bytes that source code has few of.
func rarity(c byte) int {
	const rareFirst = "zqjxwvkyb0123456789gh_pmufdclonsairte"
	if i := strings.IndexByte(rareFirst, c); i >= 0 {
		return i
	}
	return len(rareFirst) / 2
}

// finder looks for a literal in one text, from front to back.
type finder struct {
	literal
	want         []byte // text
	data         []byte
	lower, upper int // the next place of the rarest byte in each case
}

func newFinder(l literal) *finder { return &finder{literal: l, want: []byte(l.text)} }

// reset makes data the text to search in.
func (f *finder) reset(data []byte) { f.data, f.lower, f.upper = data, -1, -1 }

// next returns where the literal first stands between from and limit, or -1.
// Neither may decrease between calls.
func (f *finder) next(from, limit int) int {
	data := f.data[:limit]
	if !f.fold {
		if i := bytes.Index(data[from:], f.want); i >= 0 {
			return from + i
		}
		return -1
	}
	lower := f.text[f.rare]
	upper := lower
	if lower >= 'a' && lower <= 'z' {
		upper -= 'a' - 'A'
	}
	for at := from + f.rare; at < len(data); at++ {
		if f.lower < at {
			f.lower = indexFrom(data, at, lower)
		}
		if f.upper < at {
			f.upper = indexFrom(data, at, upper)
		}
		at = min(f.lower, f.upper)
		start := at - f.rare
		if start+len(f.text) > len(data) {
			break
		}
		if equalFold(data[start:start+len(f.text)], f.text) {
			return start
		}
	}
	return -1
}

// indexFrom returns the first c at or after from, or len(data).
func indexFrom(data []byte, from int, c byte) int {
	if i := bytes.IndexByte(data[from:], c); i >= 0 {
		return from + i
	}
	return len(data)
}

// equalFold compares with a lower-case text of the same length.
func equalFold(data []byte, lower string) bool {
	for i, c := range data {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
