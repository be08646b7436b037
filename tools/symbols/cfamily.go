package symbols

import "strings"

// cfamily finds definitions in languages that are built of statements which end
// with a semicolon or a block: C, C++, Java and C#. It reads statement by
// statement; the brackets and the words before them tell what one defines.
type cfamily struct {
	*source
	out       *sink
	types     map[string]Kind // the words that begin a type
	objects   bool            // everything is in classes, as in Java
	depth     int
	container string
}

// maxDepth bounds how deep scopes are looked into.
const maxDepth = 100

// statement is one statement while it is read; places are -1 until found.
type statement struct {
	start  int
	names  int // where the declared names begin: behind a type's body
	word   int // the word that begins a type
	params int // the bracket of the parameters
	name   int // of the function
	equals int // an assignment, or C#'s arrow
	arrow  bool
	colon  int // behind the parameters: a constructor's initialisers
	angle  [2]int
}

// scope reads the statements of [i, end).
func (p *cfamily) scope(i, end int, container string, class bool) {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return
	}
	outer := p.container
	p.container = container
	for i < end {
		i = p.statement(i, end, class)
	}
	p.container = outer
	p.depth--
}

// statement reads one statement and returns the place after it.
func (p *cfamily) statement(i, end int, class bool) int {
	s := statement{start: i, word: -1, params: -1, name: -1, equals: -1, colon: -1, angle: [2]int{-1, -1}}
	for i < end {
		t := p.tok[i]
		if t.kind == directive {
			p.macro(i)
			if s.start == i {
				s.start = i + 1
			}
			i++
			continue
		}
		if t.kind == ident {
			if s.restarts(p, i) {
				return i
			}
			i = p.head(&s, i)
			continue
		}
		if t.kind != punct {
			i++
			continue
		}
		switch t.ch {
		case ';':
			p.simple(&s, i, class)
			return i + 1
		case '}':
			return i + 1
		case '{':
			next, done := p.brace(&s, i, end, class)
			if done {
				return next
			}
			i = next
		default:
			i = p.sign(&s, i)
		}
	}
	return i
}

// restarts tells whether what was read is a macro's use without a semicolon, and
// a declaration begins at i.
func (s *statement) restarts(p *cfamily, i int) bool {
	return !p.objects && p.tok[i].first && s.params >= 0 && s.equals < 0 && s.colon < 0 && s.name == s.start && p.ch(i-1, ')') &&
		!p.is(i, "noexcept") && p.word(s.name) != p.container[strings.LastIndexByte(p.container, '.')+1:] // a constructor
}

// noNames are words with a bracket behind them that are no functions.
var noNames = map[string]bool{
	"if": true, "for": true, "while": true, "switch": true, "return": true, "catch": true, "sizeof": true, "__attribute__": true,
	"__attribute": true, "__declspec": true, "alignas": true, "_Alignas": true, "decltype": true, "noexcept": true, "explicit": true,
	"requires": true, "static_assert": true, "_Static_assert": true, "throw": true,
	"__extension__": true, "asm": true, "__asm__": true, "__asm": true, "using": true, "lock": true, "foreach": true, "new": true,
	"defined": true, "typeof": true, "__typeof__": true, "_GLIBCXX_NOEXCEPT_IF": true, "synchronized": true,
}

// head reads a word of the head of a statement.
func (p *cfamily) head(s *statement, i int) int {
	if s.equals >= 0 {
		return i + 1
	}
	word := p.word(i)
	if _, ok := p.types[word]; ok && s.word < 0 && s.params < 0 && (word != "record" || p.ident(i+1)) {
		s.word = i
	}
	switch {
	case word == "template" && p.ch(i+1, '<'):
		next := p.angles(i + 1)
		if i == s.start {
			s.start = next
		}
		return next
	case word == "operator" && s.params < 0:
		return p.operator(s, i)
	case noNames[word] && p.ch(i+1, '('):
		return p.past(i + 1)
	}
	return i + 1
}

// operator reads the name of an operator function.
func (p *cfamily) operator(s *statement, i int) int {
	k := i + 1
	if p.ch(k, '(') && p.ch(k+1, ')') {
		k += 2
	}
	for k < len(p.tok) && !p.ch(k, '(') && !p.ch(k, ';') && !p.ch(k, '{') {
		k++
	}
	if !p.ch(k, '(') {
		return k
	}
	s.name, s.params = i, k
	return p.past(k)
}

// sign reads punctuation in the head of a statement.
func (p *cfamily) sign(s *statement, i int) int {
	switch p.tok[i].ch {
	case '(':
		p.bracket(s, i)
		return p.past(i)
	case '[':
		next := p.past(i)
		if i == s.start {
			s.start = next // an attribute
		}
		return next
	case '<':
		if s.equals < 0 {
			next := p.angles(i)
			if next > i+1 {
				s.angle = [2]int{i, next - 1}
			}
			return next
		}
	case '=':
		if s.equals < 0 && !p.ch(i-1, '=') && !p.ch(i-1, '!') {
			s.equals, s.arrow = i, p.ch(i+1, '>')
		}
	case ':':
		return p.colonSign(s, i)
	case '@':
		return p.annotation(s, i)
	}
	return i + 1
}

func (p *cfamily) colonSign(s *statement, i int) int {
	if p.ch(i+1, ':') {
		return i + 2
	}
	if s.params >= 0 && s.equals < 0 && s.colon < 0 {
		s.colon = i
	}
	if s.params < 0 && s.word < 0 && s.equals < 0 && !p.objects && accessWords[p.word(s.start)] && i <= s.start+2 {
		s.start = i + 1 // "public:"
		s.angle = [2]int{-1, -1}
	}
	return i + 1
}

var accessWords = map[string]bool{"public": true, "private": true, "protected": true, "signals": true, "default": true, "Q_SIGNALS": true}

// annotation passes over Java's @Name(...), and reads @interface.
func (p *cfamily) annotation(s *statement, i int) int {
	if p.is(i+1, "interface") {
		return i + 1
	}
	k := i + 1
	for p.ident(k) {
		if k++; p.ch(k, '.') {
			k++
		} else {
			break
		}
	}
	if p.ch(k, '(') {
		k = p.past(k)
	}
	if i == s.start {
		s.start = k
	}
	return max(k, i+1)
}

// bracket sees whether the bracket at i is that of parameters.
func (p *cfamily) bracket(s *statement, i int) {
	if s.params >= 0 || s.equals >= 0 || i == s.start {
		return
	}
	name := i - 1
	if s.angle[1] == name {
		name = s.angle[0] - 1
	}
	if next := p.past(i); !p.objects && name == s.start && p.ident(next) && !p.tok[next].first && p.ch(next+1, '(') && !noNames[p.word(next)] {
		return // MACRO(type) name(
	}
	if p.ident(name) && !noNames[p.word(name)] && p.pointer(i) < 0 {
		s.params, s.name = i, name
	}
}

// pointer returns the name of the function pointer whose bracket is at i, as in
// "(CALL *name)(", or -1.
func (p *cfamily) pointer(i int) int {
	if p.objects || !p.ch(p.past(i), '(') {
		return -1
	}
	star := false
	for k := i + 1; k < p.closer(i) && k < i+8; k++ {
		switch {
		case p.ch(k, '*') || p.ch(k, '^'):
			star = true
		case p.ident(k) && (star || p.ident(k-1)) && (p.ch(k+1, ')') || p.ch(k+1, '[') || p.ch(k+1, '(')):
			return k
		}
	}
	return -1
}

// angles returns the place after the type arguments that begin at i, or i+1 if
// that is a comparison.
func (p *cfamily) angles(i int) int {
	depth := 0
	for k := i; k < len(p.tok) && k < i+maxAhead; k++ {
		t := p.tok[k]
		if t.kind != punct {
			continue
		}
		switch t.ch {
		case '<':
			depth++
		case '>':
			if p.ch(k-1, '-') || p.ch(k-1, '=') {
				continue
			}
			if depth--; depth == 0 {
				return k + 1
			}
		case '(', '[', '{':
			if p.closer(k) >= len(p.tok) {
				return i + 1
			}
			k = p.closer(k)
		case ';', ')', ']', '}':
			return i + 1
		}
	}
	return i + 1
}

// brace reads the block at i. done tells that it ends the statement.
func (p *cfamily) brace(s *statement, i, end int, class bool) (next int, done bool) {
	next = min(p.past(i), end)
	switch {
	case s.equals >= 0:
		return next, false
	case s.word >= 0 && (s.params < 0 || p.objects || p.is(s.word, "namespace")):
		p.typeBody(s, i, next-1)
		s.names = i
		return next, p.objects || p.is(s.word, "namespace")
	case s.params >= 0:
		if s.colon >= 0 && !p.objects && (p.ident(i-1) || p.ch(i-1, '>')) {
			return next, false // a member that is initialised with braces
		}
		p.function(s, class)
		return next, true
	case i > 0 && p.tok[i-1].kind == text && p.is(i-2, "extern"):
		p.scope(i+1, next-1, p.container, class)
		return next, true
	case p.objects:
		if i > s.start+1 && p.ident(i-1) && class { // a property
			p.add(p.out, Field, i-1, p.container)
		}
		if p.ch(next, '=') {
			s.equals = next
			return next, false
		}
		return next, true
	}
	return next, i-s.start < 2
}
