package builtin

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

func tree(t *testing.T) *kit {
	t.Helper()
	return newKit(t, map[string]string{
		"main.go": "package main\n\nfunc main() {\n\trun()\n\trun()\n\tstop()\n\tend()\n\trun()\n}\n", "src/a.go": "package src\n\nfunc run() {}\n",
		"src/b_test.go": "package src\n", "docs/read me.md": "run it\n", ".gitignore": "build/\n", "build/out.go": "run\n",
		".env": "run=secret\nother\n", "keys/id_rsa": "run\n", "bin": "run\x00", "denied/d.txt": "run\n",
	})
}

func TestFileList(t *testing.T) {
	k := tree(t)
	tests := []struct {
		in   args
		want string
	}{
		{args{"path": "src"}, "a.go  27\nb_test.go  12\n"},
		{args{"path": "src", "pattern": "*_test.go"}, "b_test.go  12\n"},
		{args{"recursive": true, "pattern": "src/*.go"}, "src/a.go  27\nsrc/b_test.go  12\n"},
		{args{"recursive": true, "pattern": "*.md"}, "docs/read me.md  7\n"},
		{args{"pattern": "d*"}, "denied/\ndocs/\n"},
		{args{"pattern": "nothing*"}, "(nothing)\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, k.do("file_list", tt.in).Text); diff != "" {
			t.Errorf("%v: %s", tt.in, diff)
		}
	}
	lacks(t, k.do("file_list", args{"recursive": true}).Text, "build/out.go")
	d := k.do("list_dir", args{"path": "src"}).Data.(ListData)
	if d.Path != "src" || d.Files[0].Path != "src/a.go" || d.Files[0].Name != "a.go" || d.Files[0].Type != "file" || d.Files[0].Modified == 0 {
		t.Errorf("data %+v", d)
	}
	k.refused("file_list", args{"path": "none"}, tools.CodeNotFound, "Failed to list files: ", "not found")
	k.refused("file_list", args{"path": "main.go"}, tools.CodeFailed, "Failed to list files: main.go: not a directory")
	k.refused("file_list", args{"path": "denied"}, tools.CodePath, "Access denied")
	k.refused("file_list", args{"pattern": "[a"}, tools.CodeValidation, "Failed to list files: bad pattern '[a'")
	for i := range 600 {
		k.put(fmt.Sprintf("many/f%03d", i), "")
	}
	r := k.do("file_list", args{"path": "many"})
	holds(t, r.Text, "f499  0\n(100 more; list a subdirectory or give a pattern)\n")
	if d := r.Data.(ListData); len(d.Files) != 500 || !d.Truncated {
		t.Errorf("%d files, truncated %v", len(d.Files), d.Truncated)
	}
}

func TestGlob(t *testing.T) {
	k := tree(t)
	tests := []struct {
		in   args
		want string
	}{
		{args{"pattern": "*.go"}, "main.go\nsrc/a.go\nsrc/b_test.go\n"},
		{args{"pattern": "src/*.go"}, "src/a.go\nsrc/b_test.go\n"},
		{args{"pattern": "*.go", "path": "src"}, "src/a.go\nsrc/b_test.go\n"},
		{args{"pattern": "*.go", "exclude": "*_test.go"}, "main.go\nsrc/a.go\n"},
		{args{"pattern": "*.{md,txt}", "path": "docs"}, "docs/read me.md\n"},
		{args{"pattern": "*.go", "limit": 1}, "main.go\n(2 more; narrow the pattern or raise limit)\n"},
		{args{"pattern": "*.rs"}, "(no file matches)\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, k.do("Glob", tt.in).Text); diff != "" {
			t.Errorf("%v: %s", tt.in, diff)
		}
	}
	if d := k.do("Glob", args{"pattern": "*.go", "limit": 1}).Data.(GlobData); d.Total != 3 || len(d.Files) != 1 {
		t.Errorf("data %+v", d)
	}
	k.refused("Glob", args{"pattern": "[a"}, tools.CodeValidation, "glob: ", "[a")
	k.refused("Glob", args{"pattern": "*", "path": "none"}, tools.CodeNotFound, "not found")
}

func TestGrep(t *testing.T) {
	k := tree(t)
	tests := []struct {
		in   args
		want string
	}{
		{args{"pattern": `run\(\)`}, "main.go\n4\t\trun()\n5\t\trun()\n8\t\trun()\nsrc/a.go\n3\tfunc run() {}\n"},
		{args{"pattern": `run\(\)`, "path": "src"}, "src/a.go\n3\tfunc run() {}\n"},
		{args{"pattern": "RUN", "ignore_case": true, "include": "*.md"}, "docs/read me.md\n1\trun it\n"},
		{args{"pattern": "RUN", "-i": true, "glob": "*.md", "-n": true, "output_mode": "content"}, "docs/read me.md\n1\trun it\n"},
		// Contexts that touch are one block, others are divided.
		{args{"pattern": `run\(\)`, "path": "main.go", "context_lines": 1}, "main.go\n3\tfunc main() {\n4\t\trun()\n5\t\trun()\n6\t\tstop()\n7\t\tend()\n8\t\trun()\n9\t}\n"},
		{args{"pattern": "package main|end", "path": "main.go", "-C": 1}, "main.go\n1\tpackage main\n2\t\n--\n6\t\tstop()\n7\t\tend()\n8\t\trun()\n"},
		{args{"pattern": `run\(\)`, "output": "files"}, "main.go\nsrc/a.go\n"},
		{args{"pattern": `run\(\)`, "output_mode": "files_with_matches"}, "main.go\nsrc/a.go\n"},
		{args{"pattern": `run\(\)`, "output": "count"}, "3\tmain.go\n1\tsrc/a.go\n"},
		{args{"pattern": `run\(\)`, "max_results": 2}, "main.go\n4\t\trun()\n5\t\trun()\n(there is more; narrow the search or raise max_results)\n"},
		{args{"pattern": `run\(\)`, "max_results": 3, "path": "main.go"}, "main.go\n4\t\trun()\n5\t\trun()\n8\t\trun()\n"},
		{args{"pattern": `run\(\)`, "output": "count", "max_results": 1}, "3\tmain.go\n(there is more; narrow the search or raise max_results)\n"},
		{args{"pattern": `run\(\)`, "output": "files", "max_results": 1}, "main.go\n(there is more; narrow the search or raise max_results)\n"},
		{args{"pattern": "nothing at all"}, "(no match)\n"},
		{args{"pattern": "out", "path": "build/out.go"}, "(no match)\n"},
		{args{"pattern": "run", "path": "build/out.go"}, "build/out.go\n1\trun\n"}, // named: searched although ignored
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, k.do("Grep", tt.in).Text); diff != "" {
			t.Errorf("%v: %s", tt.in, diff)
		}
	}
	k.refused("Grep", args{"pattern": "a("}, tools.CodeValidation, "grep: ", "missing closing )")
	k.refused("Grep", args{"pattern": "a", "include": "[a"}, tools.CodeValidation, "grep: ", "[a")
	k.refused("Grep", args{"pattern": "a", "path": "none"}, tools.CodeNotFound, "not found")
	k.refused("Grep", args{"pattern": "a", "output": "json"}, tools.CodeValidation, "Parameter 'output' must be one of: content, files, count")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := k.tryIn(ctx, "Grep", args{"pattern": "a"}); r.Err == nil || r.Err.Code != tools.CodeCancelled {
		t.Errorf("a cancelled search: %+v", r.Err)
	}
}

// A search tells nothing of files that may hold credentials, or are denied: no match, no count, no
// limit that was reached early. One that is named was asked about.
func TestGrepHidesSecrets(t *testing.T) {
	k := tree(t)
	k.put("odd [x]{1}*/.env", "run=secret\n")
	clean := tree(t)
	for _, name := range []string{".env", "keys/id_rsa", "denied/d.txt"} {
		clean.put(name, "")
	}
	for _, in := range []args{
		{"pattern": "secret"}, {"pattern": "run"}, {"pattern": "run", "max_results": 1}, {"pattern": "secret", "max_results": 1},
		{"pattern": "run", "output": "files"}, {"pattern": "run", "output": "count"}, {"pattern": "run", "output": "files", "max_results": 1},
		{"pattern": "run", "path": "keys"}, {"pattern": "secret", "include": ".env"},
	} {
		got, want := k.do("Grep", in), clean.do("Grep", in)
		if diff := cmp.Diff(want.Text, got.Text) + cmp.Diff(want.Data, got.Data) + cmp.Diff(want.View, got.View); diff != "" {
			t.Errorf("%v: %s", in, diff)
		}
	}
	holds(t, k.do("Grep", args{"pattern": "secret", "path": ".env"}).Text, ".env\n1\trun=secret\n")
}
