package agent_test

import (
	"slices"
	"strings"
	"testing"

	"beestown/agent"
	"beestown/agent/agenttest"
	"beestown/tools"
)

func TestTheModelHearsOfTheModeThatHolds(t *testing.T) {
	const plan, edits = "Plan mode is on", "Mode edits"
	tests := map[string]struct {
		modes []tools.Mode
		clear bool
		want  []string // in the second prompt; nothing else about modes
	}{
		"one change":       {[]tools.Mode{tools.ModeEdits}, false, []string{edits}},
		"only the last":    {[]tools.Mode{tools.ModeEdits, tools.ModePlan}, false, []string{plan}},
		"there and back":   {[]tools.Mode{tools.ModePlan, tools.ModeAsk}, false, nil},
		"again when anew":  {[]tools.Mode{tools.ModePlan}, true, []string{plan}},
		"nothing happened": {nil, true, nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			model := script(step("one"), step("two"), step("three"))
			r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, nil)
			r.Turn(t.Context(), "first", nil)
			for _, m := range tc.modes {
				r.SetMode(m)
			}
			if tc.clear {
				r.Turn(t.Context(), "in between", nil)
				if err := r.Clear(); err != nil {
					t.Fatal(err)
				}
			}
			if end := r.Turn(t.Context(), "second", nil); end.Reason != agent.ReasonComplete {
				t.Fatal(end)
			}
			messages := model.seen[len(model.seen)-1].Messages
			last := messages[len(messages)-1].Text
			for _, note := range []string{plan, edits, "Mode ask"} {
				if strings.Contains(last, note) != slices.Contains(tc.want, note) {
					t.Errorf("the model read %q, want %q", last, tc.want)
				}
			}
		})
	}
}
