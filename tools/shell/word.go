package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds how many words of one brace expansion are looked at.
const maxBraces = 64

// words returns what a word becomes: several when it has braces.
func (w *walker) words(word *syntax.Word) []Word {
	if !hasBraces(word) {
		return []Word{w.word(word)}
	}
	var list []Word
	for each, err := range expand.BracesSeq(nil, word) {
		if err != nil || len(list) == maxBraces {
			break
		}
		v := w.word(each)
		v.Dynamic = "a brace expansion"
		list = append(list, v)
	}
	return list
}

func hasBraces(word *syntax.Word) bool {
	open := func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && strings.Contains(lit.Value, "{")
	}
	if !slices.ContainsFunc(word.Parts, open) || !syntax.SplitBraces(word) {
		return false
	}
	return slices.ContainsFunc(word.Parts, func(p syntax.WordPart) bool {
		_, ok := p.(*syntax.BraceExp)
		return ok
	})
}

// word joins the parts of a word, without looking for braces.
func (w *walker) word(word *syntax.Word) Word {
	if word == nil {
		return Word{}
	}
	b := wordBuilder{w: w}
	for i, p := range word.Parts {
		if lit, ok := p.(*syntax.Lit); ok && i == 0 && strings.HasPrefix(lit.Value, "~") {
			b.dynamic = "~"
		}
		b.part(p, false)
	}
	return Word{Text: b.text.String(), Dynamic: b.dynamic}
}

type wordBuilder struct {
	w       *walker
	text    strings.Builder
	dynamic string
}

func (b *wordBuilder) mark(why string) {
	if b.dynamic == "" {
		b.dynamic = why
	}
}

func (b *wordBuilder) part(p syntax.WordPart, quoted bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		b.literal(p.Value, quoted)
	case *syntax.SglQuoted:
		if !p.Dollar {
			b.text.WriteString(p.Value)
			return
		}
		b.mark("a $'...' string")
		if s, _, err := expand.Format(nil, strings.ReplaceAll(p.Value, "%", "%%"), nil); err == nil {
			b.text.WriteString(s)
		}
	case *syntax.DblQuoted:
		if p.Dollar {
			b.mark(`a $"..." string`)
		}
		for _, inner := range p.Parts {
			b.part(inner, true)
		}
	case *syntax.ParamExp:
		b.param(p)
	case *syntax.CmdSubst:
		b.mark("a command substitution")
		b.w.complex("a command substitution")
		b.text.WriteString(b.printed(p.Stmts))
	case *syntax.ProcSubst:
		b.mark("a command substitution")
		b.w.complex("a command substitution")
		b.w.subshell(p.Stmts)
		b.text.WriteString("<(...)")
	case *syntax.ExtGlob:
		b.mark("a glob")
		b.text.WriteString("*")
	default:
		b.mark("an expression that bash evaluates")
		b.w.inside(p)
		b.text.WriteString("$((...))")
	}
}

// printed walks a substitution and returns what it prints, as far as that is known.
func (b *wordBuilder) printed(stmts []*syntax.Stmt) string {
	if b.w.quiet {
		return "$(...)"
	}
	b.w.subshell(stmts)
	if len(stmts) == 1 {
		if out := b.w.output(stmts[0]); out != "" {
			return out
		}
	}
	return "$(...)"
}

// literal removes the backslashes of s as bash does outside or inside double quotes.
func (b *wordBuilder) literal(s string, quoted bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("$`\"\\\n", s[i+1]) >= 0):
			i++
			if s[i] != '\n' {
				b.text.WriteByte(s[i])
			}
		case !quoted && (c == '*' || c == '?' || c == '['):
			b.mark("a glob")
			b.text.WriteByte(c)
		default:
			b.text.WriteByte(c)
		}
	}
}

func (b *wordBuilder) param(p *syntax.ParamExp) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	b.mark("the variable $" + name)
	if value, known := b.w.vars[name]; known {
		b.text.WriteString(value)
		b.w.inside(p)
		return
	}
	if p.Exp != nil && p.Exp.Word != nil && name != "HOME" && name != "PWD" {
		switch p.Exp.Op {
		case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
			for _, inner := range p.Exp.Word.Parts {
				b.part(inner, false)
			}
			return
		}
	}
	b.w.inside(p)
	b.text.WriteString("$" + name)
}
