package search

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

var sample = map[string]string{
	".gitignore": "out/\n*.log\n", "main.go": "package main\n\nfunc main() { run() }\n", "run.go": "package main\n\nfunc run() {}\n",
	"web/app.ts": "export function run() {}\n", "web/app.test.ts": "run()\n", "web/vendor/lib.js": "run();\n",
	"out/gen.go": "func run() {}\n", "a.log": "run\n", ".hidden/x.go": "run\n", "docs/run.md": "# run\nrun it\n",
}

func TestGrepFiles(t *testing.T) {
	root := writeTree(t, sample)
	tests := []struct {
		name string
		opts GrepOptions
		want string
	}{
		{"all", GrepOptions{}, ".hidden/x.go docs/run.md main.go run.go web/app.test.ts web/app.ts web/vendor/lib.js"},
		{"ignored too", GrepOptions{IncludeIgnored: true, Include: []string{"*.go", "*.log"}}, ".hidden/x.go a.log main.go out/gen.go run.go"},
		{"include", GrepOptions{Include: []string{"*.ts"}}, "web/app.test.ts web/app.ts"},
		{"include braces", GrepOptions{Include: []string{"*.{ts,js}"}}, "web/app.test.ts web/app.ts web/vendor/lib.js"},
		{"include path", GrepOptions{Include: []string{"web/*.ts"}}, "web/app.test.ts web/app.ts"},
		{"include anchored", GrepOptions{Include: []string{"/*.go"}}, "main.go run.go"},
		{"include directory", GrepOptions{Include: []string{"vendor/", "./docs/"}}, "docs/run.md web/vendor/lib.js"},
		{"include relative to the path", GrepOptions{Paths: []string{"web"}, Include: []string{"/*.test.ts"}}, "web/app.test.ts"},
		{"exclude", GrepOptions{Exclude: []string{"*.test.*", "vendor", "/docs/**"}}, ".hidden/x.go main.go run.go web/app.ts"},
		{"exclude wins", GrepOptions{Include: []string{"*.go"}, Exclude: []string{"main.go", ".hidden/"}}, "run.go"},
		{"paths", GrepOptions{Paths: []string{"web/vendor", "run.go", "./run.go", "web/"}}, "run.go web/app.test.ts web/app.ts web/vendor/lib.js"},
		{"ignored but named", GrepOptions{Paths: []string{"out", "a.log"}, Include: []string{"*.go"}}, "a.log out/gen.go"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			tc.opts.Pattern, tc.opts.FilesOnly = `\brun\b`, true
			r, err := Grep(t.Context(), root, tc.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, fileNames(r)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func fileNames(r *GrepResult) string {
	var names []string
	for _, f := range r.Files {
		names = append(names, f.File)
	}
	return strings.Join(names, " ")
}

func TestGrepMatch(t *testing.T) {
	root := writeTree(t, map[string]string{"f": "one\ntwo\nthe täst run\nfour\n", "g": strings.Repeat("x", 600) + "needle" + strings.Repeat("y", 600)})
	r, err := Grep(t.Context(), root, GrepOptions{Pattern: "r.n", Context: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := []Match{{File: "f", Line: 3, Column: 11, Match: "run", Text: "the täst run", Before: []string{"two"}, After: []string{"four"}}}
	if diff := cmp.Diff(want, r.Matches); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r, err = Grep(t.Context(), root, GrepOptions{Pattern: "needle", MaxLine: 40})
	if err != nil {
		t.Fatal(err)
	}
	want = []Match{{File: "g", Line: 1, Column: 601, Match: "needle", Cut: true, Text: "…" + strings.Repeat("x", 10) + "needle" + strings.Repeat("y", 24) + "…"}}
	if diff := cmp.Diff(want, r.Matches); diff != "" {
		t.Errorf("long line (-want +got):\n%s", diff)
	}
}

func TestGrepLimit(t *testing.T) {
	files := map[string]string{}
	for _, d := range []string{"a", "b", "c"} {
		for i := range 40 {
			files[filepath.Join(d, string(rune('A'+i)))] = "x\nhit\nhit\n"
		}
	}
	root := writeTree(t, files)
	for name, tc := range map[string]struct {
		opts                  GrepOptions
		matches, files, total int
		atLeast               bool
	}{
		"lines":      {GrepOptions{Max: 5}, 5, 3, 6, true},
		"exact end":  {GrepOptions{Max: 240}, 240, 120, 240, false},
		"no limit":   {GrepOptions{}, 240, 120, 240, false},
		"files":      {GrepOptions{Max: 50, FilesOnly: true}, 0, 50, 50, true},
		"counts":     {GrepOptions{Max: 50, CountOnly: true}, 0, 50, 240, false},
		"no matches": {GrepOptions{Max: 1, Pattern: "miss"}, 0, 0, 0, false},
	} {
		if tc.opts.Pattern == "" {
			tc.opts.Pattern = "hit"
		}
		r, err := Grep(t.Context(), root, tc.opts)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Matches) != tc.matches || len(r.Files) != tc.files || r.Total != tc.total || r.AtLeast != tc.atLeast {
			t.Errorf("%s: %d matches, %d files, total %d, at least %v; want %+v", name, len(r.Matches), len(r.Files), r.Total, r.AtLeast, tc)
		}
	}
}

func TestGrepEncodings(t *testing.T) {
	encode := func(s string, low, high int) string {
		var b []byte
		for _, u := range utf16.Encode([]rune("\uFEFF" + s)) {
			pair := [2]byte{byte(u), byte(u >> 8)}
			b = append(b, pair[low], pair[high])
		}
		return string(b)
	}
	root := writeTree(t, map[string]string{
		"le": encode("ab\r\nnaïve 🐝\r\n", 0, 1), "be": encode("ab\r\nnaïve 🐝\r\n", 1, 0), "bom": "\xef\xbb\xbfnaïve 🐝\n",
		"binary": "naïve\x00", "large": strings.Repeat("naïve\n", 100),
	})
	r, err := Grep(t.Context(), root, GrepOptions{Pattern: "^na.ve", MaxFileSize: 200})
	if err != nil {
		t.Fatal(err)
	}
	want := &GrepResult{
		Matches: []Match{
			{File: "be", Line: 2, Column: 1, Match: "naïve", Text: "naïve 🐝"},
			{File: "bom", Line: 1, Column: 1, Match: "naïve", Text: "naïve 🐝"},
			{File: "le", Line: 2, Column: 1, Match: "naïve", Text: "naïve 🐝"},
		},
		Files: []FileCount{{"be", 1}, {"bom", 1}, {"le", 1}}, Total: 3, Searched: 3, Binary: 1, TooLarge: []string{"large"},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestGrepBlocks searches a file of several blocks, whose lines do not end
// where the blocks do, with the literal finder, the automaton and regexp.
func TestGrepBlocks(t *testing.T) {
	line := strings.Repeat("z", 996) + "\n"
	text := strings.Repeat(line+"Needle 7\n", 3*blockSize/1000)
	root := writeTree(t, map[string]string{"big": text})
	for _, p := range []string{"Needle", "(?i)needle", "[N]eedle [0-9]$", `\bNeedle\b`} {
		r, err := Grep(t.Context(), root, GrepOptions{Pattern: p, Max: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text, "Needle"); r.Total != n || r.Matches[n-1].Line != 2*n {
			t.Errorf("%s: total %d, last line %d; want %d", p, r.Total, r.Matches[len(r.Matches)-1].Line, n)
		}
	}
}

func TestGrepErrors(t *testing.T) {
	root := writeTree(t, map[string]string{"f": "x"})
	for _, tc := range []struct {
		opts GrepOptions
		want string
	}{
		{GrepOptions{Pattern: "a(?=b)"}, "pattern \"a(?=b)\" at character 2: invalid or unsupported Perl syntax: `(?=`; look-around is not supported (RE2 syntax)"},
		{GrepOptions{Pattern: `é(a)\1`}, "pattern \"é(a)\\\\1\" at character 5: invalid escape sequence: `\\1`; back-references are not supported (RE2 syntax)"},
		{GrepOptions{Pattern: "x[z-a]"}, "pattern \"x[z-a]\" at character 3: invalid character class range: `z-a`; escape special characters with a backslash, or search for literal text"},
		{GrepOptions{Pattern: "f(", IgnoreCase: true}, "pattern \"f(\": missing closing ): `f(`; escape special characters with a backslash, or search for literal text"},
		{GrepOptions{Pattern: `a\nb`}, "pattern \"a\\\\nb\" asks for a line break, but lines are matched one by one; search for a part that stands on one line"},
		{GrepOptions{Pattern: "x", Paths: []string{"nope"}}, "path nope does not exist; give a path relative to the workspace"},
		{GrepOptions{Pattern: "x", Include: []string{"[a"}}, `file pattern "[a": unbalanced bracket, brace or trailing backslash; write a glob such as src/**/*.{go,mod}`},
	} {
		_, err := Grep(t.Context(), root, tc.opts)
		if err == nil {
			t.Errorf("%+v succeeded", tc.opts)
			continue
		}
		if diff := cmp.Diff(tc.want, err.Error()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestGrepCancelled(t *testing.T) {
	root := openRoot(t, filepath.Join(goroot(t), "src", "fmt"))
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	cancel(stop)
	if _, err := Grep(ctx, root, GrepOptions{Pattern: "a"}); !errors.Is(err, stop) {
		t.Errorf("Grep: %v, want the cause", err)
	}
	p, err := parse(GrepOptions{Pattern: "a"})
	if err != nil {
		t.Fatal(err)
	}
	s := &scanner{opts: &GrepOptions{}, matcher: newMatcher(p)}
	if h := s.scan(ctx, "f", []byte("a\n")); !errors.Is(h.err, stop) {
		t.Errorf("scan: %v, want the cause", h.err)
	}
}

// TestGrepStaysInside: links are followed only when named, and only inside.
func TestGrepStaysInside(t *testing.T) {
	root := writeTree(t, map[string]string{"d/f": "secret\n"})
	outsideFile := filepath.Join(t.TempDir(), "o")
	if err := os.WriteFile(outsideFile, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"in": "d/f", "out": outsideFile, "dir": "d"} {
		if err := root.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	for paths, want := range map[string]string{"": "d/f", "in": "in", "dir": "dir/f"} {
		r, err := Grep(t.Context(), root, GrepOptions{Pattern: "secret", Paths: strings.Fields(paths)})
		if err != nil || fileNames(r) != want {
			t.Errorf("%q: %v, %v; want %s", paths, r, err, want)
		}
	}
	if _, err := Grep(t.Context(), root, GrepOptions{Pattern: "secret", Paths: []string{"out"}}); err == nil {
		t.Error("a link that leads outside was followed")
	}
}
