package editor

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A paste longer than this becomes a placeholder.
const (
	maxPasteLines = 10
	maxPasteRunes = 1000
)

// pasteBase is the first of the private-use characters that stand for pastes in the
// text of a draft: the character pasteBase+i is Pastes[i]. Being one character, a
// placeholder moves, dies and comes back with undo as a whole, and it cannot be
// typed: input is stripped of this range.
const (
	pasteBase = 0xF0000
	pasteLast = 0xFFFFD
)

// Draft is a prompt as it was typed: the text with placeholders, and what they
// stand for. It can be stored as JSON and edited again later.
type Draft struct {
	Text   string   `json:"text"`
	Pastes []string `json:"pastes,omitempty"`
}

// Prompt returns the text with the pastes in place.
func (d Draft) Prompt() string {
	var b strings.Builder
	for _, r := range d.Text {
		if paste, ok := d.paste(r); ok {
			b.WriteString(paste)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Label returns the text as the editor shows it, with a short name for each paste.
func (d Draft) Label() string {
	var b strings.Builder
	for _, r := range d.Text {
		if paste, ok := d.paste(r); ok {
			b.WriteString(pasteLabel(int(r-pasteBase), paste))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Empty reports whether there is nothing to send.
func (d Draft) Empty() bool { return strings.TrimSpace(d.Text) == "" }

func (d Draft) paste(r rune) (string, bool) {
	i := int(r - pasteBase)
	if r < pasteBase || i >= len(d.Pastes) {
		return "", false
	}
	return d.Pastes[i], true
}

// compact drops the pastes that the text no longer mentions.
func (d Draft) compact() Draft {
	var kept []string
	renumbered := map[rune]rune{}
	text := strings.Map(func(r rune) rune {
		paste, ok := d.paste(r)
		if !ok {
			return r
		}
		if _, seen := renumbered[r]; !seen {
			renumbered[r] = rune(pasteBase + len(kept))
			kept = append(kept, paste)
		}
		return renumbered[r]
	}, d.Text)
	return Draft{Text: text, Pastes: kept}
}

func pasteLabel(i int, paste string) string {
	if lines := countLines(paste); lines > maxPasteLines {
		return fmt.Sprintf("[paste %d: %d lines]", i+1, lines)
	}
	return fmt.Sprintf("[paste %d: %d characters]", i+1, utf8.RuneCountInString(paste))
}

// countLines ignores a newline at the end.
func countLines(text string) int {
	return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
}

// cleanInput keeps what may stand in a prompt: newlines become \n, other control
// characters and the range of the placeholders are dropped.
func cleanInput(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(cleanRune, text)
}

func cleanRune(r rune) rune {
	switch {
	case r == '\r':
		return '\n'
	case r == '\n' || r == '\t':
		return r
	case r < ' ' || r >= 0x7f && r < 0xa0 || r >= pasteBase && r <= pasteLast:
		return -1
	}
	return r
}
