package text

import (
	"strings"
	"testing"
	"unicode"
)

func TestVisible(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a\tb\n", "a\tb\n"},
		{"unicode", "Grüße, 日本, é", "Grüße, 日本, é"},
		{"colour", "\x1b[31mred\x1b[0m", "red"},
		{"8-bit CSI", "\u009b31mred", "red"},
		{"cursor moves", "a\x1b[2J\x1b[1;1Hb", "ab"},
		{"private mode", "\x1b[?1049hx", "x"},
		{"CSI broken off by a control", "\x1b[31\x07x", `\x07x`},
		{"CSI at the end", "x\x1b[3", "x"},
		{"OSC 8 with ST", "\x1b]8;;http://e.x\x1b\\link\x1b]8;;\x1b\\", "link"},
		{"OSC 52 with BEL", "a\x1b]52;c;Zm9v\x07b", "ab"},
		{"OSC 8-bit", "a\u009d0;t\u009cb", "ab"},
		{"OSC never ends", "a\x1b]0;title\nb", "a\nb"},
		{"OSC never ends, last line", "a\x1b]0;title", "a"},
		{"OSC broken off", "a\x1b]0;t\x1b[31mb", "ab"},
		{"OSC broken off a line later", "a\x1b]0;t\nseen\x1b[31mb", "a\nseenb"},
		{"DCS", "a\x1bPq#0\n#1\x1b\\b", "ab"},
		{"APC", "a\x1b_Gf=100;AAAA\x1b\\b", "ab"},
		{"charset", "\x1b(0lqk\x1b(B", "lqk"},
		{"reset", "a\x1bcb", "ab"},
		{"lone ESC", "a\x1b", `a\x1b`},
		{"ESC before a control", "\x1b\x01", `\x1b\x01`},
		{"controls", "a\x00\x08\x7f", `a\x00\x08\x7f`},
		{"C1 without a body", "a\u0085b", "a<U+0085>b"},
		{"stray byte", "a\x9b31m\xff", `a\x9b31m\xff`},
		{"line ends", "a\r\nb\rc", "a\nb\\x0dc"},
		{"bidi", "a\u202eb\u2066c", "a<U+202E>b<U+2066>c"},
		{"zero width", "rm\u200b\ufeff\u00ad", "rm<U+200B><U+FEFF><U+00AD>"},
		{"tags", "a\U000e0041", "a<U+E0041>"},
		{"line separator", "a\u2028b", "a<U+2028>b"},
		{"Hangul filler", "a\u3164b", "a<U+3164>b"},
		{"emoji sequence", "👩\u200d💻 ❤\ufe0f", "👩\u200d💻 ❤\ufe0f"},
		{"Persian joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"joiner in ASCII", "a\u200db", "a<U+200D>b"},
		{"selectors as a channel", "❤\ufe0f\ufe0f\U000e0101", "❤\ufe0f<U+FE0F><U+E0101>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Visible(tt.in); got != tt.want {
				t.Errorf("Visible(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestKeepSGR(t *testing.T) {
	tests := []struct{ in, want string }{
		{"\x1b[1;31mred\x1b[m", "\x1b[1;31mred\x1b[m"},
		{"\x1b[38:2::1:2:3mx", "\x1b[38:2::1:2:3mx"},
		{"\u009b31mred", "\x1b[31mred"},
		{"\x1b[?25mx\x1b[>4;1my\x1b[2Kz", "xyz"},
		{"\x1b[" + strings.Repeat("1;", 40) + "mx", "x"},
		{"\x1b]0;t\x07\x1b[0mx", "\x1b[0mx"},
	}
	for _, tt := range tests {
		if got := KeepSGR(tt.in); got != tt.want {
			t.Errorf("KeepSGR(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestExact(t *testing.T) {
	tests := []struct{ in, escape, exact string }{
		{"ls -l", "ls -l", "ls -l"},
		{"a\x1b[31mb", `a\x1b[31mb`, `a\x1b[31mb`},
		{"a\r\n", "a\\x0d\n", "a\\x0d\n"},
		{"a\u00a0b\u3000c\u2800", "a<U+00A0>b<U+3000>c<U+2800>", "a<U+00A0>b<U+3000>c<U+2800>"},
		{"👩\u200d💻\ue000", "👩<U+200D>💻<U+E000>", "👩<U+200D>💻<U+E000>"},
		{"ls        x", "ls        x", "ls        x"},
		{"ls         rm", "ls         rm", "ls<9 blanks>rm"},
		{"ls" + strings.Repeat(" \t", 20) + "rm", "ls" + strings.Repeat(" \t", 20) + "rm", "ls<40 blanks>rm"},
		{"a \nb\t\t", "a \nb\t\t", "a<1 blank>\nb<2 blanks>"},
	}
	for _, tt := range tests {
		if got := Escape(tt.in); got != tt.escape {
			t.Errorf("Escape(%q) = %q, want %q", tt.in, got, tt.escape)
		}
		if got := Exact(tt.in); got != tt.exact {
			t.Errorf("Exact(%q) = %q, want %q", tt.in, got, tt.exact)
		}
	}
}

// The shortcut in invisible agrees with the tables.
func TestInvisibleShortcut(t *testing.T) {
	for r := rune(0); r < 0xd800; r++ {
		want := unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
		if got := invisible(r); got != want {
			t.Errorf("invisible(%U) = %v, want %v", r, got, want)
		}
	}
}

// A text full of beginnings must not be searched to its end for each of them.
func TestManyBeginnings(t *testing.T) {
	for _, begin := range []string{"\x1b]", "\u009d", "\x1bP\n", "\x1b[", "-----BEGIN PRIVATE KEY-----", "eyJ", "://"} {
		in := strings.Repeat(begin, 1<<18)
		Visible(in)
		(&Redactor{}).Redact(in)
	}
}

func FuzzSanitise(f *testing.F) {
	for _, s := range []string{"a\x1b[31mb\x1b[0m", "\x1b]0;x\x07", "\u009b1m\u009d", "👩\u200d💻\ufe0f", "a  \r\n\t", "\xff\xc2\x1b\\", "\x1bP\n\x18"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, fn := range map[string]func(string) string{"Visible": Visible, "Escape": Escape, "Exact": Exact, "KeepSGR": KeepSGR} {
			out := fn(s)
			if again := fn(out); again != out {
				t.Errorf("%s is not idempotent: %q, then %q", name, out, again)
			}
			plain := out
			if name == "KeepSGR" {
				plain = withoutSGR(out)
			}
			for _, r := range plain {
				if unicode.IsControl(r) && r != '\n' && r != '\t' {
					t.Errorf("%s(%q) holds the control character %U", name, s, r)
				}
				if unicode.Is(unicode.Cf, r) && r != zwj && r != zwnj {
					t.Errorf("%s(%q) holds the format character %U", name, s, r)
				}
			}
		}
	})
}

// withoutSGR removes what KeepSGR may keep, and nothing else.
func withoutSGR(s string) string {
	var out strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return out.String() + s
		}
		end := i + 2 + len(s[i+2:]) - len(strings.TrimLeft(s[i+2:], "0123456789;:"))
		if end == len(s) || s[end] != 'm' {
			return out.String() + s
		}
		out.WriteString(s[:i])
		s = s[end+1:]
	}
}

var clean = strings.Repeat("func main() {\n\tfmt.Println(\"hello, world\")\n}\n", 700)

func TestCleanTextCostsNoAllocation(t *testing.T) {
	german := strings.Repeat("Grüße aus 東京\n", 100)
	for _, s := range []string{clean, german} {
		n := testing.AllocsPerRun(10, func() { Visible(s); KeepSGR(s); Escape(s); Exact(s) })
		if n != 0 {
			t.Errorf("%.20q: %v allocations, want 0", s, n)
		}
	}
}

func BenchmarkVisible(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":   clean,
		"unicode": strings.Repeat("Grüße aus 東京, ça va\n", 1200),
		"colours": strings.Repeat("\x1b[32mok\x1b[0m  some/package/name  0.012s\n", 800),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				Visible(s)
			}
		})
	}
}
