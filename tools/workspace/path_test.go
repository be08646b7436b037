package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// tree is a workspace in a temporary directory with neighbours:
//
//	app/            the workspace: a.txt, src/b.go, .git/config, .env and links
//	app-evil/x      a prefix sibling
//	extra/e.txt     an allowed path
//	app/denied/     a denied path
type tree struct {
	*Workspace
	base string
}

func newTree(t *testing.T, o Options) tree {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"app/a.txt": "one\ntwo\n", "app/src/b.go": "package b\n", "app/.git/config": "x", "app/.env": "K=v",
		"app/denied/d.txt": "d", "app-evil/x": "evil", "extra/e.txt": "extra",
	} {
		write(t, filepath.Join(base, name), data)
	}
	for link, target := range map[string]string{
		"app/out": "../app-evil", "app/out-abs": filepath.Join(base, "app-evil", "x"),
		"app/in": "src/b.go", "app/in-abs": filepath.Join(base, "app", "src"),
		"app/git-link": ".git", "app/loop": "loop", "app/dangling": "../nowhere/new.txt",
		"app/to-denied": "denied", "app/deep": "src/../in-abs/../a.txt",
	} {
		if err := os.Symlink(target, filepath.Join(base, link)); err != nil {
			t.Fatal(err)
		}
	}
	o.AllowedPaths = append(o.AllowedPaths, filepath.Join(base, "extra"))
	o.DeniedPaths = append(o.DeniedPaths, "denied", "not-there-yet")
	w, err := Open(filepath.Join(base, "app"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return tree{w, base}
}

func write(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (w tree) path(t *testing.T, name string) Path {
	t.Helper()
	p, err := w.Resolve(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestResolve(t *testing.T) {
	w := newTree(t, Options{})
	at := func(p string) string { return filepath.Join(w.base, p) }
	app := at("app")
	tests := []struct {
		in   string
		want Path
	}{
		{".", Path{Abs: app, Name: ".", Inside: true, Exists: true}},
		{"a.txt", Path{Abs: at("app/a.txt"), Name: "a.txt", Inside: true, Exists: true}},
		{"./src//../a.txt", Path{Abs: at("app/a.txt"), Name: "a.txt", Inside: true, Exists: true}},
		{at("app/src/b.go"), Path{Abs: at("app/src/b.go"), Name: "src/b.go", Inside: true, Exists: true}},
		{"new/dir/f.go", Path{Abs: at("app/new/dir/f.go"), Name: "new/dir/f.go", Inside: true, Missing: 3}},
		{"in", Path{Abs: at("app/src/b.go"), Name: "src/b.go", Inside: true, Exists: true}},
		{"in-abs/b.go", Path{Abs: at("app/src/b.go"), Name: "src/b.go", Inside: true, Exists: true}},
		{"in-abs/new", Path{Abs: at("app/src/new"), Name: "src/new", Inside: true, Missing: 1}},
		{"deep", Path{Abs: at("app/a.txt"), Name: "a.txt", Inside: true, Exists: true}},
		{"..", Path{Abs: w.base, Name: w.base, Exists: true}},
		{"../app-evil/x", Path{Abs: at("app-evil/x"), Name: at("app-evil/x"), Exists: true}},
		{app + "-evil/x", Path{Abs: at("app-evil/x"), Name: at("app-evil/x"), Exists: true}},
		{app + "/../app-evil/x", Path{Abs: at("app-evil/x"), Name: at("app-evil/x"), Exists: true}},
		{"out/x", Path{Abs: at("app-evil/x"), Name: at("app-evil/x"), Exists: true}},
		{"out/../a.txt", Path{Abs: at("a.txt"), Name: at("a.txt"), Missing: 1}}, // as the kernel reads it
		{"out-abs", Path{Abs: at("app-evil/x"), Name: at("app-evil/x"), Exists: true}},
		{"dangling", Path{Abs: at("nowhere/new.txt"), Name: at("nowhere/new.txt"), Missing: 2}},
		{"none/../../../x", Path{Abs: filepath.Join(filepath.Dir(w.base), "x"), Name: filepath.Join(filepath.Dir(w.base), "x"), Missing: 1}},
		{at("extra/e.txt"), Path{Abs: at("extra/e.txt"), Name: at("extra/e.txt"), Root: at("extra"), Inside: true, Exists: true}},
		{"denied/d.txt", Path{Abs: at("app/denied/d.txt"), Name: "denied/d.txt", Inside: true, Exists: true, Denied: true}},
		{"to-denied/d.txt", Path{Abs: at("app/denied/d.txt"), Name: "denied/d.txt", Inside: true, Exists: true, Denied: true}},
		{"not-there-yet/f", Path{Abs: at("app/not-there-yet/f"), Name: "not-there-yet/f", Inside: true, Missing: 2, Denied: true}},
		{"denied-not", Path{Abs: at("app/denied-not"), Name: "denied-not", Inside: true, Missing: 1}},
		{".git/config", Path{Abs: at("app/.git/config"), Name: ".git/config", Inside: true, Exists: true, Git: true}},
		{"git-link/config", Path{Abs: at("app/.git/config"), Name: ".git/config", Inside: true, Exists: true, Git: true}},
		{".env", Path{Abs: at("app/.env"), Name: ".env", Inside: true, Exists: true, Secret: true}},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			tt.want.Asked = tt.in
			if tt.want.Inside && tt.want.Root == "" {
				tt.want.Root = app
			}
			got := w.path(t, tt.in)
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(Path{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestResolveRefuses(t *testing.T) {
	w := newTree(t, Options{})
	for _, in := range []string{"", "a\x00b", "loop", "loop/x"} {
		if _, err := w.Resolve(in); !errors.Is(err, ErrBadPath) {
			t.Errorf("Resolve(%q): %v, want ErrBadPath", in, err)
		}
	}
}

func TestResolveHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	w := newTree(t, Options{})
	real, err := filepath.EvalSymlinks(home)
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{"~": real, "~/x": real + "/x", "~x": w.Root() + "/~x"} {
		if got := w.path(t, in); got.Abs != want {
			t.Errorf("Resolve(%q) = %s, want %s", in, got.Abs, want)
		}
	}
}

func TestFacts(t *testing.T) {
	w := newTree(t, Options{})
	facts := func(p Path) string {
		var out []string
		for name, is := range map[string]bool{"git": p.Git, "config": p.Config, "secret": p.Secret} {
			if is {
				out = append(out, name)
			}
		}
		return strings.Join(out, ",")
	}
	tests := map[string]string{
		"main.go": "", "environment.go": "", "keys.go": "", "id_rsa.pub": "", ".env.example": "", ".docker/Dockerfile": "",
		"credentials/list.go": "", ".gitignore": "", ".github/workflows/ci.yml": "", "monkey": "",
		".GIT/config": "git", "sub/.git": "git", "sub/.git/hooks/pre-commit": "git",
		".beestown.yml": "config", ".Beestown.YML": "config", "sub/.beestown/roles/a.yml": "config",
		".env.local": "secret", ".ENV": "secret", "server.pem": "secret", "x/id_ed25519": "secret",
		".netrc": "secret", ".aws/config": "secret", "~/.ssh/config": "secret", "/etc/shadow": "secret",
		"/proc/1/environ": "secret", ".docker/config.json": "secret", ".npmrc": "secret",
	}
	for in, want := range tests {
		if got := facts(w.path(t, in)); got != want {
			t.Errorf("%s: facts %q, want %q", in, got, want)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "")
	for name, o := range map[string]Options{
		filepath.Join(dir, "none"): {},
		filepath.Join(dir, "file"): {},
		dir:                        {AllowedPaths: []string{"none"}},
	} {
		if w, err := Open(name, o); err == nil {
			t.Errorf("Open(%s, %+v) succeeded", name, o)
			w.Close()
		}
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"a/../..", "out/../x", "in-abs/./b.go", "/", "//etc", "~", "deep"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w := newTree(t, Options{})
		p, err := w.Resolve(s)
		if err != nil {
			return
		}
		if !filepath.IsAbs(p.Abs) || filepath.Clean(p.Abs) != p.Abs {
			t.Errorf("Resolve(%q).Abs = %q is not clean and absolute", s, p.Abs)
		}
		if again, err := w.Resolve(p.Abs); err != nil || again.Abs != p.Abs {
			t.Errorf("Resolve(%q) = %q, which resolves to %q, %v", s, p.Abs, again.Abs, err)
		}
		if real, err := filepath.EvalSymlinks(p.Abs); err == nil && real != p.Abs {
			t.Errorf("Resolve(%q) = %q, but that is %q", s, p.Abs, real)
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	w, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	if err := os.MkdirAll(w.Root()+"/a/b/c", 0o755); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Resolve("a/b/c/file.go"); err != nil {
			b.Fatal(err)
		}
	}
}
