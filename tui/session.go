// Package tui is the full-screen front end: one Bubble Tea model (App) that turns
// the events of a session into a screen and keys into calls of the session.
//
// Only App knows Bubble Tea's Update; everything else is a struct with methods:
// transcript (what happened), dock (what is asked), editor (what is being written),
// overlay (help). Update does no I/O; View costs what is visible, because it runs
// after every Update. bridge.go carries events in, keys maps keys to actions.
package tui

import (
	"context"
	"iter"

	"beestown/agent"
	"beestown/tools"
)

// Session is the conversation that the screen shows; *agent.Session is one. No method
// but the loop over Events may block for long.
type Session interface {
	Events(ctx context.Context) iter.Seq[agent.Event]
	Prompt(ctx context.Context, text string) error
	Unqueue() (text string, ok bool)
	Interrupt()
	RetryNow()
	SetMode(tools.Mode)
	ReplyApproval(id string, a tools.Answer) bool
	ReplyQuestions(id string, replies []tools.Reply) bool
	ReplyPlan(id string, reply tools.PlanReply) bool
	Clear() error
}
