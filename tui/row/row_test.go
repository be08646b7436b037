package row

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

func TestEnds(t *testing.T) {
	tests := []struct {
		left, right string
		width       int
		want        string
	}{
		{"a", "z", 6, "a    z"},
		{"a", "", 6, "a"},
		{"a long text", "z", 8, "a lo⋯  z"},
		{"left", "a right end", 12, "left"},
		{"中文中文", "z", 8, "中文⋯  z"},
	}
	for _, tc := range tests {
		if got := Ends(tc.left, tc.right, tc.width, "⋯"); got != tc.want {
			t.Errorf("Ends(%q, %q, %d) = %q, want %q", tc.left, tc.right, tc.width, got, tc.want)
		}
	}
}

func TestCode(t *testing.T) {
	got := Code("abcdefgh", 5)
	if diff := cmp.Diff([]string{`abcd\`, "efgh"}, got); diff != "" {
		t.Error(diff)
	}
	for i, r := range Code("\x1b[31mabcdefgh", 5) {
		if !strings.HasPrefix(r, "\x1b[") || !strings.Contains(r, ansi.ResetStyle) {
			t.Errorf("row %d lets its style out or loses it: %q", i, r)
		}
	}
}

// Every row stays inside the width, and nothing of the text is lost.
func FuzzCode(f *testing.F) {
	f.Add("hello world", 5)
	f.Add("中文字符 wide", 4)
	f.Add("\x1b[1;31mred\x1b[0m and more", 7)
	f.Fuzz(func(t *testing.T, line string, width int) {
		width = 4 + width&0xff
		line = strings.Map(func(r rune) rune { // what tools/text lets through
			if unicode.IsControl(r) && r != '\x1b' || r == utf8.RuneError {
				return -1
			}
			return r
		}, line)
		for _, r := range Code(line, width) {
			if w := Width(r); w > width {
				t.Fatalf("row %q is %d cells wide, more than %d", r, w, width)
			}
		}
	})
}
