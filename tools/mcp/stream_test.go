package mcp

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	in := "hello\n\n{\"a\":1}\r\n" + `{"long":"` + strings.Repeat("x", 100) + "\"}\n  {\"b\":2}\n[1]\n{\"cut"
	var noise bytes.Buffer
	tooLong := 0
	got, err := io.ReadAll(newLines(iotest.OneByteReader(strings.NewReader(in)), 50, &noise, func() { tooLong++ }))
	if err != nil || string(got) != "{\"a\":1}\r\n  {\"b\":2}\n" {
		t.Errorf("messages = %q, %v", got, err)
	}
	if noise.String() != "hello\n[1]\n{\"cut" || tooLong != 1 {
		t.Errorf("noise = %q, %d too long", noise.String(), tooLong)
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("{}\n{\"a\":1}\nnoise\n"), 20)
	f.Fuzz(func(t *testing.T, in []byte, limit int) {
		limit = 1 + min(max(limit, 0), 1000)
		out, err := io.ReadAll(newLines(bytes.NewReader(in), limit, io.Discard, func() {}))
		if err != nil {
			t.Fatal(err)
		}
		scanner := bufio.NewScanner(bytes.NewReader(out))
		scanner.Buffer(nil, 4096)
		for scanner.Scan() {
			line := bytes.TrimLeft(scanner.Bytes(), " \t\r\n")
			if len(line) == 0 || line[0] != '{' || len(scanner.Bytes()) > limit {
				t.Fatalf("%q was handed on", scanner.Bytes())
			}
		}
		if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
			t.Fatalf("half a line was handed on: %q", out)
		}
	})
}

func TestRing(t *testing.T) {
	var r ring
	for range 5000 {
		_, _ = r.Write([]byte("a line of thirty-two characters\n"))
	}
	if len(r.data) > 2*ringSize {
		t.Errorf("%d bytes are kept", len(r.data))
	}
	if got := r.tail(100); got != strings.Repeat("a line of thirty-two characters\n", 3) {
		t.Errorf("tail = %q", got)
	}
}

// slowPipe is a pipe whose reader does not read until it is told to.
type slowPipe struct {
	bytes.Buffer
	read chan struct{}
}

func (p *slowPipe) Write(b []byte) (int, error) {
	<-p.read
	return p.Buffer.Write(b)
}

func (p *slowPipe) Close() error { return nil }

func TestOutboxNeverBlocks(t *testing.T) {
	p := &slowPipe{read: make(chan struct{})}
	overflows := 0
	o := newOutbox(p, func() { overflows++ })
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.run()
	}()
	chunk := bytes.Repeat([]byte("x"), maxOutbox/4)
	for range 10 { // more than fits, although some may be with the writer already
		if n, err := o.Write(chunk); n != len(chunk) || err != nil {
			t.Fatal(n, err)
		}
	}
	close(p.read)
	<-done
	if overflows != 1 || p.Len() > maxOutbox {
		t.Errorf("%d overflows, %d bytes written", overflows, p.Len())
	}
}
