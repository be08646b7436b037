package agent_test

import (
	"context"
	"testing"

	"beestown/agent"
	"beestown/agent/agenttest"
	"beestown/tools"
)

// Servers may take seconds to start: the user sees meanwhile that the prompt was taken.
func TestTheTurnIsToldBeforeTheToolsAreWaitedFor(t *testing.T) {
	told := make(chan struct{})
	look := echo("look", tools.ReadOnly, nil)
	r := agenttest.New(t, script(step("done")), nil, []tools.Tool{look}, func(o *agent.Options) {
		o.Offer = func(ctx context.Context) []tools.Tool {
			select {
			case <-told:
			case <-ctx.Done():
			}
			return []tools.Tool{look}
		}
	})
	end := r.Turn(t.Context(), "go", func(e agent.Event) {
		if _, ok := e.(agent.TurnStart); ok {
			close(told)
		}
	})
	if end.Reason != agent.ReasonComplete {
		t.Errorf("the turn ended with %+v", end)
	}
}
