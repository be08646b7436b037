// Package agenttest drives a session in tests: a scripted model, a gate that only resolves and
// prepares (and asks, where a test wants it), and a record of the events.
package agenttest

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
)

// Modes is a mode without a policy.
type Modes struct{ mode atomic.Value }

// Mode implements agent.Modes.
func (m *Modes) Mode() tools.Mode {
	if mode, ok := m.mode.Load().(tools.Mode); ok {
		return mode
	}
	return tools.ModeAsk
}

// SetMode implements agent.Modes.
func (m *Modes) SetMode(mode tools.Mode) { m.mode.Store(mode) }

// Rig is a session under test.
type Rig struct {
	*agent.Session
	Events []agent.Event
	t      testing.TB
}

// Gate is a chain that resolves and prepares. Where ask says so for a tool it asks for approval.
func Gate(registry *tools.Registry, ask func(tool string) bool) tools.Chain {
	return tools.Chain{func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			t, alias, ok := registry.Resolve(req.Asked)
			if !ok {
				return tools.Failed(tools.Errorf(tools.CodeUnknownTool, "Tool '%s' not found", req.Asked)), nil
			}
			req.Tool, req.Via, req.Name = t, alias, t.Spec().Name
			args, _, err := tools.ParseArgs(req.Args, req.Complete, tools.ArgLimits{})
			if err != nil {
				return tools.Failed(err), nil
			}
			if req.Call, err = t.Prepare(ctx, json.RawMessage(args)); err != nil {
				return tools.Failed(err), nil
			}
			if ask != nil && ask(req.Name) {
				if refused, no := approve(ctx, req); no {
					return refused, nil
				}
			}
			return next(ctx, req)
		}
	}}
}

func approve(ctx context.Context, req *tools.Request) (tools.Result, bool) {
	port, _ := tools.PortOf(ctx)
	for {
		answer, err := port.Approve(ctx, tools.Approval{Call: req.ID, Tool: req.Name, View: req.Call.Preview()})
		switch {
		case err != nil:
			return tools.Failed(err), true
		case answer.Again:
			continue
		case answer.Allow:
			return tools.Result{}, false
		}
		return tools.Failed(tools.Errorf(tools.CodeCancelled, "refused: %s", answer.Feedback)), true
	}
}

// New starts a session on a model; change, which may be nil, adjusts its options. The session is
// closed at the end of the test.
func New(t testing.TB, model llm.Model, ask func(tool string) bool, list []tools.Tool, change func(*agent.Options)) *Rig {
	t.Helper()
	registry := tools.NewRegistry()
	if err := registry.Register(list...); err != nil {
		t.Fatal(err)
	}
	o := agent.Options{
		Model: model, Tools: registry, Chain: Gate(registry, ask), Modes: &Modes{}, System: "system prompt",
		Offer: func(context.Context) []tools.Tool { return registry.List(nil) },
	}
	if change != nil {
		change(&o)
	}
	r := &Rig{Session: agent.New(o), t: t}
	t.Cleanup(r.Session.Close)
	return r
}

// Turn sends a prompt and records the events up to the end of the turn; on, which may be nil, sees
// each of them and may reply.
func (r *Rig) Turn(ctx context.Context, prompt string, on func(agent.Event)) agent.TurnEnd {
	r.t.Helper()
	if err := r.Prompt(ctx, prompt); err != nil {
		r.t.Fatal(err)
	}
	return r.Follow(on)
}

// Follow records the events up to the end of the running turn.
func (r *Rig) Follow(on func(agent.Event)) agent.TurnEnd {
	r.t.Helper()
	for e := range r.Session.Events(context.Background()) {
		r.Events = append(r.Events, e)
		if on != nil {
			on(e)
		}
		if end, ok := e.(agent.TurnEnd); ok {
			return end
		}
	}
	r.t.Fatal("the session ended within the turn")
	return agent.TurnEnd{}
}

// All returns the recorded events of one type.
func All[E agent.Event](r *Rig) []E {
	var list []E
	for _, e := range r.Events {
		if e, ok := e.(E); ok {
			list = append(list, e)
		}
	}
	return list
}
