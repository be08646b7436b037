package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// samples are calls as a model makes them, in this order.
var samples = []struct{ what, tool, args string }{
	{"Read, 200 lines", "Read", `{"file_path":"server.go","limit":200}`},
	{"Read, the same again", "Read", `{"file_path":"server.go","limit":200}`},
	{"Read, all of a short file", "Read", `{"file_path":"go.mod"}`},
	{"Grep, 20 matches", "Grep", `{"pattern":"func handle[0-9]+","max_results":20}`},
	{"Grep, files", "Grep", `{"pattern":"handle","output":"files"}`},
	{"Grep, no match", "Grep", `{"pattern":"nowhere"}`},
	{"Glob, 20 files", "Glob", `{"pattern":"pkg/**/*.go"}`},
	{"file_list", "file_list", `{}`},
	{"Bash, 40 lines", "Bash", `{"command":"seq -f 'ok   example.com/server/pkg%g  0.012s' 40"}`},
	{"Bash, exit 1", "Bash", `{"command":"echo 'server.go:7: undefined: x' >&2; exit 1"}`},
	{"Edit, one line", "Edit", `{"file_path":"server.go","old_string":"\treturn 7\n","new_string":"\treturn 77\n"}`},
	{"file_write, a new file", "file_write", `{"file_path":"new.go","content":"package server\n\nvar x int\n"}`},
	{"TodoWrite, two items", "TodoWrite", `{"todos":[{"content":"Fix it","status":"in_progress"},{"content":"Test it","status":"pending"}]}`},
	{"error: Edit without a match", "Edit", `{"file_path":"server.go","old_string":"\treturn seven\n","new_string":"x"}`},
	{"error: Edit with two matches", "Edit", `{"file_path":"server.go","old_string":"\treturn 5","new_string":"x"}`},
	{"error: Edit of an unread file", "Edit", `{"file_path":"pkg/p1/a.go","old_string":"package p1","new_string":"x"}`},
	{"error: no such file", "Read", `{"file_path":"sever.go"}`},
	{"error: wrong arguments", "Read", `{"file":"server.go"}`},
	{"error: bad pattern", "Grep", `{"pattern":"a("}`},
}

// writeRepo makes the files that the samples are about.
func writeRepo(dir string) error {
	var server strings.Builder
	server.WriteString("package server\n")
	for i := range 60 {
		fmt.Fprintf(&server, "\n// handle%d answers request %d.\nfunc handle%d() int {\n\treturn %d\n}\n", i, i, i, i)
	}
	files := map[string]string{"go.mod": "module example.com/server\n\ngo 1.26\n", "server.go": server.String()}
	for i := range 20 {
		files[fmt.Sprintf("pkg/p%d/a.go", i)] = fmt.Sprintf("package p%d\n", i)
	}
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
