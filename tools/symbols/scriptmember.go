package symbols

// value tells whether the name at i gets a function as its value: an arrow or a
// function expression.
func (p *script) value(i, end int) bool {
	k := i + 1
	if p.ch(k, '?') || p.ch(k, '!') {
		k++
	}
	if p.types && p.ch(k, ':') {
		if k = p.annotated(k+1, end); k < 0 {
			return false
		}
	}
	if !p.ch(k, '=') || p.ch(k+1, '=') {
		return false
	}
	return p.isFunction(k+1, end)
}

// annotated passes over the type of a variable; it returns the place of the "=".
func (p *script) annotated(i, end int) int {
	for k := i; k < end && k < i+maxAhead; {
		switch {
		case p.ch(k, '=') && !p.ch(k+1, '>'):
			return k
		case p.ch(k, '=') && p.ch(k+1, '>'):
			k += 2
			continue
		case p.ch(k, ';'), p.ch(k, ')'), p.ch(k, '}'):
			return -1
		}
		k = p.past(k)
	}
	return -1
}

// isFunction tells whether the value that begins at i is a function.
func (p *script) isFunction(i, end int) bool {
	if p.is(i, "async") && !p.ch(i+1, '=') {
		i++
	}
	if p.is(i, "function") {
		return true
	}
	i = p.generics(i)
	switch {
	case p.ident(i):
		return p.ch(i+1, '=') && p.ch(i+2, '>')
	case p.ch(i, '('):
		k := p.past(i)
		if p.types && p.ch(k, ':') {
			limit := min(end, k+maxAhead)
			for k < limit && !(p.ch(k, '=') && p.ch(k+1, '>')) && !p.ch(k, ';') && !p.ch(k, ',') && !p.ch(k, '}') {
				if next := p.generics(k); next > k {
					k = next
					continue
				}
				k = p.past(k)
			}
		}
		return p.ch(k, '=') && p.ch(k+1, '>')
	}
	return false
}

// classValue tells whether the name at i gets a class: one of today, or the
// function around a constructor of before.
func (p *script) classValue(i int) bool {
	if !p.ch(i+1, '=') {
		return false
	}
	c := p.src[p.tok[i].start]
	return p.is(i+2, "class") || p.wrapped(i) && c >= 'A' && c <= 'Z'
}

// wrapped tells whether the name at i gets what a function around it returns: name = (function () {...
func (p *script) wrapped(i int) bool {
	return p.ch(i+1, '=') && p.ch(i+2, '(') && p.is(i+3, "function")
}

// target is the name that the value at i is assigned to, -1 if there is none.
func (p *script) target(i int) int {
	if (p.ch(i-1, '=') || p.ch(i-1, ':')) && p.ident(i-2) {
		return i - 2
	}
	return -1
}

// assigned reads a word that is no keyword: a.b = function names one.
func (p *script) assigned(i, end int, container string) int {
	if !p.ch(i+1, '=') && !p.ch(i+1, '.') {
		return i + 1
	}
	name, owner, prototype := i, "", false
	for p.ch(name+1, '.') && p.ident(name+2) && name < i+maxPath {
		if w := p.word(name); w != "prototype" && w != "exports" && w != "module" && w != "this" {
			owner = join(owner, w)
		}
		prototype = p.is(name, "prototype")
		name += 2
	}
	if !p.ch(name+1, '=') || p.ch(name+2, '=') || p.ch(name+2, '>') {
		return name + 1
	}
	in := join(container, owner)
	switch {
	case p.isFunction(name+2, end):
		kind := Function
		if owner != "" || p.is(i, "this") {
			kind = Method
		}
		p.add(p.out, kind, name, in)
	case prototype:
		p.add(p.out, Method, name, in)
	case p.is(name+2, "class") && p.is(name, "exports") && p.ident(name+3): // its own name is the one to know
		return p.class(name+2, end, container)
	case p.is(name+2, "class"):
		p.add(p.out, Class, name, in)
		return p.inner(name+2, end, join(in, p.word(name)))
	case p.ch(name+2, '{'):
		closer := min(p.closer(name+2), end)
		p.members(name+3, closer, join(in, p.word(name)), p.word(name))
		return min(closer+1, end)
	}
	if p.is(name+2, "function") {
		return p.inner(name+2, end, join(in, p.word(name)))
	}
	return name + 2
}

// members reads the inside of an object. Its functions are definitions; they
// are methods if the object has a name.
func (p *script) members(i, end int, container, owner string) {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return
	}
	defer func() { p.depth-- }()
	kind := Function
	if owner != "" {
		kind = Method
	}
	start := true
	for i < end {
		if start {
			start = false
			name := p.memberName(i, end)
			if name >= 0 {
				i = p.member(name, end, container, kind)
				continue
			}
		}
		switch {
		case p.ch(i, ','):
			start = true
			i++
		case p.tok[i].kind == punct:
			i = p.group(i, end, container, false)
		case p.is(i, "function") || p.is(i, "class"):
			i = p.inner(i, end, container)
		default:
			i++
		}
	}
}

// member reads the name of an object's member at i and what follows it.
func (p *script) member(i, end int, container string, kind Kind) int {
	inside := join(container, p.word(i))
	switch {
	case p.ch(p.generics(i+1), '('):
		k := p.past(p.generics(i + 1))
		if k = p.result(k, end); !p.ch(k, '{') {
			return i + 1
		}
		p.add(p.out, kind, i, container)
		return p.body(i+1, end, inside)
	case p.ch(i+1, ':') && p.isFunction(i+2, end):
		p.add(p.out, kind, i, container)
		if p.is(i+2, "async") {
			i++
		}
		if p.is(i+2, "function") {
			return p.inner(i+2, end, inside)
		}
	case p.ch(i+1, ':') && p.is(i+2, "class"):
		p.add(p.out, Class, i, container)
		return p.inner(i+2, end, inside)
	case p.ch(i+1, ':') && p.ch(i+2, '{'):
		closer := min(p.closer(i+2), end)
		p.members(i+3, closer, inside, p.word(i))
		return min(closer+1, end)
	}
	return i + 1
}

// memberName is the place of the name of the member that begins at i, behind
// its modifiers; -1 if it has none.
func (p *script) memberName(i, end int) int {
	for i < end {
		switch {
		case p.ch(i, '*'), p.ch(i, '#'):
			i++
		case p.ch(i, '@'): // a decorator
			for i++; p.ident(i) && p.ch(i+1, '.'); i += 2 {
				continue
			}
			if i++; p.ch(i, '(') {
				i = p.past(i)
			}
		case !p.ident(i):
			return -1
		case modifiers[p.word(i)] && i+1 < end && (p.ident(i+1) || p.ch(i+1, '*') || p.ch(i+1, '#') || p.ch(i+1, '[')) && (!p.tok[i+1].first || p.is(i, "static")):
			i++
		default:
			return i
		}
	}
	return -1
}

var modifiers = map[string]bool{
	"static": true, "async": true, "get": true, "set": true, "public": true, "private": true, "protected": true, "readonly": true,
	"abstract": true, "override": true, "declare": true, "accessor": true,
}

// classBody reads the members of a class or interface.
func (p *script) classBody(i, end int, container string) {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return
	}
	defer func() { p.depth-- }()
	for i < end {
		name := p.memberName(i, end)
		if name < 0 {
			if p.is(i, "static") && p.ch(i+1, '{') {
				i++
			}
			if p.ch(i, '{') {
				p.block(i+1, min(p.closer(i), end), container, false)
			}
			i = p.rest(p.past(i), end, container)
			continue
		}
		i = p.classMember(name, end, container)
	}
}

func (p *script) classMember(i, end int, container string) int {
	k := i + 1
	if p.ch(k, '?') || p.ch(k, '!') {
		k++
	}
	inside := join(container, p.word(i))
	if g := p.generics(k); p.ch(g, '(') {
		p.add(p.out, Method, i, container)
		if p.types && p.is(i, "constructor") {
			p.properties(g+1, min(p.closer(g), end), container)
		}
		return p.rest(p.body(k, end, inside), end, container)
	}
	kind := Field
	if p.value(i, end) {
		kind = Method
	}
	p.add(p.out, kind, i, container)
	return p.rest(k, end, inside)
}

// properties records the parameters of a constructor that are members too: private readonly name.
func (p *script) properties(i, end int, container string) {
	for start := true; i < end; i = p.past(i) {
		if name := i; start && modifiers[p.word(i)] {
			for name < end && modifiers[p.word(name)] && p.ident(name+1) {
				name++
			}
			if name > i {
				p.add(p.out, Field, name, container)
			}
		}
		start = p.ch(i, ',') || p.ch(i, '(') // behind a decorator
	}
}

// rest passes over what remains of a member: up to a semicolon, or a line that begins another.
func (p *script) rest(i, end int, container string) int {
	for i < end {
		switch {
		case p.ch(i, ';'), p.ch(i, ','):
			return i + 1
		case p.tok[i].first && p.ends(i-1) && (p.ident(i) || p.ch(i, '@') || p.ch(i, '#') || p.ch(i, '*') || p.ch(i, '[')):
			return i
		case p.tok[i].kind == punct:
			if p.ch(i-1, '}') && p.ch(i, '[') {
				return i
			}
			if p.ch(i, '{') && !p.object(i) {
				closer := min(p.closer(i), end)
				p.block(i+1, closer, container, false)
				i = min(closer+1, end)
				continue
			}
			i = p.group(i, end, container, false)
		case p.is(i, "function"), p.is(i, "class"):
			i = p.inner(i, end, container)
		case p.ch(i-1, '}') && p.ident(i):
			return i
		default:
			i++
		}
	}
	return end
}
