package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGlob(t *testing.T) {
	root := writeTree(t, sample)
	if err := root.Symlink("run.go", "link.go"); err != nil {
		t.Fatal(err)
	}
	if err := root.Symlink("nowhere", "broken.go"); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		opts  GlobOptions
		want  string
		total int
	}{
		{"names at any depth", GlobOptions{Pattern: "*.go"}, ".hidden/x.go link.go main.go run.go", 4},
		{"limit", GlobOptions{Pattern: "*.go", Limit: 1}, ".hidden/x.go", 4},
		{"anchored", GlobOptions{Pattern: "/*.go"}, "link.go main.go run.go", 3},
		{"double star", GlobOptions{Pattern: "web/**/*.{ts,js}"}, "web/app.test.ts web/app.ts web/vendor/lib.js", 3},
		{"path", GlobOptions{Pattern: "*/*.js", Path: "web"}, "web/vendor/lib.js", 1},
		{"exclude", GlobOptions{Pattern: "**", Path: "./web/", Exclude: []string{"*.test.ts", "vendor"}}, "web/app.ts", 1},
		{"ignored too", GlobOptions{Pattern: "**/*.go", IncludeIgnored: true}, ".hidden/x.go link.go main.go out/gen.go run.go", 5},
		{"class", GlobOptions{Pattern: "[m-r]*.go"}, "main.go run.go", 2},
		{"none", GlobOptions{Pattern: "*.py"}, "", 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Glob(t.Context(), root, tc.opts)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(r.Files, " "); got != tc.want || r.Total != tc.total {
				t.Errorf("got %s, total %d", got, r.Total)
			}
		})
	}
	for _, o := range []GlobOptions{{}, {Pattern: "{a"}, {Pattern: "*", Exclude: []string{"["}}, {Pattern: "*", Path: "nope"}, {Pattern: "*", Path: "run.go"}} {
		if _, err := Glob(t.Context(), root, o); err == nil {
			t.Errorf("%+v succeeded", o)
		}
	}
}

func TestRank(t *testing.T) {
	paths := []string{
		"cmd/server/main.go", "server.go", "internal/server/handler.go", "internal/observer/x.go", "docs/Server.md",
		"s/e/r/v/er.txt", "myserver_test.go", "README.md", "ünïcode/Süd.go",
	}
	tests := []struct {
		query string
		limit int
		want  string
	}{
		{"server", 10, "server.go docs/Server.md myserver_test.go cmd/server/main.go internal/observer/x.go internal/server/handler.go s/e/r/v/er.txt"},
		{"SERVER", 2, "server.go docs/Server.md"},
		{"server/h", 5, "internal/server/handler.go"},
		{"smg", 5, "cmd/server/main.go"},
		{"süd", 5, "ünïcode/Süd.go"},
		{"zzz", 5, ""},
		{"", 2, "README.md server.go"},
		{"server", 0, ""},
	}
	for _, tc := range tests {
		if got := strings.Join(Rank(paths, tc.query, tc.limit), " "); got != tc.want {
			t.Errorf("Rank(%q): %s\nwant %s", tc.query, got, tc.want)
		}
	}
}

// TestRankIncrementally types, deletes and replaces: what is remembered of one
// query must not show in the next.
func TestRankIncrementally(t *testing.T) {
	var paths []string
	for i := range 300 {
		paths = append(paths, fmt.Sprintf("pkg%d/%c/file_%d.go", i%7, 'a'+i%26, i))
	}
	f := NewFiles(paths)
	for _, q := range []string{"", "f", "fi", "file_1", "file_12", "file", "x", "xy", "", "pkg3/", "PKG3/c", "go"} {
		if diff := cmp.Diff(Rank(paths, q, 20), f.Rank(q, 20)); diff != "" {
			t.Errorf("%q (-fresh +incremental):\n%s", q, diff)
		}
	}
}
