package workspace

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// pipe is one pipe from a command to us.
type pipe struct{ r, w *os.File }

// pipes are the pipes of a command. life carries nothing: it is open as long as one of the processes
// that inherited it lives.
type pipes struct{ out, err, life pipe }

// openPipes opens the pipes of a command; without err when both streams share out.
func openPipes(combined bool) (pipes, error) {
	var ps pipes
	want := []*pipe{&ps.out, &ps.life}
	if !combined {
		want = append(want, &ps.err)
	}
	for _, p := range want {
		var err error
		if p.r, p.w, err = os.Pipe(); err != nil {
			ps.closeWriters()
			ps.closeReaders()
			return pipes{}, err
		}
	}
	return ps, nil
}

func (ps pipes) closeWriters() {
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		p.w.Close() // a nil file says so, which is fine
	}
}

func (ps pipes) closeReaders() {
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		p.r.Close()
	}
}

// abandon ends the readers although somebody still holds the other end.
func (ps pipes) abandon() {
	now := time.Now()
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		_ = p.r.SetReadDeadline(now)
	}
}

// links are the names under which the pipes appear in /proc/PID/fd.
func (ps pipes) links() []string {
	var links []string
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		if name, err := p.link(); err == nil {
			links = append(links, name)
		}
	}
	return links
}

func (p pipe) link() (string, error) {
	if p.r == nil {
		return "", os.ErrClosed
	}
	info, err := p.r.Stat()
	if err != nil {
		return "", err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", errors.ErrUnsupported
	}
	return fmt.Sprintf("pipe:[%d]", stat.Ino), nil
}

// awaitEOF reads until the last holder of the other end is gone.
func (p pipe) awaitEOF() {
	var buf [64]byte
	for {
		if _, err := p.r.Read(buf[:]); err != nil {
			return
		}
	}
}
