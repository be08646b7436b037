package symbols

import (
	"bytes"
	"slices"
)

// typeBody reads a type with its body [open, end).
func (p *cfamily) typeBody(s *statement, open, end int) {
	kind := p.types[p.word(s.word)]
	name := p.typeName(s, open)
	container := p.container
	if name >= 0 {
		from := p.qualified(name)
		container = join(container, from)
		p.add(p.out, kind, name, container)
		container = join(container, p.word(name))
		if kind == Module {
			for i := s.word + 1; i < name; i++ { // namespace a::b
				if p.ident(i) && !p.is(i, "inline") && (p.ch(i+1, ':') || p.ch(i+1, '.')) {
					p.add(p.out, Module, i, p.container)
				}
			}
			container = join(p.container, p.path(s.word+1, name+1))
			if p.out.pkg == "" {
				p.out.pkg = container
			}
		}
	}
	if kind == Enum {
		if open = p.enumerators(open+1, end, container); open >= end {
			return
		}
	}
	p.scope(open+1, end, container, kind != Module)
}

// typeName returns where the name of the type stands, -1 if it has none.
func (p *cfamily) typeName(s *statement, open int) int {
	name := -1
	for i := s.word + 1; i < open; {
		switch {
		case p.is(s.word, "namespace") && name >= 0 && p.ident(i) && p.ident(i-1):
			return name // a macro
		case p.is(i, "class") || p.is(i, "struct"): // enum class
			i++
		case p.is(i, "final") || p.is(i, "extends") || p.is(i, "implements") || p.is(i, "where") || p.is(i, "permits"):
			return name
		case p.ident(i) && noNames[p.word(i)] && p.ch(i+1, '('):
			i = p.past(i + 1)
		case p.ident(i):
			if name = i; p.objects && !p.ch(i+1, '.') {
				return name
			}
			i++
		case p.ch(i, ':') && p.ch(i+1, ':'):
			i += 2
		case p.ch(i, '.'):
			i++
		case p.ch(i, '['):
			i = p.past(i)
		case p.ch(i, '(') && !p.objects && name >= 0: // a macro: struct ALIGNED(8) name
			i = p.past(i)
		default:
			return name
		}
	}
	return name
}

// path is a qualified name as one string with dots.
func (p *cfamily) path(i, end int) string {
	all := ""
	for ; i < end; i++ {
		if p.ident(i) && !p.is(i, "inline") && p.word(i) != "__attribute__" {
			all = join(all, p.word(i))
		}
	}
	return all
}

// qualified is what stands before the name at i: A.B for A::B::name.
func (p *cfamily) qualified(i int) string {
	all := ""
	for k := i - 1; k > 0; {
		if !p.ch(k, ':') || !p.ch(k-1, ':') {
			break
		}
		k -= 2
		if p.ch(k, '>') {
			for depth := 0; k >= 0; k-- {
				if p.ch(k, '>') {
					depth++
				} else if p.ch(k, '<') {
					if depth--; depth == 0 {
						break
					}
				}
			}
			k--
		}
		if !p.ident(k) {
			break
		}
		if all == "" {
			all = p.word(k)
		} else {
			all = p.word(k) + "." + all
		}
		k--
	}
	return all
}

// enumerators records the constants of an enum; it returns the place of the
// semicolon behind them, or end.
func (p *cfamily) enumerators(i, end int, container string) int {
	expect := true
	for i < end {
		switch {
		case p.tok[i].kind == directive:
			p.macro(i)
		case p.ch(i, ';'):
			return i
		case p.ch(i, ','):
			expect = true
		case p.ch(i, '@'):
			s := statement{start: -1}
			i = p.annotation(&s, i)
			continue
		case p.ident(i) && expect:
			p.add(p.out, Constant, i, container)
			expect = false
		}
		i = p.past(i)
	}
	return end
}

// function records a function or method.
func (p *cfamily) function(s *statement, class bool) {
	kind, container := Function, p.container
	if class {
		kind = Method
	}
	if q := p.qualified(s.name); q != "" {
		kind, container = Method, join(container, q)
	}
	if p.is(s.name, "operator") {
		p.out.add(kind, int(p.tok[s.name].start), int(p.tok[s.params-1].end), container)
		return
	}
	if start := p.tok[s.name].start; p.ch(s.name-1, '~') {
		p.out.add(kind, int(p.tok[s.name-1].start), int(p.tok[s.name].end), container)
	} else {
		p.out.add(kind, int(start), int(p.tok[s.name].end), container)
	}
}

// simple reads a statement that ends with a semicolon.
func (p *cfamily) simple(s *statement, end int, class bool) {
	if s.start >= end {
		return
	}
	switch word := p.word(s.start); {
	case word == "package", word == "namespace":
		p.out.pkg = p.path(s.start+1, end)
		if word == "namespace" {
			p.container = p.out.pkg
		}
	case word == "typedef":
		p.declarators(s, end, Type)
	case word == "using" && !p.objects && s.equals == s.start+2:
		p.add(p.out, Type, s.start+1, p.container)
	case slices.Contains([]string{"import", "return", "goto", "using", "friend", "throw", "delete", "break", "continue", "template", "case"}, word):
	case p.objects && p.has(s.start, end, "delegate") && s.params >= 0:
		p.add(p.out, Type, s.name, p.container)
	case p.objects && s.word >= 0:
		if name := p.typeName(s, end); name >= 0 {
			p.add(p.out, p.types[p.word(s.word)], name, p.container)
		}
	case s.params >= 0 && (s.equals < 0 || s.arrow || s.params < s.equals):
		if p.objects && class {
			p.function(s, class)
		}
	case s.word >= 0 && end-s.word <= 2: // "struct name;"
	default:
		kind := Variable
		if class {
			kind = Field
		}
		if p.has(s.start, end, "const") || p.has(s.start, end, "constexpr") || p.has(s.start, end, "final") && p.has(s.start, end, "static") {
			kind = Constant
		}
		p.declarators(s, end, kind)
	}
}

// has tells whether a word is among the first tokens of a statement.
func (p *cfamily) has(start, end int, word string) bool {
	for i := start; i < min(end, start+6); i++ {
		if p.is(i, word) {
			return true
		}
	}
	return false
}

// declarators records the names that a declaration up to end declares.
func (p *cfamily) declarators(s *statement, end int, kind Kind) {
	from := max(s.start, s.names)
	name, parts, valued := -1, 0, false
	flush := func() {
		if name > from && (parts > 0 || p.typed(from, name)) && p.qualified(name) == "" {
			p.add(p.out, kind, name, p.container)
		}
		name, valued = -1, false
		parts++
	}
	for i := from; i < end; {
		next := p.past(i)
		switch {
		case p.ch(i, ','):
			flush()
		case valued:
		case p.ch(i, '='), p.ch(i, ':') && !p.ch(i+1, ':') && !p.ch(i-1, ':'):
			valued = true
		case p.ch(i, '<'):
			next = p.angles(i)
		case p.ident(i) && noNames[p.word(i)] && p.ch(next, '('):
			next = p.past(next)
		case p.ident(i) && (kind != Type || !p.ch(i-1, ')') || name < 0):
			name = i
		case p.ch(i, '(') && p.pointer(i) >= 0:
			name, valued = p.pointer(i), true
		}
		i = next
	}
	flush()
}

// typed tells whether a type stands before the name.
func (p *cfamily) typed(start, name int) bool {
	return name > start && (p.ident(name-1) || p.ch(name-1, '*') || p.ch(name-1, '&') || p.ch(name-1, '>') || p.ch(name-1, '}') || p.ch(name-1, ']') || p.ch(name-1, '?'))
}

// macro records the name of a #define.
func (p *cfamily) macro(i int) {
	if p.objects {
		return
	}
	line := p.bytes(i)
	k := skipBlanks(line, 1)
	if !bytes.HasPrefix(line[k:], []byte("define")) || k+len("define") < len(line) && isWord(line[k+len("define")]) {
		return
	}
	k = skipBlanks(line, k+len("define"))
	from := k
	for k < len(line) && isWord(line[k]) {
		k++
	}
	start := int(p.tok[i].start)
	p.out.add(Macro, start+from, start+k, "")
}

func skipBlanks(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	return i
}
