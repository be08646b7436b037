// Package termtest runs a program in a real pseudo-terminal with an emulated
// screen behind it. Tests type, wait until the screen shows what they expect, and
// look at cells, modes and bytes. Nothing polls: a wait ends when output arrives.
package termtest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"beestown/tui/term/vt"

	"github.com/creack/pty"
)

// Keys as a terminal without the kitty protocol sends them.
const (
	Enter     = "\r"
	Escape    = "\x1b"
	Tab       = "\t"
	ShiftTab  = "\x1b[Z"
	Backspace = "\x7f"
	Up        = "\x1b[A"
	Down      = "\x1b[B"
	Right     = "\x1b[C"
	Left      = "\x1b[D"
	Home      = "\x1b[H"
	End       = "\x1b[F"
	PageUp    = "\x1b[5~"
	PageDown  = "\x1b[6~"
	CtrlC     = "\x03"
	CtrlD     = "\x04"
	CtrlJ     = "\n"
	CtrlZ     = "\x1a"
)

// Session is a running program with its terminal. Its methods may be called from
// several goroutines, but those that can fail the test only from the test's own.
type Session struct {
	tb  testing.TB
	ctx context.Context
	cmd *exec.Cmd
	tty *os.File

	mu       sync.Mutex
	changed  sync.Cond
	screen   *vt.Terminal
	answers  bytes.Buffer
	recorded bytes.Buffer
	drained  bool // the program and its children closed the terminal
	exited   bool
}

// Start runs cmd on a terminal of width columns and height rows. ctx bounds the
// whole session: when it ends, waits fail the test and show the screen. TERM is
// set to xterm-256color unless cmd.Env says otherwise. The program and its process
// group are killed when the test ends.
func Start(ctx context.Context, tb testing.TB, cmd *exec.Cmd, width, height int) *Session {
	tb.Helper()
	if cmd.Env == nil {
		cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	}
	s := &Session{tb: tb, ctx: ctx, cmd: cmd, screen: vt.New(width, height)}
	s.changed.L = &s.mu
	s.screen.AnswerTo(&s.answers)
	tty, err := pty.StartWithSize(cmd, winsize(width, height))
	if err != nil {
		tb.Fatalf("start %s on a terminal: %v", cmd.Path, err)
	}
	s.tty = tty
	var done sync.WaitGroup
	done.Go(s.read)
	done.Go(s.reap)
	stop := context.AfterFunc(ctx, s.wake)
	tb.Cleanup(func() {
		stop()
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		tty.Close()
		done.Wait()
	})
	return s
}

// read feeds the screen until the terminal closes.
func (s *Session) read() {
	buf := make([]byte, 32*1024)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.screen.Write(buf[:n])
		s.recorded.Write(buf[:n])
		answer := bytes.Clone(s.answers.Bytes())
		s.answers.Reset()
		s.drained = err != nil
		s.changed.Broadcast()
		s.mu.Unlock()
		if err != nil { // EIO: nobody has the terminal open any more
			return
		}
		s.tty.Write(answer)
	}
}

func (s *Session) reap() {
	s.cmd.Wait() // the exit code is read from ProcessState
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exited = true
	s.changed.Broadcast()
}

func (s *Session) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

// Type sends text to the program as typed, without a trailing enter. Text of
// several keys arrives as one burst, as from a fast typist.
func (s *Session) Type(text string) {
	s.tb.Helper()
	if _, err := s.tty.WriteString(text); err != nil {
		s.tb.Fatalf("type %q: %v", text, err)
	}
}

// SendKeys sends keys, such as the constants of this package, one after another.
func (s *Session) SendKeys(keys ...string) {
	s.tb.Helper()
	for _, key := range keys {
		s.Type(key)
	}
}

// Paste sends text as a bracketed paste.
func (s *Session) Paste(text string) {
	s.tb.Helper()
	s.Type("\x1b[200~" + text + "\x1b[201~")
}

// Resize changes the size of the terminal; the program gets SIGWINCH.
func (s *Session) Resize(width, height int) {
	s.tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.screen.Resize(width, height)
	if err := pty.Setsize(s.tty, winsize(width, height)); err != nil {
		s.tb.Fatalf("resize to %dx%d: %v", width, height, err)
	}
}

// Signal sends a signal to the program alone.
func (s *Session) Signal(sig os.Signal) {
	s.tb.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.tb.Fatalf("send %v: %v", sig, err)
	}
}

// WaitFor blocks until ok says yes about the screen; it is asked now and after
// each output. ok must not keep the terminal. The test fails with the screen when
// the program ends first or the session's context does.
func (s *Session) WaitFor(what string, ok func(*vt.Terminal) bool) {
	s.tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !ok(s.screen) {
		if s.ctx.Err() != nil || s.drained {
			s.tb.Fatalf("waiting for %s: %s; screen:\n%s", what, s.ending(), s.dump())
		}
		s.changed.Wait()
	}
}

// WaitForText blocks until the screen contains text.
func (s *Session) WaitForText(text string) {
	s.tb.Helper()
	s.WaitFor(text, func(t *vt.Terminal) bool { return Contains(t, text) })
}

// Wait blocks until the program ended and all its output was read, and returns
// its exit code; -1 means that a signal ended it.
func (s *Session) Wait() int {
	s.tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.exited || !s.drained {
		if s.ctx.Err() != nil {
			s.tb.Fatalf("waiting for the exit: %s; screen:\n%s", s.ending(), s.dump())
		}
		s.changed.Wait()
	}
	return s.cmd.ProcessState.ExitCode()
}

// Look calls f with the screen, which does not change meanwhile. f must not keep it.
func (s *Session) Look(f func(*vt.Terminal)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.screen)
}

// Screen returns the visible rows, joined by newlines.
func (s *Session) Screen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// Bytes returns a copy of everything that the program wrote.
func (s *Session) Bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.recorded.Bytes())
}

// Pid returns the process id of the program.
func (s *Session) Pid() int { return s.cmd.Process.Pid }

func (s *Session) ending() string {
	if s.drained {
		return "the program closed its terminal"
	}
	return s.ctx.Err().Error()
}

// dump shows the screen, and above it what scrolled away: a crash is often there.
func (s *Session) dump() string {
	return strings.Join(append(s.screen.Scrollback(), s.screen.String()), "\n")
}

// Contains reports whether a row of the screen contains text.
func Contains(t *vt.Terminal, text string) bool {
	return strings.Contains(t.String(), text)
}

func winsize(width, height int) *pty.Winsize {
	return &pty.Winsize{Cols: uint16(width), Rows: uint16(height)}
}
