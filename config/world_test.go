package config

import (
	"os"
	"path/filepath"
	"testing"
)

// world is a home directory with a project in it.
type world struct {
	t     *testing.T
	home  string
	env   map[string]string
	flags []Flag
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, home: t.TempDir(), env: map[string]string{}}
	w.mkdir("app")
	return w
}

func (w *world) mkdir(name string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Join(w.home, name), 0o700); err != nil {
		w.t.Fatal(err)
	}
}

// write makes a file, named from the home directory.
func (w *world) write(name, text string) string {
	w.t.Helper()
	w.mkdir(filepath.Dir(name))
	path := filepath.Join(w.home, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func (w *world) user(text string)    { w.write(".config/beestown/config.yml", text) }
func (w *world) project(text string) { w.write("app/.beestown.yml", text) }

func (w *world) options() Options {
	return Options{
		Dir:       filepath.Join(w.home, "app"),
		Home:      w.home,
		LookupEnv: func(name string) (string, bool) { v, ok := w.env[name]; return v, ok },
		Flags:     w.flags,
	}
}

func (w *world) load() *Loaded {
	w.t.Helper()
	l, err := Load(w.options())
	if err != nil {
		w.t.Fatal(err)
	}
	return l
}

func (w *world) loadError() string {
	w.t.Helper()
	_, err := Load(w.options())
	if err == nil {
		w.t.Fatal("no error")
	}
	return err.Error()
}
