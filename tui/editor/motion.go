package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// moveTo puts the cursor at offset, a cluster boundary.
func (e *Editor) moveTo(offset int) {
	e.cursor = offset
	e.goal = -1
	e.typing = false
	e.popup.update(e.text, e.cursor)
}

func (e *Editor) next() int {
	if e.cursor == len(e.text) {
		return e.cursor
	}
	return e.cursor + e.clusterLen(e.cursor)
}

func (e *Editor) previous() int {
	if e.cursor == 0 {
		return 0
	}
	if e.text[e.cursor-1] == '\n' {
		return e.cursor - 1
	}
	at, before := e.lineStart(e.cursor), 0
	for at < e.cursor {
		before = at
		at += e.clusterLen(at)
	}
	return before
}

func (e *Editor) lineStart(offset int) int {
	return strings.LastIndexByte(e.text[:offset], '\n') + 1
}

func (e *Editor) lineEnd(offset int) int {
	if n := strings.IndexByte(e.text[offset:], '\n'); n >= 0 {
		return offset + n
	}
	return len(e.text)
}

// nextWord returns the end of the word at or after the cursor.
func (e *Editor) nextWord() int {
	at := e.cursor
	for seen := false; at < len(e.text); {
		r, n := utf8.DecodeRuneInString(e.text[at:])
		word := isWord(r)
		if seen && !word {
			break
		}
		seen = seen || word
		at += n
	}
	return e.clusterEnd(at)
}

// previousWord returns the start of the word before the cursor.
func (e *Editor) previousWord(isWord func(rune) bool) int {
	at := e.cursor
	for seen := false; at > 0; {
		r, n := utf8.DecodeLastRuneInString(e.text[:at])
		word := isWord(r)
		if seen && !word {
			break
		}
		seen = seen || word
		at -= n
	}
	return at
}

func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '\u200d' || r >= pasteBase
}

func notSpace(r rune) bool { return !unicode.IsSpace(r) }

// vertical moves the cursor by rows as they are drawn and reports whether it could.
func (e *Editor) vertical(by int) bool {
	rows := e.layout(e.width)
	at := e.cursorRow(rows)
	to := at + by
	if to < 0 || to >= len(rows) {
		return false
	}
	goal := e.goal
	if goal < 0 {
		goal = e.column(rows[at])
	}
	e.moveTo(e.offsetAt(rows[to], goal))
	e.goal = goal
	return true
}

// clusterStart returns the last cluster boundary at or before offset.
func (e *Editor) clusterStart(offset int) int {
	at := e.lineStart(offset)
	for at < offset {
		n := e.clusterLen(at)
		if at+n > offset {
			break
		}
		at += n
	}
	return at
}
