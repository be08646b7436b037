package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestReadFile(t *testing.T) {
	w := newTree(t, Options{})
	whole := sha256.Sum256([]byte("one\ntwo\n"))
	tests := []struct {
		offset, limit int64
		want          string
	}{{0, 0, "one\ntwo\n"}, {4, 0, "two\n"}, {0, 3, "one"}, {4, 2, "tw"}, {4, 100, "two\n"}, {99, 1, ""}, {-5, 1, "o"}}
	for _, tt := range tests {
		c, err := w.ReadFile(w.path(t, "a.txt"), tt.offset, tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		if string(c.Data) != tt.want || c.Size != 8 || c.Hash != whole {
			t.Errorf("offset %d, limit %d: %q, size %d, hash %s", tt.offset, tt.limit, c.Data, c.Size, c.Hash)
		}
	}
}

func TestStat(t *testing.T) {
	w := newTree(t, Options{})
	for _, tt := range []struct {
		path  Path
		err   error
		isDir bool
	}{
		{w.path(t, "a.txt"), nil, false}, {w.path(t, "."), nil, true}, {w.path(t, "in-abs"), nil, true},
		{w.path(t, w.base+"/extra/e.txt"), nil, false}, {w.path(t, w.base+"/extra"), nil, true},
		{w.path(t, "..").Approved(), nil, true}, {w.path(t, "/").Approved(), nil, true}, {w.path(t, ".."), ErrOutside, false},
		{w.path(t, "none"), ErrNotFound, false}, {w.path(t, "denied"), ErrDenied, false}, {Path{}, ErrOutside, false},
	} {
		info, err := w.Stat(tt.path)
		if !errors.Is(err, tt.err) || err == nil && info.IsDir() != tt.isDir {
			t.Errorf("Stat(%s): %v, %v", tt.path.Asked, info, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	w := newTree(t, Options{MaxFileSize: 8})
	write(t, w.Root()+"/large", "123456789")
	if err := syscall.Mkfifo(w.Root()+"/fifo", 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		in   string
		err  error
		text string
	}{
		{"none", ErrNotFound, "file not found: none"},
		{"a.txt/x", ErrNotFound, "file not found: a.txt/x"},
		{"../app-evil/x", ErrOutside, "Permission denied: Access denied: Path is outside workspace directory: ../app-evil/x"},
		{"out-abs", ErrOutside, "Permission denied: Access denied: Path is outside workspace directory: out-abs"},
		{"/etc/passwd", ErrOutside, "Permission denied: Access denied: Path is outside workspace directory: /etc/passwd"},
		{"denied/d.txt", ErrDenied, "Permission denied: Access denied: denied/d.txt is below a path in tools.denied_paths"},
		{"large", ErrTooLarge, "large: File size (9) exceeds limit (8)"},
		{"src", ErrNotRegular, "src is a directory, not a regular file"},
		{"fifo", ErrNotRegular, "fifo is a named pipe, not a regular file"},
	}
	for _, tt := range tests {
		_, err := w.ReadFile(w.path(t, tt.in), 0, 0)
		if !errors.Is(err, tt.err) || err.Error() != tt.text {
			t.Errorf("read %s: %v, want %s", tt.in, err, tt.text)
		}
		if _, err = w.WriteFile(w.path(t, tt.in), []byte("x"), HashOf(nil)); err == nil {
			t.Errorf("write %s succeeded", tt.in)
		}
	}
	if _, err := w.ReadFile(w.path(t, "/dev/zero").Approved(), 0, 0); !errors.Is(err, ErrNotRegular) {
		t.Errorf("read of an approved device: %v", err)
	}
	if _, err := w.ReadFile(w.path(t, "denied/d.txt").Approved(), 0, 0); !errors.Is(err, ErrDenied) {
		t.Errorf("read of an approved, but denied path: %v", err)
	}
}

func TestApprovedOutside(t *testing.T) {
	w := newTree(t, Options{})
	p := w.path(t, "../app-evil/x").Approved()
	c, err := w.ReadFile(p, 0, 0)
	if err != nil || string(c.Data) != "evil" {
		t.Fatalf("%q, %v", c.Data, err)
	}
	if _, err := w.WriteFile(p, []byte("good"), c.Hash); err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteFile(w.path(t, "dangling").Approved(), []byte("new"), Absent); err != nil {
		t.Fatal(err)
	}
	forged := Path{Asked: "x", Abs: p.Abs, Inside: true, Root: w.Root(), Exists: true}
	if _, err := w.ReadFile(forged, 0, 0); !errors.Is(err, ErrOutside) {
		t.Errorf("a path that only says that it is inside: %v", err)
	}
	for name, want := range map[string]string{"app-evil/x": "good", "nowhere/new.txt": "new", "app/dangling": "new"} {
		if got := content(t, filepath.Join(w.base, name)); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

// A directory that becomes a link between the decision and the access leads nowhere.
func TestSwappedLink(t *testing.T) {
	w := newTree(t, Options{})
	for _, p := range []Path{w.path(t, "src/b.go"), w.path(t, "src/new.go"), w.path(t, "../app-evil/x").Approved()} {
		dir := filepath.Dir(p.Abs)
		if err := errors.Join(os.Rename(dir, dir+"-moved"), os.Symlink(w.Root()+"/.git", dir)); err != nil {
			t.Fatal(err)
		}
		if _, err := w.ReadFile(p, 0, 0); !errors.Is(err, ErrBadPath) {
			t.Errorf("read %s: %v", p.Asked, err)
		}
		if _, err := w.WriteFile(p, []byte("x"), Absent); !errors.Is(err, ErrBadPath) {
			t.Errorf("write %s: %v", p.Asked, err)
		}
		if err := errors.Join(os.Remove(dir), os.Rename(dir+"-moved", dir)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWriteFile(t *testing.T) {
	w := newTree(t, Options{})
	if err := os.Chmod(w.Root()+"/src/b.go", 0o750); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // only root gives files away
		if err := os.Chown(w.Root()+"/src/b.go", 12, 34); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.Stat(w.Root() + "/src/b.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.WriteFile(w.path(t, "in"), []byte("new"), HashOf([]byte("package b\n")))
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(w.Root() + "/src/b.go")
	if err != nil {
		t.Fatal(err)
	}
	if got.Created || got.Size != 3 || got.Hash != HashOf([]byte("new")) || !got.ModTime.Equal(after.ModTime()) {
		t.Errorf("got %+v", got)
	}
	a, b := before.Sys().(*syscall.Stat_t), after.Sys().(*syscall.Stat_t)
	if before.Mode() != after.Mode() || a.Uid != b.Uid || a.Gid != b.Gid {
		t.Errorf("mode %v, owner %d:%d; want %v, %d:%d", after.Mode(), b.Uid, b.Gid, before.Mode(), a.Uid, a.Gid)
	}
	if target, err := os.Readlink(w.Root() + "/in"); err != nil || target != "src/b.go" {
		t.Errorf("the link is %q, %v", target, err)
	}
	noTemps(t, w)
}

func TestWriteKeepsAttributes(t *testing.T) {
	w := newTree(t, Options{})
	name := w.Root() + "/a.txt"
	// Where the file system has no attributes there are none before and none after.
	_ = unix.Setxattr(name, "user.beestown.test", []byte("kept"), 0)
	if _, err := w.WriteFile(w.path(t, "a.txt"), []byte("new"), HashOf([]byte("one\ntwo\n"))); err != nil {
		t.Fatal(err)
	}
	var got [16]byte
	if n, err := unix.Getxattr(name, "user.beestown.test", got[:]); err == nil && string(got[:n]) != "kept" || errors.Is(err, unix.ENODATA) {
		t.Errorf("attribute %q, %v", got[:max(n, 0)], err)
	}
}

func TestCreateFile(t *testing.T) {
	w := newTree(t, Options{})
	got, err := w.WriteFile(w.path(t, "x/y/z.txt"), []byte("z"), Absent)
	if err != nil || !got.Created {
		t.Fatalf("%+v, %v", got, err)
	}
	old := syscall.Umask(0)
	syscall.Umask(old)
	info, err := os.Stat(w.Root() + "/x/y/z.txt")
	if err != nil || info.Mode().Perm() != 0o644&^os.FileMode(old) {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for _, bad := range []string{"a\nb", "dir\x1b[31m/f", "x\u202ey", "bad\xff"} {
		if _, err := w.WriteFile(w.path(t, bad), nil, Absent); !errors.Is(err, ErrBadPath) {
			t.Errorf("create %q: %v", bad, err)
		}
	}
	noTemps(t, w)
}

func TestStaleWrite(t *testing.T) {
	w := newTree(t, Options{})
	tests := []struct {
		in, text string
		want     Hash
	}{
		{"a.txt", "a.txt exists already; read it before changing it", Absent},
		{"a.txt", "a.txt changed since it was read; read it again", HashOf([]byte("other"))},
		{"gone", "gone is gone since it was read; nothing was written", HashOf([]byte("other"))},
	}
	for _, tt := range tests {
		_, err := w.WriteFile(w.path(t, tt.in), []byte("new"), tt.want)
		var stale *StaleError
		if !errors.As(err, &stale) || err.Error() != tt.text {
			t.Errorf("%s: %v, want %s", tt.in, err, tt.text)
		}
	}
	if got := content(t, w.Root()+"/a.txt"); got != "one\ntwo\n" {
		t.Errorf("a.txt holds %q", got)
	}
	if err := os.Chmod(w.Root()+"/a.txt", 0o444); err != nil {
		t.Fatal(err)
	}
	_, err := w.WriteFile(w.path(t, "a.txt"), nil, HashOf([]byte("one\ntwo\n")))
	if err == nil || !strings.Contains(err.Error(), "read-only (mode 0444)") {
		t.Errorf("write to a read-only file: %v", err)
	}
	noTemps(t, w)
}

// Of writers that start from the same content exactly one wins, with and without a file there, and
// readers see whole files only.
func TestConcurrentWriters(t *testing.T) {
	w := newTree(t, Options{})
	for _, name := range []string{"a.txt", "fresh/file.txt"} {
		want := Absent
		if c, err := w.ReadFile(w.path(t, name), 0, 0); err == nil {
			want = c.Hash
		}
		p := w.path(t, name)
		const writers = 8
		errs := make([]error, writers)
		var wg sync.WaitGroup
		for i := range writers {
			wg.Go(func() {
				data := strings.Repeat(fmt.Sprint(i), 100_000)
				_, errs[i] = w.WriteFile(p, []byte(data), want)
			})
			wg.Go(func() {
				c, err := w.ReadFile(p, 0, 0)
				if err == nil && len(c.Data) > 8 && (len(c.Data) != 100_000 || strings.Trim(string(c.Data), string(c.Data[:1])) != "") {
					t.Error("a torn file was read")
				}
			})
		}
		wg.Wait()
		won := 0
		for _, err := range errs {
			var stale *StaleError
			if err == nil {
				won++
			} else if !errors.As(err, &stale) {
				t.Error(err)
			}
		}
		if won != 1 {
			t.Errorf("%s: %d writers won, want 1", name, won)
		}
	}
	noTemps(t, w)
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func noTemps(t *testing.T, w tree) {
	t.Helper()
	for _, pattern := range []string{"/.beestown-*", "/*/.beestown-*"} {
		if left, _ := filepath.Glob(w.Root() + pattern); len(left) > 0 {
			t.Errorf("temporary files are left: %v", left)
		}
	}
	if n := len(w.locks.held); n != 0 {
		t.Errorf("%d locks are left", n)
	}
}

func BenchmarkReadFile(b *testing.B) {
	w, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	if err := os.WriteFile(w.Root()+"/f", make([]byte, 30_000), 0o644); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p, err := w.Resolve("f")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := w.ReadFile(p, 0, 0); err != nil {
			b.Fatal(err)
		}
	}
}
