package walk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOptions(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		".gitignore": "*.log\n/out/\n", ".git/config": "x", ".hidden": "h", "a.go": "12", "a.log": "l",
		"out/b.go": "b", "sub/c.go": "ccc", "sub/.git": "gitdir: elsewhere", "sub/deep/d.go": "d", "sub/deep/d.log": "d",
		"vendor/.svn/x": "x", "vendor/v.go": "v",
	})
	tests := []struct {
		name string
		opts Options
		want []string
	}{
		{"files", Options{}, []string{".gitignore", ".hidden", "a.go", "sub/c.go", "sub/deep/d.go", "sub/deep/d.log", "vendor/v.go"}},
		{"a repository inside starts afresh", Options{Dir: "sub"}, []string{"sub/c.go", "sub/deep/d.go", "sub/deep/d.log"}},
		{"directories", Options{Dir: "sub", Dirs: true}, []string{"sub/c.go", "sub/deep", "sub/deep/d.go", "sub/deep/d.log"}},
		{"ignored too", Options{IncludeIgnored: true, Depth: 1}, []string{".gitignore", ".hidden", "a.go", "a.log"}},
		{"an ignored directory that is named", Options{Dir: "out/"}, []string{"out/b.go"}},
		{"depth", Options{Depth: 2, Dirs: true}, []string{".gitignore", ".hidden", "a.go", "sub", "sub/c.go", "sub/deep", "vendor", "vendor/v.go"}},
		{"skip", Options{Skip: func(p string, isDir bool) bool { return isDir && p == "sub" || p == "a.go" }},
			[]string{".gitignore", ".hidden", "vendor/v.go"}},
		{"dir with dots", Options{Dir: "./vendor/../vendor"}, []string{"vendor/v.go"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, paths(t, dir, tc.opts)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDotIgnoreWins(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		".ignore": "!keep.log\n*.tmp\n", ".gitignore": "*.log\n!a.tmp\n",
		"keep.log": "", "drop.log": "", "a.tmp": "", "sub/.gitignore": "keep.log\n", "sub/keep.log": "",
	})
	want := []string{".gitignore", ".ignore", "keep.log", "sub/.gitignore", "sub/keep.log"}
	if diff := cmp.Diff(want, paths(t, dir, Options{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"b/c/d": "1234", "b/a": "12", "a": "1"})
	type row struct {
		Path string
		Type fs.FileMode
		Size int64
	}
	list := func(recursive bool, from string) (rows []row) {
		entries, _, err := List(t.Context(), openRoot(t, dir), recursive, Options{Dir: from})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.ModTime.IsZero() {
				t.Errorf("%s has no time", e.Path)
			}
			if e.IsDir() {
				e.Size = 0
			}
			rows = append(rows, row{e.Path, e.Type, e.Size})
		}
		return rows
	}
	if diff := cmp.Diff([]row{{"a", 0, 1}, {"b", fs.ModeDir, 0}}, list(false, "")); diff != "" {
		t.Errorf("shallow (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]row{{"b/a", 0, 2}, {"b/c", fs.ModeDir, 0}, {"b/c/d", 0, 4}}, list(true, "b")); diff != "" {
		t.Errorf("recursive (-want +got):\n%s", diff)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"a/f": "", "b/f": "", "c": ""})
	root := openRoot(t, dir)
	for from, want := range map[string]string{"c": "walk c: is a file, not a directory", "nowhere": "no such file"} {
		if _, _, err := Collect(t.Context(), root, Options{Dir: from}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("walk of %s: %v, want %q", from, err, want)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	if _, err := Walk(ctx, root, Options{}, func([]Entry) error { cancel(stop); return nil }); !errors.Is(err, stop) {
		t.Errorf("cancelled walk: %v", err)
	}
	if _, err := Walk(t.Context(), root, Options{}, func([]Entry) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("visit with an error: %v", err)
	}
	entries, report, err := Collect(t.Context(), root, Options{MaxEntries: 2})
	if err != nil || len(entries) != 2 || !report.Truncated {
		t.Errorf("limited walk: %d entries, %+v, %v", len(entries), report, err)
	}
}

// TestUnreadable removes a directory between its discovery and its visit,
// which fails for root as well as for others.
func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"a/f": "", "b": ""})
	gone := func(p string, isDir bool) bool {
		if isDir {
			if err := os.RemoveAll(filepath.Join(dir, p)); err != nil {
				t.Error(err)
			}
		}
		return false
	}
	entries, report, err := Collect(t.Context(), openRoot(t, dir), Options{Skip: gone})
	if err != nil || len(entries) != 1 || len(report.Unreadable) != 1 || report.Unreadable[0].Path != "a" {
		t.Errorf("got %v, %v, %v", entries, report.Unreadable, err)
	}
}

func TestLoadIgnore(t *testing.T) {
	top := gitRepo(t)
	writeTree(t, top, map[string]string{
		".gitignore": "*.log\n/sub/out\n", ".ignore": "*.tmp\n", ".git/info/exclude": "*.bak\n", "sub/.gitignore": "!deep/keep.log\n",
		"sub/deep/keep.log": "", "sub/deep/drop.log": "", "sub/deep/a.tmp": "", "sub/deep/a.bak": "", "sub/deep/a~": "", "sub/deep/x": "",
		"sub/out/x": "",
	})
	global := filepath.Join(t.TempDir(), "ignore")
	writeFile(t, global, "*~\n")
	deep := filepath.Join(top, "sub", "deep")
	ig, err := LoadIgnore(deep, global)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"keep.log", "x"}, paths(t, deep, Options{Ignore: ig})); diff != "" {
		t.Errorf("inside a repository (-want +got):\n%s", diff)
	}
	plain := t.TempDir()
	writeTree(t, plain, map[string]string{"a~": "", "b": ""})
	if ig, err = LoadIgnore(plain, global); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b"}, paths(t, plain, Options{Ignore: ig})); diff != "" {
		t.Errorf("outside a repository (-want +got):\n%s", diff)
	}
}

func TestLinkedWorkTree(t *testing.T) {
	top, tree := gitRepo(t), filepath.Join(t.TempDir(), "tree")
	for _, args := range [][]string{
		{"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "m"},
		{"worktree", "add", "-q", tree},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = top, gitEnv()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	writeTree(t, tree, map[string]string{"a.bak": "", "b": ""})
	writeFile(t, filepath.Join(top, ".git/info/exclude"), "*.bak\n")
	compareWithGit(t, tree, "")
}
