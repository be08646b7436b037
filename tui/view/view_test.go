package view

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

const evil = "a\tb\x1b]0;t\x07\x1b[2J\u202e中文" + "\x1b[31mred"

func bodies() []tools.Body {
	return []tools.Body{
		tools.Text{Text: evil + "\n" + strings.Repeat("long ", 60)}, tools.Markdown{Text: "# " + evil},
		tools.NewDiff("a\x1b.go", []byte(evil), []byte(evil+evil)),
		tools.File{Path: evil, First: 98, Lines: []string{evil, "", strings.Repeat("x", 200)}, Total: 200},
		tools.Command{Command: evil, Output: evil}, tools.List{Items: []string{evil, "b"}, More: 4},
		tools.Table{Header: []string{evil, "b"}, Rows: [][]string{{evil, evil, evil}, {}}},
		tools.Image{Path: evil, MIME: "image/png", Width: 10, Height: 20, Bytes: 30},
	}
}

// Every kind fits into every width, and nothing of it acts on the terminal.
func TestRowsFit(t *testing.T) {
	th, _ := theme.New(theme.Options{Name: "dark"})
	for _, body := range bodies() {
		for _, v := range []tools.View{Clean(tools.View{Subject: evil, Summary: evil, Body: body}), Exact(tools.View{Subject: evil, Body: body})} {
			for _, width := range []int{16, 36, 76, 200} {
				for i, r := range Rows(v.Body, width, th) {
					if w := row.Width(r); w > width {
						t.Errorf("%T at %d: row %d has %d cells: %q", body, width, i, w, r)
					}
					if strings.ContainsFunc(ansi.Strip(r), func(r rune) bool { return r < ' ' || r == 0x202e }) || strings.Contains(r, "\x1b]") {
						t.Errorf("%T: row %d can act: %q", body, i, r)
					}
				}
			}
		}
	}
}

func TestExactShowsWhatRuns(t *testing.T) {
	th, _ := theme.New(theme.Options{Name: "mono"})
	v := Exact(tools.View{Body: tools.Command{Command: "ls\u200b -l" + strings.Repeat(" ", 20) + "# x\nrm y"}})
	got := strings.Join(CommandRows(v.Body.(tools.Command).Command, 80, th), "\n")
	if diff := cmp.Diff("$ ls<U+200B> -l<20 blanks># x\n  rm y", ansi.Strip(got)); diff != "" {
		t.Error(diff)
	}
}

func TestLongOutputIsShortened(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintln(&b, "line", i)
	}
	text := Clean(tools.View{Body: tools.Command{Output: b.String()}}).Body.(tools.Command).Output
	lines := strings.Split(text, "\n")
	if len(lines) > keptLines+1 || lines[0] != "line 0" || lines[len(lines)-1] != "line 999" || !strings.Contains(text, "(800 more lines)") {
		t.Errorf("%d lines kept, first %q, last %q", len(lines), lines[0], lines[len(lines)-1])
	}
}
