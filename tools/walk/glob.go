package walk

import "strings"

// A glob is the part of a gitignore pattern from its first wildcard on.
// Git matches bytes, not characters: "?" is one byte of a UTF-8 sequence.
type glob []token

type tokenKind uint8

const (
	tokByte  tokenKind = iota // exactly b
	tokOne                    // "?": any byte except a slash
	tokClass                  // "[...]": a byte of set, never a slash
	tokStar                   // "*": any run without a slash
	tokAny                    // "**": any run
	tokDirs                   // "**/": nothing, or any run that ends in a slash
)

type token struct {
	kind tokenKind
	b    byte
	set  *byteSet
}

// byteSet is a set of byte values, one bit each.
type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *byteSet) addRange(lo, hi byte) {
	for c := int(lo); c <= int(hi); c++ {
		s.add(byte(c))
	}
}

// compileGlob turns pattern into tokens. ok is false for a pattern that git
// accepts but that can never match, such as an unclosed bracket.
func compileGlob(pattern string) (g glob, ok bool) {
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; c {
		case '*':
			t, next := compileStars(pattern, i)
			g, i = append(g, t), next
		case '?':
			g, i = append(g, token{kind: tokOne}), i+1
		case '[':
			set, next, ok := compileClass(pattern, i+1)
			if !ok {
				return nil, false
			}
			g, i = append(g, token{kind: tokClass, set: set}), next
		case '\\':
			if i+1 == len(pattern) {
				return nil, false
			}
			g, i = append(g, token{b: pattern[i+1]}), i+2
		default:
			g, i = append(g, token{b: c}), i+1
		}
	}
	return g, true
}

// compileStars reads the run of stars at i. Two or more cross slashes only
// when they stand alone between slashes or the ends of the pattern.
func compileStars(pattern string, i int) (token, int) {
	end := i
	for end < len(pattern) && pattern[end] == '*' {
		end++
	}
	if end-i == 1 || i > 0 && pattern[i-1] != '/' {
		return token{kind: tokStar}, end
	}
	rest := pattern[end:]
	switch {
	case strings.HasPrefix(rest, "/"):
		return token{kind: tokDirs}, end + 1
	case rest == "", strings.HasPrefix(rest, `\/`):
		return token{kind: tokAny}, end
	}
	return token{kind: tokStar}, end
}

// match reports whether g matches all of s.
//
// Only the last star and the last double star need to be retried: what an
// earlier one could reach by growing, the later one reaches as well. So the
// time is bounded by a polynomial, whatever the pattern.
func (g glob) match(s string) bool {
	var star, deep retry
	star.tok, deep.tok = -1, -1
	for t, i := 0, 0; ; {
		if t == len(g) && i == len(s) {
			return true
		}
		if t < len(g) {
			switch k := g[t].kind; k {
			case tokStar:
				star = retry{t, i}
				t++
				continue
			case tokAny, tokDirs:
				deep, star = retry{t, i}, retry{tok: -1}
				t++
				continue
			default:
				if i < len(s) && g[t].accepts(s[i]) {
					t, i = t+1, i+1
					continue
				}
			}
		}
		switch {
		case star.grow(g, s):
			t, i = star.tok+1, star.pos
		case deep.grow(g, s):
			star.tok = -1
			t, i = deep.tok+1, deep.pos
		default:
			return false
		}
	}
}

func (t token) accepts(b byte) bool {
	switch t.kind {
	case tokOne:
		return b != '/'
	case tokClass:
		return t.set.has(b)
	}
	return b == t.b
}

// retry is a star that may swallow more: the token and where its run ends.
type retry struct{ tok, pos int }

// grow lengthens the run by the least that its token allows.
func (r *retry) grow(g glob, s string) bool {
	if r.tok < 0 || r.pos == len(s) {
		return false
	}
	switch g[r.tok].kind {
	case tokStar:
		if s[r.pos] == '/' {
			return false
		}
	case tokDirs:
		n := strings.IndexByte(s[r.pos:], '/')
		if n < 0 {
			return false
		}
		r.pos += n
	}
	r.pos++
	return true
}
