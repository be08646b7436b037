package tui

import (
	"beestown/tui/dock"
	"beestown/tui/keys"
	"beestown/tui/view"

	tea "charm.land/bubbletea/v2"
)

// dockKey handles a key while a question is open. Nothing that answers acts before
// the question was there for a while (dock.Guard); text goes to the draft then.
func (a *App) dockKey(k tea.KeyPressMsg) tea.Cmd {
	now := a.opt.Now()
	action := a.keys.Lookup(keys.Dock, k.String())
	switch action {
	case keys.Stop:
		cmd := a.reply(a.dock.Deny())
		a.interrupt()
		return cmd
	case keys.Expand, keys.Todo, keys.Repaint, keys.Suspend, keys.Mode:
		return a.shared(action)
	case keys.PageUp, keys.PageDown, keys.LineUp, keys.LineDown:
		a.dock.Key(action, k.String(), "")
		return nil
	}
	if !a.dock.Armed(now) && action != keys.Cancel {
		a.toDraft(k)
		return nil
	}
	typing := a.dock.Typing()
	if typing && k.Text != "" {
		action = keys.None
	}
	if action == keys.None && k.Text != "" && !typing && !a.dock.Asks() {
		a.toDraft(k)
		return nil
	}
	return a.reply(a.dock.Key(action, k.String(), k.Text))
}

// toDraft types a key that came while a question was not ready for it.
func (a *App) toDraft(k tea.KeyPressMsg) {
	if k.Text != "" || k.Keystroke() == "backspace" {
		a.editor.Key(k)
		a.dock.Typed(!a.editor.Empty(), a.opt.Now())
		return
	}
	a.dock.Touch(a.opt.Now())
}

// reply gives an answer to the session.
func (a *App) reply(r dock.Reply) tea.Cmd {
	s := a.conv.Session
	switch {
	case r.Edit != nil:
		return a.openEditor(*r.Edit)
	case r.Answer != nil:
		if s.ReplyApproval(r.ID, *r.Answer) && r.Answer.Allow && r.Answer.Remember {
			a.notice("info", "Allowed for this session: "+view.Line(a.dock.Offer(r.ID)), "")
		}
	case r.Questions != nil:
		s.ReplyQuestions(r.ID, r.Questions)
	case r.Plan != nil:
		s.ReplyPlan(r.ID, *r.Plan)
	default:
		return nil
	}
	a.dock.Done(r.ID, a.opt.Now())
	return nil
}
