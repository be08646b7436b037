package diffview

import (
	"fmt"
	"strings"
	"testing"

	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/theme"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// underlined is what a style's marks enclose in the rows, row by row.
func underlined(rows []string, mark theme.Style) string {
	var found []string
	for _, r := range rows {
		for {
			_, after, ok := strings.Cut(r, mark.Prefix)
			if !ok {
				break
			}
			inside, rest, _ := strings.Cut(after, mark.Suffix)
			found, r = append(found, ansi.Strip(inside)), rest
		}
	}
	return strings.Join(found, "|")
}

func TestMarks(t *testing.T) {
	d := tools.NewDiff("f.go",
		[]byte("same\n\tnow := time.Now()\nf(\"漢字漢字漢字\", one)\ngone\nlet path = a\\\\b\\\\c\\\\d\\\\e\\\\f\n"),
		[]byte("same\n\tnow := time.Date(x)\nf(\"漢字汉字漢字\", one)\n%%\nlet path = a\\\\b\\\\c\\\\d\\\\e\\\\g  \n"))
	for _, o := range []theme.Options{{Name: "mono"}, {}, {Name: "high-contrast"}, {Name: "dark", TrueColor: true}} {
		th, err := theme.New(o)
		if err != nil {
			t.Fatal(err)
		}
		gone, came := th.Underline, th.Underline
		if o.TrueColor {
			gone, came = th.RemovedTint, th.AddedTint
		}
		v := New(d, th)
		rows := v.Rows(100, 0, 100)
		want, both := "Now(|漢|f", "Date(x|汉|g"
		if gone == came {
			want, both = "Now(|漢|f|Date(x|汉|g", ""
		}
		if diff := cmp.Diff(want, underlined(rows, gone)); diff != "" {
			t.Errorf("%+v: %s", o, diff)
		}
		if both != "" {
			if diff := cmp.Diff(both, underlined(rows, came)); diff != "" {
				t.Errorf("%+v: %s", o, diff)
			}
		}
	}
}

// TestMarksWrapped: at any width the same characters are marked, and all of the text is there.
func TestMarksWrapped(t *testing.T) {
	th, err := theme.New(theme.Options{Name: "mono"})
	if err != nil {
		t.Fatal(err)
	}
	old, now := strings.Repeat(`a\漢`, 20)+"\told end", strings.Repeat(`a\漢`, 20)+"\tnew end"
	d := tools.NewDiff("f", []byte(old+"\n"), []byte(now+"\n"))
	for width := 14; width < 140; width++ {
		v := New(d, th)
		rows := v.Rows(width, 0, 1000)
		if got := strings.ReplaceAll(underlined(rows, th.Underline), "|", ""); got != "oldnew" {
			t.Errorf("at %d: %q is marked", width, got)
		}
		var text strings.Builder
		for _, r := range rows[1:] {
			plain := ansi.Strip(r)
			if w := row.Width(plain); w > width {
				t.Errorf("at %d: a row has %d cells", width, w)
			}
			text.WriteString(strings.ReplaceAll(plain, " ", ""))
		}
		if n := strings.Count(text.String(), "漢"); n != 40 {
			t.Errorf("at %d: %d of 40 characters", width, n)
		}
	}
}

// BenchmarkShow is a diff from two contents to the first screen, and to all of its rows.
func BenchmarkShow(b *testing.B) {
	lines := make([]string, 10_000)
	for i := range lines {
		lines[i] = fmt.Sprintf("\tvalue%d := compute(%d)\n", i, i*7)
	}
	old := strings.Join(lines, "")
	rewritten := strings.ReplaceAll(old, "value", "other")
	lines[10], lines[5000], lines[9990] = "\tx := compute(70)\n", "y\n", "\tvalue9990 := computed(1)\n"
	edited := strings.Join(lines, "")
	th, err := theme.New(theme.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, now string
		rows      int
	}{{"three edits", edited, 1000}, {"rewritten", rewritten, 50}, {"rewritten, all rows", rewritten, 1 << 20}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				New(tools.NewDiff("f.go", []byte(old), []byte(c.now)), th).Rows(100, 0, c.rows)
			}
		})
	}
}
