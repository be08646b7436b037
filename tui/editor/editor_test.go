package editor

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// names are the sequences of keys that terminals send, by our names for them.
var names = map[string]string{
	"enter": "\r", "tab": "\t", "esc": "\x1b[27u", "backspace": "\x7f", "delete": "\x1b[3~",
	"left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "home": "\x1b[H", "end": "\x1b[F",
	"ctrl+left": "\x1b[1;5D", "ctrl+right": "\x1b[1;5C", "shift+enter": "\x1b[13;2u", "alt+enter": "\x1b\r",
	"alt+b": "\x1bb", "alt+f": "\x1bf", "alt+d": "\x1bd", "alt+backspace": "\x1b\x7f", "ctrl+_": "\x1f",
	"ctrl+a": "\x01", "ctrl+b": "\x02", "ctrl+c": "\x03", "ctrl+d": "\x04", "ctrl+e": "\x05", "ctrl+f": "\x06",
	"ctrl+j": "\n", "ctrl+k": "\x0b", "ctrl+n": "\x0e", "ctrl+p": "\x10", "ctrl+r": "\x12", "ctrl+u": "\x15",
	"ctrl+w": "\x17", "ctrl+y": "\x19", "ctrl+h": "\x08", "ctrl+home": "\x1b[1;5H", "ctrl+end": "\x1b[1;5F",
	"alt+left": "\x1b[1;3D", "alt+right": "\x1b[1;3C", "space": " ",
}

// key decodes the bytes of a key as the program would.
func key(t testing.TB, name string) tea.KeyPressMsg {
	t.Helper()
	bytes, ok := names[name]
	if !ok {
		bytes = name
	}
	var decoder uv.EventDecoder
	_, event := decoder.Decode([]byte(bytes))
	press, ok := event.(uv.KeyPressEvent)
	if !ok {
		t.Fatalf("%q decodes to %T, not to a key", bytes, event)
	}
	return tea.KeyPressMsg(press)
}

// press applies keys: words in angle brackets are key names, the rest is typed.
func press(t testing.TB, e *Editor, keys string) (last Result) {
	t.Helper()
	for keys != "" {
		if name, rest, ok := strings.Cut(strings.TrimPrefix(keys, "<"), ">"); ok && keys[0] == '<' {
			last = e.Key(key(t, name))
			keys = rest
			continue
		}
		cluster, _ := ansi.FirstGraphemeCluster(keys, ansi.GraphemeWidth)
		last = e.Key(tea.KeyPressMsg{Code: tea.KeyExtended, Text: cluster})
		keys = keys[len(cluster):]
	}
	return last
}

// marked shows the text with | at the cursor.
func marked(e *Editor) string { return e.text[:e.cursor] + "|" + e.text[e.cursor:] }

func TestKeys(t *testing.T) {
	tests := []struct {
		keys, want string
		result     Result
	}{
		{"ab", "ab|", Handled},
		{"ab<left>X", "aX|b", Handled},
		{"ab<ctrl+b><ctrl+b><ctrl+f>X", "aX|b", Handled},
		{"中文<left>X", "中X|文", Handled},
		{"a👩‍💻<left>", "a|👩‍💻", Handled},
		{"a👩‍💻<backspace>", "a|", Handled},
		{"e\u0301<ctrl+h>", "|", Handled},
		{"ab<left><delete>", "a|", Handled},
		{"ab<left><ctrl+d>", "a|", Handled},
		{"<ctrl+d>", "|", Ignored},
		{"<home>", "|", Ignored},
		{"<end>", "|", Ignored},
		{"<esc>", "|", Ignored},
		{"<enter>", "|", Ignored},
		{"<space><enter>", " |", Ignored},
		{"hi<enter>", "hi|", Submitted},
		{"a\\<enter>b", "a\nb|", Handled},
		{"a<ctrl+j>b", "a\nb|", Handled},
		{"a<shift+enter>b", "a\nb|", Handled},
		{"a<alt+enter>b", "a\nb|", Handled},
		{"one two<home>X", "X|one two", Handled},
		{"one<ctrl+a>X<end>Y", "XoneY|", Handled},
		{"one<ctrl+a><ctrl+e>Y", "oneY|", Handled},
		{"a<ctrl+j>b<ctrl+home>X<ctrl+end>Y", "Xa\nbY|", Handled},
		{"one two.three<ctrl+left>X", "one two.X|three", Handled},
		{"one two<alt+b><alt+b>X", "X|one two", Handled},
		{"one two<alt+left>X", "one X|two", Handled},
		{"one two<ctrl+a><ctrl+right>X", "oneX| two", Handled},
		{"one two<ctrl+a><alt+f><alt+f>X", "one twoX|", Handled},
		{"one two<ctrl+a><alt+right>X", "oneX| two", Handled},
		{"one two.three<ctrl+w>", "one |", Handled},
		{"one two.three<alt+backspace>", "one two.|", Handled},
		{"one two<ctrl+a><alt+d>", "| two", Handled},
		{"one two<alt+b><ctrl+k>", "one |", Handled},
		{"a<ctrl+j>b<up><end><ctrl+k>", "a|b", Handled},
		{"one two<alt+b><ctrl+u>", "|two", Handled},
		{"a<ctrl+j><ctrl+u>", "a|", Handled},
		{"one two<ctrl+w><ctrl+a><ctrl+y>", "two|one ", Handled},
		{"one two<ctrl+_>", "one|", Handled},
		{"one two<ctrl+_><ctrl+_>", "|", Handled},
		{"one<ctrl+u><ctrl+_>", "one|", Handled},
		{"abc<ctrl+j>d<up>X", "aX|bc\nd", Handled},
		{"abc<ctrl+j>d<ctrl+j>efg<up><up>X", "abcX|\nd\nefg", Handled},
		{"abc<ctrl+j>d<up><down>X", "abc\ndX|", Handled},
		{"abc<ctrl+j>d<ctrl+p>X<ctrl+n>Y", "aXbc\ndY|", Handled},
		{"abc<up>", "abc|", Ignored},
		{"abc<down>", "abc|", Ignored},
		{"<ctrl+c>", "|", Ignored},
	}
	for _, tc := range tests {
		t.Run(tc.keys, func(t *testing.T) {
			e := New(nil)
			if result := press(t, e, tc.keys); result != tc.result {
				t.Errorf("result %d, want %d", result, tc.result)
			}
			if diff := cmp.Diff(tc.want, marked(e)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLayout(t *testing.T) {
	tests := []struct {
		keys  string
		width int
		rows  []string
		x, y  int
	}{
		{"", 10, []string{""}, 0, 0},
		{"中文", 10, []string{"中文"}, 4, 0},
		{"hello world again", 11, []string{"hello world", "again"}, 5, 1},
		{"hello", 5, []string{"hello", ""}, 0, 1},
		{"hello ", 5, []string{"hello", ""}, 0, 1},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}, 2, 2},
		{"中文字", 5, []string{"中文", "字"}, 2, 1},
		{"a<ctrl+j><ctrl+j>b<up>", 5, []string{"a", "", "b"}, 0, 1},
		{"a<ctrl+j>b<ctrl+j>c<ctrl+j>d", 5, []string{"b", "c", "d"}, 1, 2},
		{"a<ctrl+j>b<ctrl+j>c<ctrl+j>d<ctrl+home>", 5, []string{"a", "b", "c"}, 0, 0},
		{"👩‍💻x", 1, []string{"", "x", ""}, 0, 2},
	}
	for _, tc := range tests {
		t.Run(tc.keys, func(t *testing.T) {
			e := New(nil)
			e.SetMaxHeight(3)
			e.Lines(tc.width)
			press(t, e, tc.keys)
			if diff := cmp.Diff(tc.rows, e.Lines(tc.width)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if x, y := e.Cursor(tc.width); x != tc.x || y != tc.y {
				t.Errorf("cursor %d,%d, want %d,%d", x, y, tc.x, tc.y)
			}
		})
	}
	e := New(nil)
	press(t, e, strings.Repeat("x<ctrl+j>", 20))
	if above, below := e.Hidden(10); above != 13 || below != 0 || len(e.Lines(10)) != DefaultHeight {
		t.Errorf("hidden %d above, %d below", above, below)
	}
}

func TestPaste(t *testing.T) {
	long := strings.Repeat("line\n", 19) + "end"
	e := New(nil)
	press(t, e, "see ")
	e.Paste(tea.PasteMsg{Content: strings.ReplaceAll(long, "\n", "\r\n")})
	press(t, e, " and ")
	e.Paste(tea.PasteMsg{Content: strings.Repeat("é", 1001)})
	if diff := cmp.Diff([]string{"see [paste 1: 20 lines] and [paste 2: 1001 characters]"}, e.Lines(80)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	want := "see " + long + " and " + strings.Repeat("é", 1001)
	if got := e.Draft().Prompt(); got != want {
		t.Errorf("prompt is %q", got)
	}
	press(t, e, "<ctrl+a><ctrl+right><right><delete><ctrl+_>")
	if got := e.Draft().Prompt(); got != want {
		t.Errorf("after undo the prompt is %q", got)
	}
	press(t, e, "<ctrl+a><ctrl+right><right><delete>")
	d := e.Take()
	if len(d.Pastes) != 1 || d.Label() != "see  and [paste 1: 1001 characters]" || !e.Empty() {
		t.Errorf("draft %q with %d pastes", d.Label(), len(d.Pastes))
	}
	press(t, e, "<up>")
	if got := e.Draft().Prompt(); got != d.Prompt() {
		t.Errorf("from the history: %q", got)
	}
	e = New(nil)
	e.Paste(tea.PasteMsg{Content: "short\ttext\x1b[31m\U000F0000\rnext"})
	if got := e.Draft(); got.Text != "short\ttext[31m\nnext" || got.Pastes != nil {
		t.Errorf("short paste became %+v", got)
	}
}

func TestHistory(t *testing.T) {
	e := New(nil)
	e.SetHistory([]Draft{{Text: "one"}, {Text: "two\nlines"}, {Text: "two\nlines"}, {Text: " "}})
	press(t, e, "mine<up>")
	if got := marked(e); got != "two\nlines|" {
		t.Errorf("up: %q", got)
	}
	press(t, e, "<up><up>")
	if got := marked(e); got != "one|" {
		t.Errorf("up through two lines: %q", got)
	}
	if press(t, e, "<up>") != Ignored || press(t, e, "<down><down>") != Handled || marked(e) != "mine|" {
		t.Errorf("back to the own text: %q", marked(e))
	}
	press(t, e, "<up>X<down>")
	if got := marked(e); got != "two\nlinesX|" {
		t.Errorf("a changed prompt is the user's own: %q", got)
	}
	press(t, e, "<ctrl+_><ctrl+_>")
	if got := marked(e); got != "mine|" {
		t.Errorf("undo over the history: %q", got)
	}
	e.Clear()
	press(t, e, "<up>")
	if got := marked(e); got != "mine|" {
		t.Errorf("cleared text is not in the history: %q", got)
	}
}

func TestSearch(t *testing.T) {
	history := []Draft{{Text: "fix the login test"}, {Text: "explain TestLogin"}, {Text: "other"}}
	tests := map[string]struct{ keys, want string }{
		"newest match":   {"mine<ctrl+r>login<enter>", "explain TestLogin|"},
		"older match":    {"mine<ctrl+r>login<ctrl+r><tab>", "fix the login test|"},
		"oldest stays":   {"mine<ctrl+r>login<ctrl+r><ctrl+r><enter>", "fix the login test|"},
		"widen again":    {"mine<ctrl+r>fix<backspace><backspace><backspace><enter>", "other|"},
		"no match":       {"mine<ctrl+r>zzz<enter>", "mine|"},
		"cancel":         {"mine<ctrl+r>login<esc>", "mine|"},
		"move out of it": {"mine<ctrl+r>fix<left>", "fix the login tes|t"},
		"undo":           {"mine<ctrl+r>fix<enter><ctrl+_>", "mine|"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			e := New(nil)
			e.SetHistory(history)
			press(t, e, tc.keys)
			if got := marked(e); got != tc.want {
				t.Errorf("text %q, want %q", got, tc.want)
			}
			if _, _, _, active := e.Search(); active {
				t.Error("the search is still open")
			}
		})
	}
	e := New(nil)
	e.SetHistory(history)
	press(t, e, "<ctrl+r>LOGIN")
	if query, match, found, active := e.Search(); query != "LOGIN" || match.Text != "explain TestLogin" || !found || !active {
		t.Errorf("search %q %q %v %v", query, match.Text, found, active)
	}
}

func candidates(trigger rune, query string) []Candidate {
	all := []Candidate{{Text: "main.go"}, {Text: "main_test.go"}, {Text: "cmd/", More: true}}
	if trigger == '/' {
		all = []Candidate{{Text: "help"}, {Text: "model", More: true}}
	}
	var found []Candidate
	for _, c := range all {
		if strings.HasPrefix(c.Text, query) {
			found = append(found, c)
		}
	}
	return found
}

func TestCompletion(t *testing.T) {
	tests := map[string]struct {
		keys, want string
		result     Result
		items      int
	}{
		"files":                {"see @ma", "see @ma|", Handled, 2},
		"tab accepts":          {"see @ma<tab>", "see @main.go |", Handled, 0},
		"enter only accepts":   {"see @ma<down><enter>", "see @main_test.go |", Handled, 0},
		"selection goes round": {"@<up><tab>", "@cmd/|", Handled, 1},
		"one blank is enough":  {"@ma x<left><left><tab>y", "@main.go y|x", Handled, 0},
		"esc closes":           {"@ma<esc>", "@ma|", Handled, 0},
		"esc lasts":            {"@m<esc>a", "@ma|", Handled, 0},
		"esc for this word":    {"@m<esc> @m", "@m @m|", Handled, 2},
		"no match, no popup":   {"@zz<enter>", "@zz|", Submitted, 0},
		"in a word":            {"me@ma", "me@ma|", Handled, 0},
		"command is sent":      {"/he<enter>", "/help |", Submitted, 0},
		"command with more":    {"/mo<enter>", "/model |", Handled, 0},
		"command by tab":       {"/he<tab>", "/help |", Handled, 0},
		"slash in a text":      {"a /he", "a /he|", Handled, 0},
		"newline in the popup": {"@ma<ctrl+j>", "@ma\n|", Handled, 0},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			e := New(candidates)
			if result := press(t, e, tc.keys); result != tc.result {
				t.Errorf("result %d, want %d", result, tc.result)
			}
			if got := marked(e); got != tc.want {
				t.Errorf("text %q, want %q", got, tc.want)
			}
			if items, _ := e.Popup(); len(items) != tc.items {
				t.Errorf("%d candidates, want %d", len(items), tc.items)
			}
		})
	}
	ready := false
	e := New(func(rune, string) []Candidate {
		if !ready {
			return nil
		}
		return []Candidate{{Text: "late"}}
	})
	press(t, e, "@")
	ready = true
	e.Refresh()
	if items, _ := e.Popup(); len(items) != 1 {
		t.Error("Refresh does not show the late candidates")
	}
}

// FuzzKeys presses keys and checks that nothing breaks and no text is lost: what was
// typed is in the text, or undo brings it back.
func FuzzKeys(f *testing.F) {
	f.Add("hello <ctrl+j>w<up><ctrl+w><ctrl+_>", 7)
	f.Add("@m<tab>/<ctrl+r>e<enter>中文👩‍💻<backspace><paste><left><delete><ctrl+y>", 3)
	f.Add("<up><up>e\u0301\u0301<left>\u200d🇩🇪<left>🇫🇷<ctrl+left>x\t<down><down><enter>", 1)
	f.Fuzz(func(t *testing.T, keys string, width int) {
		e := New(candidates)
		e.SetHistory([]Draft{{Text: "one\ntwo"}, {Text: "three"}})
		width = max(width%60, 1)
		for i, part := range strings.SplitAfter(keys, ">") {
			text, name, _ := strings.Cut(strings.TrimSuffix(part, ">"), "<")
			before := e.text
			e.Insert(text)
			if in := cleanInput(text); len(e.text) != len(before)+len(in) || !strings.Contains(e.text, in) {
				t.Fatalf("typing %q made %q of %q", in, e.text, before)
			}
			if name == "paste" {
				e.Paste(tea.PasteMsg{Content: strings.Repeat(fmt.Sprintln("line", i), 12)})
			} else if _, ok := names[name]; ok && e.Key(key(t, name)) == Submitted {
				e.Take()
			}
			checkScreen(t, e, width)
		}
		last := e.Draft()
		e.Clear()
		e.undoStep()
		if got := e.Draft(); !last.Empty() && got.Prompt() != last.Prompt() {
			t.Fatalf("undo after Clear brings %q, want %q", got.Prompt(), last.Prompt())
		}
	})
}

func checkScreen(t *testing.T, e *Editor, width int) {
	t.Helper()
	lines := e.Lines(width)
	x, y := e.Cursor(width)
	if x < 0 || x >= width || y < 0 || y >= len(lines) || len(lines) > e.maxHeight {
		t.Fatalf("cursor %d,%d outside %dx%d", x, y, width, len(lines))
	}
	for _, line := range lines {
		if ansi.StringWidth(line) > width {
			t.Fatalf("row %q is wider than %d", line, width)
		}
	}
	if e.clusterEnd(e.cursor) != e.cursor {
		t.Fatalf("cursor inside a cluster: %q", marked(e))
	}
	var all strings.Builder
	for i, r := range e.rows {
		if i > 0 && r.start > e.rows[i-1].end {
			all.WriteByte('\n')
		}
		all.WriteString(e.text[r.start:r.end])
	}
	if all.String() != e.text {
		t.Fatalf("rows show %q of %q", all.String(), e.text)
	}
}

func BenchmarkKey200Lines(b *testing.B) {
	e := New(nil)
	e.Insert(strings.Repeat("a line of text in a long prompt\n", 200))
	b.ReportAllocs()
	for b.Loop() {
		e.Key(tea.KeyPressMsg{Code: 'x', Text: "x"})
		e.Lines(80)
		e.Cursor(80)
		e.Key(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
}
