package walk

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPortable(t *testing.T) {
	for rule, want := range map[string]bool{
		"": true, "# é{}": true, "*.o": true, "/build/": true, "!keep.me": true, "*.py[cod]": true, "**/x": true, "a/**": true, "a/**/b": true,
		"a\r\nb\r\n": true, "a?b*c": true, "[Bb]in": true, "foo bar": false, "foo ": false, "\\#a": false, "a**/b": false, "**a": false, "***": false,
		"[!a]": false, "[a-z]": false, "[]a]": false, "[a": false, "a]": false, "{a,b}": false, "ü": false, "a//b": false, "//": false, "!": false,
		"!!a": false, "a\x00b": false, "\xef\xbb\xbfa": false, "[[:digit:]]": false,
	} {
		if got := portable([]byte("*.log\n" + rule + "\n")); got != want {
			t.Errorf("%q: %v", rule, got)
		}
	}
}

// TestReport: what the walk saw, whatever Skip left out, and whether others would see the same.
func TestReport(t *testing.T) {
	base := map[string]string{".gitignore": "*.o\n", "a": "", "b.o": "", "d/c": "", ".git/info/exclude": "# none\n"}
	for name, tc := range map[string]struct {
		file, content string
		want          bool
	}{
		"plain":             {"d/.gitignore", "x/\n", true},
		"odd rule":          {"d/.gitignore", "[!a]\n", false},
		"odd .ignore":       {"d/.ignore", "a b\n", false},
		"odd info/exclude":  {".git/info/exclude", "{a}\n", false},
		".rgignore":         {".rgignore", "a\n", false},
		"no file":           {"d/.gitignore/f", "", false},
		"repository inside": {"d/.git", "gitdir: ../x\n", false},
	} {
		dir := t.TempDir()
		writeTree(t, dir, base)
		writeTree(t, dir, map[string]string{tc.file: tc.content})
		root := openRoot(t, dir)
		_, report, err := Collect(t.Context(), root, Options{Skip: func(path string, _ bool) bool { return path == "a" }})
		if err != nil || report.Portable != tc.want || report.Files < 3 {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{".git/HEAD": "", ".gitignore": "a\n", "sub/f": ""})
	sub := filepath.Join(dir, "sub")
	ignore, err := LoadIgnore(sub, "")
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(sub)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, report, err := Collect(t.Context(), root, Options{Ignore: ignore}); err != nil || report.Portable || report.Files != 1 {
		t.Errorf("rules from above: %+v, %v", report, err)
	}
}
