package tools

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// marked shows spans as brackets.
func marked(line string, spans []Span) string {
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		line = line[:s.Start] + "[" + line[s.Start:s.End] + "]" + line[s.End:]
	}
	return line
}

func TestChangedSpans(t *testing.T) {
	long := strings.Repeat("x", intralineMax)
	for _, tt := range []struct{ old, new, gone, came string }{
		{"now := time.Now()", "now := time.Date()", "now := time.[Now]()", "now := time.[Date]()"},
		{"f(a)", "f(a, b)", "f(a)", "f(a[, b])"},
		{"\treturn x", "\t\treturn x", "\treturn x", "[\t]\treturn x"},
		{"claims := Claims{}", "claims := Claims{} // naïve 漢字", "claims := Claims{}", "claims := Claims{}[ // naïve 漢字]"},
		{"漢字が好き", "汉字が好き", "[漢]字が好き", "[汉]字が好き"},
		{"same", "same", "same", "same"},
		{"import os", "}", "import os", "}"},
		{"abcdefgh", "hgfedcba", "abcdefgh", "hgfedcba"}, // the same letters, another line
		{"a\xff b", "a\xff c", "a\xff b", "a\xff c"},
		{long, long + "y", long, long + "y"},
		{long[1:], long[1:] + "y", long[1:], long[1:] + "[y]"},
		{"", "x", "", "x"},
		{strings.Repeat("ab", 150), strings.Repeat("ba", 150), strings.Repeat("ab", 150), strings.Repeat("ba", 150)}, // too much work
	} {
		gone, came := ChangedSpans(tt.old, tt.new)
		if diff := cmp.Diff([2]string{tt.gone, tt.came}, [2]string{marked(tt.old, gone), marked(tt.new, came)}); diff != "" {
			t.Errorf("%.40q, %.40q: %s", tt.old, tt.new, diff)
		}
	}
}

func TestPartners(t *testing.T) {
	for _, tt := range []struct {
		lines string // without the operation's partner, then the partners
		want  []int
	}{
		{"-a := 1|+a := 2", []int{1, 0}},
		{" x|-a := 1|-b := 2|+a := 3|+b := 4| y", []int{-1, 3, 4, 1, 2, -1}},
		{"-b := f(x)|+// new comment|+b := f(x, y)", []int{2, -1, 0}},
		{"-// old comment|-b := f(x)|+b := f(x, y)", []int{-1, 2, 1}},
		{"-import os|+}", []int{-1, -1}},
		{"-gone", []int{-1}},
		{"+came", []int{-1}},
		{"+came|-a := 1|+a := 2", []int{-1, 2, 1}},
		{"-a := 1|+a := 2|-b := 1|+b := 2", []int{1, 0, 3, 2}},
		{"", []int{}},
	} {
		var h Hunk
		for line := range strings.SplitSeq(tt.lines, "|") {
			if line != "" {
				h.Lines = append(h.Lines, DiffLine{Op: line[0], Text: line[1:]})
			}
		}
		if diff := cmp.Diff(tt.want, h.Partners()); diff != "" {
			t.Errorf("%s: %s", tt.lines, diff)
		}
	}
}

// checkSpans: spans are in order and at characters' beginnings, and what stands outside of them is
// the same in both lines.
func checkSpans(t *testing.T, old, new string) {
	t.Helper()
	gone, came := ChangedSpans(old, new)
	if gone == nil && came == nil {
		return
	}
	if a, b := outside(t, old, gone), outside(t, new, came); a != b {
		t.Errorf("%q, %q: outside of the spans %q, %q", old, new, a, b)
	}
}

func outside(t *testing.T, line string, spans []Span) string {
	t.Helper()
	var b strings.Builder
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(line) || !utf8.RuneStart(line[s.Start]) || s.End < len(line) && !utf8.RuneStart(line[s.End]) {
			t.Fatalf("span %v of %q", s, line)
		}
		b.WriteString(line[at:s.Start])
		at = s.End
	}
	b.WriteString(line[at:])
	return b.String()
}

func FuzzChangedSpans(f *testing.F) {
	f.Add("now := time.Now()", "now := s.clock()")
	f.Add("naïve 漢字 🎉", "naïve 汉字 🎉\r")
	f.Add("a\xffb", "a\xffc")
	f.Fuzz(checkSpans)
}

// Partners point at each other, across operations, in order.
func TestPartnersOfRandomDiffs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		old, changed := generated(r)
		for _, h := range NewDiff("f", []byte(old), []byte(changed)).Hunks {
			last := -1
			for i, p := range h.Partners() {
				if p < 0 || h.Lines[i].Op != '-' {
					continue
				}
				if h.Lines[p].Op != '+' || h.Partners()[p] != i || p <= last {
					t.Fatalf("line %d and %d of %q to %q", i, p, old, changed)
				}
				last = p
				checkSpans(t, h.Lines[i].Text, h.Lines[p].Text)
			}
		}
	}
}

func BenchmarkChangedSpans(b *testing.B) {
	for name, pair := range map[string][2]string{
		"rename":  {"\tvalue7 := compute(ctx, 49, options)", "\tother7 := compute(ctx, 49, options)"},
		"similar": {strings.Repeat("abcdefghij", 20), strings.Repeat("acbdfeghji", 20)},
		"other":   {"\tvalue7 := compute(ctx, 49, options)", strings.Repeat("%", 36)},
	} {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			for b.Loop() {
				ChangedSpans(pair[0], pair[1])
			}
		})
	}
}
