package tools

import (
	"context"
	"slices"
)

// Request is one call on its way through the chain. Each middleware fills in what it found out;
// nobody but the chain changes it.
type Request struct {
	ID        string // the model's id of the call
	Principal Principal
	Asked     string // the name as the model wrote it
	Args      string // the arguments as the model wrote them
	Complete  bool   // the model's message ended normally: malformed JSON may be repaired

	// Set by resolve.
	Tool Tool
	Name string // canonical
	Via  *Alias // the alias that was asked for, nil if none
	// Set by prepare.
	Note string // how the arguments were understood, when not as written
	Call Call
	// Set by decide, and by confirm when the user answered.
	Decision Decision
}

// Accesses is what the prepared call would touch; before prepare, and for calls that cannot say,
// the tool's Effect stands for it.
func (r *Request) Accesses() []Access {
	if a, ok := r.Call.(Accessor); ok {
		return a.Accesses()
	}
	if r.Tool == nil {
		return nil
	}
	return []Access{{Effect: r.Tool.Spec().Effect}}
}

// Handler carries out a request. Its Result is meant for the model; its error is a defect or the
// context's.
type Handler func(ctx context.Context, req *Request) (Result, error)

// Middleware wraps a handler.
type Middleware func(next Handler) Handler

// Chain is middleware in order, outermost first.
type Chain []Middleware

// Then returns the handler that runs the chain around last.
func (c Chain) Then(last Handler) Handler {
	for _, m := range slices.Backward(c) {
		last = m(last)
	}
	return last
}
