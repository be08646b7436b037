package builtin

import (
	"errors"
	"testing"

	"beestown/tools"
)

// FuzzPrepare: whatever a model writes for any tool, under any of its names, is prepared or refused
// with an *Error; nothing panics and nothing is written.
func FuzzPrepare(f *testing.F) {
	for _, s := range []string{
		`{"file_path":"a.txt","old_string":"one","new_string":"1"}`, `{"path":"a.txt","start_line":"x","end_line":-5}`, `{"file_path":"/\u0000"}`,
		`{"command":"ls","timeout":1e300,"env":{"A":1}}`, `{"timeout_ms":"NaN","command":"x"}`, `{"todos":[{"content":1},null,"x"],"todo":[]}`,
		`{"path":{},"append":"maybe","content":[]}`, `{"options":{"a":1},"question":["?"]}`, `{"name":"x","arguments":"{"}`, `{"pattern":"[","include":"[1]","-i":"yes"}`,
		`{"edits":"[{}]","file_path":"~"}`, `{"end_line":1e300,"file_path":"a.txt"}`,
	} {
		for i := range 24 {
			f.Add(i, s)
		}
	}
	f.Fuzz(func(t *testing.T, index int, raw string) {
		k := newKit(t, map[string]string{"a.txt": "one\n"})
		var names []string
		for _, tool := range k.registry.List(nil) {
			names = append(names, tool.Spec().Name)
			for _, a := range tool.Spec().Aliases {
				names = append(names, a.Name)
			}
		}
		parsed, _, err := tools.ParseArgs(raw, true, tools.ArgLimits{})
		if err != nil {
			return
		}
		_, err = k.prepareRaw(names[(index%len(names)+len(names))%len(names)], parsed)
		var refusal *tools.Error
		if err != nil && !errors.As(err, &refusal) {
			t.Errorf("error %v", err)
		}
		if k.content("a.txt") != "one\n" {
			t.Error("a prepared call wrote")
		}
	})
}
