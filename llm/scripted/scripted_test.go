package scripted_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"beestown/llm"
	"beestown/llm/scripted"
)

// play collects one answer.
func play(ctx context.Context, m llm.Model, req llm.Request) (pieces []string, last llm.Delta, err error) {
	for d, e := range m.Stream(ctx, req) {
		if text := d.Reasoning + d.Text; text != "" {
			pieces = append(pieces, text)
		}
		last, err = d, e
	}
	return pieces, last, err
}

func TestScript(t *testing.T) {
	boom := errors.New("boom")
	m := scripted.New("demo",
		scripted.Step{Reasoning: "I think", Text: " Let me\n\n  read. ", Usage: llm.Usage{Input: 3},
			Calls: []llm.ToolCall{{Name: "Read", Args: "{}"}, {ID: "mine", Name: "Grep"}}},
		scripted.Step{Func: func(req llm.Request) scripted.Step {
			return scripted.Step{Text: "It says " + req.Messages[0].Text}
		}},
		scripted.Step{Text: "half", Err: boom},
	)
	pieces, last, err := play(t.Context(), m, llm.Request{})
	if diff := cmp.Diff([]string{"I ", "think", " ", "Let ", "me\n\n  ", "read. "}, pieces); diff != "" || err != nil {
		t.Error(err, diff)
	}
	want := llm.Delta{
		Message: &llm.Message{Role: llm.RoleAssistant, Text: " Let me\n\n  read. ", Reasoning: "I think",
			Calls: []llm.ToolCall{{ID: "call_1", Name: "Read", Args: "{}"}, {ID: "mine", Name: "Grep"}}},
		Finish: llm.FinishCalls, Usage: llm.Usage{Input: 3},
	}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Error(diff)
	}
	_, last, _ = play(t.Context(), m, llm.Request{Messages: []*llm.Message{{Text: "hello"}}})
	if last.Message.Text != "It says hello" || last.Finish != llm.FinishStop {
		t.Errorf("%+v", last)
	}
	if pieces, last, err = play(t.Context(), m, llm.Request{}); err != boom || last.Message != nil || strings.Join(pieces, "") != "half" {
		t.Error(pieces, err)
	}
	for range 2 {
		if _, last, _ = play(t.Context(), m, llm.Request{}); last.Message.Text != scripted.Over {
			t.Errorf("%+v", last)
		}
	}
	if m.Name() != "demo" {
		t.Error(m.Name())
	}
}

func TestPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		step := scripted.Step{Text: "one two three", Pause: time.Second}
		m := scripted.New("demo", step, step)
		start := time.Now()
		if _, _, err := play(t.Context(), m, llm.Request{}); err != nil || time.Since(start) != 3*time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		pieces, last, err := play(ctx, m, llm.Request{})
		if len(pieces) != 2 || last.Message != nil || err != context.DeadlineExceeded {
			t.Errorf("%q, %+v, %v", pieces, last, err)
		}
	})
}

func TestBreak(t *testing.T) {
	for range scripted.New("demo", scripted.Step{Text: "one two"}).Stream(t.Context(), llm.Request{}) {
		break
	}
}
