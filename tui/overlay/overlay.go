// Package overlay draws the help: pages of text that are switched with digits and
// scrolled. It is made from the same tables that dispatch keys and commands.
package overlay

import (
	"fmt"
	"strings"

	"beestown/tui/keys"
	"beestown/tui/row"
	"beestown/tui/theme"
)

// Page is one page: a title and a function that draws it.
type Page struct {
	Title string
	Draw  func(width int, th *theme.Theme) []string
}

// Pages is an open overlay. It is not safe for concurrent use.
type Pages struct {
	title  string
	pages  []Page
	at     int
	offset int
}

// New returns an overlay that shows its first page.
func New(title string, pages ...Page) *Pages { return &Pages{title: title, pages: pages} }

// Select shows page i, from 0; other numbers do nothing.
func (p *Pages) Select(i int) {
	if i >= 0 && i < len(p.pages) {
		p.at, p.offset = i, 0
	}
}

// Scroll moves the page by rows; Rows keeps it in range.
func (p *Pages) Scroll(n int) { p.offset = max(p.offset+n, 0) }

// Rows draws exactly height rows.
func (p *Pages) Rows(width, height int, th *theme.Theme) []string {
	tabs := make([]string, len(p.pages))
	for i, page := range p.pages {
		tabs[i] = fmt.Sprintf("%d %s", i+1, page.Title)
		if i == p.at {
			tabs[i] = th.Bold.Render(tabs[i])
		}
	}
	rows := []string{row.Ends(" "+th.Bold.Render(p.title), strings.Join(tabs, "   "), width-1, "")}
	body := p.pages[p.at].Draw(width, th)
	room := max(height-len(rows), 0)
	if len(body) > room {
		room = max(room-1, 0)
	}
	p.offset = min(p.offset, max(len(body)-room, 0))
	shown := body[p.offset:min(p.offset+room, len(body))]
	rows = append(rows, shown...)
	if len(body) > len(shown) {
		text := fmt.Sprintf(" rows %d-%d of %d   pgdn/pgup scroll", p.offset+1, p.offset+len(shown), len(body))
		rows = append(rows, th.Hint.Render(row.Cut(text, width, "")))
	}
	for len(rows) < height {
		rows = append(rows, "")
	}
	return rows[:height]
}

// twoColumns is the width from which groups stand side by side.
const twoColumns = 70

// Keys draws the key table, grouped.
func Keys(m *keys.Map) Page {
	return Page{Title: "keys", Draw: func(width int, th *theme.Theme) []string {
		left := append(group(m, keys.Writing, th), "")
		left = append(left, group(m, keys.Leaving, th)...)
		right := append(group(m, keys.Working, th), "")
		right = append(right, group(m, keys.Confirming, th)...)
		var rows []string
		if width < twoColumns {
			rows = append(append(left, ""), right...)
		} else {
			for i := range max(len(left), len(right)) {
				var l, r string
				if i < len(left) {
					l = left[i]
				}
				if i < len(right) {
					r = right[i]
				}
				rows = append(rows, row.Pad(row.Cut(l, width/2-1, th.Glyphs.More), width/2)+r)
			}
		}
		for i := range rows {
			rows[i] = strings.TrimRight(row.Cut(rows[i], width, th.Glyphs.More), " ")
		}
		return rows
	}}
}

func group(m *keys.Map, g keys.Group, th *theme.Theme) []string {
	rows := []string{" " + th.Bold.Render(string(g))}
	last := ""
	for _, b := range m.Bindings() {
		if b.Group == g && b.Help != last { // two ways of the same, such as up and down, are one row
			last = b.Help
			rows = append(rows, "  "+th.Accent.Render(row.Pad(b.Label(), 15))+b.Help)
		}
	}
	return rows
}

// Text is a page of lines: a term and what it means.
func Text(title string, lines [][2]string) Page {
	return Page{Title: title, Draw: func(width int, th *theme.Theme) []string {
		rows := []string{""}
		for _, l := range lines {
			if l[0] == "" {
				for _, r := range row.Prose(l[1], width-2) {
					rows = append(rows, " "+r)
				}
				continue
			}
			indent := min(20, width/2)
			for i, r := range row.Prose(l[1], width-indent-2) {
				lead := strings.Repeat(" ", indent)
				if i == 0 {
					lead = "  " + th.Accent.Render(row.Pad(row.Cut(l[0], indent-3, th.Glyphs.More), indent-2))
				}
				rows = append(rows, lead+r)
			}
		}
		return rows
	}}
}
