package oneshot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
)

// fake is a session that only remembers what it was told.
type fake struct {
	interrupted bool
	approvals   []tools.Answer
	replies     [][]tools.Reply
}

func (f *fake) Prompt(context.Context, string) error { return nil }
func (f *fake) Interrupt()                           { f.interrupted = true }
func (f *fake) ReplyApproval(_ string, a tools.Answer) bool {
	f.approvals = append(f.approvals, a)
	return true
}
func (f *fake) ReplyQuestions(_ string, r []tools.Reply) bool {
	f.replies = append(f.replies, r)
	return true
}
func (f *fake) ReplyPlan(string, tools.PlanReply) bool { return true }

var head = agent.Head{Agent: "main", Time: time.Unix(0, 0)}

func end(reason agent.Reason, text string, err error) agent.TurnEnd {
	return agent.TurnEnd{Head: head, Reason: reason, Text: text, Err: err}
}

func TestExitCodes(t *testing.T) {
	fail := func(kind llm.ErrorKind) error { return fmt.Errorf("request: %w", &llm.Error{Kind: kind}) }
	denied := agent.ToolEnd{Head: head, Name: "Bash", Status: agent.StatusDenied}
	for name, c := range map[string]struct {
		events   []agent.Event
		cause    error
		deniedOK bool
		want     int
	}{
		"answer":          {events: []agent.Event{end(agent.ReasonComplete, "hi", nil)}, want: 0},
		"no answer":       {events: []agent.Event{end(agent.ReasonComplete, "", nil)}, want: 1},
		"server":          {events: []agent.Event{end(agent.ReasonModelError, "", fail(llm.ErrServer))}, want: 1},
		"other error":     {events: []agent.Event{end(agent.ReasonModelError, "", io.EOF)}, want: 1},
		"key":             {events: []agent.Event{end(agent.ReasonModelError, "", fail(llm.ErrAuth))}, want: 3},
		"model":           {events: []agent.Event{end(agent.ReasonModelError, "", fail(llm.ErrModel))}, want: 3},
		"denied":          {events: []agent.Event{denied, end(agent.ReasonComplete, "hi", nil)}, want: 4},
		"denied ok":       {events: []agent.Event{denied, end(agent.ReasonComplete, "hi", nil)}, deniedOK: true, want: 0},
		"all denied":      {events: []agent.Event{denied, end(agent.ReasonDenied, "hi", nil)}, want: 4},
		"denied, failed":  {events: []agent.Event{denied, end(agent.ReasonModelError, "", fail(llm.ErrServer))}, want: 1},
		"steps":           {events: []agent.Event{end(agent.ReasonMaxSteps, "hi", nil)}, want: 5},
		"denied, steps":   {events: []agent.Event{denied, end(agent.ReasonMaxSteps, "hi", nil)}, want: 5},
		"tokens":          {events: []agent.Event{end(agent.ReasonBudget, "hi", nil)}, want: 5},
		"context":         {events: []agent.Event{end(agent.ReasonModelError, "", fail(llm.ErrContext))}, want: 5},
		"time":            {events: []agent.Event{end(agent.ReasonInterrupted, "", nil)}, cause: ErrTimeout, want: 5},
		"hangup":          {events: []agent.Event{end(agent.ReasonInterrupted, "", nil)}, cause: Signal{129}, want: 129},
		"interrupt":       {events: []agent.Event{end(agent.ReasonInterrupted, "", nil)}, cause: Signal{130}, want: 130},
		"termination":     {events: []agent.Event{end(agent.ReasonInterrupted, "", nil)}, cause: Signal{143}, want: 143},
		"session is gone": {want: 1},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if c.cause != nil {
				cancel(c.cause)
			}
			o := Options{Output: "text", DeniedOK: c.deniedOK, Stdout: io.Discard, Stderr: io.Discard}
			if got := Run(ctx, &fake{}, slices.Values(c.events), "go", o); got != c.want {
				t.Errorf("exit code %d, want %d", got, c.want)
			}
		})
	}
}

// TestTerminal checks that a terminal gets the text as it comes, without what would move its cursor,
// and each message once.
func TestTerminal(t *testing.T) {
	var out, progress bytes.Buffer
	events := []agent.Event{
		agent.TextDelta{Head: head, ID: "m1", Text: "look\x1b[2Jing"},
		agent.Message{Head: head, ID: "m1", Text: "look\x1b[2Jing"},
		agent.ToolQueued{Head: head, ID: "t1", Name: "Read"},
		agent.ToolEnd{Head: head, ID: "t1", Name: "Read", Status: agent.StatusOK, Result: tools.Result{View: tools.View{Subject: "a.txt"}}},
		agent.TextDelta{Head: head, ID: "m2", Text: "do"},
		agent.TextDelta{Head: head, ID: "m2", Text: "ne"},
		agent.Message{Head: head, ID: "m2", Text: "done"},
		end(agent.ReasonComplete, "done", nil),
	}
	code := Run(t.Context(), &fake{}, slices.Values(events), "go", Options{Output: "text", Terminal: true, Stdout: &out, Stderr: &progress})
	if code != 0 || bytes.ContainsRune(out.Bytes(), 0x1b) {
		t.Errorf("exit code %d, wrote %q", code, out.String())
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if len(lines) != 2 || string(lines[1]) != "done" {
		t.Errorf("wrote %q, want two lines, the last one done", out.String())
	}
	if diff := cmp.Diff("ok Read a.txt\n", progress.String()); diff != "" {
		t.Error(diff)
	}
}

// TestAnswers checks that approvals get a no and questions the answers that were given.
func TestAnswers(t *testing.T) {
	s := &fake{}
	one := []tools.Question{{Text: "Which?"}}
	events := []agent.Event{
		agent.ApprovalAsk{Head: head, ID: "a1"},
		agent.QuestionAsk{Head: head, ID: "q1", Questions: one},
		agent.QuestionAsk{Head: head, ID: "q2", Questions: append(one, one...)},
		agent.QuestionAsk{Head: head, ID: "q3", Questions: one},
		end(agent.ReasonComplete, "hi", nil),
	}
	Run(t.Context(), s, slices.Values(events), "go", Options{Output: "text", Answers: []string{"red", "two"}, Stdout: io.Discard, Stderr: io.Discard})
	if len(s.approvals) != 1 || s.approvals[0].Allow || s.approvals[0].By != "no-tty" {
		t.Errorf("approvals %+v", s.approvals)
	}
	want := [][]tools.Reply{{{Answers: []string{"red"}}}, nil, {{Answers: []string{"two"}}}}
	if diff := cmp.Diff(want, s.replies); diff != "" {
		t.Error(diff)
	}
}

// failing is a stdout that cannot be written to.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStdout(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		output string
		want   int
	}{
		"closed, text":   {&os.PathError{Op: "write", Err: errPipe}, "text", 0},
		"closed, json":   {&os.PathError{Op: "write", Err: errPipe}, "json", 0},
		"closed, stream": {&os.PathError{Op: "write", Err: errPipe}, "stream-json", 0},
		"full, text":     {errors.New("no space left on device"), "text", 1},
		"full, json":     {errors.New("no space left on device"), "json", 1},
		"full, stream":   {errors.New("no space left on device"), "stream-json", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			o := Options{Output: c.output, Stdout: failing{c.err}, Stderr: &stderr, Init: func() Init { return Init{} }}
			events := []agent.Event{agent.TurnStart{Head: agent.Head{Agent: "main", Turn: 1}}, end(agent.ReasonComplete, "hi", nil)}
			if got := Run(t.Context(), &fake{}, slices.Values(events), "go", o); got != c.want {
				t.Errorf("exit code %d, want %d", got, c.want)
			}
			if said := stderr.Len() > 0; said != (c.want != 0) {
				t.Errorf("stderr has %q", stderr.String())
			}
		})
	}
}
