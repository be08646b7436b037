package symbols

// keyworded finds definitions in languages where a word says what is defined and
// the name follows it: Rust, Kotlin, Swift and PHP.
type keyworded struct {
	*source
	out   *sink
	lang  *keywordLang
	depth int
}

// keywordLang is what distinguishes the languages.
type keywordLang struct {
	words map[string]Kind
	// extends are words that open a scope of a type that is defined elsewhere.
	extends  map[string]bool
	variant  string // the word before the constants of an enum; "" if they are a list
	fields   bool   // a struct is a list of "name: type"
	dollar   bool   // variables are written $name
	receiver bool   // a function's name may be qualified: fun Type.name()
	ends     bool   // a line that is not continued ends a declaration
}

// where is the scope that is being read.
type where struct {
	container string
	kind      Kind // of the scope: a type, Module at the top, Function in code
}

func (w where) inType() bool { return w.kind >= Class && w.kind < Module }

func scanKeyworded(lang *keywordLang, d *dialect) func([]byte, *sink) {
	return func(src []byte, out *sink) {
		p := &keyworded{source: lex(src, d), out: out, lang: lang}
		p.scope(0, len(p.tok), where{kind: Module})
	}
}

func (p *keyworded) scope(i, end int, w where) {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return
	}
	defer func() { p.depth-- }()
	for i < end {
		next := p.next(i, end, &w)
		i = max(next, i+1)
	}
}

// next reads what begins at i; a namespace without a body changes w.
func (p *keyworded) next(i, end int, w *where) int {
	switch {
	case p.ch(i, '#') && (p.ch(i+1, '[') || p.ch(i+1, '!') && p.ch(i+2, '[')): // attributes of Rust and PHP
		for !p.ch(i, '[') {
			i++
		}
		return p.past(i)
	case p.ch(i, '{'):
		closer := min(p.closer(i), end)
		kind := Function
		if w.kind == Module && p.lang.dollar && !p.ch(i-1, ')') {
			kind = Module
		}
		p.scope(i+1, closer, where{w.container, kind})
		return closer + 1
	case p.ch(i, '('), p.ch(i, '['):
		closer := min(p.closer(i), end)
		p.scope(i+1, closer, where{w.container, Function})
		return closer + 1
	case !p.ident(i), p.ch(i-1, '.'), p.ch(i-1, '>') && p.ch(i-2, '-'), p.ch(i-1, ':') && p.ch(i-2, ':'):
		return i + 1
	case p.lang.dollar && w.inType() && p.src[p.tok[i].start] == '$':
		p.out.add(Field, int(p.tok[i].start)+1, int(p.tok[i].end), w.container)
		return p.value(i+1, end, w)
	}
	word := p.word(i)
	if p.lang.extends[word] {
		return p.extension(i, end, w)
	}
	if kind, ok := p.lang.words[word]; ok && !p.ch(i-1, '*') && !p.is(i-1, "use") && !(word == "fun" && p.is(i+1, "interface")) {
		return p.definition(i, end, kind, w)
	}
	if p.lang.variant != "" && word == p.lang.variant && w.kind == Enum {
		return p.cases(i+1, end, w)
	}
	if p.lang.dollar && word == "define" && p.ch(i+1, '(') && i+2 < end && p.tok[i+2].kind == text {
		p.out.add(Constant, int(p.tok[i+2].start)+1, int(p.tok[i+2].end)-1, "")
	}
	return i + 1
}

// definition reads a definition whose word stands at i.
func (p *keyworded) definition(i, end int, kind Kind, w *where) int {
	name := i + 1
	for p.ch(name, '&') || p.is(name, "mut") || p.is(name, "class") && p.is(i, "enum") || p.is(name, "r") && p.ch(name+1, '#') || p.ch(name, '#') || p.is(name, "class") && p.is(i, "data") {
		name++
	}
	switch {
	case kind == Macro:
		if !p.ch(name, '!') || !p.ident(name+1) {
			return i + 1
		}
		p.add(p.out, Macro, name+1, w.container)
		return p.past(min(name+2, len(p.tok)-1))
	case kind == Function:
		return p.function(i, end, w)
	case kind == Constant || kind == Variable:
		return p.variable(i, name, end, kind, w)
	case kind == Module && p.lang.dollar:
		return p.namespace(i, end, w)
	}
	if _, keyword := p.lang.words[p.word(name)]; !p.ident(name) || keyword && !p.ch(name+1, '{') {
		if p.is(i, "object") && p.ch(name, '{') && p.is(i-1, "companion") {
			closer := min(p.closer(name), end)
			p.scope(name+1, closer, *w)
			return closer + 1
		}
		return i + 1
	}
	p.add(p.out, kind, name, w.container)
	return p.typeBody(name+1, end, where{join(w.container, p.word(name)), kind}, i)
}

// typeBody reads what follows the name of a type.
func (p *keyworded) typeBody(i, end int, w where, word int) int {
	if w.kind == Type {
		return i
	}
	for i < end {
		switch {
		case p.ch(i, '{'):
			closer := min(p.closer(i), end)
			p.inside(i+1, closer, w)
			return closer + 1
		case p.ch(i, ';'), p.ch(i, '}'):
			return i
		case p.ch(i, '('):
			if p.lang.receiver { // the constructor of Kotlin
				p.scope(i+1, min(p.closer(i), end), w)
			}
		case p.ident(i) && p.tok[i].first && p.lang.ends && i > word+1 && !p.continues(i):
			return i
		}
		i = p.past(i)
	}
	return end
}

// continues tells whether the line that begins at i goes on with the declaration before it.
func (p *keyworded) continues(i int) bool {
	return p.ch(i-1, ',') || p.ch(i-1, ':') || p.ch(i-1, '&') || p.is(i, "where") || p.is(i, "by") || p.is(i, "throws") || p.is(i, "constructor") || p.is(i, "async")
}

// inside reads the body of a type.
func (p *keyworded) inside(i, end int, w where) {
	switch {
	case w.kind == Enum && p.lang.variant == "":
		i = p.variants(i, end, w)
	case w.kind == Struct && p.lang.fields:
		p.structFields(i, end, w)
		return
	}
	p.scope(i, end, w)
}

// variants records the constants of an enum that is a list; it returns what is
// behind the semicolon that ends the list.
func (p *keyworded) variants(i, end int, w where) int {
	expect := true
	for i < end {
		switch {
		case p.ch(i, ';'):
			return i + 1
		case p.ch(i, ','):
			expect = true
		case p.ch(i, '#'), p.ch(i, '['):
		case p.ch(i, '@'):
			i++
		case p.ident(i) && expect:
			if _, keyword := p.lang.words[p.word(i)]; keyword {
				return i
			}
			p.add(p.out, Constant, i, w.container)
			expect = false
		case p.ch(i, '{') && p.lang.fields:
			p.structFields(i+1, min(p.closer(i), end), where{w.container, Struct})
		case p.ch(i, '{'):
			p.scope(i+1, min(p.closer(i), end), where{w.container, Class})
		}
		if i < end {
			i = p.past(i)
		}
	}
	return end
}

// cases records the constants of "case a, b(Int)".
func (p *keyworded) cases(i, end int, w *where) int {
	for p.ident(i) && i < end {
		p.add(p.out, Constant, i, w.container)
		if i++; p.ch(i, '(') {
			i = p.past(i)
		}
		if p.ch(i, '=') {
			i += 2
		}
		if !p.ch(i, ',') {
			return i
		}
		i++
	}
	return i
}

// structFields records "name: type" lists.
func (p *keyworded) structFields(i, end int, w where) {
	expect := true
	for i < end {
		switch {
		case p.ch(i, ','):
			expect = true
		case p.ch(i, '#') || p.is(i, "pub") && p.ch(i+1, '('):
			i++
		case expect && p.ident(i) && p.ch(i+1, ':'):
			p.add(p.out, Field, i, w.container)
			expect = false
		case p.ch(i, '<') && !expect:
			i = p.angleEnd(i, end)
			continue
		}
		if i < end {
			i = p.past(i)
		}
	}
}

// angleEnd is the place after the type arguments at i.
func (p *keyworded) angleEnd(i, end int) int {
	depth := 0
	for k := i; k < end && k < i+maxAhead; {
		switch {
		case p.ch(k, '<'):
			depth++
		case p.ch(k, '>') && !p.ch(k-1, '-') && !p.ch(k-1, '='):
			if depth--; depth == 0 {
				return k + 1
			}
		case p.ch(k, ';'), p.ch(k, '}'), p.ch(k, ')'):
			return i + 1
		}
		k = p.past(k)
	}
	return i + 1
}
