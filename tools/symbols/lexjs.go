package symbols

import "bytes"

// frame is where the lexer stands in JavaScript's text that holds code.
type frame struct {
	kind  frameKind
	depth int // braces that are open in code
}

type frameKind uint8

const (
	inCode     frameKind = iota // ${...} or {...}
	inTemplate                  // `...`
	inTag                       // <name ...>
	inElement                   // what is between two tags
)

// maxFrames bounds how deep text and code may be in each other.
const maxFrames = 200

func (l *lexer) push(kind frameKind) bool {
	if len(l.frames) >= maxFrames {
		return false
	}
	l.frames = append(l.frames, frame{kind: kind})
	return true
}

func (l *lexer) pop() { l.frames = l.frames[:len(l.frames)-1] }

// code emits the bracket around code in text; the parser sees it as (...).
func (l *lexer) code(ch byte, i int) {
	l.emit(punct, i, i+1)
	l.tokens[len(l.tokens)-1].ch = ch
}

// inFrame reads what the innermost frame makes of the byte at i; it returns i if
// that is ordinary code.
func (l *lexer) inFrame(i int) int {
	f := &l.frames[len(l.frames)-1]
	c := l.src[i]
	if c == '\n' {
		l.first = true
	}
	switch f.kind {
	case inTemplate:
		return l.inTemplate(i)
	case inTag:
		return l.inTag(i)
	case inElement:
		return l.inElement(i)
	}
	switch c {
	case '{':
		f.depth++
	case '}':
		if f.depth--; f.depth < 0 {
			l.pop()
			l.code(')', i)
			return i + 1
		}
	}
	return i
}

func (l *lexer) inTemplate(i int) int {
	switch {
	case l.src[i] == '\\':
		return i + 2
	case l.src[i] == '`':
		l.pop()
	case l.has(i, "${") && l.push(inCode):
		l.code('(', i+1)
		return i + 2
	}
	return i + 1
}

func (l *lexer) inTag(i int) int {
	switch c := l.src[i]; {
	case l.has(i, "/>"):
		l.pop()
		return i + 2
	case c == '>':
		l.frames[len(l.frames)-1].kind = inElement
	case c == '"' || c == '\'':
		return after(l.src, i+1, string(c))
	case c == '{' && l.push(inCode):
		l.code('(', i)
	}
	return i + 1
}

func (l *lexer) inElement(i int) int {
	switch c := l.src[i]; {
	case l.has(i, "</"):
		l.pop()
		return after(l.src, i, ">")
	case c == '<':
		l.push(inTag)
	case c == '{' && l.push(inCode):
		l.code('(', i)
	}
	return i + 1
}

// scripted reads what only JavaScript has: templates, patterns and elements.
func (l *lexer) scripted(i int) int {
	switch c := l.src[i]; {
	case c == '`':
		l.emit(text, i, i+1)
		l.push(inTemplate)
		return i + 1
	case c == '/' && l.operand():
		if end := l.pattern(i + 1); end > 0 {
			return l.emit(text, i, end)
		}
	case c == '<' && l.jsx && l.operand() && l.element(i+1) && l.push(inTag):
		l.emit(text, i, i+1)
		return i + 1
	}
	return i
}

// operand tells whether a value may begin here, going by the last token.
func (l *lexer) operand() bool {
	if len(l.tokens) == 0 {
		return true
	}
	t := l.tokens[len(l.tokens)-1]
	switch t.kind {
	case punct:
		return t.ch != ')' && t.ch != ']'
	case ident:
		switch string(l.src[t.start:t.end]) {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await", "default":
			return true
		}
	}
	return false
}

// pattern returns the end of the regular expression whose inside begins at i, 0 if it is none.
func (l *lexer) pattern(i int) int {
	class := false
	for ; i < len(l.src) && l.src[i] != '\n'; i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for i++; i < len(l.src) && isWord(l.src[i]); i++ {
				continue
			}
			return i
		}
	}
	return 0
}

// element tells whether what follows a "<" is the tag of an element; TypeScript
// has type parameters there too.
func (l *lexer) element(i int) bool {
	if i >= len(l.src) || l.src[i] != '>' && l.src[i]|0x20 < 'a' || l.src[i]|0x20 > 'z' && l.src[i] != '>' {
		return false
	}
	start := i
	for i < len(l.src) && (isWord(l.src[i]) || l.src[i] == '.' || l.src[i] == '-' || l.src[i] == ':') {
		i++
	}
	if l.has(i, ">(") && i == start+1 && l.src[start] < 'a' { // <T>(x: T) => T
		return false
	}
	rest := bytes.TrimLeft(l.src[i:min(len(l.src), i+20)], " \t")
	return !bytes.HasPrefix(rest, []byte(",")) && !bytes.HasPrefix(rest, []byte("extends ")) && !bytes.HasPrefix(rest, []byte("="))
}
