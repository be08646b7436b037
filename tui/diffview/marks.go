package diffview

import (
	"strings"

	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/row"
	"beestown/tui/theme"
)

// maxMarked is how many pairs of lines are compared for one view; beyond it changed lines stand
// without marks.
const maxMarked = 2000

// marks finds what changed within the lines of a diff, when a row is first drawn.
type marks struct {
	partners [][]int // by hunk; nil until needed
	spans    map[[2]int][]tools.Span
	compared int
}

// of returns the changed parts of a line, as offsets into its text with tabs expanded.
func (m *marks) of(d tools.Diff, hunk, line int) []tools.Span {
	if m.partners == nil {
		m.partners = make([][]int, len(d.Hunks))
		m.spans = map[[2]int][]tools.Span{}
	}
	if m.partners[hunk] == nil {
		m.partners[hunk] = d.Hunks[hunk].Partners()
	}
	other := m.partners[hunk][line]
	if other < 0 {
		return nil
	}
	spans, known := m.spans[[2]int{hunk, line}]
	if !known && m.compared < maxMarked {
		m.compared++
		m.compare(d.Hunks[hunk].Lines, hunk, min(line, other), max(line, other))
		spans = m.spans[[2]int{hunk, line}]
	}
	return spans
}

// compare keeps the spans of a removed and an added line.
func (m *marks) compare(lines []tools.DiffLine, hunk, old, now int) {
	gone, came := tools.ChangedSpans(lines[old].Text, lines[now].Text)
	m.spans[[2]int{hunk, old}] = expanded(lines[old].Text, gone)
	m.spans[[2]int{hunk, now}] = expanded(lines[now].Text, came)
}

// expanded moves spans to where they are when tabs are expanded.
func expanded(line string, spans []tools.Span) []tools.Span {
	if !strings.Contains(line, "\t") {
		return spans
	}
	at := func(i int) int { return len(text.ExpandTabs(line[:i], tabWidth, row.Width)) }
	out := make([]tools.Span, len(spans))
	for i, s := range spans {
		out[i] = tools.Span{Start: at(s.Start), End: at(s.End)}
	}
	return out
}

// emphasised draws a row's part of a line, which begins at offset from of it, in a style, and what is
// in spans in a second one beside it.
func emphasised(part string, from int, spans []tools.Span, style, mark theme.Style) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		start, end := min(max(s.Start-from, at), len(part)), min(max(s.End-from, at), len(part))
		b.WriteString(part[at:start])
		b.WriteString(mark.Render(part[start:end]))
		at = end
	}
	b.WriteString(part[at:])
	return style.Render(b.String())
}
