package editor

import (
	"strings"
	"unicode"
)

// Candidate is something that completion may insert.
type Candidate struct {
	Text   string // what replaces the word after the trigger, without the trigger
	Detail string // shown beside it
	// More says that the user goes on typing after it: arguments of a command,
	// the inside of a directory. Nothing is sent then.
	More bool
}

// CompleteFunc returns the candidates for a word, best first. trigger is '@' for
// files or '/' for commands; query is what follows it. It is called while keys are
// handled and must not block: an index that is still being built returns what it
// has, and its owner calls Refresh when there is more.
type CompleteFunc func(trigger rune, query string) []Candidate

// popup is the list of candidates for the word before the cursor.
type popup struct {
	complete  CompleteFunc
	open      bool
	items     []Candidate
	selected  int
	trigger   rune
	start     int    // offset of the trigger
	query     string // the word after it
	dismissed bool   // esc was pressed for the word at start
}

// Popup returns the candidates to show and the index of the selected one; nothing
// is shown when there are none.
func (e *Editor) Popup() (items []Candidate, selected int) {
	if !e.popup.open || e.search.active {
		return nil, 0
	}
	return e.popup.items, e.popup.selected
}

// Refresh asks for the candidates again, for when there may be more of them.
func (e *Editor) Refresh() {
	selected := e.popup.selected
	e.popup.update(e.text, e.cursor)
	e.popup.selected = max(min(selected, len(e.popup.items)-1), 0)
}

// update opens, narrows or closes the popup after text or cursor changed.
func (p *popup) update(text string, cursor int) {
	if p.complete == nil {
		return
	}
	start := strings.LastIndexFunc(text[:cursor], unicode.IsSpace) + 1
	word := text[start:cursor]
	isFile, isCommand := strings.HasPrefix(word, "@"), start == 0 && strings.HasPrefix(word, "/")
	if !isFile && !isCommand {
		p.open, p.items, p.dismissed = false, nil, false
		return
	}
	if start != p.start {
		p.dismissed = false
	}
	p.start, p.trigger, p.query, p.selected = start, rune(word[0]), word[1:], 0
	p.items = p.complete(p.trigger, p.query)
	p.open = len(p.items) > 0 && !p.dismissed
}

// popupKey handles a key while the popup is open; done is false for keys that mean
// what they always mean.
func (e *Editor) popupKey(key string) (result Result, done bool) {
	p := &e.popup
	switch key {
	case "up", "ctrl+p":
		p.selected = (p.selected + len(p.items) - 1) % len(p.items)
	case "down", "ctrl+n":
		p.selected = (p.selected + 1) % len(p.items)
	case "esc":
		p.open, p.dismissed = false, true
	case "tab":
		e.accept()
	case "enter":
		// A command goes off at once; a file is only put into the text.
		command := p.trigger == '/'
		if more := e.accept(); command && !more {
			return Submitted, true
		}
	default:
		return Ignored, false
	}
	return Handled, true
}

// accept replaces the word by the selected candidate and reports whether the user
// is expected to go on typing.
func (e *Editor) accept() (more bool) {
	p := &e.popup
	chosen := p.items[p.selected]
	text := string(p.trigger) + chosen.Text
	if !strings.HasSuffix(text, "/") {
		text += " "
	}
	start, end := p.start, e.cursor
	if strings.HasSuffix(text, " ") && strings.HasPrefix(e.text[end:], " ") {
		end++ // one blank is enough
	}
	e.record(false)
	e.replace(start, end, text)
	return chosen.More
}
