package md

import (
	"strings"

	"beestown/tui/theme"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

const (
	codeIndent = 4
	tabWidth   = 4
	// maxHighlight bounds what is coloured at once: some lexers are slow.
	maxHighlight = 32 << 10
)

// codeRows shows code without box or gutter, so that a copied block can be pasted.
func (r *Renderer) codeRows(code, language string, width int) []string {
	code = expandTabs(strings.TrimSuffix(code, "\n"))
	indent := strings.Repeat(" ", min(codeIndent, max(width-1, 0)/4))
	mark := r.theme.Hint.Render(`\`)
	var rows []string
	for text := range strings.SplitSeq(r.highlight(code, language), "\n") {
		for _, row := range chop(text, max(width-len(indent), 1), mark) {
			if row != "" {
				row = indent + row
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// highlight colours code by the language of its fence; code without a known
// language stays as it is.
func (r *Renderer) highlight(code, language string) string {
	if language == "" || len(code) > maxHighlight || r.theme.Syntax == (theme.Syntax{}) {
		return code
	}
	lexer, known := r.lexers[language]
	if !known { // looking up a language that does not exist tries every file pattern
		if lexer = lexers.Get(language); lexer != nil {
			lexer = chroma.Coalesce(lexer)
		}
		r.lexers[language] = lexer
	}
	if lexer == nil {
		return code
	}
	tokens, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return code
	}
	var b strings.Builder
	for token := tokens(); token != chroma.EOF; token = tokens() {
		style := r.syntax(token.Type)
		for i, part := range strings.Split(token.Value, "\n") {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(style.Render(part))
		}
	}
	out := b.String()
	if !strings.HasSuffix(code, "\n") { // lexers end the text with a newline
		out = strings.TrimSuffix(out, "\n")
	}
	return out
}

func (r *Renderer) syntax(t chroma.TokenType) theme.Style {
	s := &r.theme.Syntax
	switch {
	case t.InCategory(chroma.Comment):
		return s.Comment
	case t == chroma.KeywordType, t == chroma.NameClass, t == chroma.NameBuiltin:
		return s.Type
	case t.InCategory(chroma.Keyword):
		return s.Keyword
	case t.InSubCategory(chroma.LiteralString):
		return s.String
	case t.InSubCategory(chroma.LiteralNumber):
		return s.Number
	case t == chroma.NameFunction, t == chroma.NameTag:
		return s.Function
	case t == chroma.GenericInserted:
		return r.theme.Added
	case t == chroma.GenericDeleted:
		return r.theme.Removed
	}
	return theme.Style{}
}

// expandTabs replaces tabs by blanks up to the next tab stop.
func expandTabs(code string) string {
	if !strings.Contains(code, "\t") {
		return code
	}
	var b strings.Builder
	column := 0
	for _, c := range code {
		switch c {
		case '\t':
			n := tabWidth - column%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		case '\n':
			column = -1
		}
		b.WriteRune(c)
		column++
	}
	return b.String()
}
