package edit

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// What a message shows at most.
const (
	maxBlock    = 24  // lines of the file
	maxPairs    = 4   // differing lines, each as a - and + pair
	maxListed   = 10  // places
	maxLineShow = 400 // bytes of one line
)

// tried names what was tried for r, so that the model does not try it again.
func tried(r request) string {
	s := "Tried exact text, then whole lines ignoring trailing blanks, variants of Unicode characters, one uniform indentation and blank lines at the ends, then without a Markdown fence, line numbers or escapes."
	if nonBlank(r.old, minIndentText) < minIndentText {
		s += fmt.Sprintf(" Indentation is not ignored for text of under %d characters.", minIndentText)
	}
	return s
}

// notFound explains that no step found old_string.
func (d *document) notFound(r request) error {
	olds, _ := splitLines(r.old)
	if line, text := d.elided(olds); line > 0 {
		return refuse(CodeNoMatch, "line %d of old_string is %q, which is not in the file; old_string must be contiguous text. Use a shorter old_string, or start_line, end_line and new_content", line, clip(text, 100))
	}
	news, _ := splitLines(r.new)
	if nonBlank(r.new, minIndentText) == minIndentText {
		if at := d.windows(level{}, news, 0, d.count()); len(at) == 1 && d.gone(olds, news, at[0]) {
			return &Refusal{Code: CodeApplied, Near: Span{at[0] + 1, at[0] + len(news)},
				Message: "old_string is not in the file and new_string is already at " + lineRange(at[0], len(news)) + "; the edit looks applied, nothing to do"}
		}
	}
	head := "old_string not found (" + plural(d.count(), "line") + " in the file)."
	c, ok := d.closest(olds)
	if !ok {
		return refuse(CodeNoMatch, "%s No place in the file is similar%s. Read the file again and copy the text from it.\n%s", head, d.rarest(olds), tried(r))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s Closest: %s, %d of %s equal.", head, lineRange(c.at, len(olds)), c.equal, plural(len(olds), "line"))
	first := d.pairs(&b, c.at, olds, func(old, file string) bool { return old == file })
	fmt.Fprintf(&b, "The file has:\n%s%s\n%s", d.block(c.at, len(olds), first), advice(c.at, len(olds)), tried(r))
	return &Refusal{Code: CodeNoMatch, Message: b.String(), Near: Span{c.at + 1, c.at + len(olds)}, Shown: d.shown(c.at, len(olds))}
}

// shown is the lines of a block as far as it shows them whole: none of a block that is cut.
func (d *document) shown(at, n int) Span {
	if n > maxBlock {
		return Span{}
	}
	for i := at; i < at+n; i++ {
		if len(d.lineBytes(i)) > maxLineShow {
			return Span{}
		}
	}
	return Span{at + 1, at + n}
}

// gone says whether most of the lines that the edit takes out are out: new text that was cut from old
// text stands in the file before the edit as well.
func (d *document) gone(olds, news []string, at int) bool {
	near := map[string]bool{}
	spare := max(0, len(olds)-len(news)) + 1
	for i := max(0, at-spare); i < min(d.count(), at+len(news)+spare); i++ {
		near[strings.TrimRight(d.line(i), blanks)] = true
	}
	stay := map[string]bool{"": true}
	for _, line := range news {
		stay[strings.TrimRight(line, blanks)] = true
	}
	out, there := 0, 0
	for _, line := range olds {
		if line = strings.TrimRight(line, blanks); !stay[line] {
			out++
			if near[line] {
				there++
			}
		}
	}
	return 2*there < out || out == 0
}

func advice(at, n int) string {
	return fmt.Sprintf("Send these lines (without the numbers) as old_string, or start_line: %d, end_line: %d and new_content.", at+1, at+n)
}

// elided finds a line of old text that stands for others: one that the file does not have.
func (d *document) elided(olds []string) (int, string) {
	for i, line := range olds {
		t := strings.TrimSpace(line)
		if t != "..." && t != "…" && !isOmission(line) {
			continue
		}
		if len(d.windows(level{indent: true}, []string{line}, 0, d.count())) == 0 {
			return i + 1, t
		}
	}
	return 0, ""
}

// pairs writes the differing lines, old_string's after "-" and the file's after "+", and returns the
// index of the first one, or -1.
func (d *document) pairs(b *strings.Builder, at int, olds []string, equal func(old, file string) bool) int {
	var differ []int
	for i, old := range olds {
		if at+i < d.count() && !equal(old, d.line(at+i)) {
			differ = append(differ, i)
		}
	}
	if len(differ) == 0 {
		b.WriteString("\n")
		return -1
	}
	var rows strings.Builder
	for _, i := range differ[:min(len(differ), maxPairs)] {
		old, file := bothFrom(olds[i], d.line(at+i))
		fmt.Fprintf(&rows, "- %s\n+ %s\n", old, file)
	}
	fmt.Fprintf(b, " Differs at line %d", at+differ[0]+1)
	if more := len(differ) - maxPairs; more > 0 {
		fmt.Fprintf(b, " (and %d more)", len(differ)-1)
	}
	b.WriteString(" (- old_string, + file" + legend(rows.String()) + "):\n" + rows.String())
	return differ[0]
}

// legend explains the marks that visible has put into rows.
func legend(rows string) string {
	s := ""
	if strings.Contains(rows, "→") {
		s += ", → tab"
	}
	if strings.Contains(rows, "·") {
		s += ", · trailing blank"
	}
	return s
}

// bothFrom makes two lines visible; of long ones the part from shortly before the first difference.
func bothFrom(old, file string) (string, string) {
	const before = 40
	p := 0
	for p < len(old) && p < len(file) && old[p] == file[p] {
		p++
	}
	if p -= before; p <= 0 || max(len(old), len(file)) <= maxLineShow {
		return visible(old), visible(file)
	}
	for p > 0 && !utf8.RuneStart(old[p]) {
		p--
	}
	cut := fmt.Sprintf("[%d bytes]…", p)
	return cut + visible(old[p:]), cut + visible(file[p:])
}

// visible shows tabs and trailing spaces.
func visible(line string) string {
	body := strings.TrimRight(line, blanks)
	tail := strings.NewReplacer(" ", "·", "\t", "→").Replace(clip(line[len(body):], maxLineShow))
	return clip(strings.ToValidUTF8(strings.ReplaceAll(body, "\t", "→"), "\ufffd"), maxLineShow) + tail
}

// uneven explains that no single indent rule holds for a window whose lines agree otherwise.
func (d *document) uneven(w window) error {
	matched, lines := d.indentations(w)
	rules, at := tryRules(matched, d.style()), 0
	for k := 0; k < len(matched) && len(rules) > 0; k++ {
		rules = fitting(rules, matched[k:k+1])
		at = lines[k]
	}
	oldLine, fileLine := bothFrom(w.olds[at], d.line(w.at+at))
	pair := fmt.Sprintf("- %s\n+ %s\n", oldLine, fileLine)
	return d.refuseAt(w, CodeNoMatch, "old_string matches %s but for indentation, and no single shift explains every line; it breaks at line %d (- old_string, + file%s):\n%s",
		lineRange(w.at, len(w.olds)), w.at+at+1, legend(pair), strings.TrimSuffix(pair, "\n"))
}

// refuseAt refuses at a window and shows what the file has there.
func (d *document) refuseAt(w window, code Code, format string, args ...any) error {
	n := len(w.olds)
	return &Refusal{Code: code, Near: Span{w.at + 1, w.at + n}, Shown: d.shown(w.at, n),
		Message: fmt.Sprintf(format, args...) + "\nThe file has:\n" + d.block(w.at, n, -1) + advice(w.at, n)}
}

// ambiguous lists the places; how names the tolerance under which they are equal, "" if exact.
func (d *document) ambiguous(r request, lines []int, how string) error {
	slices.Sort(lines)
	first := lines[0]
	lines = slices.Compact(lines)
	var b strings.Builder
	b.WriteString("old_string occurs ")
	if len(lines) >= maxPlaces {
		b.WriteString("at least ")
	}
	if len(lines) == 1 {
		fmt.Fprintf(&b, "several times on line %d", first+1)
	} else {
		fmt.Fprintf(&b, "%d times", len(lines))
	}
	if how != "" {
		b.WriteString(" ignoring " + how)
	}
	if len(lines) > 1 {
		b.WriteString(", at lines " + listLines(lines))
	}
	if r.startLine > 0 {
		fmt.Fprintf(&b, " (not one place at start_line %d)", r.startLine)
	}
	b.WriteString("; add lines or text around it to make it unique")
	if len(lines) > 1 {
		fmt.Fprintf(&b, ", or send start_line: %d", first+1)
	}
	if how == "" {
		b.WriteString(", or replace_all: true")
	}
	b.WriteString("\n")
	shown := 0
	for _, at := range lines[:min(len(lines), maxListed)] {
		from := max(shown, at-1)
		b.WriteString(d.numbered(from, at-from+1))
		shown = at + 1
	}
	return &Refusal{Code: CodeAmbiguous, Message: strings.TrimSuffix(b.String(), "\n")}
}

func listLines(lines []int) string {
	var parts []string
	for _, at := range lines[:min(len(lines), maxListed)] {
		parts = append(parts, fmt.Sprint(at+1))
	}
	if len(lines) > maxListed {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

// block shows n lines of the file from at; of a long block the part round the line at+focus, or its
// first lines when focus is -1.
func (d *document) block(at, n, focus int) string {
	if n <= maxBlock {
		return d.numbered(at, n)
	}
	from := max(0, min(focus-maxBlock/2, n-maxBlock))
	out := d.numbered(at+from, maxBlock)
	return out + fmt.Sprintf("(%d of %s shown)\n", maxBlock, plural(n, "line"))
}

// numbered shows lines as Read does: the number, a tab, the line.
func (d *document) numbered(at, n int) string {
	var b strings.Builder
	for i := at; i < min(at+n, d.count()); i++ {
		fmt.Fprintf(&b, "%d\t%s\n", i+1, clip(strings.ToValidUTF8(d.line(i), "\ufffd"), maxLineShow))
	}
	return b.String()
}

// lineRange names n lines from at, 0-based.
func lineRange(at, n int) string {
	if n <= 1 {
		return fmt.Sprintf("line %d", at+1)
	}
	return fmt.Sprintf("lines %d-%d", at+1, at+n)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// clip cuts s to about limit bytes, at a character, and says so.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return fmt.Sprintf("%s…[%d bytes more]", s[:limit], len(s)-limit)
}
