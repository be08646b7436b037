// Package term looks after the terminal that the full-screen program runs in: it is
// given back as it was whatever happens, and what it can do is written down.
package term

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	xterm "golang.org/x/term"
)

// ResetSequence undoes every mode that the program may have set. It is for a screen
// that is still ours: on the user's own screen, leaving the alternate screen once
// more would move the cursor.
const ResetSequence = ansi.ResetModeSynchronizedOutput +
	ansi.ResetModeUnicodeCore +
	ansi.ResetModeBracketedPaste +
	ansi.ResetModeFocusEvent +
	ansi.ResetModeMouseButtonEvent +
	ansi.ResetModeMouseAnyEvent +
	ansi.ResetModeMouseExtSgr +
	ansi.ResetModifyOtherKeys +
	"\x1b[=0u" + // the kitty keyboard protocol, which each screen has for itself
	ansi.ResetProgressBar +
	ansi.ResetStyle +
	"\x1b[0 q" + // cursor shape
	ansi.ResetModeAltScreenSaveCursor +
	ansi.SetModeTextCursorEnable

// grace is how long the program has to end after a signal before the guard ends it.
const grace = 3 * time.Second

// PanicMsg tells the program that a goroutine panicked: it should quit.
type PanicMsg struct{ Err *PanicError }

// SignalMsg tells the program that it was asked to end: it should save and quit.
type SignalMsg struct{ Signal syscall.Signal }

// PanicError is a panic that Go caught.
type PanicError struct {
	Goroutine string
	Value     any
	Stack     []byte
}

// Error names the goroutine and the value; Stack has the rest.
func (p *PanicError) Error() string {
	return fmt.Sprintf("%s panicked: %v", p.Goroutine, p.Value)
}

// Guard gives the terminal back and collects why the program had to end. Bubble Tea
// covers its own goroutines and SIGTERM, but not ours, and not SIGHUP; run it with
// tea.WithoutSignalHandler. All methods may be called concurrently.
type Guard struct {
	tty   *os.File
	saved *xterm.State // nil if tty is no terminal
	exit  func(code int)
	last  func() // see BeforeExit

	wait sync.WaitGroup
	once sync.Once

	mu     sync.Mutex
	send   func(tea.Msg)
	panic  *PanicError
	signal syscall.Signal
}

// NewGuard remembers the state of tty, which is usually os.Stdout. Call it before
// the program starts.
func NewGuard(tty *os.File) *Guard {
	g := &Guard{tty: tty, exit: os.Exit, last: func() {}}
	if state, err := xterm.GetState(int(tty.Fd())); err == nil {
		g.saved = state
	}
	return g
}

// BeforeExit says what must not be left behind, such as children, when the guard ends the process
// itself. f must not block. Call it before WatchSignals.
func (g *Guard) BeforeExit(f func()) { g.last = f }

// Attach says how to reach the program, usually Program.Send. A panic that came
// earlier is sent now.
func (g *Guard) Attach(send func(tea.Msg)) {
	g.mu.Lock()
	g.send = send
	early := g.panic
	g.mu.Unlock()
	if early != nil {
		send(PanicMsg{early})
	}
}

// Go runs f in a goroutine of its own. A panic in it does not end the process with
// a broken terminal; the program is told and can quit in order. f must end when its
// context does; Wait waits for it.
func (g *Guard) Go(name string, f func()) {
	g.wait.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				g.report(&PanicError{name, value, debug.Stack()})
			}
		}()
		f()
	})
}

func (g *Guard) report(err *PanicError) {
	g.mu.Lock()
	first := g.panic == nil
	if first {
		g.panic = err
	}
	send := g.send
	g.mu.Unlock()
	if first && send != nil {
		send(PanicMsg{err})
	}
}

// Wait blocks until every goroutine that Go started has ended.
func (g *Guard) Wait() { g.wait.Wait() }

// Err returns the first panic as a *PanicError, nil if there was none.
func (g *Guard) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.panic == nil {
		return nil
	}
	return g.panic
}

// ExitCode returns 128 plus the number of the signal that ended the program, 1
// after a panic, and else 0.
func (g *Guard) ExitCode() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.signal != 0:
		return 128 + int(g.signal)
	case g.panic != nil:
		return 1
	}
	return 0
}

// WatchSignals turns the first SIGHUP, SIGINT or SIGTERM into a message. After a second SIGINT or
// SIGTERM, or when ctx has not ended a few seconds later, the guard restores the terminal and ends
// the process itself. A terminal that is closed sends SIGHUP more than once, from the kernel and from
// the shell: that is no second wish. ctx should end when all that must be in order is: from then on
// signals end the process at once.
func (g *Guard) WatchSignals(ctx context.Context) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
	g.Go("signals", func() {
		defer signal.Stop(signals)
		g.watch(ctx, signals)
	})
}

func (g *Guard) watch(ctx context.Context, signals <-chan os.Signal) {
	select {
	case <-ctx.Done():
		return
	case s := <-signals:
		g.mu.Lock()
		g.signal, _ = s.(syscall.Signal)
		msg, send := SignalMsg{g.signal}, g.send
		g.mu.Unlock()
		if send != nil {
			// The program may be stuck: the deadline below must not wait for it.
			g.Go("signal message", func() { send(msg) })
		}
	}
	if g.isPressed(ctx, signals) {
		g.Restore()
		g.last()
		g.exit(g.ExitCode())
	}
}

// isPressed waits, after a first signal, for ctx to end, and tells whether that took too long.
func (g *Guard) isPressed(ctx context.Context, signals <-chan os.Signal) bool {
	late := time.After(grace)
	for {
		select {
		case <-ctx.Done():
			return false
		case s := <-signals:
			if s != syscall.SIGHUP {
				return true
			}
		case <-late:
			return true
		}
	}
}

// Release says that the program gave the terminal back itself, as Program.Run does
// also when it returns an error. Restore does nothing from then on.
func (g *Guard) Release() { g.once.Do(func() {}) }

// Restore gives the terminal back if Release was not called. Only the first call does
// something; defer it, for a panic of the main goroutine.
func (g *Guard) Restore() {
	g.once.Do(func() {
		if g.saved == nil {
			return
		}
		// The terminal may be gone already, then there is nothing to restore.
		g.tty.WriteString(ResetSequence)
		xterm.Restore(int(g.tty.Fd()), g.saved)
	})
}
