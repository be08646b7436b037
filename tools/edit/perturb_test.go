package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func text(lines []string) string { return strings.Join(lines, "\n") + "\n" }

func mapLines(lines []string, f func(string) string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = f(line)
	}
	return out
}

func same(s string) string { return s }

// call is a perturbed call with what must become of it.
type call struct {
	content string
	edit    Edit
	want    string // "" when it must be refused
}

// perturbation makes a call from a sample; ok is false when the sample does not lend itself to it.
type perturbation struct {
	name string
	make func(s sample) (c call, ok bool)
}

// calling perturbs only the call, line by line.
func calling(f func(string) string) func(sample) (call, bool) {
	return wrapped(func(lines []string) string { return text(mapLines(lines, f)) })
}

// wrapped perturbs only the call, text by text.
func wrapped(f func([]string) string) func(sample) (call, bool) {
	return func(s sample) (call, bool) {
		before, after := s.build(same)
		c := call{text(before), Edit{Old: f(s.olds), New: f(s.newText())}, text(after)}
		return c, c.edit.Old != text(s.olds)
	}
}

// filing perturbs only the window in the file.
func filing(f func(string) string) func(sample) (call, bool) {
	return func(s sample) (call, bool) {
		before, after := s.build(f)
		c := call{text(before), Edit{Old: text(s.olds), New: text(s.newText())}, text(after)}
		return c, text(mapLines(s.olds, f)) != text(s.olds)
	}
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, "\t"))] }

func expandTabs(unit int) func(string) string {
	return func(line string) string {
		in := indentOf(line)
		return strings.Repeat(" ", unit*len(in)) + line[len(in):]
	}
}

func commonIndent(lines []string) string {
	common := strings.Repeat("\t", 20)
	for _, line := range lines {
		if strings.TrimSpace(line) != "" && len(indentOf(line)) < len(common) {
			common = indentOf(line)
		}
	}
	return common
}

var (
	smart   = strings.NewReplacer(`"`, "“", "'", "’", "-", "–")
	accents = strings.NewReplacer("e", "é", "u", "ü")
)

func perturbations() []perturbation {
	return []perturbation{
		{"exact", func(s sample) (call, bool) { c, _ := calling(same)(s); return c, true }},
		{"trailing blanks lost", trailingLost},
		{"indent added", calling(func(l string) string { return prefixed("\t", l) })},
		{"indent added in spaces file", spacesFile(func(l string) string { return prefixed("    ", l) })},
		{"indent removed", indentRemoved},
		{"tabs to 4 spaces", calling(expandTabs(4))},
		{"tabs to 2 spaces", calling(expandTabs(2))},
		{"spaces to tabs", spacesFile(func(l string) string { return strings.ReplaceAll(l, "    ", "\t") })},
		{"crlf file", lineEnds(func(int) string { return "\r\n" })},
		{"crlf call", wrapped(func(l []string) string { return strings.ReplaceAll(text(l), "\n", "\r\n") })},
		{"mixed line ends", lineEnds(func(i int) string { return []string{"\n", "\r\n", "\r\n"}[i%3] })},
		{"byte order mark", byteOrder},
		{"smart punctuation in call", calling(smart.Replace)},
		{"smart punctuation in file", filing(smart.Replace)},
		{"nfd call", unicodeForm(same, norm.NFD.String)},
		{"nfd file", unicodeForm(norm.NFD.String, same)},
		{"line numbers, tab", lineNumbers("%d\t%s")},
		{"line numbers, arrow", lineNumbers("%6d→%s")},
		{"line numbers, bar", lineNumbers("%05d| %s")},
		{"fenced", wrapped(func(l []string) string { return "```go\n" + text(l) + "```\n" })},
		{"json escaped", wrapped(jsonEscaped)},
		{"quotes escaped", calling(func(l string) string { return strings.ReplaceAll(l, `"`, `\"`) })},
		{"html entities", htmlEscaped},
		{"final newline missing", finalNewline},
		{"blank lines at ends", wrapped(func(l []string) string { return "\n" + text(l) + "\n\n" })},
		{"ambiguous, start_line", func(s sample) (call, bool) { return twice(s, len(s.pre)+1) }},
		{"ambiguous", func(s sample) (call, bool) { return twice(s, 0) }},
		{"elided", elidedOld},
		{"already applied", alreadyApplied},
		{"placeholder", placeholder},
		{"invented line", inventedLine},
		{"uneven indentation", unevenIndent},
	}
}

func prefixed(prefix, line string) string {
	if line == "" {
		return ""
	}
	return prefix + line
}

func trailingLost(s sample) (call, bool) {
	c := call{edit: Edit{Old: text(s.olds), New: text(s.newText())}}
	file := make([]string, len(s.olds))
	for i, line := range s.olds {
		file[i] = line + []string{"  ", "", "\t"}[i%3]
	}
	var after []string
	for _, n := range s.news {
		if n.from >= 0 {
			n.text = file[n.from]
		}
		after = append(after, n.text)
	}
	c.content = text(s.pre) + text(file) + text(s.post)
	c.want = text(s.pre) + text(after) + text(s.post)
	return c, true
}

func indentRemoved(s sample) (call, bool) {
	prefix := commonIndent(append(s.newText(), s.olds...))
	return calling(func(l string) string { return strings.TrimPrefix(l, prefix) })(s)
}

// spacesFile has the whole file indented by 4 spaces; f makes the call from such lines.
func spacesFile(f func(string) string) func(sample) (call, bool) {
	return func(s sample) (call, bool) {
		spaces := expandTabs(4)
		s.pre, s.post = mapLines(s.pre, spaces), mapLines(s.post, spaces)
		before, after := s.build(spaces)
		call4 := func(lines []string) string { return text(mapLines(mapLines(lines, spaces), f)) }
		c := call{text(before), Edit{Old: call4(s.olds), New: call4(s.newText())}, text(after)}
		return c, c.edit.Old != text(mapLines(s.olds, spaces)) && noInnerSpaces(s)
	}
}

// noInnerSpaces keeps samples out whose lines are aligned with spaces of their own.
func noInnerSpaces(s sample) bool {
	return !strings.Contains(text(s.olds)+text(s.newText()), "    ")
}

// lineEnds ends line i of the file by end(i): a kept line keeps its end, a new one takes that of most
// lines of the window, or else of the file.
func lineEnds(end func(int) string) func(sample) (call, bool) {
	return func(s sample) (call, bool) {
		var before, after strings.Builder
		write := func(b *strings.Builder, line, end string) { b.WriteString(line + end) }
		crlf := 0
		n := len(s.pre)
		for i := range s.olds {
			if end(n+i) == "\r\n" {
				crlf++
			}
		}
		most := "\n"
		if 2*crlf >= len(s.olds) {
			most = "\r\n"
		}
		for i, line := range s.pre {
			write(&before, line, end(i))
			write(&after, line, end(i))
		}
		for i, line := range s.olds {
			write(&before, line, end(n+i))
		}
		for _, line := range s.news {
			if line.from >= 0 {
				write(&after, line.text, end(n+line.from))
			} else {
				write(&after, line.text, most)
			}
		}
		for i, line := range s.post {
			write(&before, line, end(n+len(s.olds)+i))
			write(&after, line, end(n+len(s.olds)+i))
		}
		return call{before.String(), Edit{Old: text(s.olds), New: text(s.newText())}, after.String()}, true
	}
}

func byteOrder(s sample) (call, bool) {
	s.pre = nil
	before, after := s.build(same)
	old := text(s.olds)
	if len(s.post)%2 == 0 {
		old = byteOrderMark + old
	}
	return call{byteOrderMark + text(before), Edit{Old: old, New: text(s.newText())}, byteOrderMark + text(after)}, true
}

func unicodeForm(file, call1 func(string) string) func(sample) (call, bool) {
	return func(s sample) (call, bool) {
		s.olds = mapLines(s.olds, accents.Replace)
		for i := range s.news {
			s.news[i].text = accents.Replace(s.news[i].text)
		}
		before, after := s.build(file)
		c := call{text(before), Edit{Old: call1(text(s.olds)), New: call1(text(s.newText()))}, text(after)}
		return c, !strings.Contains(c.content, c.edit.Old)
	}
}

func lineNumbers(format string) func(sample) (call, bool) {
	return func(s sample) (call, bool) {
		number := func(lines []string) string {
			out := make([]string, len(lines))
			for i, line := range lines {
				out[i] = fmt.Sprintf(format, len(s.pre)+1+i, line)
			}
			return text(out)
		}
		return wrapped(number)(s)
	}
}

func jsonEscaped(lines []string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text(lines)); err != nil {
		panic(err)
	}
	return strings.Trim(b.String(), "\n")[1 : b.Len()-2]
}

func htmlEscaped(s sample) (call, bool) {
	return calling(html.EscapeString)(s)
}

func finalNewline(s sample) (call, bool) {
	s.post = nil
	before, after := s.build(same)
	if s.news[len(s.news)-1].text == "" {
		return call{}, false
	}
	return call{
		strings.TrimSuffix(text(before), "\n"), Edit{Old: text(s.olds), New: text(s.newText())},
		strings.TrimSuffix(text(after), "\n"),
	}, true
}

func twice(s sample, line int) (call, bool) {
	before, after := s.build(same)
	c := call{text(before) + text(s.olds), Edit{Old: text(s.olds), New: text(s.newText()), StartLine: line}, ""}
	if line > 0 {
		c.want = text(after) + text(s.olds)
	}
	return c, true
}

func elidedOld(s sample) (call, bool) {
	c, _ := calling(same)(s)
	c.edit.Old = text([]string{s.olds[0], "...", s.olds[len(s.olds)-1]})
	c.want = ""
	return c, len(s.olds) > 3
}

func alreadyApplied(s sample) (call, bool) {
	c, _ := calling(func(l string) string { return prefixed("  ", l) })(s)
	c.content, c.want = c.want, ""
	return c, true
}

func placeholder(s sample) (call, bool) {
	c, _ := calling(same)(s)
	c.edit.New += "\t// ... rest of the function unchanged\n"
	c.want = ""
	return c, true
}

func inventedLine(s sample) (call, bool) {
	c, _ := calling(same)(s)
	c.edit.Old = text(append(s.olds[:len(s.olds)-1:len(s.olds)-1], "\tinvented := 1"))
	c.want = ""
	return c, true
}

func unevenIndent(s sample) (call, bool) {
	c, _ := calling(same)(s)
	lines := append([]string{}, s.olds...)
	lines[0] = "\t" + lines[0]
	c.edit.Old = text(lines)
	c.want = ""
	return c, strings.TrimSpace(strings.Join(s.olds[1:], "")) != "" && strings.TrimSpace(s.olds[0]) != ""
}

// outcome runs a call and says what became of it.
func outcome(c call) string {
	got, err := Apply([]byte(c.content), c.edit)
	var r *Refusal
	switch {
	case errors.As(err, &r) && c.want == "":
		return "refused"
	case errors.As(err, &r):
		return "missed: " + r.Message
	case err != nil:
		return "error: " + err.Error()
	case string(got.Content) == c.want:
		return "exact"
	}
	return "corrupt"
}

func TestPerturbations(t *testing.T) {
	samples := realSamples(t, 60)
	t.Logf("%-30s %6s %6s %8s %8s", "perturbation", "calls", "exact", "refused", "corrupt")
	calls, decidable, exact := 0, 0, 0
	for _, p := range perturbations() {
		n := map[string]int{}
		total := 0
		for _, s := range samples {
			s.news = append([]newLine{}, s.news...)
			c, ok := p.make(s)
			if !ok {
				continue
			}
			total++
			kind, why, _ := strings.Cut(outcome(c), ": ")
			n[kind]++
			if c.want != "" {
				decidable++
			}
			if kind == "corrupt" || kind == "error" {
				got, _ := Apply([]byte(c.content), c.edit)
				t.Errorf("%s, %s: corrupt (%s %s)\nold %q\nnew %q\nlines %v", p.name, s.name, got.Note, why, c.edit.Old, c.edit.New, got.Spans)
			}
			if kind == "missed" {
				t.Logf("%s, %s: refused\nold %q\nnew %q\n%s", p.name, s.name, c.edit.Old, c.edit.New, why)
			}
		}
		calls += total
		exact += n["exact"]
		t.Logf("%-30s %6d %6d %8d %8d", p.name, total, n["exact"], n["refused"]+n["missed"], n["corrupt"])
		if total == 0 {
			t.Errorf("%s: no sample lends itself to it", p.name)
		}
	}
	t.Logf("%d calls, %d of %d decidable ones applied exactly", calls, exact, decidable)
	if 100*exact < 99*decidable {
		t.Errorf("%d of %d decidable calls applied exactly, want 99 %%", exact, decidable)
	}
}
