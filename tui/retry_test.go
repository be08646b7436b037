package tui

import (
	"testing"
	"time"

	"beestown/agent"
	"beestown/llm"
)

// A wait that the user ended is not told as if the request had been sent.
func TestInterruptedRetry(t *testing.T) {
	for name, tc := range map[string]struct {
		pass   time.Duration
		keys   []string
		reason agent.Reason
		want   string
	}{
		"in time":   {time.Second, nil, agent.ReasonInterrupted, "Not sent again"},
		"later":     {10 * time.Second, nil, agent.ReasonInterrupted, "Sent again, attempt 2 of 6"},
		"enter":     {time.Second, []string{"enter"}, agent.ReasonInterrupted, "Sent again, attempt 2 of 6"},
		"it failed": {time.Second, []string{"enter"}, agent.ReasonModelError, "Sent again, attempt 2 of 6"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.events(agent.TurnStart{Prompt: "x"}, agent.Retry{Retry: llm.Retry{Attempt: 2, Max: 6, Wait: 9 * time.Second, Cause: "busy"}})
			s.pass(tc.pass)
			s.keys(tc.keys...)
			s.events(agent.TurnEnd{Reason: tc.reason})
			if !s.contains(tc.want) {
				t.Errorf("%q is missing:\n%s", tc.want, s.screen())
			}
		})
	}
}
