package transcript

import (
	"strings"

	"beestown/tui/row"
)

// Header is the card at the beginning: what runs, where, with what.
type Header struct {
	cache
	facts Facts
}

// Facts is what the header shows; empty parts are left out.
type Facts struct {
	Version, Model, Endpoint string
	Place                    string   // directory and branch: "~/src/app (main)"
	Project                  string   // what was loaded: "AGENTS.md loaded"
	Tools, MCP, Rules        string   // "tools 14", "MCP 2/2 ready", "rules 3 allow, 1 deny"
	Tips                     []string // prompts to try
	Demo                     bool
}

// NewHeader returns a header.
func NewHeader(f Facts) *Header { return &Header{facts: f} }

// Set changes the facts.
func (h *Header) Set(f Facts) {
	h.facts = f
	h.touch()
}

// Tight implements Item.
func (h *Header) Tight() bool { return false }

// Height implements Item.
func (h *Header) Height(l *Look) int { return len(h.rowsAt(l)) }

// Row implements Item.
func (h *Header) Row(l *Look, i int) string { return h.rowsAt(l)[i] }

func (h *Header) rowsAt(l *Look) []string {
	return h.get(l, func() []string { return h.draw(l) })
}

func (h *Header) draw(l *Look) []string {
	f := h.facts
	more := l.Theme.Glyphs.More
	name := " " + l.Theme.Bold.Render(strings.TrimSpace("BeesTown "+f.Version))
	if f.Demo {
		name += "  " + l.Theme.Selected.Render(" DEMO ")
	}
	if l.Width < narrow {
		rows := []string{name + "  " + f.Model, " " + f.Place, " " + join("  ", f.Tools, f.MCP)}
		return cutAll(rows, l.Width, more)
	}
	model := f.Model
	if f.Endpoint != "" {
		model += " @ " + f.Endpoint
	}
	rows := []string{
		name + "  " + model,
		" " + join("  ", f.Place, f.Project),
		" " + join("   ", f.Tools, f.MCP, f.Rules),
	}
	if f.Demo {
		rows = append(rows, " "+l.Theme.Hint.Render("The answers of this tour are scripted; the tools and the files are real."))
	}
	for i, tip := range f.Tips {
		label := "      "
		if i == 0 {
			rows = append(rows, "")
			label = l.Theme.Hint.Render("Try   ")
		}
		rows = append(rows, " "+label+tip)
	}
	return cutAll(rows, l.Width, more)
}

func cutAll(rows []string, width int, mark string) []string {
	kept := rows[:0]
	for i, r := range rows {
		if i > 0 && i < 3 && strings.TrimSpace(r) == "" {
			continue
		}
		kept = append(kept, row.Cut(r, width, mark))
	}
	return kept
}

func join(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
