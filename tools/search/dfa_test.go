package search

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestTooManyStates gives the automaton expressions that outgrow it: it has to
// give up, and the result has to be right nevertheless.
func TestTooManyStates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	for range 1000 {
		for range rnd.IntN(120) {
			text.WriteByte("aabc"[rnd.IntN(4)])
		}
		text.WriteString("\n")
	}
	for _, expr := range []string{"a[abc]{18}c{3}", `a[\pL]{500}`} {
		p, err := parse(GrepOptions{Pattern: expr})
		if err != nil {
			t.Fatal(err)
		}
		o := GrepOptions{Pattern: expr, MaxLine: 1 << 20}
		s := &scanner{opts: &o, matcher: newMatcher(p)}
		got := s.scan(t.Context(), "f", []byte(text.String()))
		want := naive(t, map[string]string{"f": text.String()}, o)
		if diff := cmp.Diff(want.Matches, got.matches, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-naive +grep):\n%s", expr, diff)
		}
		if s.matcher.dfa != nil {
			t.Errorf("%s: the automaton went on after %d resets", expr, s.matcher.dfa.resets)
		}
	}
}

// TestUTF8Sequences checks at the bounds of every length that exactly the
// characters of a range are accepted.
func TestUTF8Sequences(t *testing.T) {
	bounds := []rune{0, 'a', 0x7f, 0x80, 0xbf, 0xff, 0x7ff, 0x800, 0xfff, 0x1000, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f41d, 0x10ffff}
	accepts := func(lo, hi rune, s string) bool {
		for seq := range utf8Sequences(lo, hi) {
			ok := len(seq) == len(s)
			for i := range seq {
				ok = ok && seq[i].lo <= s[i] && s[i] <= seq[i].hi
			}
			if ok {
				return true
			}
		}
		return false
	}
	for _, lo := range bounds {
		for _, hi := range bounds {
			for _, b := range bounds {
				for _, r := range []rune{b - 1, b, b + 1} {
					if !utf8.ValidRune(r) {
						continue
					}
					if got, want := accepts(lo, hi, string(r)), lo <= r && r <= hi; got != want {
						t.Errorf("%U in %U..%U: %v", r, lo, hi, got)
					}
				}
			}
		}
	}
}

func TestRequired(t *testing.T) {
	tests := []struct {
		expr  string
		want  string // literals
		whole bool
	}{
		{"foo", "foo", true},
		{"x", "x", true},
		{"(foo)", "foo", true},
		{"foo|bars+", "foo bar", false},
		{"abc|xyz", "abc xyz", true},
		{"abc|xyz[0-9]", "abc xyz", false},
		{"abc|x*", "", false},
		{"ab|cd", "", false},
		{"a.*Reader.*err", "Reader", false},
		{"(?:longer)+x?", "longer", false},
		{"(?i)Task", "task", true},
		{"(?i)naïveté", "vet", false},
		{"(?i)straße", "stra", false},
		{`foo\r`, "foo\r", false},
		{"[a-z]+", "", false},
	}
	for _, tc := range tests {
		p, err := parse(GrepOptions{Pattern: tc.expr})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, l := range p.literals {
			texts = append(texts, l.text)
		}
		if got := strings.Join(texts, " "); got != tc.want || p.whole != tc.whole {
			t.Errorf("%s: literals %q, whole %v; want %q, %v", tc.expr, got, p.whole, tc.want, tc.whole)
		}
	}
}
