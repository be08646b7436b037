package edit

import (
	"slices"
	"strings"
)

// calling perturbs the call, line by line.
func calling(f func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t := s.trial(same, f)
		return t, text(t.olds) != text(s.olds)
	}
}

// blankPerturbations differ in blanks that are not indentation.
func blankPerturbations() []perturbation {
	return []perturbation{
		{"exact", func(s sample) (trial, bool) { return s.trial(same, same), true }},
		{"exact, no line end at the end", noLastEnd},
		{"trailing blanks in the file", trailingInFile},
		{"trailing blanks in the call", calling(func(l string) string { return prefixed(l, "  ") })},
		{"trailing blanks in old_string only", trailingInOld},
		{"blank lines at the ends", func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.edits = []Edit{{Old: "\n" + text(t.olds) + "\n\n", New: "\n" + text(t.news) + "\n\n"}}
			return t, s.pre[len(s.pre)-1] != "" || s.post[0] != ""
		}},
	}
}

// prefixed puts a before b unless one of them is nothing.
func prefixed(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return a + b
}

func noLastEnd(s sample) (trial, bool) {
	t := s.trial(same, same)
	t.edits = []Edit{{Old: strings.TrimSuffix(text(t.olds), "\n"), New: strings.TrimSuffix(text(t.news), "\n")}}
	return t, s.news[len(s.news)-1] != ""
}

func trailingInFile(s sample) (trial, bool) {
	t := s.trial(same, same)
	for i, line := range s.olds {
		t.file[i] = line + []string{"  ", "", "\t"}[i%3] + "\n"
	}
	return t, true
}

func trailingInOld(s sample) (trial, bool) {
	t := s.trial(same, same)
	for i := range s.olds {
		t.olds[i] += []string{"", " ", "\t "}[i%3]
	}
	t.edits[0].Old = text(t.olds)
	t.olds = s.olds
	return t, true
}

// indentPerturbations differ in indentation, by one rule for all lines.
func indentPerturbations() []perturbation {
	return []perturbation{
		{"indent added, tab", calling(func(l string) string { return prefixed("\t", l) })},
		{"indent added, 2 spaces", calling(func(l string) string { return prefixed("  ", l) })},
		{"indent added, 4 spaces", calling(func(l string) string { return prefixed("    ", l) })},
		{"indent removed", indentRemoved},
		{"tabs to 4 spaces", tabsTo(4)},
		{"tabs to 2 spaces", tabsTo(2)},
		{"tabs to 8 spaces", tabsTo(8)},
		{"2 spaces to tabs", spacesTo(2)},
		{"4 spaces to tabs", spacesTo(4)},
		{"indent removed, trailing blanks", func(s sample) (trial, bool) {
			t, ok := indentRemoved(s)
			for i, line := range s.olds {
				t.file[i] = line + []string{" ", ""}[i%2] + "\n"
			}
			return t, ok
		}},
	}
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, blanks))] }

// indentRemoved takes the blanks off that all lines share, new ones too.
func indentRemoved(s sample) (trial, bool) {
	common := ""
	for i, line := range slices.Concat(s.olds, s.news) {
		if i == 0 {
			common = indentOf(line)
		}
		for line != "" && !strings.HasPrefix(line, common) {
			common = common[:len(common)-1]
		}
	}
	return calling(func(l string) string { return strings.TrimPrefix(l, common) })(s)
}

// tabsTo writes the call with spaces. Where a line goes on with a tab's worth of spaces after its tabs,
// or has spaces before them, what was a tab cannot be told any more.
func tabsTo(unit int) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t, ok := calling(func(line string) string {
			in := indentOf(line)
			return strings.ReplaceAll(in, "\t", strings.Repeat(" ", unit)) + line[len(in):]
		})(s)
		for _, line := range slices.Concat(s.olds, s.news) {
			spaces := strings.TrimLeft(indentOf(line), "\t")
			if strings.TrimSpace(line) != "" && (strings.Contains(spaces, "\t") || len(spaces) >= unit) {
				t.unsure = "tabs and as many spaces as stand for one look alike"
			}
		}
		return t, ok
	}
}

// spacesTo writes the call with tabs. A window with one indentation alone does not say how many spaces
// a tab is.
func spacesTo(unit int) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t, ok := calling(func(line string) string {
			in := indentOf(line)
			return strings.ReplaceAll(in, strings.Repeat(" ", unit), "\t") + line[len(in):]
		})(s)
		wide := map[int]bool{}
		for i, line := range slices.Concat(s.olds, s.news) {
			in := indentOf(line)
			if strings.Contains(in, "\t") {
				return t, false
			}
			if strings.TrimSpace(line) == "" {
				continue
			}
			if i < len(s.olds) {
				wide[len(in)] = true
			} else if !wide[len(in)] && len(wide) == 1 {
				t.unsure = "one indentation alone does not say how wide a tab is"
			}
		}
		return t, ok
	}
}

// lineEndPerturbations differ in line ends and byte order marks.
func lineEndPerturbations() []perturbation {
	lf, crlf := func(int) string { return "\n" }, func(int) string { return "\r\n" }
	return []perturbation{
		{"crlf file", lineEnds(crlf, same)},
		{"crlf file and call", lineEnds(crlf, toCRLF)},
		{"crlf call", lineEnds(lf, toCRLF)},
		{"mixed line ends", lineEnds(func(i int) string { return []string{"\n", "\r\n", "\r\n"}[i%3] }, same)},
		{"crlf file, trailing blanks", func(s sample) (trial, bool) {
			t, ok := lineEnds(crlf, same)(s)
			for i, line := range s.olds {
				t.file[i] = line + " \r\n"
			}
			return t, ok
		}},
		{"byte order mark", func(s sample) (trial, bool) { return atStart(s, same), true }},
		{"byte order mark in the call too", func(s sample) (trial, bool) {
			return atStart(s, func(s string) string { return byteOrderMark + s }), true
		}},
		{"no final line end", func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.tail, t.file[len(t.file)-1] = "", s.olds[len(s.olds)-1]
			return t, s.news[len(s.news)-1] != ""
		}},
	}
}

func toCRLF(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// atStart has the window at the start of a file with a byte order mark.
func atStart(s sample, old func(string) string) trial {
	t := s.trial(same, same)
	t.head = byteOrderMark
	t.edits[0].Old = old(t.edits[0].Old)
	return t
}

// lineEnds ends line i of the file by end(i); new lines take the end of most lines of the window.
func lineEnds(end func(int) string, call func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t := s.trial(same, same)
		i, n := 0, map[string]int{}
		write := func(lines []string) (out []string) {
			for _, line := range lines {
				out = append(out, line+end(i))
				n[end(i)]++
				i++
			}
			return out
		}
		t.head = strings.Join(write(s.pre), "")
		clear(n)
		t.file = write(s.olds)
		if n["\r\n"] > n["\n"] {
			t.term = "\r\n"
		}
		even := n["\r\n"] == n["\n"]
		clear(n)
		t.tail = strings.Join(write(s.post), "")
		if even {
			t.term = "\r\n" // of the three ends two are this one, and so are most of the file's
		}
		t.edits = []Edit{{Old: call(text(t.olds)), New: call(text(t.news))}}
		return t, true
	}
}
