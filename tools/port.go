package tools

import "context"

// Port is how a running call talks to the session that runs it. It travels in the call's context:
// who is asked may, a verdict never does.
type Port interface {
	// Progress reports output of a running call; it never blocks for long.
	Progress(call string, chunk []byte)
	// Approve asks whether a call may run. It blocks until somebody answers or ctx ends.
	Approve(ctx context.Context, a Approval) (Answer, error)
	// Ask puts questions to the user. It blocks until they are answered or ctx ends; an *Error with
	// CodeNoUser means that nobody can be asked.
	Ask(ctx context.Context, questions []Question) ([]Reply, error)
	// ProposePlan shows a plan for approval. It blocks like Ask.
	ProposePlan(ctx context.Context, markdown string) (PlanReply, error)
}

// Question is one question of ask_user.
type Question struct {
	Header   string   `json:"header,omitempty"` // a few words, the topic
	Text     string   `json:"question"`
	Options  []Option `json:"options,omitempty"` // empty means free text only
	Multiple bool     `json:"multiple,omitempty"`
}

// Option is one choice of a Question.
type Option struct {
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}

// Reply answers one Question: the chosen labels, or the free text as a single element.
type Reply struct {
	Answers  []string
	Declined bool // the user did not want to answer
}

// PlanReply answers a proposed plan.
type PlanReply struct {
	Approved bool
	Plan     string // the plan as approved, possibly edited by the user; empty means unchanged
	Feedback string // what to change, when not approved
	// Mode is the mode that the session goes on in ("ask", "edits"), when approved.
	Mode string
}

type portKey struct{}
type callKey struct{}

// WithPort returns a context whose calls talk to p as the call with the given id.
func WithPort(ctx context.Context, p Port, call string) context.Context {
	return context.WithValue(context.WithValue(ctx, portKey{}, p), callKey{}, call)
}

// PortOf returns the port of the session that runs the call, and false outside of one.
func PortOf(ctx context.Context) (Port, bool) {
	p, ok := ctx.Value(portKey{}).(Port)
	return p, ok
}

// Progress reports output of the running call; without a session it does nothing.
func Progress(ctx context.Context, chunk []byte) {
	if p, ok := PortOf(ctx); ok {
		id, _ := ctx.Value(callKey{}).(string)
		p.Progress(id, chunk)
	}
}
