// Package row makes rows of a screen: strings of a known width in cells. Styles
// never reach past the end of a row.
package row

import (
	"strings"

	"beestown/tools/text"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Width returns the cells that a row takes; SGR sequences take none.
func Width(s string) int { return ansi.StringWidth(s) }

// Cut shortens s to at most width cells; mark, such as "⋯", stands for what was
// left out.
func Cut(s string, width int, mark string) string {
	if width <= 0 {
		return ""
	}
	if len(s) <= width || Width(s) <= width {
		return s
	}
	if Width(mark)+1 > width {
		mark = ""
	}
	return ansi.Truncate(s, width, mark)
}

// Pad fills s with blanks up to width cells.
func Pad(s string, width int) string {
	if n := width - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// Ends puts left and right at the two ends of a row. When both do not fit, left
// is cut; when less than a third would remain for left, right goes.
func Ends(left, right string, width int, mark string) string {
	r := Width(right)
	if r == 0 || r+2 > width*2/3 && Width(left)+r+2 > width {
		return Cut(left, width, mark)
	}
	left = Cut(left, width-r-2, mark)
	return Pad(left, width-r) + right
}

// tabWidth is how many cells a tab takes.
const tabWidth = 4

// Prose breaks text without SGR at words; line ends are kept. An empty text is one
// empty row.
func Prose(s string, width int) []string {
	s = text.ExpandTabs(s, tabWidth, Width)
	return strings.Split(ansi.Wrap(s, max(width, 2), ""), "\n")
}

// Lines breaks each line of a text like Code, with tabs expanded; no text, no rows.
func Lines(s string, width int) []string {
	if s == "" {
		return nil
	}
	var rows []string
	for line := range strings.SplitSeq(s, "\n") {
		rows = append(rows, Code(text.ExpandTabs(line, tabWidth, Width), width)...)
	}
	return rows
}

// Code breaks one line, which may hold SGR, at the width; each row but the last
// ends with a \ mark, so that what is shown can be told from a line end.
func Code(line string, width int) []string {
	width = max(width, 4)
	if len(line) <= width && !strings.Contains(line, "\x1b") || Width(line) <= width {
		return []string{closed(line)}
	}
	rows := strings.Split(carry(ansi.Hardwrap(line, width-1, true)), "\n")
	for i := range rows[:len(rows)-1] {
		rows[i] = Pad(rows[i], width-1) + `\`
	}
	return rows
}

// closed ends a style that line leaves open.
func closed(line string) string {
	if strings.Contains(line, "\x1b") {
		return line + ansi.ResetStyle
	}
	return line
}

// carry ends styles at each line end and takes them up on the next line.
func carry(s string) string {
	if !strings.Contains(s, "\x1b") {
		return s
	}
	var b strings.Builder
	w := lipgloss.NewWrapWriter(&b)
	w.Write([]byte(s)) // a strings.Builder does not fail
	w.Close()
	return b.String()
}

// Indent puts prefix before each row.
func Indent(rows []string, prefix string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = prefix + r
	}
	return out
}
