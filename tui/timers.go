package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// schedule returns the timers that are due: none when nothing moves.
func (a *App) schedule() tea.Cmd {
	var cmds []tea.Cmd
	if a.bell {
		a.bell = false
		cmds = append(cmds, tea.Raw("\a"))
	}
	if every := a.tickEvery(); every > 0 && !a.ticking {
		a.ticking = true
		cmds = append(cmds, tea.Tick(every, func(time.Time) tea.Msg { return tickMsg{} }))
	}
	if at := a.nextWake(); !at.IsZero() && !at.Equal(a.woken) {
		a.woken = at
		wait := max(at.Sub(a.opt.Now()), 0)
		cmds = append(cmds, tea.Tick(wait, func(time.Time) tea.Msg { return wakeMsg{} }))
	}
	return tea.Batch(cmds...)
}

// tickEvery is the time between frames of what moves by itself, 0 when nothing does.
func (a *App) tickEvery() time.Duration {
	switch {
	case !a.turn.busy && a.turn.retry == nil:
		return 0
	case a.opt.Still || a.focus.away || a.dock.Len() > 0 && a.current() == nil:
		return slowEvery
	default:
		return spinEvery
	}
}

// nextWake is the nearest deadline, zero when there is none.
func (a *App) nextWake() time.Time {
	var next time.Time
	nearer := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	if at, ok := a.dock.Wake(); ok {
		nearer(at)
	}
	nearer(a.quitArmed)
	nearer(a.escArmed)
	return next
}

// wake carries out what a deadline was for.
func (a *App) wake() {
	now := a.opt.Now()
	a.woken = time.Time{}
	a.dock.Tick(now)
	if !a.quitArmed.IsZero() && !now.Before(a.quitArmed) {
		a.quitArmed, a.hint = time.Time{}, ""
	}
	if !a.escArmed.IsZero() && !now.Before(a.escArmed) {
		a.escArmed, a.hint = time.Time{}, ""
	}
}
