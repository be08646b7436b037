package symbols

import "bytes"

// rawRust reads r"..." and r#"..."#, also of bytes.
func rawRust(l *lexer, i int) int {
	k := i
	if l.src[k] == 'b' || l.src[k] == 'c' {
		k++
	}
	if !l.has(k, "r") || i > 0 && isWord(l.src[i-1]) {
		return i
	}
	k++
	hashes := k
	for k < len(l.src) && l.src[k] == '#' {
		k++
	}
	if !l.has(k, `"`) {
		return i
	}
	return l.emit(text, i, after(l.src, k+1, `"`+string(l.src[hashes:k])))
}

// rawC reads R"mark(...)mark" of C++.
func rawC(l *lexer, i int) int {
	if !l.has(i, `R"`) {
		return i
	}
	open := bytes.IndexByte(l.src[i:min(len(l.src), i+20)], '(')
	if open < 0 {
		return i
	}
	return l.emit(text, i, after(l.src, i+open, ")"+string(l.src[i+2:i+open])+`"`))
}

// rawCSharp reads @"...", also interpolated ones.
func rawCSharp(l *lexer, i int) int {
	if c := l.src[i]; c != '@' && c != '$' {
		return i
	}
	k := i
	for k < len(l.src) && (l.src[k] == '@' || l.src[k] == '$') {
		k++
	}
	if !l.has(k, `"`) {
		return i
	}
	verbatim := bytes.IndexByte(l.src[i:k], '@') >= 0
	if l.has(k, `"""`) {
		return l.emit(text, i, after(l.src, k+3, `"""`))
	}
	if !verbatim {
		if l.interp == "{" {
			return i
		}
		d := *l.dialect
		d.interp = "{"
		inner := &lexer{dialect: &d, src: l.src}
		return l.emit(text, i, inner.closing(k+1, '"'))
	}
	for k++; k < len(l.src); k++ {
		if l.src[k] == '"' {
			if !l.has(k, `""`) {
				return l.emit(text, i, k+1)
			}
			k++
		}
	}
	return l.emit(text, i, len(l.src))
}

// rawSwift reads #"..."#.
func rawSwift(l *lexer, i int) int {
	k := i
	for k < len(l.src) && l.src[k] == '#' {
		k++
	}
	if k == i || !l.has(k, `"`) {
		return backticked(l, i)
	}
	return l.emit(text, i, after(l.src, k+1, `"`+string(l.src[i:k])))
}

// backticked reads a name in backquotes, with them.
func backticked(l *lexer, i int) int {
	if l.src[i] != '`' {
		return i
	}
	end := after(l.src, i+1, "`")
	if bytes.IndexByte(l.src[i:end], '\n') >= 0 || end-i < 3 {
		return i
	}
	return l.emit(ident, i, end)
}

// php reads what is outside of <?php ... ?>, and heredocs.
func php(l *lexer, i int) int {
	switch {
	case len(l.tokens) == 0 && i == 0 && !l.has(i, "<?"):
		if open := bytes.Index(l.src, []byte("<?")); open > 0 {
			return open
		}
		return len(l.src)
	case l.has(i, "<?php"):
		return i + len("<?php")
	case l.has(i, "<?="):
		return i + len("<?=")
	case l.has(i, "?>"):
		return after(l.src, i, "<?") - len("<?")*btoi(bytes.Contains(l.src[i:], []byte("<?")))
	case l.has(i, "<<<"):
		return l.heredoc(i)
	case l.src[i] == '#' && !l.has(i, "#["):
		return max(after(l.src, i, "\n")-1, i+1)
	}
	return i
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// heredoc reads <<<MARK up to the line that begins with the mark.
func (l *lexer) heredoc(i int) int {
	k := i + 3
	for k < len(l.src) && (l.src[k] == ' ' || l.src[k] == '\'' || l.src[k] == '"') {
		k++
	}
	from := k
	for k < len(l.src) && isWord(l.src[k]) {
		k++
	}
	if k == from {
		return i
	}
	mark := l.src[from:k]
	for at := after(l.src, k, "\n"); at < len(l.src); at = after(l.src, at, "\n") {
		line := l.src[at:]
		blank := len(line) - len(bytes.TrimLeft(line, " \t"))
		if rest := line[blank:]; bytes.HasPrefix(rest, mark) && (len(rest) == len(mark) || !isWord(rest[len(mark)])) {
			return l.emit(text, i, at+blank+len(mark))
		}
	}
	return l.emit(text, i, len(l.src))
}

// luaLong reads [[...]] and [==[...]==], as a string or a comment.
func luaLong(l *lexer, i int) int {
	open := i
	if l.has(i, "--") {
		open += 2
	}
	k := open
	if l.has(k, "[") {
		for k++; k < len(l.src) && l.src[k] == '='; k++ {
			continue
		}
		if l.has(k, "[") {
			end := after(l.src, k, "]"+string(l.src[open+1:k])+"]")
			if open > i {
				return end
			}
			return l.emit(text, i, end)
		}
	}
	if open > i {
		return max(after(l.src, i, "\n")-1, i+1)
	}
	return i
}
