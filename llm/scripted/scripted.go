// Package scripted is a model that plays a script instead of asking an endpoint: the offline tour
// of `beestown demo`, and tests that need no network.
package scripted

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"
	"unicode"

	"beestown/llm"
)

// Over is what the model answers when its script has no more steps.
const Over = "The script is over: there is nothing more that I can say."

// Step is one answer.
type Step struct {
	// Reasoning and then Text are streamed word by word, with Pause after each word.
	Reasoning, Text string
	Pause           time.Duration
	// Calls follow the text. An empty ID is filled in.
	Calls []llm.ToolCall
	Usage llm.Usage
	// Err, when not nil, ends the answer after Text instead of a message.
	Err error
	// Func, when not nil, makes the step from the request, for scripts that depend on what the
	// tools returned; the other fields are ignored.
	Func func(req llm.Request) Step
}

// Model plays its steps in order, one for each request. It implements llm.Model.
type Model struct {
	name  string
	steps []Step
	calls int // so far, for their ids
}

var _ llm.Model = (*Model)(nil)

// New returns a model with a name for the screen and a script.
func New(name string, steps ...Step) *Model { return &Model{name: name, steps: steps} }

// Name returns the model's name.
func (m *Model) Name() string { return m.name }

// Stream implements llm.Model. The pauses end with ctx.
func (m *Model) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		step := m.next(req)
		err := play(ctx, step, func(d llm.Delta) bool { return yield(d, nil) })
		switch {
		case err == errStopped:
			return
		case err == nil:
			err = step.Err
		}
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		msg := m.message(step)
		finish := llm.FinishStop
		if len(msg.Calls) > 0 {
			finish = llm.FinishCalls
		}
		yield(llm.Delta{Message: msg, Finish: finish, Usage: step.Usage}, nil)
	}
}

func (m *Model) next(req llm.Request) Step {
	step := Step{Text: Over}
	if len(m.steps) > 0 {
		step, m.steps = m.steps[0], m.steps[1:]
	}
	for step.Func != nil {
		step = step.Func(req)
	}
	return step
}

// message is the step as a whole. Its calls are copies: a script may be played twice.
func (m *Model) message(step Step) *llm.Message {
	msg := &llm.Message{Role: llm.RoleAssistant, Text: step.Text, Reasoning: step.Reasoning}
	for _, c := range step.Calls {
		if m.calls++; c.ID == "" {
			c.ID = fmt.Sprintf("call_%d", m.calls)
		}
		msg.Calls = append(msg.Calls, c)
	}
	return msg
}

// errStopped is the end of an answer that its consumer no longer wants.
var errStopped = errors.New("stopped by the consumer")

// play yields the step's pieces.
func play(ctx context.Context, step Step, emit func(llm.Delta) bool) error {
	for _, w := range words(step.Reasoning) {
		if err := say(ctx, step.Pause, llm.Delta{Reasoning: w}, emit); err != nil {
			return err
		}
	}
	for _, w := range words(step.Text) {
		if err := say(ctx, step.Pause, llm.Delta{Text: w}, emit); err != nil {
			return err
		}
	}
	for _, c := range step.Calls {
		d := llm.Delta{Call: &llm.CallDelta{Name: c.Name, Bytes: len(c.Args)}}
		if err := say(ctx, step.Pause, d, emit); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func say(ctx context.Context, pause time.Duration, d llm.Delta, emit func(llm.Delta) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !emit(d) {
		return errStopped
	}
	if pause <= 0 {
		return nil
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// words splits text after each run of white space, so that the pieces joined are the text.
func words(text string) []string {
	var out []string
	for text != "" {
		gap := strings.IndexFunc(text, unicode.IsSpace)
		end := len(text)
		if gap >= 0 {
			if word := strings.TrimLeftFunc(text[gap:], unicode.IsSpace); word != "" {
				end -= len(word)
			}
		}
		out, text = append(out, text[:end]), text[end:]
	}
	return out
}
