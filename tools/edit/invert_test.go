package edit

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRealEditsInvert: a call with old and new exchanged gives the file back, however the call is
// written. Where the exchanged old text stands in the file as it is, nothing tells that the new one is
// perturbed; those calls are none of the test.
func TestRealEditsInvert(t *testing.T) {
	samples := realSamples(t)
	for _, p := range slices.Concat(blankPerturbations()[:2], indentPerturbations(), wrapPerturbations()) {
		back, kept := 0, 0
		for _, s := range samples {
			trial, ok := p.make(s)
			content := text(s.pre) + text(s.olds) + text(s.post)
			if !ok || trial.unsure != "" || trial.content() != content {
				continue
			}
			there := trial.edits[0]
			here := Edit{Old: there.New, New: there.Old, StartLine: len(s.pre) + 1}
			if !strings.HasPrefix(p.name, "exact") && strings.Contains(trial.head+text(s.news)+trial.tail, here.Old) {
				continue
			}
			got, err := ApplyAll([]byte(content), trial.edits)
			if err != nil {
				continue
			}
			again, err := Apply(got.Content, here)
			switch {
			case err != nil:
				kept++
			case string(again.Content) != content:
				t.Errorf("%s, %s: not undone (%s)\nedit %+v\ngot  %q\nwant %q", p.name, s.name, again.Note, here, again.Content, content)
			default:
				back++
			}
		}
		t.Logf("%-36s %4d undone, %4d refused", p.name, back, kept)
	}
}

// TestInverseOfAny: whatever way an edit was matched, the lines that it took away bring the file back.
func TestInverseOfAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content, e := drawEdit(t)
		e.ReplaceAll = false
		content = strings.ReplaceAll(content, "\r\n", "\n")
		if !strings.HasSuffix(content, "\n") {
			content += "\n"
		}
		if rapid.Bool().Draw(t, "crlf") {
			content = strings.ReplaceAll(content, "\n", "\r\n")
		}
		got, err := Apply([]byte(content), e)
		if err != nil || !strings.HasSuffix(e.Old, "\n") || !strings.HasSuffix(e.New, "\n") {
			return // lines may be joined or split
		}
		was := got.Matched[0]
		grown := strings.Count(string(got.Content), "\n") - strings.Count(content, "\n")
		end := was.End + grown
		if end < was.Start || was.End-was.Start+1 > 1000 {
			return // nothing is left there to replace
		}
		old := strings.Join(strings.SplitAfter(strings.TrimPrefix(content, byteOrderMark), "\n")[was.Start-1:was.End], "")
		back, err := Apply(got.Content, Edit{StartLine: was.Start, EndLine: end, NewContent: &old})
		if err == nil && string(back.Content) != content {
			t.Fatalf("%q became %q (%s), and back %q", content, got.Content, got.Note, back.Content)
		}
	})
}
