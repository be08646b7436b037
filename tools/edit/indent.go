package edit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// indentation is one old line's blanks at the start and the file's for the same line.
type indentation struct{ old, file string }

// indentRule is one way to turn the indentation of the call into that of the file; it has an inverse.
type indentRule struct {
	kind   ruleKind
	prefix string // add, remove
	unit   int    // spaces for a tab
	depth  int    // levels that the file has more than old
	unsure int    // spacesToTabs: the first level that may be tabs or spaces; 0 when there is none
}

type ruleKind int

const (
	addPrefix ruleKind = iota
	removePrefix
	spacesToTabs
	tabsToSpaces
)

// indentStyle is how a file indents.
type indentStyle struct {
	none bool // no line is indented
	tabs bool
	unit int // spaces of one level; 0 when unknown
	odd  int // most spaces that follow a tab in an indentation
}

// style finds how the file indents: tabs if more lines start with one, else the most frequent step
// between neighbouring lines.
func (d *document) style() indentStyle {
	if d.indent != nil {
		return *d.indent
	}
	tabs, spaces, odd, last := 0, 0, 0, 0
	var steps [9]int
	for i := range d.count() {
		line := d.lineBytes(i)
		n := leadingSpaces(line)
		switch {
		case n == len(line):
			continue
		case line[n] == '\t':
			tabs++
			odd = max(odd, leadingSpaces(bytes.TrimLeft(line[n:], "\t")))
			continue
		case n > 1:
			spaces++
		}
		if step := n - last; step > 1 && step < len(steps) {
			steps[step]++
		}
		last = n
	}
	s := indentStyle{none: tabs+spaces == 0, tabs: tabs > spaces, odd: odd}
	for n, count := range steps {
		if count > 0 && (s.unit == 0 || count > steps[s.unit]) {
			s.unit = n
		}
	}
	d.indent = &s
	return s
}

func leadingSpaces(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// tryRules returns every rule that could explain the lines, read off the first one.
func tryRules(lines []indentation, style indentStyle) []indentRule {
	first := lines[0]
	var out []indentRule
	if p, ok := strings.CutSuffix(first.file, first.old); ok {
		out = append(out, indentRule{kind: addPrefix, prefix: p})
	}
	if p, ok := strings.CutSuffix(first.old, first.file); ok {
		out = append(out, indentRule{kind: removePrefix, prefix: p})
	}
	if style.none {
		return out
	}
	kind := tabsToSpaces
	if usesTabs(lines, style) {
		kind = spacesToTabs
	}
	var units []int
	for _, unit := range []int{style.unit, 4, 2, 8, 3} {
		if unit > 1 && !slices.Contains(units, unit) {
			units = append(units, unit)
			r := indentRule{kind: kind, unit: unit}.at(first)
			if style.odd >= unit {
				r.unsure = deepest(lines) + 1
			}
			out = append(out, r)
		}
	}
	return out
}

// deepest returns the most tabs of a matched line. Where a file has lines with a level's worth of spaces
// after their tabs, spaces beyond that could be either.
func deepest(lines []indentation) int {
	n := 0
	for _, l := range lines {
		n = max(n, strings.Count(l.file, "\t"))
	}
	return n
}

// fitting returns the rules that explain all lines.
func fitting(rules []indentRule, lines []indentation) []indentRule {
	var out []indentRule
	for _, r := range rules {
		if r.fits(lines) {
			out = append(out, r)
		}
	}
	return out
}

// usesTabs says how the matched lines of the file are indented; where none is, how the file is.
func usesTabs(lines []indentation, style indentStyle) bool {
	for _, l := range lines {
		if l.file != "" {
			return strings.Contains(l.file, "\t")
		}
	}
	return style.tabs
}

// at sets the depth from one line.
func (r indentRule) at(l indentation) indentRule {
	r.depth = levels(l.file, r.unit) - levels(l.old, r.unit)
	return r
}

// levels counts tabs, or spaces by unit.
func levels(s string, unit int) int {
	return strings.Count(s, "\t") + strings.Count(s, " ")/unit
}

func (r indentRule) fits(lines []indentation) bool {
	for _, l := range lines {
		if got, ok := r.carry(l.old); !ok || got != l.file {
			return false
		}
	}
	return true
}

// carry turns an indentation of the call into the file's; false when the rule does not reach it.
func (r indentRule) carry(s string) (string, bool) {
	switch r.kind {
	case addPrefix:
		return r.prefix + s, true
	case removePrefix:
		return strings.CutPrefix(s, r.prefix)
	case spacesToTabs:
		n := len(s)/r.unit + r.depth
		if strings.Contains(s, "\t") || n < 0 || r.unsure > 0 && n >= r.unsure {
			return "", false
		}
		return strings.Repeat("\t", n) + strings.Repeat(" ", len(s)%r.unit), true
	}
	spaces := strings.TrimLeft(s, "\t")
	n := len(s) - len(spaces) + r.depth
	if strings.Contains(spaces, "\t") || len(spaces) >= r.unit || n < 0 {
		return "", false
	}
	return strings.Repeat(" ", n*r.unit) + spaces, true
}

// String describes the rule for a note.
func (r indentRule) String() string {
	switch r.kind {
	case addPrefix:
		return "shifted right by " + describeBlanks(r.prefix)
	case removePrefix:
		return "shifted left by " + describeBlanks(r.prefix)
	}
	s := fmt.Sprintf("written with tabs for %d spaces", r.unit)
	if r.kind == tabsToSpaces {
		s = fmt.Sprintf("written with %d spaces for a tab", r.unit)
	}
	if r.depth != 0 {
		s += fmt.Sprintf(", %+d levels", r.depth)
	}
	return s
}

func describeBlanks(s string) string {
	tabs, spaces := strings.Count(s, "\t"), strings.Count(s, " ")
	var parts []string
	if tabs > 0 {
		parts = append(parts, plural(tabs, "tab"))
	}
	if spaces > 0 {
		parts = append(parts, plural(spaces, "space"))
	}
	if odd := utf8.RuneCountInString(s) - tabs - spaces; odd > 0 {
		parts = append(parts, plural(odd, "odd space"))
	}
	return strings.Join(parts, " and ")
}

// chooseRule picks the rule by which news are re-indented. Rules that give the same are one. Of rules
// that differ only one that shifts no level can win: the file's own unit, or in a file indented with
// tabs the unit of the call.
func chooseRule(rules []indentRule, olds, news []string, style indentStyle) (indentRule, []string, bool) {
	var best indentRule
	var out []string
	clear := true
	for _, r := range rules {
		got, ok := r.carryAll(news)
		switch {
		case !ok:
		case out == nil:
			best, out = r, got
		case !slices.Equal(out, got):
			clear = false
		}
	}
	if clear {
		return best, out, out != nil
	}
	unit := style.unit
	if style.tabs {
		unit = spaceUnit(append(slices.Clone(olds), news...))
	}
	for _, r := range rules {
		if r.kind >= spacesToTabs && r.depth == 0 && r.unit == unit {
			got, ok := r.carryAll(news)
			return r, got, ok
		}
	}
	return indentRule{}, nil, false
}

func (r indentRule) carryAll(indents []string) ([]string, bool) {
	out := make([]string, len(indents))
	for i, s := range indents {
		got, ok := r.carry(s)
		if !ok {
			return nil, false
		}
		out[i] = got
	}
	return out, true
}

// spaceUnit returns the greatest common divisor of the indentations, in spaces.
func spaceUnit(indents []string) int {
	unit := 0
	for _, s := range indents {
		for a, b := unit, len(s); ; a, b = b, a%b {
			if b == 0 {
				unit = a
				break
			}
		}
	}
	return unit
}
