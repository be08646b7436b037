//go:build unix

package walk

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinksAndPipes(t *testing.T) {
	outside := t.TempDir()
	writeFile(t, filepath.Join(outside, "secret"), "*.go")
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "in/f.go"), "f")
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(outside, "out")
	link("in", "again")
	link("in/f.go", "f")
	link(filepath.Join(outside, "secret"), "in/.gitignore") // git does not follow it either
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{"again", "f", "in/.gitignore", "in/f.go", "out", "pipe"}
	if diff := cmp.Diff(want, paths(t, dir, Options{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, _, err := Collect(t.Context(), openRoot(t, dir), Options{Dir: "out"}); err == nil {
		t.Error("a walk from a link that leads outside succeeded")
	}
}
