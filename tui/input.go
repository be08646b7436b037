package tui

import (
	"time"

	"beestown/tools"
	"beestown/tui/dock"
	"beestown/tui/editor"
	"beestown/tui/keys"
	"beestown/tui/transcript"

	tea "charm.land/bubbletea/v2"
)

// pressed gives a key to what has the keyboard.
func (a *App) pressed(k tea.KeyPressMsg) tea.Cmd {
	if k.Code == tea.KeyKpEnter {
		k.Code = tea.KeyEnter
	}
	if a.width < minWidth || a.height < minHeight {
		return a.shared(a.keys.Lookup(keys.Editor, k.Keystroke()))
	}
	switch {
	case a.first != nil:
		return a.first.key(a, k)
	case a.help != nil:
		return a.helpKey(k)
	case a.dock.Open():
		return a.dockKey(k)
	default:
		return a.editorKey(k)
	}
}

// editorKey handles a key while the prompt is being written. The editor comes first
// for keys that it uses in some states only.
func (a *App) editorKey(k tea.KeyPressMsg) tea.Cmd {
	now := a.opt.Now()
	action := a.keys.Lookup(keys.Editor, k.String())
	defer func() {
		if !a.dock.Open() {
			a.dock.Typed(!a.editor.Empty(), now)
		}
	}()
	if action != keys.Stop && action != keys.Quit {
		a.disarm(action)
	}
	if a.editor.Empty() && !a.searching() {
		switch {
		case action == keys.Help:
			a.openHelp()
			return nil
		case k.String() == "up" && len(a.waiting) > 0:
			a.takeBack()
			return nil
		}
	}
	if afterEditor(action) || k.Text != "" {
		switch a.editor.Key(k) {
		case editor.Handled:
			return nil
		case editor.Submitted:
			return a.send()
		}
	}
	return a.act(action)
}

// afterEditor tells the actions whose keys the editor may need for itself.
func afterEditor(a keys.Action) bool {
	switch a {
	case keys.None, keys.Send, keys.Complete, keys.Cancel, keys.Stop, keys.Quit, keys.Top, keys.Bottom, keys.Help:
		return true
	}
	return false
}

func (a *App) searching() bool {
	_, _, _, active := a.editor.Search()
	return active
}

// act carries out an action of the editor's context.
func (a *App) act(action keys.Action) tea.Cmd {
	switch action {
	case keys.Send: // the editor is empty
		if a.turn.retry != nil {
			a.turn.retry.Hurry(a.opt.Now())
			a.conv.Session.RetryNow()
		}
	case keys.External:
		return a.openEditor(dock.Edit{Name: "prompt.md", Content: []byte(a.editor.Draft().Prompt())})
	case keys.Complete:
		if a.dock.Held() {
			a.dock.Review(a.opt.Now())
		}
	case keys.Cancel:
		a.escape()
	case keys.Stop:
		return a.stop()
	case keys.Quit:
		return a.quit()
	case keys.Top:
		a.list.Top()
	case keys.Bottom:
		a.list.Bottom()
	default:
		return a.shared(action)
	}
	return nil
}

// shared carries out an action that means the same everywhere.
func (a *App) shared(action keys.Action) tea.Cmd {
	page := max(a.rows.transcript-1, 1)
	switch action {
	case keys.PageUp:
		a.list.Scroll(-page)
	case keys.PageDown:
		a.list.Scroll(page)
	case keys.LineUp:
		a.list.Scroll(-1)
	case keys.LineDown:
		a.list.Scroll(1)
	case keys.Expand:
		a.expanded = !a.expanded
	case keys.Todo:
		a.todos.collapsed = !a.todos.collapsed
	case keys.Mode:
		a.cycleMode()
	case keys.Repaint:
		return tea.ClearScreen
	case keys.Suspend:
		return tea.Suspend
	case keys.Stop:
		return a.stop()
	}
	return nil
}

// send takes the draft: it is sent, or queued while a turn runs.
func (a *App) send() tea.Cmd {
	draft := a.editor.Take()
	if a.opt.Remember != nil {
		a.opt.Remember(draft)
	}
	a.list.Bottom()
	return a.submit(draft.Prompt())
}

// takeBack puts the prompt that was queued last into the editor.
func (a *App) takeBack() {
	if prompt, ok := a.conv.Session.Unqueue(); ok {
		a.editor.SetDraft(editor.Draft{Text: prompt})
	}
}

// escape interrupts. With a draft the first press only says so: the draft is dearer
// than the turn.
func (a *App) escape() {
	now := a.opt.Now()
	if !a.turn.busy {
		return
	}
	if !a.editor.Empty() && a.escArmed.IsZero() {
		a.escArmed, a.hint = now.Add(armedFor), "esc again to interrupt, the draft stays"
		return
	}
	a.escArmed, a.hint = time.Time{}, ""
	a.interrupt()
}

func (a *App) interrupt() {
	a.turn.stopping = true
	a.conv.Session.Interrupt()
}

// stop is ctrl+c: it clears the draft, else interrupts, else quits when pressed twice.
func (a *App) stop() tea.Cmd {
	switch {
	case !a.editor.Empty():
		a.remember()
		a.editor.Clear()
	case a.turn.busy && !a.turn.stopping:
		a.interrupt()
	case !a.quitArmed.IsZero():
		return tea.Quit
	default:
		a.arm("ctrl+c again to quit")
	}
	return nil
}

// remember keeps a draft that is cleared, not sent.
func (a *App) remember() {
	if a.opt.Remember != nil {
		a.opt.Remember(a.editor.Draft())
	}
}

func (a *App) quit() tea.Cmd {
	if !a.turn.busy || !a.quitArmed.IsZero() {
		return tea.Quit
	}
	a.arm("a turn is running; ctrl+d again to quit")
	return nil
}

func (a *App) arm(hint string) {
	a.quitArmed, a.hint = a.opt.Now().Add(armedFor), hint
}

// disarm forgets a first ctrl+c when another key comes, and a first esc likewise.
func (a *App) disarm(action keys.Action) {
	if !a.quitArmed.IsZero() {
		a.quitArmed, a.hint = time.Time{}, ""
	}
	if action != keys.Cancel && !a.escArmed.IsZero() {
		a.escArmed, a.hint = time.Time{}, ""
	}
}

// cycleMode goes from ask to edits to plan; yolo is never reached by a key.
func (a *App) cycleMode() {
	next := map[tools.Mode]tools.Mode{tools.ModeAsk: tools.ModeEdits, tools.ModeEdits: tools.ModePlan}[a.mode]
	if next == "" {
		next = tools.ModeAsk
	}
	a.setMode(next)
}

func (a *App) setMode(m tools.Mode) {
	if a.conv.Session != nil {
		a.mode = m
		a.conv.Session.SetMode(m)
	}
}

// current is the call that the status row speaks of: the one that runs longest.
func (a *App) current() *transcript.Tool {
	for _, id := range a.turn.running {
		if t := a.turn.calls[id]; t != nil && t.State() == transcript.Running {
			return t
		}
	}
	return nil
}
