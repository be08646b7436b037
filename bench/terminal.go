package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"

	"beestown/tui/term/vt"
)

const (
	columns = 120
	rows    = 40
	// patience is how long the screen may take to show something.
	patience = 10 * time.Second
)

// terminal is the program on a pseudo-terminal with an emulated screen, which answers queries as a
// terminal does.
type terminal struct {
	cmd     *exec.Cmd
	tty     *os.File
	started time.Time
	done    sync.WaitGroup

	mu      sync.Mutex
	changed sync.Cond
	screen  *vt.Terminal
	at      time.Time // when the last output came
	bytes   int       // all output
	ended   bool
}

// open starts the program without arguments. The caller closes the terminal.
func (w *world) open() (*terminal, error) {
	cmd, remove, err := w.command()
	if err != nil {
		return nil, err
	}
	t := &terminal{cmd: cmd, screen: vt.New(columns, rows), started: time.Now()}
	t.changed.L = &t.mu
	if t.tty, err = pty.StartWithSize(cmd, &pty.Winsize{Cols: columns, Rows: rows}); err != nil {
		remove()
		return nil, err
	}
	t.done.Go(func() {
		t.read()
		_ = cmd.Wait() // it was killed
		remove()
	})
	return t, nil
}

// read shows the output until the program is gone.
func (t *terminal) read() {
	var answers bytes.Buffer
	t.screen.AnswerTo(&answers)
	buf := make([]byte, 64<<10)
	for {
		n, err := t.tty.Read(buf)
		now := time.Now()
		t.mu.Lock()
		t.at, t.ended = now, err != nil
		t.bytes += n
		_, _ = t.screen.Write(buf[:n]) // never fails
		t.changed.Broadcast()
		t.mu.Unlock()
		if err != nil { // nobody has the terminal open any more
			return
		}
		_, _ = t.tty.Write(answers.Bytes()) // a program that is gone is found by the next read
		answers.Reset()
	}
}

// close kills the program and waits for its end.
func (t *terminal) close() {
	_ = t.cmd.Process.Kill() // it may be gone
	t.done.Wait()
	_ = t.tty.Close()
}

func (t *terminal) pid() int { return t.cmd.Process.Pid }

// wait returns when the output came that made the screen hold text n times.
func (t *terminal) wait(text string, n int) (time.Time, error) {
	late := false
	timer := time.AfterFunc(patience, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		late = true
		t.changed.Broadcast()
	})
	defer timer.Stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for strings.Count(t.screen.String(), text) < n {
		if t.ended || late {
			return time.Time{}, fmt.Errorf("the screen never showed %q %d times; it shows:\n%s", text, n, t.screen.String())
		}
		t.changed.Wait()
	}
	return t.at, nil
}

// write types a key.
func (t *terminal) write(key string) (time.Time, error) {
	now := time.Now()
	_, err := t.tty.WriteString(key)
	return now, err
}

// written is how many bytes the program wrote so far.
func (t *terminal) written() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes
}

// eachScreen runs f on n fresh screens, after one to warm up.
func (b *bench) eachScreen(n int, f func(*terminal) error) error {
	return b.with(greet(), func(w *world) error {
		for i := range n + 1 {
			t, err := w.open()
			if err != nil {
				return err
			}
			if i == 0 {
				_, err = t.wait(prompt, 1)
			} else {
				err = f(t)
			}
			t.close()
			if err != nil {
				return errors.Join(err, fmt.Errorf("screen %d of %d", i, n))
			}
		}
		return nil
	})
}
