package symbols

import "bytes"

// script finds definitions in JavaScript and TypeScript. It reads bracket by
// bracket: what stands before a bracket tells what is inside of it.
type script struct {
	*source
	out   *sink
	types bool // TypeScript
	depth int
}

var scriptDialect = dialect{
	line: []string{"//", "#!"}, block: [2]string{"/*", "*/"}, quotes: `"'`, dollar: true, template: true,
}

// scanScript returns the scanner for a flavour of JavaScript.
func scanScript(types, jsx bool) func([]byte, *sink) {
	d := scriptDialect
	d.jsx = jsx
	return func(src []byte, out *sink) {
		p := &script{source: lex(src, &d), out: out, types: types || flow(src)}
		p.block(0, len(p.tok), "", true)
	}
}

// flow tells whether a file of JavaScript says that it has types: those of Flow are written as in TypeScript.
func flow(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 2<<10)], []byte("@flow"))
}

// block reads code. In top, variables are definitions; elsewhere only functions and classes are.
func (p *script) block(i, end int, container string, top bool) {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return
	}
	defer func() { p.depth-- }()
	for i < end {
		i = p.next(i, end, container, top)
	}
}

// next reads what begins at i and returns the place after it, or after as much
// of it as says what follows.
func (p *script) next(i, end int, container string, top bool) int {
	if p.tok[i].kind == punct {
		return p.group(i, end, container, top)
	}
	if p.tok[i].kind != ident || p.ch(i-1, '.') {
		return i + 1
	}
	switch word := p.word(i); word {
	case "function":
		return p.function(i, end, container)
	case "class":
		return p.class(i, end, container)
	case "const", "let", "var":
		return p.variables(i, end, container, top)
	case "interface", "enum", "namespace", "module", "type":
		if p.types && p.ident(i+1) || word == "module" && p.types && i+1 < end && p.tok[i+1].kind == text {
			return p.typeLike(i, end, container)
		}
	}
	return p.assigned(i, end, container)
}

// group reads the bracket at i.
func (p *script) group(i, end int, container string, top bool) int {
	c := p.tok[i].ch
	if c != '(' && c != '[' && c != '{' {
		return i + 1
	}
	closer := min(p.closer(i), end)
	switch {
	case c == '{' && p.object(i):
		p.members(i+1, closer, container, "")
	case top && c == '(' && p.is(i+1, "function") && (i == 0 || p.tok[i].first):
		p.wrapper(i+2, closer, container)
	default:
		p.block(i+1, closer, container, top && c == '{' && (i == 0 || p.ch(i-1, '}') || p.ch(i-1, ';') || p.ch(i+1, '(') && p.is(i+2, "function")))
	}
	return min(closer+1, end)
}

// wrapper reads a function that is there to hold the file, (function () {...}): what is at its top is at the file's.
func (p *script) wrapper(i, end int, container string) {
	if p.ident(i) {
		p.add(p.out, Function, i, container)
		i++
	}
	if next := p.past(i); p.ch(i, '(') && p.ch(next, '{') && next < end {
		closer := min(p.closer(next), end)
		p.block(next+1, closer, container, true)
		i = closer + 1
	}
	p.block(i, end, container, false)
}

// object tells whether the brace at i is that of an object and not of a block.
func (p *script) object(i int) bool {
	if i == 0 {
		return false
	}
	switch t := p.tok[i-1]; t.kind {
	case punct:
		switch t.ch {
		case '=', '(', ',', '[', ':', '?', '|', '&':
			return true
		}
	case ident:
		return p.is(i-1, "return") || p.is(i-1, "default")
	}
	return false
}

// function reads a function that has a name; one that has none was named by
// what it is assigned to.
func (p *script) function(i, end int, container string) int {
	k := i + 1
	if p.ch(k, '*') {
		k++
	}
	if p.ident(k) {
		p.add(p.out, Function, k, container)
		container = join(container, p.word(k))
		k++
	}
	return p.body(k, end, container)
}

// body reads from the parameters at i to the end of the function.
func (p *script) body(i, end int, container string) int {
	i = p.generics(i)
	if !p.ch(i, '(') {
		return i
	}
	i = p.past(i)
	i = p.result(i, end)
	if p.ch(i, '{') {
		closer := min(p.closer(i), end)
		p.block(i+1, closer, container, false)
		return min(closer+1, end)
	}
	return i
}

// class reads a class, named or not.
func (p *script) class(i, end int, container string) int {
	k := i + 1
	if p.ident(k) && !p.is(k, "extends") && !p.is(k, "implements") {
		p.add(p.out, Class, k, container)
		container = join(container, p.word(k))
		k++
	} else if name := p.target(i); name >= 0 {
		container = join(container, p.word(name))
	}
	for k < end && !p.ch(k, '{') {
		if p.ch(k, ';') {
			return k
		}
		if next := p.generics(k); next > k {
			k = next
			continue
		}
		k = p.past(k)
	}
	if k >= end {
		return end
	}
	closer := min(p.closer(k), end)
	p.classBody(k+1, closer, container)
	return min(closer+1, end)
}

// variables reads const, let and var.
func (p *script) variables(i, end int, container string, top bool) int {
	if p.is(i+1, "enum") {
		return i + 1
	}
	kind := Variable
	if p.is(i, "const") {
		kind = Constant
	}
	k := i + 1
	for k < end {
		switch {
		case p.ident(k):
			switch {
			case p.classValue(k):
				p.add(p.out, Class, k, container)
			case p.value(k, end), p.wrapped(k):
				p.add(p.out, Function, k, container)
			case top:
				p.add(p.out, kind, k, container)
			}
		case (p.ch(k, '{') || p.ch(k, '[')) && top:
			p.destructured(k+1, min(p.closer(k), end), kind, container)
			k = p.past(k) - 1
		}
		next, more := p.initializer(k+1, end, container, p.word(k))
		k = next
		if !more {
			return k
		}
	}
	return end
}

// destructured records the names that a pattern binds.
func (p *script) destructured(i, end int, kind Kind, container string) {
	for i < end {
		switch {
		case p.ch(i, '='):
			for i < end && !p.ch(i, ',') {
				i = p.past(i)
			}
		case p.ident(i) && !p.ch(i+1, ':'):
			p.add(p.out, kind, i, container)
		}
		if i < end {
			i++
		}
	}
}

// initializer reads the value of a variable; more tells that another variable follows.
func (p *script) initializer(i, end int, container, name string) (next int, more bool) {
	for i < end {
		t := p.tok[i]
		switch {
		case p.ch(i, ','):
			return i + 1, true
		case p.ch(i, ';'):
			return i + 1, false
		case p.ch(i, '}') || p.ch(i, ')'):
			return i, false
		case t.first && t.kind == ident && p.ends(i-1):
			return i, false
		case p.ch(i, '{'):
			closer := min(p.closer(i), end)
			switch {
			case p.object(i) && p.ch(i-1, '='):
				p.members(i+1, closer, join(container, name), name)
			case p.object(i):
				p.members(i+1, closer, container, "")
			default:
				p.block(i+1, closer, join(container, name), false)
			}
			i = min(closer+1, end)
		case p.ch(i, '(') || p.ch(i, '['):
			i = p.group(i, end, container, false)
		case p.is(i, "function") || p.is(i, "class"):
			i = p.inner(i, end, join(container, name))
		default:
			i = max(p.generics(i), i+1)
		}
	}
	return end, false
}

// inner reads a function or class that is a value.
func (p *script) inner(i, end int, container string) int {
	if p.is(i, "class") {
		k := i + 1
		for k < end && !p.ch(k, '{') && !p.ch(k, ';') {
			k = p.past(k)
		}
		if !p.ch(k, '{') || k >= end {
			return i + 1
		}
		closer := min(p.closer(k), end)
		p.classBody(k+1, closer, container)
		return min(closer+1, end)
	}
	k := i + 1
	if p.ch(k, '*') {
		k++
	}
	if p.ident(k) {
		p.add(p.out, Function, k, container)
		k++
	}
	return max(p.body(k, end, container), i+1)
}

// ends tells whether a statement may end with token i, where a line ends.
func (p *script) ends(i int) bool {
	t := p.tok[i]
	switch t.kind {
	case ident:
		switch p.word(i) {
		case "const", "let", "var", "new", "await", "typeof", "return", "extends", "in", "of", "instanceof", "as", "async", "keyof", "is":
			return false
		}
		return true
	case text:
		return true
	}
	return t.ch == ')' || t.ch == ']' || t.ch == '}'
}
