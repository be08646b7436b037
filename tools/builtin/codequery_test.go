package builtin

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

func TestCodeQuery(t *testing.T) {
	k := newKit(t, map[string]string{
		"hive/bee.go":     "package hive\n\n// Bee works.\ntype Bee struct {\n\tName string\n}\n\nfunc (b *Bee) Fly() { b.buzz() }\n",
		"hive/b_test.go":  "package hive\n\nfunc Bee() {}\n",
		"web/bee.ts":      "export class Worker {\n  fly(): void {}\n}\n",
		"web/page.html":   "<p onclick=\"dance()\">dance</p>\n",
		"build/gone.py":   "def Bee(): pass\n",
		".gitignore":      "build/\n",
		"docs/readme.txt": "nothing here\n",
	})
	tests := []struct {
		in   args
		want string
	}{
		{args{"query": "Bee", "type": "class"}, "hive/bee.go\n4\ttype Bee struct {\n"},
		{args{"query": "Bee.Fly"}, "hive/bee.go\n8\tfunc (b *Bee) Fly() { b.buzz() }\nweb/bee.ts\n2\tfly(): void {}\n"},
		{args{"query": "fly", "type": "function"}, "web/bee.ts\n2\tfly(): void {}\nhive/bee.go\n8\tfunc (b *Bee) Fly() { b.buzz() }\n"},
		{args{"query": "Bee", "path": "hive/b_test.go"}, "hive/b_test.go\n3\tfunc Bee() {}\n"},
		{args{"query": "Bee", "path": "build"}, "build/gone.py\n1\tdef Bee(): pass\n"}, // named: looked at although ignored
		{args{"query": "bee.go", "type": "file"}, "hive/bee.go\n"},
		{args{"query": "Ant.Fly"}, "(not found in what the query names around Fly; elsewhere:)\nhive/bee.go\n8\tfunc (b *Bee) Fly() { b.buzz() }\nweb/bee.ts\n2\tfly(): void {}\n"},
		{args{"query": "dance"}, "(no definition found; lines with dance:)\nweb/page.html\n1\t<p onclick=\"dance()\">dance</p>\n"},
		{args{"query": "absent"}, "(no definition found, and no line with absent)\n"},
		{args{"query": "absent.go", "type": "file"}, "(no match)\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, k.do("code_query", tt.in).Text); diff != "" {
			t.Errorf("%v: %s", tt.in, diff)
		}
	}
	want := CodeQueryData{Query: "Bee.Name", Type: "all", Total: 1, Matches: []CodeMatch{{
		File: "hive/bee.go", Line: 5, Column: 2, Code: "Name string", Context: "// Bee works.\ntype Bee struct {\n\tName string\n}\n", Kind: "field", Name: "Name", In: "Bee",
	}}}
	want.Matches[0].Context = "// Bee works.\ntype Bee struct {\n\tName string\n}"
	if diff := cmp.Diff(want, k.do("code_query", args{"query": "Bee.Name"}).Data); diff != "" {
		t.Error(diff)
	}
	for i := range 50 {
		k.put(fmt.Sprintf("many/f%02d.py", i), "def swarm(): pass\n")
	}
	holds(t, k.do("code_query", args{"query": "swarm"}).Text, "(20 more; give more of the name, a type or a path)\n")
}

func TestCodeQueryRefuses(t *testing.T) {
	k := newKit(t, map[string]string{"a.go": "package a\n"})
	k.refused("code_query", args{"query": " "}, tools.CodeValidation, "code_query: the query is empty")
	k.refused("code_query", args{"query": "a", "path": "none"}, tools.CodeNotFound, "not found")
	k.refused("code_query", args{"query": "a", "type": "method"}, tools.CodeValidation, "Parameter 'type' must be one of: function, class, variable, file, all")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := k.tryIn(ctx, "code_query", args{"query": "a"}); r.Err == nil || r.Err.Code != tools.CodeCancelled {
		t.Errorf("a cancelled query: %+v", r.Err)
	}
}

// A query tells nothing of files that may hold credentials, or are denied: no definition, no line, no
// count. One that is named was asked about.
func TestCodeQueryHidesSecrets(t *testing.T) {
	hidden := map[string]string{
		".env": "swarm=1\n", ".env.sh": "swarm() { :; }\n", ".ssh/x.py": "def swarm(): pass\nonly = 1\n", "denied/d.go": "package d\n\nfunc swarm() {}\n", "keys/id_rsa": "swarm\n",
	}
	k, clean := newKit(t, map[string]string{"a.py": "def swarm(): pass\n"}), newKit(t, map[string]string{"a.py": "def swarm(): pass\n"})
	for name, content := range hidden {
		k.put(name, content)
		clean.put(name, "")
	}
	for _, in := range []args{{"query": "swarm"}, {"query": "Swarm", "type": "function"}, {"query": "only"}, {"query": "d.swarm"}, {"query": "swarm", "path": "denied"}} {
		got, want := k.try("code_query", in), clean.try("code_query", in)
		if diff := cmp.Diff(want.Text, got.Text) + cmp.Diff(want.Data, got.Data) + cmp.Diff(want.View, got.View); diff != "" {
			t.Errorf("%v: %s", in, diff)
		}
	}
	holds(t, k.do("code_query", args{"query": "swarm", "path": ".env.sh"}).Text, ".env.sh\n1\tswarm() { :; }\n")
}
