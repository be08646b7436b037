package workspace

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// pipe is one pipe between a command and us.
type pipe struct{ ours, theirs *os.File }

// pipes are the pipes of a command. It writes to out and err. life carries nothing and leads to the
// command, so that either side sees the other one end: we, when the last process that inherited it
// does, and they, when we do.
type pipes struct{ out, err, life pipe }

// openPipes opens the pipes of a command; without err when both streams share out.
func openPipes(combined bool) (pipes, error) {
	var ps pipes
	var err error
	if ps.out.ours, ps.out.theirs, err = os.Pipe(); err == nil && !combined {
		ps.err.ours, ps.err.theirs, err = os.Pipe()
	}
	if err == nil {
		ps.life.theirs, ps.life.ours, err = os.Pipe()
	}
	if err != nil {
		ps.closeTheirs()
		ps.closeOurs()
		return pipes{}, err
	}
	return ps, nil
}

func (ps pipes) closeTheirs() {
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		p.theirs.Close() // a nil file says so, which is fine
	}
}

func (ps pipes) closeOurs() {
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		p.ours.Close()
	}
}

// abandon ends those who wait on our side although somebody still holds the other end.
func (ps pipes) abandon() {
	now := time.Now()
	for _, p := range [...]pipe{ps.out, ps.err, ps.life} {
		_ = p.ours.SetDeadline(now)
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
	if p.ours == nil {
		return "", os.ErrClosed
	}
	info, err := p.ours.Stat()
	if err != nil {
		return "", err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", errors.ErrUnsupported
	}
	return fmt.Sprintf("pipe:[%d]", stat.Ino), nil
}

// awaitNoReader waits, without writing, until the last holder of the other end is gone.
func (p pipe) awaitNoReader() {
	conn, err := p.ours.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Write(func(fd uintptr) bool {
		ask := []unix.PollFd{{Fd: int32(fd)}}
		_, err := unix.Poll(ask, 0)
		return err == nil && ask[0].Revents != 0 // without being asked, it tells of errors only
	})
}
