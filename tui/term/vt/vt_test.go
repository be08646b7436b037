package vt

import (
	"image/color"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

func TestScreen(t *testing.T) {
	tests := map[string]struct {
		in     string
		want   string // rows of a 10x4 screen, trailing empty rows cut
		cursor [2]int
	}{
		"plain":                       {"hello", "hello", [2]int{5, 0}},
		"line feed keeps the column":  {"ab\ncd", "ab\n  cd", [2]int{4, 1}},
		"carriage return":             {"abc\rX", "Xbc", [2]int{1, 0}},
		"wrap is deferred":            {"0123456789", "0123456789", [2]int{9, 0}},
		"wrap":                        {"0123456789a", "0123456789\na", [2]int{1, 1}},
		"wrap off":                    {"\x1b[?7l0123456789abc", "012345678c", [2]int{9, 0}},
		"scroll":                      {"1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5", [2]int{1, 3}},
		"wide":                        {"世界", "世界", [2]int{4, 0}},
		"wide at the margin wraps":    {"012345678世", "012345678\n世", [2]int{2, 1}},
		"half of a wide is blanked":   {"世界\x1b[2GX", " X界", [2]int{2, 0}},
		"combining":                   {"e\u0301x", "e\u0301x", [2]int{2, 0}},
		"clusters need mode 2027":     {"👩\u200d💻x", "👩\u200d💻x", [2]int{5, 0}},
		"clusters with mode 2027":     {"\x1b[?2027h👩\u200d💻x", "👩\u200d💻x", [2]int{3, 0}},
		"variation selector widens":   {"\x1b[?2027h❤\ufe0fx", "❤\ufe0fx", [2]int{3, 0}},
		"position":                    {"\x1b[3;4HX", "\n\n   X", [2]int{4, 2}},
		"vertical and horizontal":     {"\x1b[2dA\x1b[5GB\x1b[8`C", "\nA   B  C", [2]int{8, 1}},
		"relative":                    {"\x1b[2B\x1b[3CX\x1b[1A\x1b[2DY", "\n  Y\n   X", [2]int{3, 1}},
		"next and previous line":      {"ab\x1b[2Ec\x1b[Fd", "ab\nd\nc", [2]int{1, 1}},
		"erase to the right":          {"abcdef\x1b[3G\x1b[K", "ab", [2]int{2, 0}},
		"erase to the left":           {"abcdef\x1b[3G\x1b[1K", "   def", [2]int{2, 0}},
		"erase below":                 {"a\r\nb\r\nc\x1b[2;1H\x1b[J", "a", [2]int{0, 1}},
		"erase characters":            {"abcdef\x1b[2G\x1b[3X", "a   ef", [2]int{1, 0}},
		"insert characters":           {"abcdef\x1b[2G\x1b[2@", "a  bcdef", [2]int{1, 0}},
		"delete characters":           {"abcdef\x1b[2G\x1b[2P", "adef", [2]int{1, 0}},
		"insert line":                 {"a\r\nb\r\nc\x1b[2;1H\x1b[L", "a\n\nb\nc", [2]int{0, 1}},
		"delete line":                 {"a\r\nb\r\nc\x1b[1;1H\x1b[M", "b\nc", [2]int{0, 0}},
		"region scrolls alone":        {"a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[3;1H\nX", "a\nc\nX\nd", [2]int{1, 2}},
		"reverse index scrolls down":  {"a\r\nb\x1b[H\x1bMX", "X\na\nb", [2]int{1, 0}},
		"scroll up and down":          {"a\r\nb\r\nc\x1b[S\x1b[2T", "\n\nb\nc", [2]int{1, 2}},
		"repeat":                      {"-\x1b[4b", "-----", [2]int{5, 0}},
		"repeat a wide cluster":       {"世\x1b[2b", "世世世", [2]int{6, 0}},
		"tabs":                        {"\tX\x1b[ZY", "        Y", [2]int{9, 0}},
		"save and restore":            {"ab\x1b7cd\x1b8X", "abXd", [2]int{3, 0}},
		"kitty push is not a restore": {"ab\x1b[>1uX\x1b[<uY", "abXY", [2]int{4, 0}},
		"modify other keys, not SGR":  {"\x1b[>4;2mX", "X", [2]int{1, 0}},
		"osc and dcs draw nothing":    {"a\x1b]9;hi\x07\x1bPq\x1b\\b", "ab", [2]int{2, 0}},
		"tab stops reset":             {"\x1b[3g\x1b[?5W\tX", "        X", [2]int{9, 0}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			term := New(10, 4)
			term.Write([]byte(tc.in))
			if diff := cmp.Diff(tc.want, strings.TrimRight(term.String(), "\n")); diff != "" {
				t.Errorf("screen (-want +got):\n%s", diff)
			}
			if x, y := term.Cursor(); [2]int{x, y} != tc.cursor {
				t.Errorf("cursor at %d,%d, want %v", x, y, tc.cursor)
			}
		})
	}
}

func TestStyle(t *testing.T) {
	rgb := color.RGBA{R: 1, G: 2, B: 3, A: 255}
	tests := map[string]struct {
		in   string
		want Style
	}{
		"attributes":       {"\x1b[1;3;7mX", Style{Attrs: Bold | Italic | Reverse}},
		"reset":            {"\x1b[1m\x1b[mX", Style{}},
		"bold off":         {"\x1b[1;2;4;22mX", Style{Attrs: Underline}},
		"basic":            {"\x1b[31;104mX", Style{Fg: ansi.BasicColor(1), Bg: ansi.BasicColor(12)}},
		"indexed":          {"\x1b[38;5;200;1mX", Style{Fg: ansi.IndexedColor(200), Attrs: Bold}},
		"direct":           {"\x1b[48;2;1;2;3mX", Style{Bg: rgb}},
		"direct, colons":   {"\x1b[38:2::1:2:3mX", Style{Fg: rgb}},
		"curly underline":  {"\x1b[4:3mX", Style{Attrs: Underline}},
		"underline off":    {"\x1b[4m\x1b[4:0mX", Style{}},
		"underline colour": {"\x1b[58;5;3;1mX", Style{Attrs: Bold}},
		"default colours":  {"\x1b[31;41;39;49mX", Style{}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			term := New(4, 1)
			term.Write([]byte(tc.in))
			if diff := cmp.Diff(tc.want, term.Cell(0, 0).Style); diff != "" {
				t.Errorf("style (-want +got):\n%s", diff)
			}
		})
	}
	term := New(4, 1)
	term.Write([]byte("\x1b[41m\x1b[K"))
	if got := term.Cell(3, 0).Style.Bg; got != ansi.BasicColor(1) {
		t.Errorf("erased cell has background %v, want the current one", got)
	}
}

func TestModes(t *testing.T) {
	term := New(10, 3)
	term.Write([]byte("main\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[>3u\x1b[2 q\x1b]2;a title\x07\x1b]52;c;aGk=\x07\a"))
	if !term.Alt() || term.Mode(25) || !term.Mode(2004) || term.Row(0) != "" {
		t.Errorf("alt %v, cursor %v, paste %v, row %q", term.Alt(), term.Mode(25), term.Mode(2004), term.Row(0))
	}
	if term.KeyboardFlags() != 3 || term.CursorStyle() != 2 || term.Title() != "a title" || term.Clipboard() != "hi" || term.Bells() != 1 {
		t.Errorf("keyboard %d, style %d, title %q, clipboard %q, bells %d", term.KeyboardFlags(), term.CursorStyle(), term.Title(), term.Clipboard(), term.Bells())
	}
	term.Write([]byte("in alt\x1b[<u\x1b[?1049l!"))
	if term.Alt() || term.Row(0) != "main!" || term.KeyboardFlags() != 0 {
		t.Errorf("after leaving: alt %v, row %q, keyboard %d", term.Alt(), term.Row(0), term.KeyboardFlags())
	}
}

func TestAnswers(t *testing.T) {
	tests := map[string][2]string{
		"device attributes": {"\x1b[c", "\x1b[?62;22c"},
		"cursor":            {"\x1b[2;3H\x1b[6n", "\x1b[2;3R"},
		"sync, reset":       {"\x1b[?2026$p", "\x1b[?2026;2$y"},
		"clusters, set":     {"\x1b[?2027h\x1b[?2027$p", "\x1b[?2027;1$y"},
		"unknown mode":      {"\x1b[?4242$p", "\x1b[?4242;0$y"},
		"background":        {"\x1b]11;?\x07", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"},
		"keyboard":          {"\x1b[>5u\x1b[?u", "\x1b[?5u"},
		"version":           {"\x1b[>q", "\x1bP>|vt\x1b\\"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			term := New(10, 3)
			term.SetBackground("ffff/ffff/ffff")
			term.AnswerTo(&got)
			term.Write([]byte(tc[0]))
			if got.String() != tc[1] {
				t.Errorf("answer %q, want %q", got.String(), tc[1])
			}
		})
	}
}

func TestScrollbackAndResize(t *testing.T) {
	term := New(5, 2)
	term.Write([]byte("1\r\n2\r\n3\r\n4"))
	if diff := cmp.Diff([]string{"1", "2"}, term.Scrollback()); diff != "" {
		t.Errorf("scrollback (-want +got):\n%s", diff)
	}
	term.Resize(3, 1)
	if term.String() != "4" || len(term.Scrollback()) != 3 {
		t.Errorf("after shrinking: %q, %d rows above", term.String(), len(term.Scrollback()))
	}
	term.Resize(6, 3)
	if diff := cmp.Diff("4\n\n", term.String()); diff != "" {
		t.Errorf("after growing (-want +got):\n%s", diff)
	}
	term.Write([]byte("\x1b[?1049h1\r\n2\r\n3\r\n4"))
	if len(term.Scrollback()) != 3 {
		t.Errorf("the alternate screen has scrollback: %q", term.Scrollback())
	}
}

func TestPicture(t *testing.T) {
	term := New(12, 2)
	term.Write([]byte("\x1b[1;32mok\x1b[m <a>\r\n\x1b[7m世\x1b[m"))
	var b strings.Builder
	if err := term.Picture(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg ", palette[2], `font-weight="bold">ok</text>`, "&lt;a&gt;", ">世</text>", "</svg>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("picture has no %q:\n%s", want, b.String())
		}
	}
}

func FuzzWrite(f *testing.F) {
	f.Add([]byte("\x1b[?1049h世\x1b[9999b\x1b[3;2r\x1b[L\x1b[99P"), 7, 3)
	f.Add([]byte("\x1b[?2027h👩\u200d💻\x1b[1;1H\x1b[@\x1b[4:3;38:2::1:2:3mX\tY\x1b[Z"), 2, 1)
	f.Fuzz(func(t *testing.T, in []byte, width, height int) {
		term := New(width%50, height%20)
		term.Write(in)
		term.Resize(height%20, width%50)
		term.Write(in)
		w, h := term.Size()
		if x, y := term.Cursor(); x < 0 || x >= w || y < 0 || y >= h {
			t.Fatalf("cursor %d,%d outside %dx%d", x, y, w, h)
		}
		for y := range h {
			for x := range w {
				c := term.Cell(x, y)
				if c.Width == 2 && (x+1 >= w || term.Cell(x+1, y).Width != 0) {
					t.Fatalf("half of a wide cluster at %d,%d in %q", x, y, term.Row(y))
				}
			}
		}
	})
}
