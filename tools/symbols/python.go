package symbols

var pythonDialect = dialect{line: []string{"#"}, quotes: `"'`, triple: true}

// python finds definitions by indentation: a definition contains what stands
// below it further to the right.
type python struct {
	*source
	out    *sink
	blocks []pythonBlock
}

type pythonBlock struct {
	indent int
	name   string // of the definition that it is in, with its containers
	kind   Kind   // Class, or Function; what is in an if or try is in what is around it
}

func scanPython(src []byte, out *sink) {
	p := &python{source: lex(src, &pythonDialect), out: out}
	for i := 0; i < len(p.tok); {
		if p.tok[i].first && !p.joined(i) {
			i = p.line(i)
			continue
		}
		i = p.past(i)
	}
}

// joined tells whether the line that begins at i continues the one before it.
func (p *python) joined(i int) bool { return p.ch(i-1, '\\') }

// indent is the column of token i.
func (p *python) indent(i int) int {
	at := int(p.tok[i].start)
	n := 0
	for at--; at >= 0 && p.src[at] != '\n'; at-- {
		if n++; p.src[at] == '\t' {
			n += 7
		}
	}
	return n
}

// line reads the beginning of a logical line and returns the place after what it read.
func (p *python) line(i int) int {
	indent := p.indent(i)
	for len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].indent >= indent {
		p.blocks = p.blocks[:len(p.blocks)-1]
	}
	in := pythonBlock{kind: Module}
	if n := len(p.blocks); n > 0 {
		in = p.blocks[n-1]
	}
	def := i
	if p.is(def, "async") {
		def++
	}
	kind := Function
	switch {
	case p.is(def, "class"):
		kind = Class
	case !p.is(def, "def"):
		p.assignment(i, in)
		return p.past(i)
	case in.kind == Class:
		kind = Method
	}
	if !p.ident(def + 1) {
		return def + 1
	}
	p.add(p.out, kind, def+1, in.name)
	p.blocks = append(p.blocks, pythonBlock{indent, join(in.name, p.word(def+1)), kind})
	return def + 2
}

// assignment records what is bound by "a = b = ...", "a, b = ..." and "a: T".
func (p *python) assignment(i int, in pythonBlock) {
	if in.kind == Function || in.kind == Method {
		return
	}
	kind := Variable
	if in.kind == Class {
		kind = Field
	}
	for p.ident(i) {
		first := i
		for p.ch(i+1, ',') && p.ident(i+2) && !p.tok[i+2].first {
			i += 2
		}
		if p.ch(i+1, ':') && i == first && !pythonWords[p.word(i)] && i+2 < len(p.tok) && !p.tok[i+2].first {
			p.add(p.out, kind, i, in.name)
			return
		}
		if !p.ch(i+1, '=') || p.ch(i+2, '=') && p.tok[i+2].start == p.tok[i+1].end {
			return
		}
		for ; first <= i; first += 2 {
			p.add(p.out, kind, first, in.name)
		}
		i += 2
	}
}

var pythonWords = map[string]bool{"else": true, "try": true, "finally": true, "lambda": true, "except": true}
