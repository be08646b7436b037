package oneshot

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/agent"
)

// The init line is the first, also when something happened before the tools were known.
func TestInitIsTheFirstLine(t *testing.T) {
	var stdout, stderr bytes.Buffer
	main := agent.Head{Agent: "main", Turn: 1}
	events := []agent.Event{
		agent.Notice{Head: head, Level: "warn", Text: "a server did not start"}, agent.TurnStart{Head: main},
		agent.PhaseChange{Head: main, Phase: agent.PhasePlan}, end(agent.ReasonComplete, "hi", nil),
	}
	o := Options{Output: "stream-json", Quiet: true, Stdout: &stdout, Stderr: &stderr, Init: func() Init { return Init{} }}
	Run(t.Context(), &fake{}, slices.Values(events), "go", o)
	var kinds []string
	for line := range bytes.Lines(stdout.Bytes()) {
		var l struct{ Type string }
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, l.Type)
	}
	if diff := cmp.Diff([]string{"init", "notice", "turn.start", "result"}, kinds); diff != "" {
		t.Error(diff)
	}
}
