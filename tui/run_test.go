package tui

import (
	"context"
	"io"
	"iter"
	"strings"
	"sync"
	"testing"

	"beestown/agent"
	"beestown/tools"
	"beestown/tui/term/vt"

	"go.uber.org/goleak"
)

// live is a session whose events a test sends while the program runs.
type live struct {
	*fakeSession
	events chan agent.Event
}

func (l live) Events(ctx context.Context) iter.Seq[agent.Event] {
	return func(yield func(agent.Event) bool) {
		for {
			select {
			case e, ok := <-l.events:
				if !ok || !yield(e) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// screenWriter feeds what the program writes to a terminal and tells when it shows
// something.
type screenWriter struct {
	mu   sync.Mutex
	cond sync.Cond
	vt   *vt.Terminal
}

func (w *screenWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.cond.Broadcast()
	return w.vt.Write(p)
}

func (w *screenWriter) wait(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !strings.Contains(w.vt.String(), text) {
		w.cond.Wait()
	}
}

// The real program on an emulated terminal: events come in, keys come in, the
// session ends, the terminal is given back and no goroutine stays.
func TestRun(t *testing.T) {
	defer goleak.VerifyNone(t)
	in, keyboard := io.Pipe()
	screen := &screenWriter{vt: vt.New(80, 24)}
	screen.cond.L = &screen.mu
	session := live{newFake(), make(chan agent.Event)}
	var summary Summary
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		summary, err = Run(t.Context(), Options{
			Conversation: Conversation{Session: session, Model: "scripted", Demo: true},
			In:           in, Out: screen, Env: []string{"TERM=xterm-256color"}, Width: 80, Height: 24,
		})
	}()
	screen.wait("DEMO")
	session.events <- agent.TurnStart{Prompt: "hello"}
	session.events <- agent.TextDelta{ID: "m", Text: "The **answer**."}
	screen.wait("The answer.")
	d := tools.NewDiff("a.go", []byte("a\n"), []byte("b\nc\n"))
	session.events <- agent.ToolEnd{ID: "c", Name: "Edit", Status: agent.StatusOK, Result: tools.Result{View: tools.View{Subject: "a.go", Body: d}}}
	session.events <- agent.TurnEnd{Reason: agent.ReasonComplete, Text: "The **answer**."}
	io.WriteString(keyboard, "draft")
	screen.wait("draft")
	close(session.events)
	<-done
	keyboard.Close()
	if err != nil || screen.vt.Alt() {
		t.Errorf("error %v, alternate screen %v", err, screen.vt.Alt())
	}
	th, _ := themeForTest()
	if got := summary.Text(80, th); !strings.Contains(got, "answer") || !strings.Contains(got, "a.go  +2 -1") {
		t.Errorf("the summary is %q", got)
	}
}
