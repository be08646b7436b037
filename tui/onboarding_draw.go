package tui

import (
	"fmt"
	"strings"

	"beestown/tui/row"
)

// draw returns the rows and where the cursor belongs, row -1 without a field.
func (o *onboarding) draw(a *App) (rows []string, x, y int) {
	th, narrow := a.th, a.width < narrowWidth
	head := "Welcome to BeesTown.  No model is configured yet."
	if narrow {
		head = "No model is configured yet."
	}
	rows = append(rows, " "+th.Bold.Render(head))
	if !narrow {
		rows = append(rows, "")
	}
	if !narrow || !o.working && o.err == "" {
		rows = append(rows, o.facts(a.width)...)
	}
	if o.probing {
		rows = append(rows, th.Hint.Render(" looking for local servers "+th.Glyphs.More))
	}
	if !narrow {
		rows = append(rows, "")
	}
	y = -1
	for i, f := range o.offers() {
		lead := fmt.Sprintf("   %d ", i+1)
		label := f.label
		if narrow {
			label = f.short
		}
		if i == o.focus {
			lead = fmt.Sprintf(" %s %d ", th.Accent.Render(th.Glyphs.Prompt), i+1)
			label = th.Bold.Render(row.Cut(label, a.width-6, th.Glyphs.More))
		}
		if i == o.focus && o.input != nil {
			label, x = o.input.draw(max(a.width-8, 1))
			x, y = x+5, len(rows)
		}
		rows = append(rows, row.Cut(lead+label, a.width, th.Glyphs.More))
	}
	return append(rows, o.notes(a)...), x, y
}

func (i *input) draw(width int) (string, int) {
	shown, label := string(i.text), "base URL: "
	if i.secret {
		shown, label = strings.Repeat("*", len(i.text)), "API key: "
	}
	if over := row.Width(shown) - max(width-len(label), 1); over > 0 {
		shown = string([]rune(shown)[min(over, len([]rune(shown))):])
	}
	return label + shown, row.Width(label + shown)
}

func (o *onboarding) facts(width int) []string {
	facts := append([]Fact{}, o.opt.Checked...)
	for _, s := range o.servers {
		what := s.BaseURL
		if s.Name != "" {
			what += "  (" + s.Name + ")"
		}
		facts = append(facts, Fact{what, s.Found})
	}
	if width < narrowWidth {
		var rows []string
		for _, f := range facts {
			what := strings.TrimPrefix(strings.TrimSpace(f.What), "http://")
			rows = append(rows, row.Ends(" "+what, f.Found, width-1, "⋯"))
		}
		return rows
	}
	column := 0
	for _, f := range facts {
		column = max(column, row.Width(f.What))
	}
	var rows []string
	for i, f := range facts {
		lead := strings.Repeat(" ", 19)
		if i == 0 {
			lead = row.Pad(" I looked for", 19)
		}
		rows = append(rows, row.Cut(lead+row.Pad(f.What, column)+"  "+f.Found, width, "⋯"))
	}
	return rows
}

func (o *onboarding) notes(a *App) []string {
	rows := []string{""}
	switch {
	case o.working:
		return append(rows, " "+a.th.Accent.Render("Connecting "+a.th.Glyphs.More))
	case o.err != "":
		for _, r := range row.Prose(o.err, a.width-4) {
			rows = append(rows, " "+a.th.Bad.Render(r))
		}
	case a.width >= narrowWidth:
		note := "Nothing is sent anywhere until you choose. The key is stored in " + o.opt.Credentials +
			" (mode 0600) or read from the environment."
		for _, r := range row.Prose(note, min(a.width-4, 72)) {
			rows = append(rows, " "+a.th.Hint.Render(r))
		}
	}
	return rows
}
