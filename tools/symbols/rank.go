package symbols

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fit is how well a name answers a query; less is better. With a qualifier that
// does not hold, elsewhere is added.
type fit uint8

const (
	same      fit = iota // the name itself
	sameFold             // in another case
	begins               // a name that begins with it
	word                 // one that has it as a word
	contains             // one that has it as a part
	spread               // one that has its letters in order
	elsewhere            // not in the container or package that was asked for
	none      fit = 255
)

// query is what is looked for.
type query struct {
	name, lower string
	qualifier   string // the last part of what stands before the name
	letters     uint32
}

// keywords are words that stand before a name where it is defined.
var keywords = []string{
	"func", "function", "fn", "def", "fun", "class", "type", "struct", "interface", "trait", "enum", "impl", "module",
	"namespace", "const", "var", "let", "val", "method", "package", "public", "private", "static", "async", "export",
}

// parseQuery takes a query apart: "func (*T).Name()" is Name in T.
func parseQuery(text string) query {
	fields := strings.Fields(text)
	for len(fields) > 1 && slices.Contains(keywords, fields[0]) {
		fields = fields[1:]
	}
	text = strings.Join(fields, " ")
	if receiver, rest, ok := strings.Cut(strings.TrimPrefix(text, "("), ")"); ok && text[0] == '(' { // (t *Type) Name
		text = receiver[strings.LastIndexAny(receiver, " *&")+1:] + "." + strings.Trim(rest, " .")
	}
	if open := strings.IndexByte(text, '('); open > 0 {
		text = text[:open]
	}
	text = strings.NewReplacer(" ", "", "::", ".", "#", ".", "->", ".", "(", "", ")", "", "*", "", "&", "").Replace(text)
	text = strings.Trim(text, ".:; ")
	q := query{name: text}
	if dot := strings.LastIndexByte(text, '.'); dot > 0 {
		q.qualifier, q.name = text[:dot], text[dot+1:]
		q.qualifier = q.qualifier[strings.LastIndexAny(q.qualifier, "./")+1:]
	}
	q.lower = strings.ToLower(q.name)
	q.letters = letterMask(q.name)
	return q
}

// fits judges a symbol. Far is how far it is from where the query says: 0 in a
// type, another container or a package of that name, 1 in such a directory or file.
func (q *query) fits(f *file, s *symbol) (fit fit, far uint8) {
	fit = q.fitsName(s.name)
	if fit == none || q.qualifier == "" {
		return fit, 0
	}
	for part := range strings.SplitSeq(s.container, ".") {
		if strings.EqualFold(part, q.qualifier) {
			return fit, 0
		}
	}
	pkg := f.pkg[strings.LastIndexAny(f.pkg, `.:\`)+1:]
	dir, base := path.Split(f.name)
	stem, _, _ := strings.Cut(base, ".")
	switch {
	case strings.EqualFold(pkg, q.qualifier):
		return fit, 0
	case strings.EqualFold(path.Base(dir), q.qualifier), strings.EqualFold(stem, q.qualifier):
		return fit, 1
	}
	return fit + elsewhere, 0
}

func (q *query) fitsName(name string) fit {
	switch {
	case name == q.name:
		return same
	case len(name) < len(q.name):
		return none
	case strings.EqualFold(name, q.name):
		return sameFold
	case len(q.lower) < 2:
		return none
	}
	return q.fitsPart(name)
}

// fitsPart looks for the query inside of a name.
func (q *query) fitsPart(name string) fit {
	at, best := 0, none
	for at+len(q.lower) <= len(name) {
		if !strings.EqualFold(name[at:at+len(q.lower)], q.lower) {
			at++
			continue
		}
		if at == 0 {
			return begins
		}
		best = contains
		if beginsWord(name, at) {
			return word
		}
		at++
	}
	if best == none && len(q.lower) >= 3 && q.inOrder(name) {
		return spread
	}
	return best
}

// inOrder tells whether the name begins as the query does and has its letters
// in order, each run of them at the beginning of a word: "gpl" is in GetPageList.
func (q *query) inOrder(name string) bool {
	at := 0
	for i := 0; i < len(name) && at < len(q.lower); i++ {
		if lower(name[i]) != q.lower[at] {
			if at == 0 {
				return false
			}
			continue
		}
		if i > 0 && !beginsWord(name, i) && lower(name[i-1]) != q.lower[at-1] {
			continue
		}
		at++
	}
	return at == len(q.lower)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// beginsWord tells whether a word of a camelCase or snake_case name begins at i.
func beginsWord(name string, i int) bool {
	if i == 0 {
		return true
	}
	before, c := rune(name[i-1]), rune(name[i])
	if c >= utf8.RuneSelf {
		return false
	}
	return !unicode.IsLetter(before) && !unicode.IsDigit(before) || unicode.IsUpper(c) && !unicode.IsUpper(before) ||
		unicode.IsUpper(c) && i+1 < len(name) && unicode.IsLower(rune(name[i+1]))
}

// fitsFile judges the name of a file: with or without its ending, or the end of its path.
func (q *query) fitsFile(name string) fit {
	base := path.Base(name)
	asked := q.name
	if q.qualifier != "" { // "main.go" reads like a name in a container
		asked = q.qualifier + "." + q.name
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	switch {
	case base == asked, stem == asked:
		return same
	case strings.EqualFold(base, asked), strings.EqualFold(stem, asked):
		return sameFold
	case len(asked) < 2:
		return none
	}
	lower, asked := strings.ToLower(base), strings.ToLower(asked)
	switch at := strings.Index(lower, asked); {
	case at == 0:
		return begins
	case at > 0:
		return contains
	case strings.Contains(strings.ToLower(name), asked):
		return spread
	}
	return none
}

// keep drops what is only worth showing when there is nothing better: names
// elsewhere, and letters in order.
func (q *query) keep(found []candidate) []candidate {
	best := none
	for _, c := range found {
		best = min(best, c.fit)
	}
	return slices.DeleteFunc(found, func(c candidate) bool {
		return c.fit >= elsewhere && best < elsewhere || c.fit%elsewhere == spread && best%elsewhere < spread
	})
}
