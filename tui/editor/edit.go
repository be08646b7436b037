package editor

// maxUndo bounds the steps that can be undone.
const maxUndo = 200

// snapshot is the text before a change. Pastes are never dropped while the draft
// lives, so the placeholders in it stay valid.
type snapshot struct {
	text   string
	cursor int
}

// record remembers the text before a change; a run of typing is one step.
func (e *Editor) record(typing bool) {
	if typing && e.typing {
		return
	}
	e.typing = typing
	e.undo = append(e.undo, snapshot{e.text, e.cursor})
	if len(e.undo) > maxUndo {
		e.undo = e.undo[1:]
	}
}

func (e *Editor) undoStep() {
	e.typing = false
	for len(e.undo) > 0 {
		last := e.undo[len(e.undo)-1]
		e.undo = e.undo[:len(e.undo)-1]
		if last.text != e.text {
			e.text, e.cursor = last.text, last.cursor
			e.changed()
			return
		}
	}
}

// remove deletes the bytes from start to end.
func (e *Editor) remove(start, end int) {
	if start == end {
		return
	}
	e.record(false)
	e.replace(start, end, "")
}

// kill deletes the bytes from start to end and keeps them for ctrl+y.
func (e *Editor) kill(start, end int) {
	if start == end {
		return
	}
	e.killed = e.text[start:end]
	e.remove(start, end)
}

// killLine deletes to the end of the line, or the newline when there.
func (e *Editor) killLine() {
	end := e.lineEnd(e.cursor)
	if end == e.cursor && end < len(e.text) {
		end++
	}
	e.kill(e.cursor, end)
}

// killBack deletes to the start of the line, or the newline before it when there.
func (e *Editor) killBack() {
	start := e.lineStart(e.cursor)
	if start == e.cursor && start > 0 {
		start--
	}
	e.kill(start, e.cursor)
}

func (e *Editor) yank() {
	if e.killed == "" {
		return
	}
	e.record(false)
	e.replace(e.cursor, e.cursor, e.killed)
}

func (e *Editor) newline() {
	e.record(false)
	e.replace(e.cursor, e.cursor, "\n")
}

// enter sends, unless a backslash before the cursor asks for a newline.
func (e *Editor) enter() Result {
	if e.cursor > 0 && e.text[e.cursor-1] == '\\' {
		e.record(false)
		e.replace(e.cursor-1, e.cursor, "\n")
		return Handled
	}
	if e.Draft().Empty() {
		return Ignored
	}
	return Submitted
}
