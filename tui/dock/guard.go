package dock

import "time"

// Quiet is how long no key may have come before a dialog takes one as an answer,
// and before a held dialog opens by itself.
const Quiet = 400 * time.Millisecond

// Guard decides when a question may take the keyboard. A question never takes it
// from a draft: an unsent draft is what holds it back, not a time. It is pure state;
// the zero value has no question.
type Guard struct {
	waiting bool // there is a question
	open    bool
	draft   bool // the draft is not empty
	armed   bool // Tick has seen that keys answer
	since   time.Time
}

// Arrive tells that a question waits, while none did before.
func (g *Guard) Arrive(draft bool, now time.Time) {
	if g.waiting {
		return
	}
	g.waiting, g.draft = true, draft
	g.open = !draft
	g.Touch(now)
}

// Review opens a held question because the user asked for it; the draft stays.
func (g *Guard) Review(now time.Time) {
	if g.waiting && !g.open {
		g.open = true
		g.Touch(now)
	}
}

// Typed tells that a key went to the draft, which is now empty or not. A dialog
// that is open gives way to a draft that is being written.
func (g *Guard) Typed(draft bool, now time.Time) {
	g.draft = draft
	g.Touch(now)
	if draft {
		g.open = false
	}
}

// Tick opens a held question once the draft is empty and no key came for a while, and after the same
// while lets an open one take keys.
func (g *Guard) Tick(now time.Time) {
	at, ok := g.Wake()
	switch {
	case !ok || now.Before(at):
	case g.open:
		g.armed = true
	default:
		g.open = true
		g.Touch(now)
	}
}

// Wake tells when Tick has to be called; ok is false when there is nothing to wait for.
func (g *Guard) Wake() (at time.Time, ok bool) {
	held := !g.open && !g.draft
	return g.since.Add(Quiet), g.waiting && (held || g.open && !g.armed)
}

// Answered tells that the question is gone; more tells that another one waits, which
// is shown at once if this one was.
func (g *Guard) Answered(more bool, now time.Time) {
	g.waiting = more
	g.Touch(now)
	g.open = g.open && more && !g.draft
}

// Open tells whether the dialog is shown.
func (g *Guard) Open() bool { return g.open }

// Held tells whether a question waits behind the draft.
func (g *Guard) Held() bool { return g.waiting && !g.open }

// Armed tells whether keys answer: the dialog was there for a while and no key came.
func (g *Guard) Armed(now time.Time) bool {
	return g.open && now.Sub(g.since) >= Quiet
}

// Touch tells that a key came that neither answers nor types: the dialog waits anew.
func (g *Guard) Touch(now time.Time) { g.since, g.armed = now, false }
