package mcp

import (
	"bufio"
	"bytes"
	"io"
	"sync"
)

// lines hands on what a server writes to stdout, message by message. The protocol's library reads
// lines of any length and drops what is no message without a word; here a line that is too long is
// dropped and reported, and noise is kept: it often says why a server did not start.
type lines struct {
	src     *bufio.Reader
	limit   int
	noise   io.Writer
	tooLong func() // called for a line that was dropped; must not block
	line    []byte
	rest    []byte // of line, not handed on yet
}

func newLines(src io.Reader, limit int, noise io.Writer, tooLong func()) *lines {
	return &lines{src: bufio.NewReaderSize(src, 64<<10), limit: limit, noise: noise, tooLong: tooLong}
}

// Read returns a part of one message. Its only error is io.EOF: the library prints any other one to
// our stderr.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		if err := l.next(); err != nil {
			return 0, io.EOF
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next reads one line and makes it the rest if it looks like a message. A last line without an end
// is noise, whatever it looks like.
func (l *lines) next() error {
	whole, err := l.readLine()
	switch text := bytes.TrimLeft(l.line, " \t\r\n"); {
	case !whole:
		l.tooLong()
	case len(text) == 0:
	case err != nil || text[0] != '{':
		_, _ = l.noise.Write(l.line)
	default:
		l.rest = l.line
	}
	return err
}

// readLine reads a line with its end into l.line, or as much of it as is allowed.
func (l *lines) readLine() (whole bool, err error) {
	if cap(l.line) > 1<<20 {
		l.line = nil // one long message must not hold its memory forever
	}
	l.line = l.line[:0]
	whole = true
	for {
		part, err := l.src.ReadSlice('\n')
		if len(l.line)+len(part) > l.limit {
			whole, l.line = false, l.line[:0]
		}
		if whole {
			l.line = append(l.line, part...)
		}
		if err != bufio.ErrBufferFull {
			return whole, err
		}
	}
}

// maxOutbox bounds what waits for a server that does not read its input.
const maxOutbox = 32 << 20

// outbox is a server's stdin whose writes never block: the library writes under a lock and without
// regard to contexts, so that one server that does not read would hold every call to it. No write
// fails either, because the library prints such errors to our stderr; a server whose stdin is gone
// is noticed by its stdout.
type outbox struct {
	dst      io.WriteCloser
	overflow func() // called once when the server does not read; must not block

	mu      sync.Mutex
	filled  sync.Cond
	waiting []byte
	closed  bool
}

func newOutbox(dst io.WriteCloser, overflow func()) *outbox {
	o := &outbox{dst: dst, overflow: overflow}
	o.filled.L = &o.mu
	return o
}

// Write takes p; run writes it.
func (o *outbox) Write(p []byte) (int, error) {
	o.mu.Lock()
	full := !o.closed && len(o.waiting)+len(p) > maxOutbox
	switch {
	case full:
		o.closed, o.waiting = true, nil
	case !o.closed:
		o.waiting = append(o.waiting, p...)
	}
	o.filled.Signal()
	o.mu.Unlock()
	if full {
		o.overflow()
	}
	return len(p), nil
}

// Close has run write what waits, close the pipe and return.
func (o *outbox) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.filled.Signal()
	return nil
}

// run writes until Close is called or the pipe breaks, and closes the pipe.
func (o *outbox) run() {
	defer o.dst.Close()
	for {
		o.mu.Lock()
		for len(o.waiting) == 0 && !o.closed {
			o.filled.Wait()
		}
		next := o.waiting
		o.waiting = nil
		o.mu.Unlock()
		if len(next) == 0 {
			return
		}
		if _, err := o.dst.Write(next); err != nil {
			_ = o.Close()
			return
		}
	}
}

// ring keeps the last bytes that were written to it.
type ring struct {
	mu   sync.Mutex
	data []byte
}

const ringSize = 64 << 10

// Write never fails.
func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.data = append(r.data, p...)
	if len(r.data) > 2*ringSize {
		r.data = append([]byte(nil), r.data[len(r.data)-ringSize:]...)
	}
	return len(p), nil
}

// tail returns the last n bytes, from the beginning of a line if they have one.
func (r *ring) tail(n int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.data) <= n {
		return string(r.data)
	}
	end := r.data[len(r.data)-n:]
	if i := bytes.IndexByte(end, '\n'); i >= 0 && i < len(end)-1 {
		end = end[i+1:]
	}
	return string(end)
}
