package symbols

import "bytes"

// How far scanners look ahead, so that their time grows with the size of a file and not its square.
const (
	maxAhead = 400 // tokens of a type, or of what stands before a body
	maxPath  = 40  // tokens of a qualified name
)

// tokenKind sorts tokens; space and comments are none.
type tokenKind uint8

const (
	ident     tokenKind = iota // also keywords
	punct                      // one byte
	text                       // a string, a character, a number or a pattern
	directive                  // a line of the C preprocessor
)

// lexeme is a piece of source text.
type lexeme struct {
	start, end int32
	kind       tokenKind
	ch         byte // the byte of a punct; how the punct counts, where that differs
	first      bool // it is the first of its line
}

// dialect says what comments and strings look like in a language.
type dialect struct {
	line     []string // what begins a comment up to the end of the line
	block    [2]string
	nested   bool // block comments nest
	quotes   string
	triple   bool // """ begins a string of several lines
	char     bool // ' is a character, or begins a name as in Rust's 'static
	long     bool // strings may hold line breaks
	interp   string
	dollar   bool // $ is part of names
	hash     bool // # begins a directive
	template bool // ` as in JavaScript, and regular expressions
	jsx      bool
	// special reads what only this language has; it returns the place after it, or i.
	special func(l *lexer, i int) int
}

// lexer cuts a source into tokens.
type lexer struct {
	*dialect
	src    []byte
	tokens []lexeme
	first  bool    // nothing was seen on this line yet
	frames []frame // of JavaScript's templates and JSX, see lexjs.go
}

// source is a file as tokens, with the partner of each bracket.
type source struct {
	src  []byte
	tok  []lexeme
	pair []int32 // of an opening bracket its closing one, or the number of tokens
}

// lex reads all of src. It never fails: what makes no sense is punctuation.
func lex(src []byte, d *dialect) *source {
	l := &lexer{dialect: d, src: src, first: true, tokens: make([]lexeme, 0, len(src)/6+8)}
	for i := 0; i < len(src); {
		i = l.next(i)
	}
	s := &source{src: src, tok: l.tokens}
	s.match()
	return s
}

// next reads what stands at i and returns the place after it.
func (l *lexer) next(i int) int {
	if len(l.frames) > 0 {
		if n := l.inFrame(i); n > i {
			return n
		}
	}
	c := l.src[i]
	switch {
	case c == '\n':
		l.first = true
		return i + 1
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		return i + 1
	}
	if n := l.comment(i); n > i {
		return n
	}
	if l.special != nil {
		if n := l.special(l, i); n > i {
			return n
		}
	}
	switch {
	case isWord(c) || c == '$' && l.dollar:
		return l.word(i)
	case bytes.IndexByte([]byte(l.quotes), c) >= 0:
		return l.quoted(i)
	case c == '\'' && l.char:
		return l.character(i)
	case c == '#' && l.hash && l.first:
		return l.directive(i)
	case l.template:
		if n := l.scripted(i); n > i {
			return n
		}
	}
	return l.emit(punct, i, i+1)
}

// isWord tells whether c is part of an identifier; all of UTF-8 beyond ASCII is.
func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func (l *lexer) emit(kind tokenKind, start, end int) int {
	l.tokens = append(l.tokens, lexeme{start: int32(start), end: int32(end), kind: kind, ch: l.src[start], first: l.first})
	l.first = false
	return end
}

func (l *lexer) has(i int, s string) bool {
	return s != "" && i+len(s) <= len(l.src) && string(l.src[i:i+len(s)]) == s
}

func (l *lexer) comment(i int) int {
	for _, mark := range l.line {
		if l.has(i, mark) {
			return max(after(l.src, i, "\n")-1, i+1)
		}
	}
	if !l.has(i, l.block[0]) {
		return i
	}
	depth := 1
	for i += len(l.block[0]); i < len(l.src); {
		switch {
		case l.has(i, l.block[1]):
			i += len(l.block[1])
			if depth--; depth == 0 {
				return i
			}
		case l.nested && l.has(i, l.block[0]):
			i += len(l.block[0])
			depth++
		default:
			if l.src[i] == '\n' {
				l.first = true
			}
			i++
		}
	}
	return i
}

func (l *lexer) word(i int) int {
	end := i + 1
	for end < len(l.src) && (isWord(l.src[end]) || l.src[end] == '$' && l.dollar) {
		end++
	}
	kind := ident
	if c := l.src[i]; c >= '0' && c <= '9' {
		kind = text
	}
	return l.emit(kind, i, end)
}

// character reads 'x', or the name that a ' begins.
func (l *lexer) character(i int) int {
	end := i + 1
	if end < len(l.src) && l.src[end] == '\\' {
		return l.emit(text, i, l.closing(i+1, '\''))
	}
	for n := 0; end < len(l.src) && n < 5 && l.src[end] != '\n'; n++ {
		if l.src[end] == '\'' && n > 0 {
			return l.emit(text, i, end+1)
		}
		end++
	}
	return l.emit(text, i, i+1)
}

// quoted reads the string that begins at i.
func (l *lexer) quoted(i int) int {
	c := l.src[i]
	if mark := string([]byte{c, c, c}); l.triple && l.has(i, mark) {
		return l.emit(text, i, l.tripleEnd(i+3, mark))
	}
	return l.emit(text, i, l.closing(i+1, c))
}

func (l *lexer) tripleEnd(i int, mark string) int {
	for i < len(l.src) {
		switch {
		case l.src[i] == '\\':
			i += 2
		case l.has(i, mark):
			return i + len(mark)
		default:
			i++
		}
	}
	return len(l.src)
}

// closing returns the place after the quote that ends a string; a string that
// may not hold line breaks ends before one.
func (l *lexer) closing(i int, quote byte) int {
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == quote:
			return i + 1
		case c == '\\' && l.interp != `\(`, c == '\\' && !l.has(i, l.interp):
			i++
		case c == '\n' && !l.long:
			return i
		case l.has(i, l.interp):
			i = l.interpolated(i + len(l.interp))
			continue
		}
		i++
	}
	return len(l.src)
}

// interpolated returns the place after an expression within a string: where its
// bracket closes on this line, or i. Strings within it are passed over.
func (l *lexer) interpolated(i int) int {
	depth := 1
	for k := i; k < len(l.src) && l.src[k] != '\n'; k++ {
		switch l.src[k] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return k + 1
			}
		case '"':
			for k++; k < len(l.src) && l.src[k] != '"' && l.src[k] != '\n'; k++ {
				if l.src[k] == '\\' {
					k++
				}
			}
		}
	}
	return i
}

// directive reads a line of the preprocessor with its continuations. That of a
// macro ends behind its name.
func (l *lexer) directive(i int) int {
	end := i
	for end < len(l.src) && l.src[end] != '\n' {
		switch {
		case l.src[end] == '\\':
			if end++; end < len(l.src) && l.src[end] == '\r' {
				end++
			}
		case l.has(end, "/*"):
			end = after(l.src, end+2, "*/") - 1
		case l.has(end, "//"):
			l.emit(directive, i, end)
			return max(after(l.src, end, "\n")-1, end+1)
		}
		end++
	}
	return l.emit(directive, i, min(end, len(l.src)))
}

// is tells whether token i is the given word.
func (s *source) is(i int, word string) bool {
	return i >= 0 && i < len(s.tok) && s.tok[i].kind == ident && string(s.bytes(i)) == word
}

// ch tells whether token i is the given punctuation.
func (s *source) ch(i int, c byte) bool {
	return i >= 0 && i < len(s.tok) && s.tok[i].kind == punct && s.tok[i].ch == c
}

// ident tells whether token i is a word.
func (s *source) ident(i int) bool { return i >= 0 && i < len(s.tok) && s.tok[i].kind == ident }

// bytes is what token i consists of.
func (s *source) bytes(i int) []byte { return s.src[s.tok[i].start:s.tok[i].end] }

// word is the text of token i if that is a word, "" otherwise.
func (s *source) word(i int) string {
	if !s.ident(i) {
		return ""
	}
	return string(s.bytes(i))
}

// closer is the place of the bracket that closes the one at i, at most the end.
func (s *source) closer(i int) int { return int(s.pair[i]) }

// past is the place after the token or bracketed group at i.
func (s *source) past(i int) int {
	if i < len(s.tok) && s.tok[i].kind == punct {
		switch s.tok[i].ch {
		case '(', '[', '{':
			return min(s.closer(i)+1, len(s.tok))
		}
	}
	return i + 1
}

// add records the name at token i.
func (s *source) add(out *sink, kind Kind, i int, container string) {
	out.add(kind, int(s.tok[i].start), int(s.tok[i].end), container)
}
