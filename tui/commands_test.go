package tui

import (
	"testing"

	"beestown/tools"

	"github.com/google/go-cmp/cmp"
)

func TestPlanCommand(t *testing.T) {
	tests := map[string]struct {
		typed   string
		prompts []string
	}{
		"alone":       {"/plan", nil},
		"with a task": {"/plan add a health check", []string{"add a health check"}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.keys("'"+tc.typed+"'", "enter")
			if diff := cmp.Diff([]tools.Mode{tools.ModePlan}, s.session.modes); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.prompts, s.session.prompts); diff != "" {
				t.Error(diff)
			}
		})
	}
}
