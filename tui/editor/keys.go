package editor

import tea "charm.land/bubbletea/v2"

// Key applies a key. Keys that the editor has no use for, also depending on its
// state, are Ignored: esc without a popup, up at the oldest prompt, enter, home,
// end and ctrl+d in an empty editor.
func (e *Editor) Key(k tea.KeyPressMsg) Result {
	if k.Text != "" && !k.Mod.Contains(tea.ModCtrl) && !k.Mod.Contains(tea.ModAlt) {
		if e.search.active {
			e.searchType(k.Text)
		} else {
			e.Insert(k.Text)
		}
		return Handled
	}
	key := k.Keystroke()
	if e.search.active {
		if result, done := e.searchKey(key); done {
			return result
		}
	}
	if e.popup.open {
		if result, done := e.popupKey(key); done {
			return result
		}
	}
	if e.moveKey(key) || e.editKey(key) {
		return Handled
	}
	return e.edgeKey(key)
}

// moveKey handles the keys that move the cursor whatever the state.
func (e *Editor) moveKey(key string) bool {
	switch key {
	case "left", "ctrl+b":
		e.moveTo(e.previous())
	case "right", "ctrl+f":
		e.moveTo(e.next())
	case "ctrl+left", "alt+left", "alt+b":
		e.moveTo(e.clusterStart(e.previousWord(isWord)))
	case "ctrl+right", "alt+right", "alt+f":
		e.moveTo(e.nextWord())
	case "ctrl+a":
		e.moveTo(e.lineStart(e.cursor))
	case "ctrl+e":
		e.moveTo(e.lineEnd(e.cursor))
	case "ctrl+home":
		e.moveTo(0)
	case "ctrl+end":
		e.moveTo(len(e.text))
	default:
		return false
	}
	return true
}

// editKey handles the keys that change the text whatever the state.
func (e *Editor) editKey(key string) bool {
	switch key {
	case "ctrl+j", "shift+enter", "alt+enter":
		e.newline()
	case "backspace", "ctrl+h", "shift+backspace":
		e.remove(e.previous(), e.cursor)
	case "delete":
		e.remove(e.cursor, e.next())
	case "ctrl+w", "ctrl+backspace":
		e.kill(e.clusterStart(e.previousWord(notSpace)), e.cursor)
	case "alt+backspace":
		e.kill(e.clusterStart(e.previousWord(isWord)), e.cursor)
	case "alt+d", "ctrl+delete", "alt+delete":
		e.kill(e.cursor, e.nextWord())
	case "ctrl+k":
		e.killLine()
	case "ctrl+u":
		e.killBack()
	case "ctrl+y":
		e.yank()
	case "ctrl+_", "ctrl+shift+_", "ctrl+shift+-", "ctrl+/":
		e.undoStep()
	case "ctrl+r":
		e.startSearch()
	default:
		return false
	}
	return true
}

// edgeKey handles the keys that are free for others when they have no use here.
func (e *Editor) edgeKey(key string) Result {
	switch key {
	case "enter", "kpenter":
		return e.enter()
	case "up", "ctrl+p":
		return handled(e.vertical(-1) || e.older())
	case "down", "ctrl+n":
		return handled(e.vertical(1) || e.newer())
	}
	if e.Empty() {
		return Ignored
	}
	switch key {
	case "home":
		e.moveTo(e.lineStart(e.cursor))
	case "end":
		e.moveTo(e.lineEnd(e.cursor))
	case "ctrl+d":
		e.remove(e.cursor, e.next())
	default:
		return Ignored
	}
	return Handled
}

func handled(ok bool) Result {
	if ok {
		return Handled
	}
	return Ignored
}
