package plain

import (
	"bytes"
	"context"
	"io"
	"iter"
	"strings"
	"testing"

	"beestown/agent"
	"beestown/tools"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

// fake plays events: those of start at the first prompt, then those that each reply
// releases.
type fake struct {
	events  chan agent.Event
	start   []agent.Event
	after   map[string][]agent.Event
	log     []string
	answers map[string]tools.Answer
	replies []tools.Reply
	plan    tools.PlanReply
}

func (f *fake) play(events []agent.Event) {
	for _, e := range events {
		f.events <- e
	}
}

func (f *fake) Events(ctx context.Context) iter.Seq[agent.Event] {
	return func(yield func(agent.Event) bool) {
		for {
			select {
			case e := <-f.events:
				if !yield(e) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
func (f *fake) Prompt(_ context.Context, s string) error {
	f.log = append(f.log, s)
	f.play(f.start)
	return nil
}
func (f *fake) Interrupt()           { f.log = append(f.log, "interrupt") }
func (f *fake) SetMode(m tools.Mode) { f.log = append(f.log, "mode "+string(m)) }
func (f *fake) Clear() error         { return nil }
func (f *fake) ReplyApproval(id string, a tools.Answer) bool {
	f.answers[id] = a
	f.play(f.after[id])
	return true
}
func (f *fake) ReplyQuestions(id string, r []tools.Reply) bool {
	f.replies = r
	f.play(f.after[id])
	return true
}
func (f *fake) ReplyPlan(id string, r tools.PlanReply) bool {
	f.plan = r
	f.play(f.after[id])
	return true
}

func approvalEvent() agent.Event {
	return agent.ApprovalAsk{ID: "q1", Approval: tools.Approval{
		Tool: "Bash", View: tools.View{Subject: "git push", Body: tools.Command{Command: "git push\u202e"}},
		Decision: tools.Decision{Reason: "no rule", Offer: []string{"Bash(git push *)"}, Warnings: []string{"network"}},
	}}
}

func secondApproval() agent.Event {
	e := approvalEvent().(agent.ApprovalAsk)
	e.ID = "q2"
	return e
}

func TestRun(t *testing.T) {
	end := agent.TurnEnd{Reason: agent.ReasonComplete}
	tests := map[string]struct {
		input string
		start []agent.Event
		after map[string][]agent.Event
		want  []string // in this order in the output
		check func(t *testing.T, f *fake)
	}{
		"answer": {
			input: "hello\n", start: []agent.Event{agent.TurnStart{}, agent.TextDelta{Text: "Hi \x1b[2Jthere."}, end},
			want: []string{"greeting", "[DEMO] Hi there."},
		},
		"approve with the rule": {
			input: "push\n7\n2\n", start: []agent.Event{agent.TurnStart{}, approvalEvent()},
			after: map[string][]agent.Event{"q1": {end}},
			want:  []string{"approve? Bash git push", "$ git push<U+202E>", "warning: network", "2  yes, and allow Bash(git push *) this session", "number from 1 to 3"},
			check: func(t *testing.T, f *fake) {
				if diff := cmp.Diff(tools.Answer{Allow: true, Remember: true, By: "user"}, f.answers["q1"]); diff != "" {
					t.Error(diff)
				}
			},
		},
		"plan with a task": {
			input: "/plan add a check\n", start: []agent.Event{agent.TurnStart{}, end},
			check: func(t *testing.T, f *fake) {
				if diff := cmp.Diff([]string{"mode plan", "add a check"}, f.log); diff != "" {
					t.Error(diff)
				}
			},
		},
		"unknown command": {
			input: "/modell gpt\n", want: []string{"there is no command /modell"},
			check: func(t *testing.T, f *fake) {
				if len(f.log) > 0 {
					t.Errorf("the model was asked: %q", f.log)
				}
			},
		},
		"deny with a reason": {
			input: "push\n3 not on a Friday\n", start: []agent.Event{agent.TurnStart{}, approvalEvent()},
			after: map[string][]agent.Event{"q1": {end}},
			check: func(t *testing.T, f *fake) {
				if diff := cmp.Diff(tools.Answer{Feedback: "not on a Friday", By: "user"}, f.answers["q1"]); diff != "" {
					t.Error(diff)
				}
			},
		},
		"end of input denies": {
			input: "push\n", start: []agent.Event{agent.TurnStart{}, approvalEvent()},
			after: map[string][]agent.Event{"q1": {end}},
			check: func(t *testing.T, f *fake) {
				if a, ok := f.answers["q1"]; !ok || a.Allow {
					t.Errorf("answered %v: %+v", ok, a)
				}
			},
		},
		"asked after the end of input": {
			input: "push\n", start: []agent.Event{agent.TurnStart{}, approvalEvent(), agent.ApprovalDone{ID: "q1"}, secondApproval()},
			after: map[string][]agent.Event{"q2": {end}},
			check: func(t *testing.T, f *fake) {
				// Whether q1 was done before it could be denied is chance; q2 comes after the end.
				if a, ok := f.answers["q2"]; !ok || a.Allow || f.answers["q1"].Allow {
					t.Errorf("answered %+v", f.answers)
				}
			},
		},
		"questions": {
			input: "x\n2\nboth, please\n", start: []agent.Event{agent.TurnStart{}, agent.QuestionAsk{ID: "q1", Questions: []tools.Question{
				{Text: "Where?", Options: []tools.Option{{Label: "memory"}, {Label: "Redis"}}}, {Text: "What?"},
			}}},
			after: map[string][]agent.Event{"q1": {end}},
			check: func(t *testing.T, f *fake) {
				if diff := cmp.Diff([]tools.Reply{{Answers: []string{"Redis"}}, {Answers: []string{"both, please"}}}, f.replies); diff != "" {
					t.Error(diff)
				}
			},
		},
		"commands": {
			input: "/mode edits\n/mode yolo\n/nope\n/quit\n", want: []string{"use /mode ask", "no command /nope"},
			check: func(t *testing.T, f *fake) {
				if diff := cmp.Diff([]string{"mode edits"}, f.log); diff != "" {
					t.Error(diff)
				}
			},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t)
			f := &fake{events: make(chan agent.Event, 16), start: tc.start, after: tc.after, answers: map[string]tools.Answer{}}
			var out bytes.Buffer
			err := Run(t.Context(), Options{Session: f, In: &paced{lines: strings.SplitAfter(tc.input, "\n")}, Out: &out, Piped: true, Greet: "greeting", Demo: true})
			if err != nil {
				t.Fatal(err)
			}
			rest := out.String()
			for _, want := range tc.want {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Fatalf("%q is missing or out of order in:\n%s", want, out.String())
				}
				rest = after
			}
			if strings.ContainsAny(out.String(), "\x1b\r") {
				t.Errorf("escape sequences or returns in %q", out.String())
			}
			if tc.check != nil {
				tc.check(t, f)
			}
		})
	}
}

// paced gives one line a read, as a terminal does.
type paced struct{ lines []string }

func (p *paced) Read(b []byte) (int, error) {
	if len(p.lines) == 0 || p.lines[0] == "" {
		return 0, io.EOF
	}
	n := copy(b, p.lines[0])
	p.lines = p.lines[1:]
	return n, nil
}
