package text

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func omittedNote(n int) string { return fmt.Sprintf("... %d bytes omitted", n) }

func TestTruncate(t *testing.T) {
	lines := strings.Repeat("0123456789\n", 20)
	tests := []struct {
		name, in string
		max      int
		want     string
		omitted  int
	}{
		{"short", "abc", 3, "abc", 0},
		{"lines", lines, 70, "0123456789\n0123456789\n... 176 bytes omitted\n0123456789\n0123456789\n", 176},
		{"one long line", strings.Repeat("x", 100), 44, "xxxxxxxxxx\n... 79 bytes omitted\nxxxxxxxxxxx", 79},
		{"runes", strings.Repeat("日", 40), 44, "日日日\n... 102 bytes omitted\n日日日", 102},
		{"no room", lines, 5, "... 220 bytes omitted", 220},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, omitted := Truncate(tt.in, tt.max, omittedNote)
			if got != tt.want || omitted != tt.omitted {
				t.Errorf("got %q, %d; want %q, %d", got, omitted, tt.want, tt.omitted)
			}
		})
	}
}

func FuzzTruncate(f *testing.F) {
	f.Add("日本語\nabc\n", 30)
	f.Add(strings.Repeat("line\n", 50), 60)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		if limit < 40 {
			return
		}
		got, omitted := Truncate(s, limit, omittedNote)
		if len(got) > limit {
			t.Errorf("%d bytes, more than %d", len(got), limit)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("%q is cut inside a character", got)
		}
		head, tail, found := strings.Cut(got, omittedNote(omitted))
		if omitted == 0 {
			if got != s {
				t.Errorf("got %q for %q", got, s)
			}
			return
		}
		if !found || !strings.HasPrefix(s, strings.TrimSuffix(head, "\n")) || !strings.HasSuffix(s, strings.TrimPrefix(tail, "\n")) {
			t.Errorf("%q is not the beginning and the end of %q", got, s)
		}
	})
}

func TestExpandTabs(t *testing.T) {
	tests := []struct{ in, want string }{
		{"none", "none"},
		{"\tx", "    x"},
		{"ab\tx\tyyyy\tz", "ab  x   yyyy    z"},
		{"日\tx\n\ty", "日  x\n    y"},
	}
	wide := func(s string) int {
		n := 0
		for _, r := range s {
			n += min(utf8.RuneLen(r), 2)
		}
		return n
	}
	for _, tt := range tests {
		if got := ExpandTabs(tt.in, 4, wide); got != tt.want {
			t.Errorf("ExpandTabs(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
	if got := ExpandTabs("é\tx", 4, nil); got != "é   x" {
		t.Errorf("without a width function: %q", got)
	}
}
