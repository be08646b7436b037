package md

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"beestown/tui/theme"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func newRenderer(t testing.TB, o theme.Options) *Renderer {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return New(th)
}

func corpus(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".md")] = string(data)
	}
	return texts
}

func TestGolden(t *testing.T) {
	r := newRenderer(t, theme.Options{})
	for name, text := range corpus(t) {
		for _, width := range []string{"40", "80"} {
			columns := map[string]int{"40": 40, "80": 80}[width]
			got := strings.ReplaceAll(strings.Join(r.Render(text, columns), "\n"), "\x1b", "␛") + "\n"
			file := "testdata/" + name + "." + width + ".golden"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		}
	}
}

// whole renders the text as one block: what the stream must come to.
func whole(r *Renderer, text string, width int) []string {
	s := NewStream(r)
	s.Append(text)
	s.Finish()
	return r.render(s.Source(), "", width)
}

// checkRows fails for rows that a screen cannot take.
func checkRows(t *testing.T, rows []string, width int) {
	t.Helper()
	for _, row := range rows {
		if got := ansi.StringWidth(row); got > max(width, 2) {
			t.Fatalf("row of %d columns, want at most %d: %q", got, width, row)
		}
		plain := ansi.Strip(row)
		if strings.ContainsFunc(plain, isControl) || strings.Contains(row, "\x1b]") {
			t.Fatalf("control characters in %q", row)
		}
		if strings.HasSuffix(plain, " ") {
			t.Fatalf("trailing blanks in %q", row)
		}
	}
}

func TestIncrementalEqualsWhole(t *testing.T) {
	r := newRenderer(t, theme.Options{})
	for name, text := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			for end := 0; end <= len(text); end += 7 {
				s := NewStream(r)
				for from := 0; from < end; from += 16 {
					s.Append(text[from:min(from+16, end)])
				}
				checkRows(t, s.Lines(40), 40)
				s.Finish()
				if diff := cmp.Diff(whole(r, text[:end], 40), s.Lines(40), equateEmpty); diff != "" {
					t.Fatalf("prefix of %d bytes (-whole +stream):\n%s", end, diff)
				}
			}
		})
	}
}

var equateEmpty = cmp.Transformer("empty", func(rows []string) string { return strings.Join(rows, "\n") })

func TestRowsFit(t *testing.T) {
	for _, o := range []theme.Options{{}, {Name: "high-contrast", Light: true}, {Name: "mono", ASCII: true}} {
		r := newRenderer(t, o)
		for _, text := range corpus(t) {
			for _, width := range []int{1, 2, 3, 7, 20, 60, 120, 200} {
				checkRows(t, r.Render(text, width), width)
			}
		}
	}
}

// TestNothingLost compares the letters of the text with those on screen.
func TestNothingLost(t *testing.T) {
	r := newRenderer(t, theme.Options{Name: "mono"})
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, s)
	}
	text := "# One\n\nTwo *three*  \nfour\n\n- five **six**\n\n  seven\n\n      eight\n- nine\n\n> ten\n> eleven\n\n~~~\ntwelve\n~~~\n\n<p>\nthirteen\n</p>\n\nfourteen\n: fifteen\n\n[sixteen](x) `seven\\teen`"
	want := letters(strings.Replace(text, "(x)", "x", 1))
	for _, width := range []int{1, 2, 5, 20, 40, 80} {
		rows := r.Render(text, width)
		checkRows(t, rows, width)
		if diff := cmp.Diff(want, letters(ansi.Strip(strings.Join(rows, "")))); diff != "" {
			t.Errorf("width %d (-want +got):\n%s", width, diff)
		}
	}
}

func TestInline(t *testing.T) {
	tests := map[string][]string{
		"use Vec<T> or `Vec<T>` and a < b":          {"use Vec<T> or Vec<T> and a < b"},
		"one<br>two<br/>\nthree<br>":                {"one", "two", "three"},
		"a <b>bold\n  tag</b> *x*":                  {"a <b>bold tag</b> x"},
		"- Map<K, V> and\n  Set<V> in an *item*":    {"- Map<K, V> and Set<V> in an item"},
		"\\- no list \\* no *emphasis*":             {"- no list * no emphasis"},
		"1986\\. was *good*":                        {"1986. was good"},
		"# C# and `F#` #":                           {"C# and F#"},
		"- [x] done `now`\n- [ ] **open**":          {"☑ done now", "☐ open"},
		"3. three\n4. four":                         {"3. three", "4. four"},
		"|a|b|\n|-|-|\n| - 5 | 1. `x` |\n|# `h`|>|": {" a   │ b", "─────┼──────", " - 5 │ 1. x", " # h │ >"},
		"two  \nrows\\\nmore":                       {"two", "rows", "more"},
		"~~gone~~ ***both***":                       {"gone both"},
	}
	r := newRenderer(t, theme.Options{})
	for source, want := range tests {
		got := r.Render(source, 80)
		for i := range got {
			got[i] = ansi.Strip(got[i])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", source, diff)
		}
	}
}

func TestFinishedBlocksAreNotRenderedAgain(t *testing.T) {
	s := NewStream(newRenderer(t, theme.Options{}))
	s.Append("First *block*.\n\nSecond **block**.\n\n```go\nx := 1\n```\n\nThird")
	s.Lines(40)
	if s.Blocks() != 4 {
		t.Fatalf("%d blocks, want 3 finished ones and the end", s.Blocks())
	}
	first := &s.Block(0, 40)[0]
	s.Append(" block goes on.")
	s.Lines(40)
	if &s.Block(0, 40)[0] != first {
		t.Error("the first block was rendered again")
	}
	if got := s.Block(3, 40); len(got) != 1 || got[0] != "Third block goes on." {
		t.Errorf("end is %q", got)
	}
	s.Release()
	if got := s.Lines(40); len(got) != 7 || got[0] == "" {
		t.Errorf("after Release: %q", got)
	}
}

func TestLateDefinition(t *testing.T) {
	s := NewStream(newRenderer(t, theme.Options{}))
	s.Append("See [the docs][d].\n\nMore.\n\n")
	if got := ansi.Strip(s.Lines(60)[0]); got != "See [the docs][d]." {
		t.Errorf("before the definition: %q", got)
	}
	s.Append("[d]: https://example.com\n\nNext")
	if got := ansi.Strip(s.Lines(60)[0]); got != "See the docs https://example.com." {
		t.Errorf("after the definition: %q", got)
	}
}

func TestHostileText(t *testing.T) {
	r := newRenderer(t, theme.Options{})
	for _, text := range []string{
		"a\x1b[2Jb\x07\x9b31mc\rd", "&#27;[8mhidden&#x1b;]0;t&#7;", "`&#27;[8m`", "\xff\xfe\xe4\xb8",
		"[x](http://a\x1b]8;;evil\x07b)", "```\x1b[2J\n\x1b]0;t\x07\n```", "| a\tb |\n|--|\n| \tc |", "&#0;&#x9b;2J",
	} {
		rows := r.Render(text, 30)
		checkRows(t, rows, 30)
		for _, row := range rows {
			if strings.Contains(row, "\x1b[8m") || strings.Contains(row, "\x1b[2J") {
				t.Errorf("%q became %q", text, row)
			}
		}
	}
}

func FuzzStream(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text, 50, 40)
		f.Add(text[len(text)/2:], 7, 17)
	}
	f.Add("- a\n\n\n1. b\n[a]: x\n\n[a]\n~~~\n", 1, 3)
	r := newRenderer(f, theme.Options{})
	f.Fuzz(func(t *testing.T, text string, piece, width int) {
		if len(text) > 1<<10 {
			text = text[:1<<10]
		}
		piece, width = max(piece%64, 1), max(width%120, 1)
		s := NewStream(r)
		for from := 0; from < len(text); from += piece {
			s.Append(text[from:min(from+piece, len(text))])
			if from%64 < piece {
				checkRows(t, s.Lines(width), width)
			}
		}
		s.Finish()
		checkRows(t, s.Lines(width), width)
		if diff := cmp.Diff(whole(r, text, width), s.Lines(width), equateEmpty); diff != "" {
			t.Fatalf("(-whole +stream):\n%s", diff)
		}
	})
}
