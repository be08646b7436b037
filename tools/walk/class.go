package walk

import "strings"

// compileClass reads a bracket expression; i is the place after "[". It
// returns the set and the place after "]". A slash is in no set.
func compileClass(p string, i int) (set *byteSet, next int, ok bool) {
	set = new(byteSet)
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	low := -1 // the byte that a following "-" would range from
	for first := true; ; first = false {
		if i >= len(p) {
			return nil, 0, false
		}
		c := p[i]
		switch {
		case c == ']' && !first:
			return set.close(negated), i + 1, true
		case c == '-' && low >= 0 && i+1 < len(p) && p[i+1] != ']':
			high, n, ok := classByte(p, i+1)
			if !ok {
				return nil, 0, false
			}
			set.addRange(byte(low), high)
			low, i = -1, n
		case c == '[' && strings.HasPrefix(p[i+1:], ":"):
			n, named, ok := set.addNamed(p, i+2)
			if !ok {
				return nil, 0, false
			}
			if low, i = -1, n; !named {
				set.add('[')
				low = '['
			}
		default:
			b, n, ok := classByte(p, i)
			if !ok {
				return nil, 0, false
			}
			set.add(b)
			low, i = int(b), n
		}
	}
}

func (s *byteSet) close(negated bool) *byteSet {
	if negated {
		for i := range s {
			s[i] = ^s[i]
		}
	}
	s['/'>>6] &^= 1 << ('/' & 63)
	return s
}

// classByte reads one member of a bracket expression, perhaps escaped.
func classByte(p string, i int) (b byte, next int, ok bool) {
	if p[i] == '\\' {
		i++
	}
	if i >= len(p) {
		return 0, 0, false
	}
	return p[i], i + 1, true
}

// addNamed reads a named class such as "[:digit:]" whose name starts at i.
// named is false when the text turns out to be an ordinary set that begins
// with "[:"; next is then the place after "[".
func (s *byteSet) addNamed(p string, i int) (next int, named, ok bool) {
	n := strings.IndexByte(p[i:], ']')
	if n < 0 {
		return 0, false, false
	}
	if n == 0 || p[i+n-1] != ':' {
		return i - 1, false, true
	}
	in := classes[p[i:i+n-1]]
	if in == nil {
		return 0, false, false
	}
	for c := range 256 {
		if in(byte(c)) {
			s.add(byte(c))
		}
	}
	return i + n + 1, true, true
}

// classes are the POSIX classes over ASCII, as git's own tables have them.
var classes = map[string]func(byte) bool{
	"alnum":  func(c byte) bool { return isDigit(c) || isLower(c) || isUpper(c) },
	"alpha":  func(c byte) bool { return isLower(c) || isUpper(c) },
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < 32 || c == 127 },
	"digit":  isDigit,
	"graph":  func(c byte) bool { return c > 32 && c < 127 },
	"lower":  isLower,
	"print":  func(c byte) bool { return c >= 32 && c < 127 },
	"punct":  isPunct,
	"space":  func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || c|32 >= 'a' && c|32 <= 'f' },
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isPunct(c byte) bool {
	return c > 32 && c < 127 && !isDigit(c) && !isLower(c) && !isUpper(c)
}
