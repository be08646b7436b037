package symbols

var luaDialect = dialect{quotes: `"'`, special: luaLong}

// scanLua finds functions in all their spellings, and variables outside of functions.
func scanLua(src []byte, out *sink) {
	p := lex(src, &luaDialect)
	depth := 0 // blocks that are open
	for i := 0; i < len(p.tok); i++ {
		if !p.ident(i) || p.ch(i-1, '.') && !p.ch(i-2, '.') || p.ch(i-1, ':') {
			continue
		}
		switch p.word(i) {
		case "do", "then", "repeat":
			depth++
		case "elseif", "end", "until":
			depth = max(depth-1, 0)
		case "function":
			depth++
			if p.ident(i + 1) {
				luaName(p, out, i+1)
			}
		case "local":
			for k := i + 1; depth == 0 && p.ident(k) && !p.is(k, "function"); k += 2 {
				kind := Variable
				if p.ch(k+1, '=') && p.is(k+2, "function") {
					kind = Function
				}
				p.add(out, kind, k, "")
				if !p.ch(k+1, ',') {
					break
				}
			}
		default:
			luaAssigned(p, out, i, depth)
		}
	}
}

// luaName records the name behind "function", perhaps with its table.
func luaName(p *source, out *sink, i int) {
	container := ""
	for first := i; (p.ch(i+1, '.') || p.ch(i+1, ':')) && p.ident(i+2) && i < first+maxPath; {
		container = join(container, p.word(i))
		i += 2
	}
	kind := Function
	if container != "" {
		kind = Method
	}
	p.add(out, kind, i, container)
}

// luaAssigned records "name = function" and, outside of blocks, "name = value".
func luaAssigned(p *source, out *sink, i, depth int) {
	container := ""
	for first := i; p.ch(i+1, '.') && p.ident(i+2) && i < first+maxPath; {
		container = join(container, p.word(i))
		i += 2
	}
	if !p.ch(i+1, '=') || p.ch(i+2, '=') {
		return
	}
	switch {
	case p.is(i+2, "function"):
		p.add(out, Function, i, container)
	case depth == 0 && container == "" && p.tok[i].first && p.indented(i) == 0:
		p.add(out, Variable, i, "")
	}
}

// indented is how many bytes stand before token i on its line.
func (s *source) indented(i int) int {
	n := 0
	for at := int(s.tok[i].start) - 1; at >= 0 && s.src[at] != '\n'; at-- {
		n++
	}
	return n
}
