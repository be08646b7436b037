package symbols

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tree is a directory of files with an index of it.
type tree struct {
	*testing.T
	dir   string
	root  *os.Root
	index *Index
}

func newTree(t *testing.T, files map[string]string) *tree {
	t.Helper()
	tr := &tree{T: t, dir: t.TempDir(), index: New()}
	for name, content := range files {
		tr.put(name, content)
	}
	var err error
	if tr.root, err = os.OpenRoot(tr.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tr.root.Close() })
	return tr
}

// put writes a file whose time is long ago, a little later with every call.
func (tr *tree) put(name, content string) {
	tr.Helper()
	path := filepath.Join(tr.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o644)); err != nil {
		tr.Fatal(err)
	}
	tr.age(name, time.Hour)
}

func (tr *tree) age(name string, age time.Duration) {
	tr.Helper()
	at := time.Now().Add(-age)
	if err := os.Chtimes(filepath.Join(tr.dir, name), at, at); err != nil {
		tr.Fatal(err)
	}
}

func (tr *tree) query(o Options) *Result {
	tr.Helper()
	if o.Dir == "" {
		o.Dir = tr.dir
	}
	r, err := tr.index.Query(tr.Context(), tr.root, o)
	if err != nil {
		tr.Fatal(err)
	}
	return r
}

// found is the matches as "file:line name".
func (tr *tree) found(query string) string {
	tr.Helper()
	return listed(tr.query(Options{Query: query}))
}

func listed(r *Result) string {
	var all []string
	for _, m := range r.Matches {
		all = append(all, fmt.Sprintf("%s:%d %s", m.File, m.Line, m.Name))
	}
	return strings.Join(all, ", ")
}

func TestIndexFollowsTheFiles(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": "package a\n\nfunc Bee() {}\n", "b.py": "def Bee(): pass\n"})
	check := func(what, want string) {
		t.Helper()
		if got := tr.found("Bee"); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("at first", "a.go:3 Bee, b.py:1 Bee")
	tr.put("a.go", "package a\n\n\n\nfunc Bee() {}\n")
	check("after a change", "a.go:5 Bee, b.py:1 Bee")
	if err := os.Rename(filepath.Join(tr.dir, "b.py"), filepath.Join(tr.dir, "c.py")); err != nil {
		t.Fatal(err)
	}
	check("after a rename", "a.go:5 Bee, c.py:1 Bee")
	if err := os.Remove(filepath.Join(tr.dir, "a.go")); err != nil {
		t.Fatal(err)
	}
	check("after a removal", "c.py:1 Bee")
	if len(tr.index.files) != 1 || tr.index.total != 1 {
		t.Errorf("the index holds %d files, %d symbols", len(tr.index.files), tr.index.total)
	}
	tr.put(".gitignore", "c.py\n")
	check("after it is ignored", "")
}

// A file that changed within the clock's step, to the same size, is read again.
func TestIndexReadsFreshFilesAgain(t *testing.T) {
	tr := newTree(t, map[string]string{"a.py": "def one(): pass\n"})
	now := time.Now()
	set := func() {
		if err := os.Chtimes(filepath.Join(tr.dir, "a.py"), now, now); err != nil {
			t.Fatal(err)
		}
	}
	set()
	tr.found("one")
	if err := os.WriteFile(filepath.Join(tr.dir, "a.py"), []byte("def two(): pass\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	set()
	if got := tr.found("two"); got != "a.py:1 two" {
		t.Errorf("found %q", got)
	}
}

// What did not change is not read: the content is exchanged behind the index' back.
func TestIndexReadsOnce(t *testing.T) {
	tr := newTree(t, map[string]string{"a.py": "def one(): pass\n"})
	info, err := os.Stat(filepath.Join(tr.dir, "a.py"))
	if err != nil {
		t.Fatal(err)
	}
	tr.found("one")
	if err := os.WriteFile(filepath.Join(tr.dir, "a.py"), []byte("def two(): pass\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(tr.dir, "a.py"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := tr.found("one"); got != "a.py:1 one" {
		t.Errorf("found %q", got)
	}
}

func TestIndexOfSeveralRoots(t *testing.T) {
	tr := newTree(t, map[string]string{"src/test/a.go": "package a\nfunc Bee() {}\n", "b.go": "package b\nfunc Bee() {}\n"})
	if got := tr.found("Bee"); got != "b.go:2 Bee, src/test/a.go:2 Bee" {
		t.Errorf("found %q", got)
	}
	sub, err := tr.root.OpenRoot("src")
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	r, err := tr.index.Query(t.Context(), sub, Options{Query: "Bee", Dir: tr.dir + "/src"})
	if err != nil || listed(r) != "test/a.go:2 Bee" {
		t.Errorf("in src: %q, %v", listed(r), err)
	}
	if got := listed(tr.query(Options{Query: "Bee", File: "b.go"})); got != "b.go:2 Bee" {
		t.Errorf("in one file: %q", got)
	}
	if got := tr.found("Bee"); got != "b.go:2 Bee, src/test/a.go:2 Bee" {
		t.Errorf("again: %q", got)
	}
	if len(tr.index.files) != 2 {
		t.Errorf("the index holds %d files", len(tr.index.files))
	}
}

func TestIndexPassesOver(t *testing.T) {
	tr := newTree(t, map[string]string{
		"min.js":    "function Bee(){}" + strings.Repeat("var a=1;", 2000),
		"large.py":  "def Bee(): pass\n" + strings.Repeat("#\n", maxFile/2),
		"binary.py": "def Bee(): pass\n\x00",
		"ok.py":     "def Bee(): pass\n", "empty.py": "",
	})
	r := tr.query(Options{Query: "Bee"})
	if listed(r) != "ok.py:1 Bee" || r.Skipped != 3 {
		t.Errorf("found %q, skipped %d", listed(r), r.Skipped)
	}
}

func TestQueriesAtTheSameTime(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("d%d/f%d.py", i%7, i)] = fmt.Sprintf("def bee%d(): pass\n", i)
	}
	tr := newTree(t, files)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			r, err := tr.index.Query(t.Context(), tr.root, Options{Query: fmt.Sprintf("bee%d", 100+i), Dir: tr.dir})
			if err != nil || r.Total != 1 {
				t.Errorf("query %d: %+v, %v", i, r, err)
			}
		})
	}
	wg.Wait()
}

func TestQueryIsCancelled(t *testing.T) {
	tr := newTree(t, map[string]string{"a.py": "def Bee(): pass\n"})
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if _, err := tr.index.Query(ctx, tr.root, Options{Query: "Bee", Dir: tr.dir}); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
	tr.index.turn <- struct{}{} // somebody else is at it
	ctx, cancel = context.WithCancelCause(t.Context())
	done := make(chan error)
	go func() {
		_, err := tr.index.Query(ctx, tr.root, Options{Query: "Bee", Dir: tr.dir})
		done <- err
	}()
	cancel(cause)
	if err := <-done; !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
	<-tr.index.turn
	if got := tr.found("Bee"); got != "a.py:1 Bee" {
		t.Errorf("afterwards %q", got)
	}
}

func TestQueryErrors(t *testing.T) {
	tr := newTree(t, nil)
	for _, q := range []string{"", "  ", "*", "."} {
		if _, err := tr.index.Query(t.Context(), tr.root, Options{Query: q}); err == nil || !strings.Contains(err.Error(), "the query is empty") {
			t.Errorf("%q: %v", q, err)
		}
	}
	if _, err := tr.index.Query(t.Context(), tr.root, Options{Query: "a", File: "none.go"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestMatch(t *testing.T) {
	tr := newTree(t, map[string]string{"p/a.go": "package p\n\n// Bee works.\ntype Bee struct {\n\tName string\n}\n"})
	r := tr.query(Options{Query: "Bee.Name"})
	want := &Result{Name: "Name", Total: 1, Matches: []Match{{
		File: "p/a.go", Line: 5, Column: 2, Kind: Field, Name: "Name", Container: "Bee", Code: "Name string",
		Context: "// Bee works.\ntype Bee struct {\n\tName string\n}", Exact: true,
	}}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
}
