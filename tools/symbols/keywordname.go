package symbols

// function reads a function; the word stands at i.
func (p *keyworded) function(i, end int, w *where) int {
	name := i + 1
	for p.ch(name, '&') || p.is(name, "r") && p.ch(name+1, '#') || p.ch(name, '#') {
		name++
	}
	if p.ch(name, '<') {
		name = p.angleEnd(name, end)
	}
	container := w.container
	for p.lang.receiver && p.ident(name) && !p.ch(name+1, '(') {
		next := name + 1
		if p.ch(next, '<') {
			next = p.angleEnd(next, end)
		}
		if p.ch(next, '?') {
			next++
		}
		if !p.ch(next, '.') {
			break
		}
		container, name = join(w.container, p.word(name)), next+1
	}
	if !p.ident(name) {
		return i + 1
	}
	kind := Function
	if w.inType() || container != w.container {
		kind = Method
	}
	start, stop := int(p.tok[name].start), int(p.tok[name].end)
	if p.src[start] == '`' {
		start, stop = start+1, stop-1
	}
	p.out.add(kind, start, stop, container)
	return p.functionBody(name+1, end, where{join(container, string(p.src[start:max(start, stop)])), Function})
}

func (p *keyworded) functionBody(i, end int, w where) int {
	if p.ch(i, '<') {
		i = p.angleEnd(i, end)
	}
	if p.ch(i, '(') {
		i = p.past(i)
	}
	for i < end {
		switch {
		case p.ch(i, '{'):
			closer := min(p.closer(i), end)
			p.scope(i+1, closer, w)
			return closer + 1
		case p.ch(i, ';'), p.ch(i, '}'):
			return i
		case p.lang.ends && p.ch(i, '=') && p.lang.receiver:
			return i + 1
		case p.lang.ends && p.tok[i].first && !p.ch(i, '{') && !p.ch(i, ':') && !p.ch(i, '-') && !p.continues(i):
			return i
		}
		i = p.past(i)
	}
	return end
}

// variable reads a constant or variable.
func (p *keyworded) variable(i, name, end int, kind Kind, w *where) int {
	inCode := w.kind == Function
	if inCode && !(p.lang.fields && kind == Constant) || p.is(name, "fn") || p.is(name, "unsafe") || p.is(name, "extern") || p.is(name, "function") || p.is(name, "func") {
		return i + 1
	}
	if p.lang.dollar { // const [type] NAME = value; static $name is a property
		for p.ident(name) && p.ident(name+1) {
			name++
		}
		if !p.ch(name+1, '=') {
			return i + 1
		}
	}
	if p.lang.receiver {
		if p.ch(name, '<') {
			name = p.angleEnd(name, end)
		}
		for p.ident(name) && (p.ch(name+1, '.') || p.ch(name+1, '<')) {
			next := name + 1
			if p.ch(next, '<') {
				next = p.angleEnd(next, end)
			}
			if !p.ch(next, '.') {
				break
			}
			name = next + 1
		}
	}
	if p.ident(name) && p.word(name) != "_" {
		if w.inType() && kind == Variable {
			kind = Field
		}
		start, stop := int(p.tok[name].start), int(p.tok[name].end)
		if p.src[start] == '`' {
			start, stop = start+1, stop-1
		}
		p.out.add(kind, start, stop, w.container)
		switch {
		case p.lang.dollar || p.lang.fields:
			return p.value(name+1, end, w)
		case p.ch(name+1, ',') && p.ident(name+2): // let x, y: Int
			return p.variable(i, name+2, end, kind, w)
		}
		return name + 1
	}
	return i + 1
}

// value passes over the value of a variable, looking for definitions within.
func (p *keyworded) value(i, end int, w *where) int {
	for i < end && !p.ch(i, ';') && !p.ch(i, '}') {
		if p.ch(i, '{') || p.ch(i, '(') || p.ch(i, '[') {
			closer := min(p.closer(i), end)
			p.scope(i+1, closer, where{w.container, Function})
		} else if p.ch(i, ',') && p.lang.dollar {
			return i + 1
		}
		i = p.past(i)
	}
	return i
}

// extension reads impl of Rust and extension of Swift.
func (p *keyworded) extension(i, end int, w *where) int {
	if w.kind == Function && p.lang.fields && !p.tok[i].first { // impl Trait in a type
		return i + 1
	}
	name := ""
	k := i + 1
	for k < end && !p.ch(k, '{') {
		switch {
		case p.ch(k, ';'), p.ch(k, ')'), p.ch(k, ','), k > i+maxAhead:
			return i + 1
		case p.ch(k, '<'):
			k = p.angleEnd(k, end)
			continue
		case p.ch(k, ':') && !p.ch(k+1, ':') && !p.ch(k-1, ':'), p.is(k, "where"):
			for k < end && !p.ch(k, '{') {
				k++
			}
			continue
		case p.is(k, "for"):
			name = ""
		case p.ident(k) && !p.is(k, "dyn") && !p.is(k, "mut") && !p.is(k, "const"):
			name = p.word(k)
		}
		k = p.past(k)
	}
	if k >= end {
		return i + 1
	}
	closer := min(p.closer(k), end)
	p.scope(k+1, closer, where{join(w.container, name), Class})
	return closer + 1
}

// namespace reads that of PHP.
func (p *keyworded) namespace(i, end int, w *where) int {
	name := ""
	k := i + 1
	for ; k < end && (p.ident(k) || p.ch(k, '\\')); k++ {
		if p.ident(k) {
			name = join(name, p.word(k))
		}
	}
	if k == i+1 {
		return k
	}
	p.out.add(Module, int(p.tok[i+1].start), int(p.tok[k-1].end), "")
	p.out.pkg = name
	if p.ch(k, '{') {
		closer := min(p.closer(k), end)
		p.scope(k+1, closer, where{name, Module})
		return closer + 1
	}
	w.container = name
	return k
}
