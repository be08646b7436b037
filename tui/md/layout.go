package md

import (
	"strconv"
	"strings"

	"beestown/tui/theme"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/alecthomas/chroma/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	astext "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Renderer turns Markdown into rows. The block layout is ours, because glamour
// loses hard line breaks, glues the paragraphs of a list item together and does
// not indent wrapped items; inline Markdown goes through glamour (leaf.go).
// It is not safe for concurrent use.
type Renderer struct {
	theme  *theme.Theme
	leaves *leaves
	parser parser.Parser
	lexers map[string]chroma.Lexer // by language; nil for those that are unknown
}

// New returns a renderer with the styles and glyphs of th.
func New(th *theme.Theme) *Renderer {
	return &Renderer{
		theme:  th,
		leaves: newLeaves(th),
		lexers: map[string]chroma.Lexer{},
		parser: goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser(),
	}
}

// Render returns the rows of a whole text, none wider than width columns (a single
// character that is wider than width excepted). Rows have no trailing blanks and
// carry their own styles; blocks are separated by one empty row. Control characters
// in the text are dropped.
func (r *Renderer) Render(markdown string, width int) []string {
	s := NewStream(r)
	s.Append(markdown)
	s.Finish()
	return s.Lines(width)
}

// layout is one rendering of one piece of Markdown.
type layout struct {
	*Renderer
	source []byte
	defs   string
}

// render returns the rows of a piece of Markdown; defs are the link reference
// definitions of the text around it.
func (r *Renderer) render(markdown, defs string, width int) []string {
	l := &layout{Renderer: r, source: []byte(markdown)}
	ctx := parser.NewContext()
	doc := r.parser.Parse(text.NewReader(l.source), parser.WithContext(ctx))
	l.defs = defs + definitionsOf(ctx)
	rows := l.blocks(doc, max(width, 1), true)
	for i, row := range rows {
		rows[i] = strings.TrimRight(row, " ")
	}
	return rows
}

// blocks renders the children of a block, loose ones with an empty row between.
func (l *layout) blocks(parent ast.Node, width int, loose bool) []string {
	var rows []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		block := l.block(n, width)
		if loose && len(rows) > 0 && len(block) > 0 {
			rows = append(rows, "")
		}
		rows = append(rows, block...)
	}
	return rows
}

func (l *layout) block(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return leafRows(l.leaves.heading(n.Level, l.inline(n), l.defs), width)
	case *ast.Paragraph, *ast.TextBlock:
		source := l.inline(n)
		if source == "" { // what is left of link reference definitions
			return nil
		}
		return leafRows(l.leaves.paragraph(source, l.defs), width)
	case *ast.ThematicBreak:
		return []string{l.theme.Hint.Render(strings.Repeat(l.theme.Glyphs.Rule, max(width-1, 1)))}
	case *ast.FencedCodeBlock:
		return l.codeRows(l.raw(n), string(n.Language(l.source)), width)
	case *ast.CodeBlock:
		return l.codeRows(l.raw(n), "", width)
	case *ast.HTMLBlock:
		return l.html(n, width)
	case *ast.Blockquote:
		bar := l.theme.Quote.Render(">") + " "
		return prefixed(l.blocks(n, inner(width, 2), true), bar, bar, width)
	case *ast.List:
		return l.list(n, width)
	case *astext.Table:
		return l.table(n, width)
	}
	return l.blocks(n, width, true)
}

func (l *layout) raw(n ast.Node) string {
	return string(n.Lines().Value(l.source))
}

// html shows the source: a terminal has nothing better, and nothing is lost.
func (l *layout) html(n *ast.HTMLBlock, width int) []string {
	source := l.raw(n)
	if n.HasClosure() {
		source += string(n.ClosureLine.Value(l.source))
	}
	var rows []string
	for line := range strings.SplitSeq(strings.TrimRight(expandTabs(source), "\n"), "\n") {
		for _, row := range wrap(line, width) {
			rows = append(rows, l.theme.Faint.Render(row))
		}
	}
	return rows
}

func (l *layout) list(list *ast.List, width int) []string {
	var rows []string
	number := list.Start
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		marker := l.theme.Glyphs.Bullet + " "
		if list.IsOrdered() {
			marker = strconv.Itoa(number) + string(list.Marker) + " "
			number++
		}
		if box := checkBox(n); box != nil {
			marker = l.theme.Glyphs.Todo + " "
			if box.IsChecked {
				marker = l.theme.Glyphs.Ticked + " "
			}
			l.skipBox(n.FirstChild())
		}
		indent := ansi.StringWidth(marker)
		item := l.blocks(n, inner(width, indent), !list.IsTight)
		if !list.IsTight && len(rows) > 0 {
			rows = append(rows, "")
		}
		if len(item) == 0 {
			item = []string{""}
		}
		rows = append(rows, prefixed(item, marker, strings.Repeat(" ", indent), width)...)
	}
	return rows
}

// checkBox returns the box that a list item starts with, nil if there is none.
func checkBox(item ast.Node) *astext.TaskCheckBox {
	if item.FirstChild() == nil || item.FirstChild().FirstChild() == nil {
		return nil
	}
	box, _ := item.FirstChild().FirstChild().(*astext.TaskCheckBox)
	return box
}

// skipBox takes the source of a box, such as "[x] ", off its text.
func (l *layout) skipBox(block ast.Node) {
	first := block.Lines().At(0)
	first.Start += min(len("[x] "), first.Len())
	block.Lines().Set(0, first)
}

func (l *layout) table(n *astext.Table, width int) []string {
	glyphs := &l.theme.Glyphs
	rule := lipgloss.Border{Top: glyphs.Rule, Bottom: glyphs.Rule, Left: glyphs.Column, Right: glyphs.Column, Middle: glyphs.Cross}
	build := func() *table.Table {
		t := table.New().Border(rule).BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
			StyleFunc(func(row, column int) lipgloss.Style {
				return cellStyle(n.Alignments, column).Bold(row == table.HeaderRow)
			})
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			if _, ok := row.(*astext.TableHeader); ok {
				t.Headers(l.cells(row)...)
			} else {
				t.Row(l.cells(row)...)
			}
		}
		return t
	}
	out := build().String()
	if lipgloss.Width(out) > width {
		out = build().Width(width).Wrap(true).String()
	}
	var rows []string
	for row := range strings.SplitSeq(strings.Trim(out, "\n"), "\n") {
		rows = append(rows, wrap(row, width)...)
	}
	return rows
}

func (l *layout) cells(row ast.Node) []string {
	var cells []string
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		source := strings.ReplaceAll(l.inline(cell), `\|`, "|")
		if source != "" {
			source = l.leaves.paragraph(source, l.defs)
		}
		cells = append(cells, source)
	}
	return cells
}

func cellStyle(alignments []astext.Alignment, column int) lipgloss.Style {
	style := lipgloss.NewStyle().Padding(0, 1)
	if column < len(alignments) {
		switch alignments[column] {
		case astext.AlignCenter:
			return style.Align(lipgloss.Center)
		case astext.AlignRight:
			return style.Align(lipgloss.Right)
		}
	}
	return style
}

// inner is the width that remains beside an indent; deep nesting on a narrow
// screen gives up the indent rather than the text (see prefixed).
func inner(width, indent int) int {
	if width-indent < minInner {
		return width
	}
	return width - indent
}

const minInner = 8

// prefixed puts first before the first row and rest before the others.
func prefixed(rows []string, first, rest string, width int) []string {
	if inner(width, ansi.StringWidth(first)) == width {
		return append(wrap(first, width), rows...)
	}
	for i, row := range rows {
		if i == 0 {
			rows[i] = first + row
		} else {
			rows[i] = rest + row
		}
	}
	return rows
}
