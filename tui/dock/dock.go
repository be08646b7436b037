// Package dock holds the questions that a session asks the user, at the bottom of
// the screen in place of the editor: may this call run, which of these, start this
// plan? A question never takes the keyboard from a draft (Guard).
package dock

import (
	"strings"
	"time"

	"beestown/tools"
	"beestown/tui/keys"
	"beestown/tui/theme"
)

// Cursor is where text is typed, relative to the dock's first row.
type Cursor struct{ X, Y int }

// Reply is what a key led to; the zero value is nothing yet. Exactly one of Answer,
// Questions, Plan and Edit is set otherwise.
type Reply struct {
	ID        string
	Answer    *tools.Answer
	Questions []tools.Reply
	Plan      *tools.PlanReply
	Edit      *Edit
}

// Empty tells that nothing was decided.
func (r Reply) Empty() bool {
	return r.Answer == nil && r.Questions == nil && r.Plan == nil && r.Edit == nil
}

// Edit asks for an external editor on Content; Edited takes the result.
type Edit struct {
	ID      string
	Name    string // a file name that tells the editor the language
	Content []byte
}

// panel is one question.
type panel interface {
	id() string
	label() string
	typing() bool // a text field has the keyboard
	insert(text string)
	key(a keys.Action, key, typed string) Reply
	deny() Reply
	arm(on bool) // keys answer: only then the focus is marked
	resize(width, height int)
	draw() ([]string, *Cursor)
	footer() (left, keys string)
	restyle(th *theme.Theme)
}

// Dock is the queue of questions. It is not safe for concurrent use.
type Dock struct {
	Guard
	th    *theme.Theme
	queue []panel
	shown int // questions answered since the queue was empty
	full  bool
}

// New returns a dock without questions.
func New(th *theme.Theme) *Dock { return &Dock{th: th} }

// SetTheme changes the styles.
func (d *Dock) SetTheme(th *theme.Theme) {
	d.th = th
	for _, p := range d.queue {
		p.restyle(th)
	}
}

// AskApproval queues an approval. draft tells whether the user has an unsent draft.
func (d *Dock) AskApproval(id string, a tools.Approval, draft bool, now time.Time) {
	d.add(newConfirm(id, a, d.th), draft, now)
}

// AskQuestions queues questions; there is at least one.
func (d *Dock) AskQuestions(id string, q []tools.Question, draft bool, now time.Time) {
	d.add(newAsk(id, q, d.th), draft, now)
}

// AskPlan queues a plan.
func (d *Dock) AskPlan(id, plan string, draft bool, now time.Time) {
	d.add(newPlan(id, plan, d.th), draft, now)
}

func (d *Dock) add(p panel, draft bool, now time.Time) {
	d.queue = append(d.queue, p)
	d.Arrive(draft, now)
}

// Done removes a question that was answered, here or elsewhere.
func (d *Dock) Done(id string, now time.Time) {
	for i, p := range d.queue {
		if p.id() != id {
			continue
		}
		d.queue = append(d.queue[:i:i], d.queue[i+1:]...)
		d.shown++
		if len(d.queue) == 0 {
			d.shown, d.full = 0, false
		}
		if i == 0 {
			d.Answered(len(d.queue) > 0, now)
		}
		return
	}
}

// Clear removes all questions: the turn is over.
func (d *Dock) Clear(now time.Time) {
	d.queue, d.shown, d.full = nil, 0, false
	d.Answered(false, now)
}

// Len is the number of open questions.
func (d *Dock) Len() int { return len(d.queue) }

// Label is the current question in a few words: "Bash git push".
func (d *Dock) Label() string {
	if len(d.queue) == 0 {
		return ""
	}
	return d.queue[0].label()
}

// Position tells which question of how many is shown, from 1.
func (d *Dock) Position() (at, of int) { return d.shown + 1, d.shown + len(d.queue) }

// Full tells that the question wants the whole screen.
func (d *Dock) Full() bool { return d.full }

// Typing tells that keys are text for a field of the question.
func (d *Dock) Typing() bool { return d.Open() && d.queue[0].typing() }

// Asks tells that the open question takes free text at any time.
func (d *Dock) Asks() bool {
	if !d.Open() {
		return false
	}
	_, free := d.queue[0].(*ask)
	return free
}

// Approval tells that the current question is whether a call may run.
func (d *Dock) Approval() bool {
	if len(d.queue) == 0 {
		return false
	}
	_, ok := d.queue[0].(*confirm)
	return ok
}

// Offer is the rules that an approval would add, as they are stored.
func (d *Dock) Offer(id string) string {
	for _, p := range d.queue {
		if c, ok := p.(*confirm); ok && c.ask == id {
			return strings.Join(c.approval.Decision.Offer, ", ")
		}
	}
	return ""
}

// Insert types text into the field.
func (d *Dock) Insert(text string) { d.queue[0].insert(text) }

// Key gives a key to the open question. The caller checked Armed.
func (d *Dock) Key(a keys.Action, key, typed string) Reply {
	p := d.queue[0]
	if a == keys.Full && !p.typing() {
		if !d.Asks() {
			d.full = !d.full
			return Reply{}
		}
	}
	if a == keys.Cancel && d.full {
		d.full = false
		return Reply{}
	}
	return p.key(a, key, typed)
}

// Deny is the refusal of the open question without a reason.
func (d *Dock) Deny() Reply { return d.queue[0].deny() }

// Edited gives back what an external editor made of the draft of question id; a draft that was only
// looked at is no change.
func (d *Dock) Edited(id string, content []byte) Reply {
	for _, p := range d.queue {
		switch p := p.(type) {
		case *confirm:
			if p.ask == id && !p.unchanged(content) {
				return p.answer(tools.Answer{Edited: content})
			}
		case *planSheet:
			if p.ask == id {
				p.edited(content)
			}
		}
	}
	return Reply{}
}

// Resize lays the open question out in at most height rows.
func (d *Dock) Resize(width, height int) {
	if len(d.queue) > 0 {
		d.queue[0].arm(d.armed)
		d.queue[0].resize(width, height)
	}
}

// Draw returns the rows of the open question and the cursor, nil without a field.
func (d *Dock) Draw() ([]string, *Cursor) {
	if len(d.queue) == 0 {
		return nil, nil
	}
	return d.queue[0].draw()
}

// Footer is what the footer says of the open question.
func (d *Dock) Footer() (left, keys string) {
	if len(d.queue) == 0 {
		return "", ""
	}
	return d.queue[0].footer()
}
