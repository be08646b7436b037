// Package editor is the prompt editor: text of several lines with readline keys,
// pastes behind placeholders, history, and completion. It draws rows of text and
// knows where the real cursor of the terminal belongs; prompts, rules and the popup
// around it are drawn by its owner. Nothing here does I/O.
package editor

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// DefaultHeight is how many rows the editor grows to unless SetMaxHeight says
// otherwise.
const DefaultHeight = 8

// Result says what a key did.
type Result int

// The results of Key.
const (
	Ignored   Result = iota // the key means nothing here and is free for others
	Handled                 // the key changed the editor or was used up
	Submitted               // the user wants to send the draft: call Take
)

// Editor holds a draft and its cursor. It is not safe for concurrent use.
type Editor struct {
	text   string
	pastes []string
	cursor int // byte offset, always between two clusters

	undo   []snapshot
	typing bool // the last change was typing, which undoes word by word
	killed string
	goal   int // column that up and down try to keep, -1 when they did not just move

	width, maxHeight int
	top              int // first visible row
	rows             []row
	rowsFor          layoutKey

	history history
	search  search
	popup   popup
}

// New returns an empty editor. complete gives the candidates for completion; nil
// turns completion off.
func New(complete CompleteFunc) *Editor {
	return &Editor{width: 80, maxHeight: DefaultHeight, goal: -1, popup: popup{complete: complete}}
}

// SetMaxHeight bounds the rows that Lines returns, at least 1.
func (e *Editor) SetMaxHeight(rows int) { e.maxHeight = max(rows, 1) }

// Draft returns what is in the editor.
func (e *Editor) Draft() Draft {
	return Draft{Text: e.text, Pastes: e.pastes}.compact()
}

// SetDraft replaces what is in the editor; undo brings the old text back. The
// cursor goes to the end.
func (e *Editor) SetDraft(d Draft) {
	e.record(false)
	base := len(e.pastes)
	e.pastes = append(e.pastes, d.Pastes...)
	e.text = strings.Map(func(r rune) rune {
		if _, ok := d.paste(r); ok {
			return r + rune(base)
		}
		return cleanRune(r) // a draft may come from a file
	}, d.Text)
	e.cursor = len(e.text)
	e.changed()
}

// Empty reports whether the editor has no text at all.
func (e *Editor) Empty() bool { return e.text == "" }

// Take returns the draft for sending, remembers it in the history and empties the
// editor.
func (e *Editor) Take() Draft {
	d := e.Draft()
	e.history.add(d)
	e.text, e.pastes, e.cursor = "", nil, 0
	e.undo, e.search = nil, search{}
	e.changed()
	return d
}

// Clear empties the editor. The draft stays in the history and can be undone.
func (e *Editor) Clear() {
	e.history.add(e.Draft())
	e.record(false)
	e.text, e.cursor, e.search = "", 0, search{}
	e.changed()
}

// Insert puts text at the cursor as if it were typed.
func (e *Editor) Insert(text string) {
	text = cleanInput(text)
	if text == "" {
		return
	}
	// A word is one step of undo, together with the blank before it.
	e.record(!strings.ContainsAny(text, " \n"))
	e.typing = true
	e.replace(e.cursor, e.cursor, text)
}

// Paste puts pasted text at the cursor, behind a placeholder if it is long.
func (e *Editor) Paste(msg tea.PasteMsg) {
	text := cleanInput(msg.Content)
	if text == "" {
		return
	}
	e.search = search{}
	e.record(false)
	long := countLines(text) > maxPasteLines || utf8.RuneCountInString(text) > maxPasteRunes
	if long && len(e.pastes) <= pasteLast-pasteBase {
		e.pastes = append(e.pastes, text)
		text = string(rune(pasteBase + len(e.pastes) - 1))
	}
	e.replace(e.cursor, e.cursor, text)
}

// replace puts text in place of the bytes from start to end and the cursor after it.
func (e *Editor) replace(start, end int, text string) {
	e.text = e.text[:start] + text + e.text[end:]
	e.cursor = start + len(text)
	e.changed()
}

// changed is called after every change of the text.
func (e *Editor) changed() {
	e.goal = -1
	// Text that came between two clusters may have joined them.
	e.cursor = e.clusterEnd(e.cursor)
	e.history.leave()
	e.popup.update(e.text, e.cursor)
}

// clusterEnd returns the first cluster boundary at or after offset.
func (e *Editor) clusterEnd(offset int) int {
	at := e.lineStart(offset)
	for at < offset {
		at += e.clusterLen(at)
	}
	return at
}

// clusterLen returns the length in bytes of the cluster at offset.
func (e *Editor) clusterLen(offset int) int {
	if r, n := utf8.DecodeRuneInString(e.text[offset:]); r == '\n' || r >= pasteBase {
		return n
	}
	cluster, _ := ansi.FirstGraphemeCluster(e.text[offset:], ansi.GraphemeWidth)
	return max(len(cluster), 1)
}
