package audit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func logFile(t testing.TB, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(list) != 1 {
		t.Fatalf("log files: %v, %v; want one", list, err)
	}
	return list[0]
}

func lines(t testing.TB, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

func TestLogIsLazyPrivateAndChained(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "audit")
	l := New(Options{Dir: dir, Session: "s1", MaxText: 20, Redact: func(s string) string { return strings.ReplaceAll(s, "sk-secret", "[redacted]") }})
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the directory exists before the first record: %v", err)
	}
	l.Append(Record{Kind: Requested, ID: "1", Tool: "Read", Params: `{"key":"sk-secret"}` + strings.Repeat("x", 50)})
	l.Append(Record{Kind: Completed, ID: "1", Tool: "Read", Status: "ok", Result: "sk-secret"})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l.Append(Record{Kind: Requested})
	path := logFile(t, dir)
	if err := Verify(path); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	got := lines(t, path)
	if len(got) != 2 || bytes.Contains(bytes.Join(got, nil), []byte("sk-secret")) || !bytes.Contains(got[0], []byte("bytes more")) {
		t.Errorf("log:\n%s", bytes.Join(got, []byte("\n")))
	}
}

func TestVerifyFindsTampering(t *testing.T) {
	tests := map[string]func(l [][]byte) [][]byte{
		"changed": func(l [][]byte) [][]byte {
			l[1] = bytes.Replace(l[1], []byte(`"id":"b"`), []byte(`"id":"x"`), 1)
			return l
		},
		"removed": func(l [][]byte) [][]byte { return append(l[:1:1], l[2:]...) },
		"swapped": func(l [][]byte) [][]byte { l[0], l[1] = l[1], l[0]; return l },
		"garbage": func(l [][]byte) [][]byte { l[1] = []byte("x"); return l },
	}
	for name, change := range tests {
		dir := t.TempDir()
		l := New(Options{Dir: dir})
		for _, id := range []string{"a", "b", "c"} {
			l.Append(Record{ID: id})
		}
		_ = l.Close()
		path := logFile(t, dir)
		data := append(bytes.Join(change(lines(t, path)), []byte("\n")), '\n')
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Verify(path); err == nil || errors.Is(err, ErrTorn) {
			t.Errorf("%s: %v, want an error", name, err)
		}
	}
}

func TestAppendRepairsATornLine(t *testing.T) {
	dir := t.TempDir()
	l := New(Options{Dir: dir})
	l.Append(Record{ID: "a"})
	_ = l.Close()
	path := logFile(t, dir)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, torn := range []string{`{"seq":2,"ti`, strings.Repeat("x", 200_000)} {
		if err := os.WriteFile(path, append(bytes.Clone(whole), torn...), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Verify(path); !errors.Is(err, ErrTorn) {
			t.Errorf("torn log: %v, want ErrTorn", err)
		}
		l := New(Options{Dir: dir})
		l.Append(Record{ID: "b"})
		_ = l.Close()
		got := lines(t, path)
		if err := Verify(path); err != nil || len(got) != 2 || !bytes.Contains(got[1], []byte(`"repaired":`)) {
			t.Errorf("after repair: %v, %d lines", err, len(got))
		}
	}
}

func TestSeveralWritersShareAFile(t *testing.T) {
	dir := t.TempDir()
	const writers, each = 4, 50
	var all sync.WaitGroup
	for range writers {
		l := New(Options{Dir: dir})
		for range 2 {
			all.Go(func() {
				for range each {
					l.Append(Record{Kind: Requested, ID: "x"})
				}
			})
		}
		t.Cleanup(func() { _ = l.Close() })
	}
	all.Wait()
	path := logFile(t, dir)
	if err := Verify(path); err != nil {
		t.Error(err)
	}
	if n := len(lines(t, path)); n != 2*writers*each {
		t.Errorf("%d records, want %d", n, 2*writers*each)
	}
}

func TestWriteErrorIsToldOnceAndCounted(t *testing.T) {
	parent := t.TempDir()
	blocked := filepath.Join(parent, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	told := 0
	l := New(Options{Dir: filepath.Join(blocked, "audit"), OnError: func(error) { told++ }})
	l.Append(Record{ID: "a"})
	l.Append(Record{ID: "b"})
	if told != 1 {
		t.Errorf("told %d times, want once", told)
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	l.Append(Record{ID: "c"})
	_ = l.Close()
	got := lines(t, logFile(t, filepath.Join(blocked, "audit")))
	if len(got) != 1 || !bytes.Contains(got[0], []byte(`"lost":2`)) {
		t.Errorf("log: %s, want one record that says 2 are lost", got)
	}
}

func BenchmarkAppend(b *testing.B) {
	l := New(Options{Dir: b.TempDir(), Session: "s"})
	defer func() { _ = l.Close() }()
	r := Record{Kind: Completed, ID: "t1.1.1", Tool: "Read", Status: "ok", Params: `{"file_path":"main.go"}`, Result: strings.Repeat("line of text\n", 30)}
	for b.Loop() {
		l.Append(r)
	}
}
