package dock

import (
	"strings"

	"beestown/tools/text"
	"beestown/tui/row"

	"github.com/charmbracelet/x/ansi"
)

// field is a line of text that is being typed, such as a reason.
type field struct {
	text []rune
	at   int // cursor, in runes
}

func newField(s string) *field {
	f := &field{text: []rune(s)}
	f.at = len(f.text)
	return f
}

func (f *field) value() string { return string(f.text) }

// insert adds text; line ends become blanks.
func (f *field) insert(s string) {
	s = strings.NewReplacer("\n", " ", "\t", " ").Replace(text.Visible(s))
	added := []rune(s)
	f.text = append(f.text[:f.at:f.at], append(added, f.text[f.at:]...)...)
	f.at += len(added)
}

// key carries out an editing key; false means that the key does not edit.
func (f *field) key(key, typed string) bool {
	switch key {
	case "left", "ctrl+b":
		f.at = max(f.at-1, 0)
	case "right", "ctrl+f":
		f.at = min(f.at+1, len(f.text))
	case "home", "ctrl+a":
		f.at = 0
	case "end", "ctrl+e":
		f.at = len(f.text)
	case "backspace", "ctrl+h":
		f.cut(f.at-1, f.at)
	case "delete", "ctrl+d":
		f.cut(f.at, f.at+1)
	case "ctrl+u":
		f.cut(0, f.at)
	case "ctrl+k":
		f.cut(f.at, len(f.text))
	case "ctrl+w", "alt+backspace":
		f.cut(f.word(), f.at)
	default:
		if typed == "" {
			return false
		}
		f.insert(typed)
	}
	return true
}

func (f *field) cut(from, to int) {
	from, to = max(from, 0), min(to, len(f.text))
	if from >= to {
		return
	}
	f.text = append(f.text[:from:from], f.text[to:]...)
	f.at = from
}

// word is where the word before the cursor begins.
func (f *field) word() int {
	i := f.at
	for i > 0 && f.text[i-1] == ' ' {
		i--
	}
	for i > 0 && f.text[i-1] != ' ' {
		i--
	}
	return i
}

// draw returns the part around the cursor that fits into width, and the cursor's
// column in it.
func (f *field) draw(width int) (string, int) {
	before := row.Width(string(f.text[:f.at]))
	skip := max(before-width+1, 0)
	s := ansi.Cut(string(f.text), skip, skip+width)
	return s, min(before-skip, width-1)
}
