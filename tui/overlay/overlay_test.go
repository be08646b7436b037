package overlay

import (
	"strings"
	"testing"

	"beestown/tui/keys"
	"beestown/tui/row"
	"beestown/tui/theme"

	"github.com/charmbracelet/x/ansi"
)

func TestPages(t *testing.T) {
	th, _ := theme.New(theme.Options{Name: "dark"})
	m := keys.Default()
	for _, width := range []int{20, 40, 80, 120} {
		p := New("Help", Keys(m), Text("commands", [][2]string{{"/help", strings.Repeat("words ", 30)}, {"", "a paragraph"}}))
		seen := ""
		for range 60 {
			rows := p.Rows(width, 12, th)
			if len(rows) != 12 {
				t.Fatalf("%d rows, want 12", len(rows))
			}
			for _, r := range rows {
				if row.Width(r) > width {
					t.Errorf("at %d: too wide: %q", width, r)
				}
			}
			seen += ansi.Strip(strings.Join(rows, "\n"))
			p.Scroll(1)
		}
		for _, b := range m.Bindings() { // every binding is on the page
			if width >= 40 && !strings.Contains(seen, b.Help[:min(len(b.Help), 12)]) {
				t.Errorf("at %d: %s is not explained", width, b.Action)
			}
		}
		p.Select(1)
		if !strings.Contains(ansi.Strip(strings.Join(p.Rows(width, 12, th), "\n")), "/help") {
			t.Errorf("at %d: the second page is not shown", width)
		}
		p.Select(7)
	}
}
