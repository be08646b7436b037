package keys

import (
	"strings"
	"testing"
)

func TestEveryBindingIsExplained(t *testing.T) {
	for _, b := range Default().Bindings() {
		if b.Action == None || len(b.Keys) == 0 || b.In == 0 || b.Group == "" || b.Help == "" {
			t.Errorf("incomplete binding: %+v", b)
		}
		if len(b.Label()) > 14 || len(b.Help) > 22 {
			t.Errorf("%s: label or help too long for the help screen", b.Action)
		}
	}
	if err := Default().conflict(); err != nil {
		t.Error(err)
	}
}

func TestChanges(t *testing.T) {
	tests := map[string]struct {
		changes map[string]string
		want    string
	}{
		"another key":    {map[string]string{"todo": "ctrl+y"}, ""},
		"two keys":       {map[string]string{"expand": "ctrl+o f2"}, ""},
		"unknown action": {map[string]string{"dance": "d"}, "no such action"},
		"taken key":      {map[string]string{"todo": "ctrl+o"}, "means both"},
		"no way out":     {map[string]string{"stop": "f10", "cancel": "f9"}, "cannot both"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			m, err := New(tc.changes)
			switch {
			case tc.want == "" && err != nil:
				t.Fatal(err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Fatalf("error %v, want %q", err, tc.want)
			case tc.want == "":
				for action, key := range tc.changes {
					if got := m.Lookup(Editor, strings.Fields(key)[0]); string(got) != action {
						t.Errorf("%s does %q, want %q", key, got, action)
					}
				}
			}
		})
	}
}
