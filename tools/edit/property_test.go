package edit

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Texts of few words repeat themselves, so that edits hit, miss and are ambiguous often.
var (
	words    = rapid.SampledFrom([]string{"a", "foo", "bar(1)", "x := \"y\"", "é", "e\u0301", "“q”", "…", "{", "}", "// ...", "-", "\xff", "1\tz", "&lt;", `\n`})
	gaps     = rapid.SampledFrom([]string{"", " ", "\t", "    ", "\t\t", "  ", "\u00a0"})
	lineEnd  = rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\n\n"})
	snippets = rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			b.WriteString(gaps.Draw(t, "indent"))
			for range rapid.IntRange(0, 3).Draw(t, "words") {
				b.WriteString(words.Draw(t, "word") + gaps.Draw(t, "gap"))
			}
			b.WriteString(lineEnd.Draw(t, "end"))
		}
		s := b.String()
		if rapid.Bool().Draw(t, "cut") {
			s = strings.TrimRight(s, "\r\n")
		}
		return s
	})
)

// drawEdit draws a file and an edit whose old text is often a part of it, seldom quite as it stands.
func drawEdit(t *rapid.T) (string, Edit) {
	before, middle, after := snippets.Draw(t, "before"), snippets.Draw(t, "middle"), snippets.Draw(t, "after")
	content := before + middle + after
	if rapid.IntRange(0, 9).Draw(t, "bom") == 0 {
		content = byteOrderMark + content
	}
	old := middle
	switch rapid.IntRange(0, 6).Draw(t, "perturb") {
	case 0:
		old = snippets.Draw(t, "old")
	case 1:
		old = strings.ReplaceAll(old, "\t", "    ")
	case 2:
		old = "\t" + strings.ReplaceAll(old, "\n", "\n\t")
	case 3:
		old = strings.ReplaceAll(old, " \n", "\n")
	case 4:
		old = strings.ReplaceAll(old, "\"", "“") + "\n"
	}
	e := Edit{Old: old, New: snippets.Draw(t, "new"), ReplaceAll: rapid.Bool().Draw(t, "all")}
	if rapid.Bool().Draw(t, "hint") {
		e.StartLine = rapid.IntRange(0, 12).Draw(t, "start")
	}
	return content, e
}

// TestOutsideIsUntouched: what lies outside of the matched lines comes back byte for byte, and a refusal
// returns no content.
func TestOutsideIsUntouched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content, e := drawEdit(t)
		got, err := Apply([]byte(content), e)
		if err != nil {
			if got.Content != nil || len(err.Error()) == 0 {
				t.Fatalf("refused with content %q, message %q", got.Content, err)
			}
			return
		}
		checkOutside(t, content, got)
	})
}

func checkOutside(t interface{ Fatalf(string, ...any) }, content string, got Applied) {
	lines := strings.SplitAfter(content, "\n")
	first, last := got.Matched[0], got.Matched[len(got.Matched)-1]
	head := strings.Join(lines[:first.Start-1], "")
	tail := strings.Join(lines[last.End:], "")
	out := string(got.Content)
	if !strings.HasPrefix(out, head) || !strings.HasSuffix(out, tail) || len(out) < len(head)+len(tail) {
		t.Fatalf("matched %v of %q, but the result %q differs outside", got.Matched, content, out)
	}
	if out == content {
		t.Fatalf("nothing changed in %q", content)
	}
	n := strings.Count(out, "\n") + 1
	for _, s := range got.Spans {
		if s.Start < 1 || s.End < s.Start-1 || s.End > n {
			t.Fatalf("span %v in %d lines", s, n)
		}
	}
}

// TestExactEqualsReplace: with LF line ends an exact match is what package strings does.
func TestExactEqualsReplace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content, e := drawEdit(t)
		content = strings.TrimPrefix(strings.ReplaceAll(content, "\r\n", "\n"), byteOrderMark)
		got, err := Apply([]byte(content), e)
		n := strings.Count(content, plain(e.Old))
		if err != nil || n == 0 || n > 1 && !e.ReplaceAll {
			return
		}
		want := strings.ReplaceAll(content, plain(e.Old), plain(e.New))
		if string(got.Content) != want || got.Note != "" {
			t.Fatalf("got %q (%s), want %q", got.Content, got.Note, want)
		}
	})
}

// TestInverse: the edit with old and new exchanged gives the file back, at the place of the first.
func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content, e := drawEdit(t)
		e.ReplaceAll = false
		got, err := Apply([]byte(content), e)
		if err != nil || got.Note != "" || strings.Contains(content, "\r\n") {
			return
		}
		back := Edit{Old: e.New, New: e.Old, StartLine: got.Matched[0].Start}
		again, err := Apply(got.Content, back)
		if err != nil || again.Note != "" || again.Matched[0].Start != got.Matched[0].Start {
			return // the new text stands elsewhere too
		}
		if strings.Count(string(got.Content), plain(e.New)) == 1 && string(again.Content) != content {
			t.Fatalf("%q became %q, and back %q", content, got.Content, again.Content)
		}
	})
}

// TestInverseOfRange: line mode is undone by line mode, whatever the line ends of the range.
func TestInverseOfRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := strings.ReplaceAll(snippets.Draw(t, "content"), "\r\n", "\n")
		lines, _ := splitLines(content)
		if len(lines) == 0 {
			return
		}
		start := rapid.IntRange(1, len(lines)).Draw(t, "start")
		end := rapid.IntRange(start, len(lines)).Draw(t, "end")
		text := strings.ReplaceAll(snippets.Draw(t, "text"), "\r\n", "\n")
		got, err := Apply([]byte(content), Edit{StartLine: start, EndLine: end, NewContent: &text})
		news, _ := splitLines(text)
		if err != nil || len(news) == 0 {
			return
		}
		old := strings.Join(lines[start-1:end], "\n") + "\n"
		back, err := Apply(got.Content, Edit{StartLine: start, EndLine: start + len(news) - 1, NewContent: &old})
		if err == nil && string(back.Content) != content {
			t.Fatalf("%q became %q, and back %q", content, got.Content, back.Content)
		}
	})
}

// TestDisjointEdits: edits of different lines do together what they do one after the other.
func TestDisjointEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content, first := drawEdit(t)
		second := Edit{Old: words.Draw(t, "old"), New: words.Draw(t, "new")}
		one, err := Apply([]byte(content), first)
		if err != nil {
			return
		}
		two, err := Apply([]byte(content), second)
		if err != nil {
			return
		}
		both, err := ApplyAll([]byte(content), []Edit{second, first})
		if err != nil {
			return // they overlap
		}
		if grown := len(one.Content) + len(two.Content) - len(content); len(both.Content) != grown {
			t.Fatalf("together %d bytes, want %d", len(both.Content), grown)
		}
		if bytes.Equal(both.Content, one.Content) {
			t.Fatalf("the second edit is lost in %q", both.Content)
		}
	})
}

// FuzzApply looks for panics, for changes outside of the match and for refusals that carry content.
func FuzzApply(f *testing.F) {
	f.Add("a\nb\n", "a", "c", false, 0, 0)
	f.Add("\ufeff\ta“\r\n\tb\n", "a\"\nb", "c\nd", true, 1, 0)
	f.Add("x\n", "1\tx\n", "1\ty\n", false, 1, 1)
	f.Add("é\xff\n", `e\u0301\n`, "```\nx\n```", false, 0, 3)
	f.Fuzz(func(t *testing.T, content, old, text string, all bool, start, end int) {
		for _, e := range []Edit{
			{Old: old, New: text, ReplaceAll: all, StartLine: start},
			{StartLine: start, EndLine: end, NewContent: &text},
			{Old: "```\n" + old + "\n```", New: text},
		} {
			got, err := Apply([]byte(content), e)
			if err != nil {
				if got.Content != nil || strings.Count(err.Error(), "\n") > 45 {
					t.Fatalf("refusal %q with content %q", err, got.Content)
				}
				continue
			}
			checkOutside(t, content, got)
		}
	})
}
