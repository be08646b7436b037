// Package diffview draws a tools.Diff: line numbers, the operation in the text
// itself and colour only as an addition, long lines wrapped and marked, never cut.
// What is drawn is what was asked for: the cost of a window does not grow with the
// diff.
package diffview

import (
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/row"
	"beestown/tui/theme"
)

// tabWidth is how many cells a tab of the shown file takes.
const tabWidth = 4

// narrow is the width below which one column of line numbers has to do.
const narrow = 60

// View is a diff that can be drawn row by row. Its text must be clean of control
// characters. It is not safe for concurrent use.
type View struct {
	diff  tools.Diff
	th    *theme.Theme
	width int
	rows  []place
	num   int // cells of a line number
	marks marks
}

// place says where a row comes from: a hunk's header (line -1) or a part of a line.
type place struct {
	hunk, line int
	old, new   int    // line numbers, 0 when the line is not in that version
	text       string // this row's part of the line
	at         int    // where it begins in the line, with tabs expanded
	size       int    // its bytes, without what wrapping added
	first      bool
	more       bool // the line goes on in the next row
}

// New returns a view of d in the styles of th.
func New(d tools.Diff, th *theme.Theme) *View { return &View{diff: d, th: th} }

// SetTheme changes the styles.
func (v *View) SetTheme(th *theme.Theme) { v.th = th }

// Height is the number of rows at a width.
func (v *View) Height(width int) int {
	v.layout(width)
	return len(v.rows)
}

// Rows draws up to n rows, beginning with row from.
func (v *View) Rows(width, from, n int) []string {
	v.layout(width)
	from = min(max(from, 0), len(v.rows))
	out := make([]string, 0, min(n, len(v.rows)-from))
	for _, p := range v.rows[from:min(from+max(n, 0), len(v.rows))] {
		out = append(out, v.draw(p))
	}
	return out
}

func (v *View) layout(width int) {
	if width == v.width {
		return
	}
	v.width, v.rows = width, v.rows[:0]
	v.num = v.digits()
	if v.diff.Omitted != "" {
		v.rows = append(v.rows, place{line: -1, text: "not shown: " + v.diff.Omitted, first: true})
		return
	}
	for h, hunk := range v.diff.Hunks {
		v.rows = append(v.rows, place{hunk: h, line: -1, text: hunk.Header(), first: true})
		old, now := hunk.OldStart, hunk.NewStart
		for l, line := range hunk.Lines {
			p := place{hunk: h, line: l, first: true}
			if line.Op != '+' {
				p.old = old
				old++
			}
			if line.Op != '-' {
				p.new = now
				now++
			}
			v.wrap(p, line)
		}
	}
}

func (v *View) wrap(p place, line tools.DiffLine) {
	rest := text.ExpandTabs(line.Text, tabWidth, row.Width)
	parts := row.Code(rest, v.width-v.gutter())
	for i, part := range parts {
		p.text, p.first, p.more = part, i == 0, i < len(parts)-1
		if p.size = len(part); p.more {
			p.size = shared(strings.TrimSuffix(part, `\`), rest)
		}
		v.rows = append(v.rows, p)
		p.at, rest = p.at+p.size, rest[p.size:]
	}
	if line.NoNewline {
		p.text = row.Cut("(no newline at the end of the file)", v.width-v.gutter(), v.th.Glyphs.More)
		p.first, p.more, p.size = false, false, 0
		v.rows = append(v.rows, p)
	}
}

// shared is how many bytes a row has of the text that it begins: not the blank that fills it before a
// wide character.
func shared(row, text string) int {
	n := 0
	for n < len(row) && n < len(text) && row[n] == text[n] {
		n++
	}
	return n
}

// digits is the width of the largest line number, at least 3 unless narrow.
func (v *View) digits() int {
	last := 1
	for _, h := range v.diff.Hunks {
		last = max(last, h.OldStart+h.OldLines, h.NewStart+h.NewLines)
	}
	n := len(fmt.Sprint(last))
	if v.width >= narrow {
		n = max(n, 3)
	}
	return n
}

// gutter is the cells before the text: numbers, operation, blanks.
func (v *View) gutter() int {
	if v.width < narrow {
		return 1 + v.num + 1 + 2
	}
	return 1 + v.num + 1 + v.num + 1 + 2
}

func (v *View) draw(p place) string {
	if p.line < 0 {
		return v.th.Hint.Render(" " + row.Cut(p.text, v.width-1, v.th.Glyphs.More))
	}
	line := v.diff.Hunks[p.hunk].Lines[p.line]
	op := string(line.Op)
	if !p.first {
		op = " "
	}
	content := op + " " + p.text
	switch line.Op {
	case '+':
		content = v.th.Added.Render(op+" ") + v.changed(p, v.th.Added, v.th.AddedTint)
	case '-':
		content = v.th.Removed.Render(op+" ") + v.changed(p, v.th.Removed, v.th.RemovedTint)
	}
	return v.th.Hint.Render(v.numbers(p)) + content
}

// changed draws the text of a changed line. What changed within it has a tint or, where there is
// none, is underlined; blanks at its end are made visible.
func (v *View) changed(p place, style, mark theme.Style) string {
	if mark.Prefix == "" {
		mark = v.th.Underline
	}
	spans := v.marks.of(v.diff, p.hunk, p.line)
	own := p.text[:p.size]
	kept := own
	if !p.more {
		kept = strings.TrimRight(own, " ")
	}
	return emphasised(kept, p.at, spans, style, mark) + v.th.Selected.Render(own[len(kept):]) + style.Render(p.text[p.size:])
}

func (v *View) numbers(p place) string {
	old, now := number(p.old, v.num, p.first), number(p.new, v.num, p.first)
	if v.width >= narrow {
		return " " + old + " " + now + " "
	}
	if p.new == 0 {
		now = old
	}
	return " " + now + " "
}

func number(n, width int, show bool) string {
	if n == 0 || !show {
		return strings.Repeat(" ", width)
	}
	return fmt.Sprintf("%*d", width, n)
}
