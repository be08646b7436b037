package builtin

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

// seedCall is a call as the specification writes it.
type seedCall struct {
	name string
	in   args
	keys string         // of the result
	want map[string]any // some of its values
	read bool           // a.txt has to be read before
}

func seedCalls() []seedCall {
	return []seedCall{
		{name: "Read", in: args{"file_path": "a.txt", "offset": 2, "limit": 1, "encoding": "utf-8"}, keys: "content total_lines encoding truncated",
			want: map[string]any{"content": "two\n", "total_lines": 3.0, "encoding": "utf-8", "truncated": true}},
		{name: "read_file", in: args{"path": "a.txt", "encoding": "utf-8"}, keys: "content size",
			want: map[string]any{"content": "one\ntwo\nthree\n", "size": 14.0}},
		{name: "read_file", in: args{"path": "a.txt", "start_line": 2, "end_line": 3}, keys: "content", want: map[string]any{"content": "two\nthree\n"}},
		{name: "file_read", in: args{"path": "a.txt", "encoding": "utf8"}, keys: "path content size encoding chars",
			want: map[string]any{"path": "a.txt", "content": "one\ntwo\nthree\n", "encoding": "utf-8", "chars": 14.0}},
		{name: "file_read", in: args{"path": "a.txt", "encoding": "base64"}, keys: "path content size encoding",
			want: map[string]any{"content": "b25lCnR3bwp0aHJlZQo=", "encoding": "base64"}},
		{name: "Edit", in: args{"file_path": "a.txt", "old_string": "two", "new_string": "2"}, keys: "path diff added removed", read: true},
		{name: "Edit", in: args{"file_path": "a.txt", "start_line": 1, "end_line": 2, "new_content": "x", "preview": true, "create_backup": false}, keys: "path diff preview", read: true},
		{name: "edit_file", in: args{"path": "a.txt", "old_text": "t", "new_text": "T", "replace_all": true}, keys: "path diff", want: map[string]any{"added": 2.0}, read: true},
		{name: "file_write", in: args{"path": "n.txt", "content": "x\n", "mode": "overwrite"}, keys: "path size mode",
			want: map[string]any{"path": "n.txt", "size": 2.0, "mode": "overwrite"}},
		{name: "write_file", in: args{"path": "n.txt", "content": "ü\n", "encoding": "utf-8"}, keys: "bytesWritten", want: map[string]any{"bytesWritten": 3.0}},
		{name: "write_file", in: args{"path": "a.txt", "content": "4\n", "append": true}, keys: "bytesWritten mode",
			want: map[string]any{"bytesWritten": 2.0, "mode": "append", "size": 16.0}},
		{name: "Write", in: args{"file_path": "n/m.txt", "content": ""}, keys: "path bytesWritten", want: map[string]any{"bytesWritten": 0.0}},
		{name: "file_list", in: args{"path": ".", "recursive": false}, keys: "path files", want: map[string]any{"path": "."}},
		{name: "list_files", in: args{"path": "src", "recursive": true, "pattern": "*.go"}, keys: "files"},
		{name: "list_dir", in: args{"path": "."}, keys: "files"},
		{name: "Glob", in: args{"pattern": "**/*.go", "exclude": []string{"vendor/**"}, "limit": 5}, keys: "files total", want: map[string]any{"total": 1.0}},
		{name: "Grep", in: args{"pattern": "TWO", "path": ".", "include": "*.txt", "exclude": "*.go", "context_lines": 1, "ignore_case": true, "max_results": 5},
			keys: "matches total", want: map[string]any{"total": 1.0}},
		{name: "Bash", in: args{"command": "echo hi", "working_dir": "src", "timeout": 5, "env": map[string]string{"A": "b"}, "require_confirmation": true},
			keys: "exit_code stdout stderr duration duration_ms", want: map[string]any{"exit_code": 0.0, "stdout": "hi\n"}},
		{name: "shell_exec", in: args{"command": "echo hi; exit 3", "cwd": "src", "timeout": 5000}, keys: "command stdout stderr exitCode",
			want: map[string]any{"command": "echo hi; exit 3", "exitCode": 3.0, "stdout": "hi\n", "stderr": ""}},
		{name: "exec", in: args{"command": "pwd", "timeout": 5, "working_dir": "src", "env": map[string]string{"A": "b"}}, keys: "stdout exit_code"},
		{name: "run_command", in: args{"command": "true"}, keys: "exit_code"},
		{name: "TodoWrite", in: args{"operation": "create", "todo": map[string]any{"title": "x", "priority": "high", "tags": []string{"a"}}}, keys: "id todos", want: map[string]any{"id": "1"}},
		{name: "ask_user", in: args{"question": "which?", "options": []string{"a", "b"}}, keys: "question answer", want: map[string]any{"question": "which?", "answer": "b"}},
		{name: "AskUser", in: args{"question": "which?"}, keys: "question answer"},
	}
}

// T1 (rows S1-17..19, S2-12..20, S2-27..31, S4-6..10): each name of the specification, with its own
// parameter names, gives its own output keys.
func TestAliases(t *testing.T) {
	files := map[string]string{"a.txt": "one\ntwo\nthree\n", "src/b.go": "package b\n"}
	named := map[string]bool{}
	for _, tt := range seedCalls() {
		named[tt.name] = true
		t.Run(tt.name, func(t *testing.T) {
			k := newKit(t, files)
			if tt.read {
				k.do("Read", args{"file_path": "a.txt"})
			}
			ctx := tools.WithPort(t.Context(), &port{replies: []tools.Reply{{Answers: []string{"b"}}}}, "1")
			r := k.tryIn(ctx, tt.name, tt.in)
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			got := dataOf(t, k, tt.name, r)
			for key := range strings.FieldsSeq(tt.keys) {
				if v, ok := got[key]; !ok || v == nil {
					t.Errorf("%s is %v in %v", key, v, got)
				}
			}
			for key, want := range tt.want {
				if diff := cmp.Diff(want, got[key]); diff != "" {
					t.Errorf("%s: %s", key, diff)
				}
			}
		})
	}
	for _, tool := range newKit(t, nil).registry.List(nil) {
		for _, a := range tool.Spec().Aliases {
			if !named[a.Name] {
				t.Errorf("no test for the alias %s", a.Name)
			}
		}
	}
}

// dataOf is the Data of a result as it is exported under a name.
func dataOf(t *testing.T, k *kit, name string, r tools.Result) map[string]any {
	t.Helper()
	data := r.Data
	if _, alias, _ := k.registry.Resolve(name); alias != nil && alias.Out != nil {
		data = alias.Out(data)
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(encoded, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// The shapes of lists in results (rows S0-40, S0-45, S2-19), empty ones included.
func TestResultShapes(t *testing.T) {
	k := newKit(t, map[string]string{"a.txt": "one\ntwo\n", "empty/.keep": ""})
	keysOf := func(name string, a args, list string) string {
		t.Helper()
		got := dataOf(t, k, name, k.do(name, a))
		items, ok := got[list].([]any)
		if !ok || len(items) == 0 {
			t.Fatalf("%s: %s is %v", name, list, got[list])
		}
		return strings.Join(slices.Sorted(maps.Keys(items[0].(map[string]any))), " ")
	}
	if got := keysOf("file_list", args{"path": "."}, "files"); got != "modified name path size type" {
		t.Errorf("file_list: %s", got)
	}
	if got := keysOf("Grep", args{"pattern": "one"}, "matches"); got != "column context file line match text" {
		t.Errorf("Grep: %s", got)
	}
	match := dataOf(t, k, "Grep", k.do("Grep", args{"pattern": "one"}))["matches"].([]any)[0].(map[string]any)
	if diff := cmp.Diff(map[string]any{"before": []any{}, "after": []any{}}, match["context"]); diff != "" {
		t.Error(diff)
	}
	for name, tt := range map[string]struct {
		in   args
		list string
	}{
		"Grep": {args{"pattern": "zzz"}, "matches"}, "Glob": {args{"pattern": "*.zzz"}, "files"}, "file_list": {args{"pattern": "*.zzz"}, "files"},
		"TodoWrite": {args{"operation": "list"}, "todos"}, "find_tools": {args{"query": "zzz"}, "tools"},
	} {
		if got := dataOf(t, k, name, k.do(name, tt.in)); got[tt.list] == nil {
			t.Errorf("%s: an empty list is %v", name, got)
		}
	}
}

// Models send null for what they leave out.
func TestNullParameters(t *testing.T) {
	k := newKit(t, map[string]string{"a.txt": "one\n"})
	k.do("read_file", args{"path": "a.txt", "start_line": nil, "end_line": nil, "encoding": nil, "file_path": nil})
	k.do("shell_exec", args{"command": "true", "cwd": nil, "timeout": nil, "env": nil})
	k.do("exec", args{"command": "true", "timeout": nil, "timeout_ms": nil})
	k.do("write_file", args{"path": "b.txt", "content": "x", "append": nil, "mode": nil})
	k.do("Read", args{"file_path": "a.txt"})
	k.do("Edit", args{"file_path": "a.txt", "old_string": "one", "new_string": "1", "start_line": nil, "end_line": nil, "new_content": nil, "edits": nil})
	k.do("Grep", args{"pattern": "1", "glob": nil, "include": nil, "-i": nil, "output_mode": nil})
	k.do("TodoWrite", args{"todos": []args{{"content": "x", "status": "pending", "priority": nil}}, "todo": nil})
}
