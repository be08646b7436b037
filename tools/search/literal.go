package search

import (
	"bytes"
	"math"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// literal is text that stands in a match.
type literal struct {
	text string // lower case if fold
	fold bool   // ASCII letters match in either case
	rare int    // with fold: the place of the byte that is rarest in source code
}

const (
	minLiteral  = 3 // a shorter one is found so often that the automaton is quicker
	maxLiterals = 6 // more of them are slower than one run of the automaton
)

// required returns literals of which every match contains at least one; none
// if it can not tell. whole reports that wherever one of them stands, the
// expression matches.
func required(re *syntax.Regexp) (lits []literal, whole bool) {
	lits, whole = candidates(re)
	if len(lits) > maxLiterals || len(lits) > 1 && shortest(lits) < minLiteral || !whole && shortest(lits) < minLiteral {
		return nil, false
	}
	return lits, whole
}

func candidates(re *syntax.Regexp) (lits []literal, whole bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return fromLiteral(re)
	case syntax.OpCapture:
		return candidates(re.Sub[0])
	case syntax.OpPlus:
		lits, _ = candidates(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if l, _ := candidates(sub); shortest(l) > shortest(lits) {
				lits = l
			}
		}
	case syntax.OpAlternate:
		whole = true
		for _, sub := range re.Sub {
			l, w := candidates(sub)
			if len(l) == 0 {
				return nil, false
			}
			lits, whole = append(lits, l...), whole && w
		}
	}
	return lits, whole
}

// shortest returns the length of the shortest literal, 0 if there is none.
func shortest(lits []literal) int {
	if len(lits) == 0 {
		return 0
	}
	n := len(lits[0].text)
	for _, l := range lits[1:] {
		n = min(n, len(l.text))
	}
	return n
}

func fromLiteral(re *syntax.Regexp) (lits []literal, whole bool) {
	text := string(re.Rune)
	if strings.ContainsRune(text, utf8.RuneError) {
		return nil, false // stands for any invalid byte as well
	}
	// A line ends before its carriage return, so "\r" alone proves nothing.
	whole = !strings.Contains(text, "\r")
	if re.Flags&syntax.FoldCase == 0 {
		return []literal{{text: text}}, whole
	}
	l := foldLiteral(text)
	if l.text == "" {
		return nil, false
	}
	return []literal{l}, whole && len(l.text) == len(text)
}

// foldLiteral picks the longest run of ASCII in text.
func foldLiteral(text string) literal {
	best := ""
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		if len(run) > len(best) {
			best = run
		}
	}
	l := literal{text: strings.ToLower(best), fold: true}
	for i := range len(best) {
		if rarity(l.text[i]) < rarity(l.text[l.rare]) {
			l.rare = i
		}
	}
	return l
}

// blind reports whether data may hold the literal in letters beyond ASCII: the
// Kelvin sign is a "k" and the long s an "s" where case does not matter.
func (l literal) blind(data []byte) bool {
	return l.fold && (strings.Contains(l.text, "k") && bytes.Contains(data, []byte("\u212a")) ||
		strings.Contains(l.text, "s") && bytes.Contains(data, []byte("ſ")))
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
	at, limit    int // what next found last, and up to where it looked
}

func newFinder(l literal) *finder { return &finder{literal: l, want: []byte(l.text)} }

// reset makes data the text to search in.
func (f *finder) reset(data []byte) {
	f.data, f.lower, f.upper, f.at, f.limit = data, -1, -1, -1, 0
}

// next returns where the literal first stands between from and limit, or
// [notFound]. Neither may decrease between calls.
func (f *finder) next(from, limit int) int {
	if f.at < from || f.limit != limit {
		f.at, f.limit = f.search(from, limit), limit
	}
	return f.at
}

const notFound = math.MaxInt

func (f *finder) search(from, limit int) int {
	data := f.data[:limit]
	if !f.fold {
		if i := bytes.Index(data[from:], f.want); i >= 0 {
			return from + i
		}
		return notFound
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
	return notFound
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
