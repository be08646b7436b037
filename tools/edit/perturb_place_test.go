package edit

import (
	"slices"
	"strings"
)

// placePerturbations name the place in other ways than by a unique text.
func placePerturbations() []perturbation {
	return []perturbation{
		{"twice, start_line", func(s sample) (trial, bool) { return twice(s, len(s.pre)+1, same), true }},
		{"twice and indented, start_line", func(s sample) (trial, bool) {
			return twice(s, len(s.pre)+1, func(l string) string { return prefixed("    ", l) }), true
		}},
		{"replace_all", func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.tail, t.end = "-\n"+text(s.olds), "-\n"+text(s.news)
			t.edits[0].ReplaceAll = true
			return t, true
		}},
		{"two edits", func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.tail, t.end = t.tail+"the very end\n", t.tail+"the end\n"
			t.edits = append(t.edits, Edit{Old: "the very end", New: "the end"})
			return t, true
		}},
	}
}

// twice has the window a second time at the end of the file.
func twice(s sample, line int, call func(string) string) trial {
	t := s.trial(same, call)
	t.tail += text(s.olds)
	t.edits[0].StartLine = line
	return t
}

// linePerturbations replace a range of lines.
func linePerturbations() []perturbation {
	ranged := func(f func(s sample, e *Edit)) func(sample) (trial, bool) {
		return func(s sample) (trial, bool) {
			t := s.trial(same, same)
			content := text(s.news)
			e := Edit{StartLine: len(s.pre) + 1, EndLine: len(s.pre) + len(s.olds), NewContent: &content}
			f(s, &e)
			t.edits = []Edit{e}
			return t, true
		}
	}
	return []perturbation{
		{"line range", ranged(func(sample, *Edit) {})},
		{"line range, no line end at the end", ranged(func(s sample, e *Edit) {
			content := strings.Join(s.news, "\n")
			e.NewContent = &content
		})},
		{"line range with old_string", ranged(func(s sample, e *Edit) { e.Old = text(s.olds) })},
		{"line range that is not old_string", refusing(CodeNoMatch, ranged(func(s sample, e *Edit) { e.Old = text(s.olds[1:]) }))},
		{"line range beyond the end", refusing(CodeValidation, ranged(func(_ sample, e *Edit) { e.EndLine += 1000 }))},
		{"line range in a crlf file", func(s sample) (trial, bool) {
			t, ok := ranged(func(sample, *Edit) {})(s)
			crlf, _ := lineEnds(func(int) string { return "\r\n" }, same)(s)
			crlf.edits = t.edits
			return crlf, ok
		}},
	}
}

// refusing is a perturbation that has to be refused.
func refusing(code Code, makeTrial func(sample) (trial, bool)) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t, ok := makeTrial(s)
		t.refuse = code
		return t, ok
	}
}

// refusals are calls that nobody can know how to apply, or that were applied already.
func refusals() []perturbation {
	olds := func(f func(olds []string) []string) func(sample) (trial, bool) {
		return func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.edits[0].Old = text(f(slices.Clone(s.olds)))
			return t, true
		}
	}
	return []perturbation{
		{"twice", refusing(CodeAmbiguous, func(s sample) (trial, bool) { return twice(s, 0, same), true })},
		{"twice, indent added", refusing(CodeAmbiguous, func(s sample) (trial, bool) {
			return twice(s, 0, func(l string) string { return prefixed("\t", l) }), true
		})},
		{"elided", refusing(CodeNoMatch, func(s sample) (trial, bool) {
			t, _ := olds(func(o []string) []string { return []string{o[0], "...", o[len(o)-1]} })(s)
			return t, len(s.olds) > 3
		})},
		{"invented line", refusing(CodeNoMatch, olds(func(o []string) []string { return append(o[:len(o)-1], "\tinvented := 1") }))},
		{"line left out", refusing(CodeNoMatch, func(s sample) (trial, bool) {
			t, _ := olds(func(o []string) []string { return slices.Delete(o, len(o)/2, len(o)/2+1) })(s)
			return t, len(s.olds) > 2 && !strings.Contains(t.content(), t.edits[0].Old) && t.edits[0].Old != t.edits[0].New
		})},
		{"a letter changed", refusing(CodeNoMatch, olds(func(o []string) []string {
			o[0] = o[0][:len(indentOf(o[0]))] + "X" + o[0][len(indentOf(o[0])):]
			return o
		}))},
		{"uneven indentation", refusing(CodeNoMatch, func(s sample) (trial, bool) {
			t, _ := olds(func(o []string) []string { o[0] = "\t" + o[0]; return o })(s)
			return t, strings.TrimSpace(strings.Join(s.olds[1:], "")) != ""
		})},
		{"placeholder", refusing(CodeValidation, func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.edits[0].New += "\t// ... rest of the function unchanged\n"
			return t, true
		})},
		{"already applied", refusing(CodeApplied, alreadyApplied)},
		{"nothing to do", refusing(CodeValidation, func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.edits[0].New = t.edits[0].Old
			return t, true
		})},
		{"one of two edits not found", refusing(CodeNoMatch, func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.edits = append(t.edits, Edit{Old: "nowhere to be found", New: "x"})
			return t, true
		})},
		{"overlapping edits", refusing(CodeValidation, func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.edits = append(t.edits, t.edits[0])
			return t, true
		})},
		{"invalid utf-8 and new characters", refusing(CodeValidation, func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.head += "// caf\xe9\n"
			t.edits[0].New += "// café\n"
			return t, true
		})},
		{"binary", refusing(CodeValidation, func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.head = "\x00\n" + t.head
			return t, true
		})},
	}
}

// alreadyApplied is the call once more on its own result, where old_string is gone. Where most lines that
// it took out stand in the file all the same, nobody can tell that it was applied.
func alreadyApplied(s sample) (trial, bool) {
	t := s.trial(same, same)
	t.file = strings.SplitAfter(text(s.news), "\n")
	out, there := 0, 0
	for _, line := range s.olds {
		if !slices.Contains(s.news, line) {
			out++
			if strings.Contains(t.content(), "\n"+line+"\n") {
				there++
			}
		}
	}
	return t, (2*there < out || out == 0) && !strings.Contains(t.content(), text(s.olds)) && nonBlank(text(s.news), 12) == 12
}
