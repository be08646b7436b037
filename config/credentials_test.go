package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCredentialsAreWrittenAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "beestown", "credentials")
	for _, c := range [][2]string{{"openai", "sk-1"}, {"host:80", "a=b"}, {"openai", " sk-2 "}} {
		if err := WriteCredential(path, c[0], c[1]); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadCredentials(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"openai": "sk-2", "host:80": "a=b"}, got); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("files beside it: %v, %v", left, err)
	}
}

func TestWriteCredentialKeepsOtherLines(t *testing.T) {
	w := newWorld(t)
	path := w.write("credentials", "# mine\n\nopenai = old\nother=x\n")
	if err := WriteCredential(path, "openai", "new"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(data), "# mine\n\nopenai=new\nother=x\n"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestCredentialErrors(t *testing.T) {
	w := newWorld(t)
	open := w.write("open", "a=b")
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	broken := w.write("broken", "a=b\nnonsense")
	w.mkdir("dir")
	read := func(path string) error { _, err := ReadCredentials(path); return err }
	tests := map[string]struct {
		err  error
		want string
	}{
		"others may read": {read(open), "can be read by others (mode 0644); run: chmod 600 " + open},
		"written open":    {WriteCredential(open, "a", "b"), "can be read by others (mode 0644); run: chmod 600 " + open},
		"broken":          {read(broken), "has a line 2 that is not of the form name=key"},
		"directory":       {read(filepath.Join(w.home, "dir")), "is a directory, not a file; move it away"},
		"line break":      {WriteCredential(broken, "a", "b\nc"), "cannot hold this key: name and key must not be empty, nor have line breaks"},
		"empty":           {WriteCredential(broken, "a", " "), "cannot hold this key: name and key must not be empty, nor have line breaks"},
		"no directory":    {WriteCredential(filepath.Join(broken, "x", "credentials"), "a", "b"), "cannot be written (not a directory)"},
	}
	for name, test := range tests {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", name, test.err, test.want)
		}
	}
	if _, err := ReadCredentials(filepath.Join(w.home, "absent")); err != nil {
		t.Errorf("no file: %v", err)
	}
}

func TestOpenCredentialsStopTheEndpoint(t *testing.T) {
	w := endpointWorld(t, "provider: openai", "openai=k", "")
	path := filepath.Join(w.home, ".config/beestown/credentials")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	_, err := w.load().Endpoint()
	want := "~/.config/beestown/credentials can be read by others (mode 0640); run: chmod 600 " + path
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
