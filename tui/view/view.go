// Package view draws the kinds of tools.View: what a call would do or did, whatever
// tool it belongs to. Nothing here knows the name of a tool.
package view

import (
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tui/diffview"
	"beestown/tui/md"
	"beestown/tui/row"
	"beestown/tui/theme"
)

// Rows draws the body of a view that went through Clean. A nil body has no rows.
func Rows(b tools.Body, width int, th *theme.Theme) []string {
	switch b := b.(type) {
	case tools.Text:
		return row.Lines(b.Text, width)
	case tools.Markdown:
		return md.New(th).Render(b.Text, width)
	case tools.Diff:
		v := diffview.New(b, th)
		return v.Rows(width, 0, v.Height(width))
	case tools.File:
		return file(b, width, th)
	case tools.Command:
		return row.Lines(b.Output, width)
	case tools.List:
		return list(b, width, th)
	case tools.Table:
		return table(b, width, th)
	case tools.Image:
		return []string{row.Cut(fmt.Sprintf("%s  %s  %dx%d  %d bytes", b.Path, b.MIME, b.Width, b.Height, b.Bytes), width, th.Glyphs.More)}
	}
	return nil
}

// CommandRows draws a shell command with a $ before it, whole.
func CommandRows(command string, width int, th *theme.Theme) []string {
	rows := row.Lines(command, width-2)
	for i := range rows {
		prefix := "  "
		if i == 0 {
			prefix = th.Hint.Render("$") + " "
		}
		rows[i] = prefix + rows[i]
	}
	return rows
}

func file(f tools.File, width int, th *theme.Theme) []string {
	digits := len(fmt.Sprint(f.First + len(f.Lines)))
	var rows []string
	for i, line := range f.Lines {
		number := th.Hint.Render(fmt.Sprintf("%*d  ", digits, f.First+i))
		for _, part := range fileLine(line, width-digits-2) {
			rows = append(rows, number+part)
			number = strings.Repeat(" ", digits+2)
		}
	}
	return rows
}

func list(l tools.List, width int, th *theme.Theme) []string {
	rows := make([]string, 0, len(l.Items)+1)
	for _, item := range l.Items {
		rows = append(rows, row.Code(item, width)...)
	}
	if l.More > 0 {
		rows = append(rows, th.Hint.Render(note(l.More, "items")))
	}
	return rows
}

// table aligns columns; the widest ones give way when the width does not do.
func table(t tools.Table, width int, th *theme.Theme) []string {
	widths := columns(t, width)
	draw := func(cells []string) string {
		var b strings.Builder
		for i, w := range widths {
			cell := ""
			if i < len(cells) {
				cell = row.Cut(cells[i], w, th.Glyphs.More)
			}
			if i < len(widths)-1 {
				cell = row.Pad(cell, w) + "  "
			}
			b.WriteString(cell)
		}
		return strings.TrimRight(row.Cut(b.String(), width, th.Glyphs.More), " ")
	}
	var rows []string
	if len(t.Header) > 0 {
		rows = append(rows, th.Bold.Render(draw(t.Header)))
	}
	for _, cells := range t.Rows {
		rows = append(rows, draw(cells))
	}
	return rows
}

func columns(t tools.Table, width int) []int {
	var widths []int
	for _, cells := range append([][]string{t.Header}, t.Rows...) {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], row.Width(cell))
		}
	}
	for total(widths) > width {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= 4 {
			break
		}
		widths[widest] -= min(total(widths)-width, widths[widest]-4, max(1, widths[widest]/4))
	}
	return widths
}

func total(widths []int) int {
	n := 2 * max(len(widths)-1, 0)
	for _, w := range widths {
		n += w
	}
	return n
}

func note(n int, what string) string { return fmt.Sprintf("(%d more %s)", n, what) }

// fileLine is a line of a file, which has a row also when it is empty.
func fileLine(line string, width int) []string {
	if line == "" {
		return []string{""}
	}
	return row.Lines(line, width)
}
