package symbols

// result passes over the type of a result at i.
func (p *script) result(i, end int) int {
	if !p.types || !p.ch(i, ':') {
		return i
	}
	for k := i + 1; k < min(end, i+maxAhead); {
		switch {
		case p.ch(k, '{') && !p.typeBrace(k):
			return k
		case p.ch(k, ';'), p.ch(k, ','), p.ch(k, '='), p.ch(k, '}'), p.ch(k, ')'):
			return k
		case p.tok[k].first && p.tok[k].kind == ident && (p.tok[k-1].kind == ident || p.ch(k-1, ')') || p.ch(k-1, '>') || p.ch(k-1, ']')):
			return k
		}
		k = p.past(k)
	}
	return end
}

// typeBrace tells whether the brace at i is part of a type.
func (p *script) typeBrace(i int) bool {
	return p.ch(i-1, ':') || p.ch(i-1, '|') || p.ch(i-1, '&') || p.ch(i-1, '<') || p.ch(i-1, ',') || p.is(i-1, "is") || p.ch(i-1, '>') && p.ch(i-2, '=')
}

// generics passes over type parameters.
func (p *script) generics(i int) int {
	if !p.types || !p.ch(i, '<') {
		return i
	}
	depth := 0
	for k := i; k < len(p.tok) && k < i+maxAhead; {
		switch {
		case p.ch(k, '<'):
			depth++
		case p.ch(k, '>') && !p.ch(k-1, '='):
			if depth--; depth == 0 {
				return k + 1
			}
		case p.ch(k, ';'):
			return i
		}
		k = p.past(k)
	}
	return i
}

// typeLike reads what only TypeScript has.
func (p *script) typeLike(i, end int, container string) int {
	kind := map[string]Kind{"interface": Interface, "enum": Enum, "namespace": Module, "module": Module, "type": Type}[p.word(i)]
	name := i + 1
	if kind == Type && !p.ch(p.generics(name+1), '=') {
		return i + 1
	}
	if p.tok[name].kind == ident {
		p.add(p.out, kind, name, container)
		container = join(container, p.word(name))
		for ; kind == Module && p.ch(name+1, '.') && p.ident(name+2); name += 2 {
			p.add(p.out, kind, name+2, container)
			container = join(container, p.word(name+2))
		}
	}
	k := name + 1
	if kind == Type {
		return p.past(k - 1)
	}
	for k < end && !p.ch(k, '{') {
		if p.ch(k, '<') {
			next := p.generics(k)
			if next == k {
				return name + 1
			}
			k = next
			continue
		}
		if p.ch(k, ';') || k > name+maxAhead {
			return name + 1
		}
		k++
	}
	if k >= end {
		return end
	}
	closer := min(p.closer(k), end)
	switch kind {
	case Module:
		p.block(k+1, closer, container, true)
	case Enum:
		p.enum(k+1, closer, container)
	default:
		p.classBody(k+1, closer, container)
	}
	return min(closer+1, end)
}

func (p *script) enum(i, end int, container string) {
	expect := true
	for i < end {
		switch {
		case p.ch(i, ','):
			expect = true
		case expect && p.ident(i):
			p.add(p.out, Constant, i, container)
			expect = false
		}
		i = p.past(i)
	}
}
