package agent_test

import (
	"testing"

	"beestown/agent"
	"beestown/agent/agenttest"
	"beestown/tools"
)

func TestWholeAnswersHaveNoPieces(t *testing.T) {
	for _, whole := range []bool{false, true} {
		model := script(step("let me look", call("look", "a")), step("all is well"))
		r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, func(o *agent.Options) { o.Whole = whole })
		end := r.Turn(t.Context(), "go", nil)
		pieces := len(agenttest.All[agent.TextDelta](r)) + len(agenttest.All[agent.CallDelta](r))
		if (pieces == 0) != whole {
			t.Errorf("whole %v: %d pieces", whole, pieces)
		}
		messages := agenttest.All[agent.Message](r)
		if end.Text != "all is well" || len(messages) != 2 || messages[0].Text != "let me look" || messages[1].Text != "all is well" {
			t.Errorf("whole %v: %+v, %+v", whole, end, messages)
		}
	}
}
