package agent_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"beestown/agent"
	"beestown/agent/agenttest"
	"beestown/llm"
	"beestown/llm/scripted"
	"beestown/tools"
)

type echoArgs struct {
	Text string `json:"text"`
}

func echo(name string, effect tools.Effect, run func(context.Context, string) (tools.Result, error)) tools.Tool {
	if run == nil {
		run = func(_ context.Context, text string) (tools.Result, error) {
			return tools.Result{Text: name + ": " + text}, nil
		}
	}
	return tools.Define(tools.Spec{Name: name, Description: "echo", Group: "test", Effect: effect},
		func(ctx context.Context, in echoArgs) (tools.Result, error) { return run(ctx, in.Text) })
}

func call(name, text string) llm.ToolCall {
	return llm.ToolCall{Name: name, Args: fmt.Sprintf(`{"text":%q}`, text)}
}

func step(text string, calls ...llm.ToolCall) scripted.Step {
	return scripted.Step{Text: text, Calls: calls}
}

// watched is a model that keeps the requests.
type watched struct {
	llm.Model
	mu   sync.Mutex
	seen []llm.Request
}

func (w *watched) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	w.mu.Lock()
	w.seen = append(w.seen, req)
	w.mu.Unlock()
	return w.Model.Stream(ctx, req)
}

func script(steps ...scripted.Step) *watched {
	return &watched{Model: scripted.New("script", steps...)}
}

func kinds(events []agent.Event) []string {
	var names []string
	for _, e := range events {
		name := strings.TrimPrefix(fmt.Sprintf("%T", e), "agent.")
		if name == "TextDelta" || name == "CallDelta" {
			continue
		}
		names = append(names, name)
	}
	return names
}

func TestTurnTellsEverythingInOrder(t *testing.T) {
	model := script(step("look", call("look", "a")), step("done"))
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, nil)
	end := r.Turn(t.Context(), "go", nil)
	if end.Reason != agent.ReasonComplete || end.Text != "done" || end.Steps != 2 {
		t.Errorf("end = %+v", end)
	}
	want := []string{
		"SessionStart", "TurnStart", "PhaseChange", "Message", "PhaseChange", "ToolQueued", "ToolStart", "ToolEnd",
		"Message", "TurnEnd",
	}
	if diff := cmp.Diff(want, kinds(r.Events)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRequestExtendsTheOneBefore(t *testing.T) {
	var steps []scripted.Step
	for i := range 40 {
		steps = append(steps, step("", call("look", fmt.Sprint(i)), call("write", fmt.Sprint(i))))
	}
	model := script(append(steps, step("done"))...)
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil), echo("write", tools.WritesFiles, nil)}, nil)
	r.Turn(t.Context(), "go", nil)
	if len(model.seen) != 41 {
		t.Fatalf("%d requests", len(model.seen))
	}
	for i := 1; i < len(model.seen); i++ {
		before, now := model.seen[i-1], model.seen[i]
		if now.System != before.System || !cmp.Equal(now.Tools, before.Tools) || len(now.Messages) <= len(before.Messages) {
			t.Fatalf("request %d does not extend the one before", i)
		}
		for j, m := range before.Messages {
			if now.Messages[j] != m {
				t.Fatalf("request %d: message %d is another one", i, j)
			}
		}
	}
}

func TestReadingCallsRunTogetherAndAnswerInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		running, most := 0, 0
		gate := make(chan struct{})
		slow := echo("look", tools.ReadOnly, func(_ context.Context, text string) (tools.Result, error) {
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			<-gate
			mu.Lock()
			running--
			mu.Unlock()
			return tools.Result{Text: text}, nil
		})
		model := script(step("", call("look", "1"), call("look", "2"), call("look", "3"), call("look", "4")), step("done"))
		r := agenttest.New(t, model, nil, []tools.Tool{slow}, nil)
		if err := r.Prompt(t.Context(), "go"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if most != 4 {
			t.Errorf("%d calls ran together, want all 4", most)
		}
		close(gate)
		r.Follow(nil)
		var results []string
		for _, m := range model.seen[1].Messages {
			if m.Role == llm.RoleTool {
				results = append(results, m.Text)
			}
		}
		if diff := cmp.Diff([]string{"1", "2", "3", "4"}, results); diff != "" {
			t.Error(diff)
		}
		r.Close()
	})
}

func TestChangingCallsRunAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running := 0
		alone := echo("write", tools.WritesFiles, func(context.Context, string) (tools.Result, error) {
			running++ // the race detector and the count both tell if two run together
			synctest.Wait()
			if running != 1 {
				t.Errorf("%d run together", running)
			}
			running--
			return tools.Result{Text: "ok"}, nil
		})
		model := script(step("", call("write", "1"), call("write", "2"), call("look", "3")), step("done"))
		r := agenttest.New(t, model, nil, []tools.Tool{alone, echo("look", tools.ReadOnly, nil)}, nil)
		r.Turn(t.Context(), "go", nil)
		r.Close()
	})
}

func TestRejectionReachesTheModelWordForWord(t *testing.T) {
	model := script(step("", call("write", "x")), step("understood"))
	r := agenttest.New(t, model, func(string) bool { return true }, []tools.Tool{echo("write", tools.WritesFiles, nil)}, nil)
	const reason = "not there: use the \"other\" file, please\nand add a test"
	r.Turn(t.Context(), "go", func(e agent.Event) {
		if ask, ok := e.(agent.ApprovalAsk); ok {
			if !r.ReplyApproval(ask.ID, tools.Answer{Feedback: reason, By: "user"}) {
				t.Error("the reply did not win")
			}
			if r.ReplyApproval(ask.ID, tools.Answer{Allow: true}) {
				t.Error("a second reply won")
			}
		}
	})
	last := model.seen[1].Messages[len(model.seen[1].Messages)-1]
	if !strings.Contains(last.Text, reason) {
		t.Errorf("the model read %q", last.Text)
	}
	if ends := agenttest.All[agent.ToolEnd](r); len(ends) != 1 || ends[0].Status != agent.StatusDenied {
		t.Errorf("ends = %+v", ends)
	}
}

func TestInterruptClosesEveryCall(t *testing.T) {
	waiting := echo("wait", tools.Executes, func(ctx context.Context, _ string) (tools.Result, error) {
		<-ctx.Done()
		return tools.Result{}, ctx.Err()
	})
	model := script(step("", call("wait", "1"), call("wait", "2"), call("wait", "3")), step("again"))
	r := agenttest.New(t, model, nil, []tools.Tool{waiting}, nil)
	end := r.Turn(t.Context(), "go", func(e agent.Event) {
		if _, ok := e.(agent.ToolStart); ok {
			r.Interrupt()
		}
	})
	if end.Reason != agent.ReasonInterrupted {
		t.Errorf("reason = %s", end.Reason)
	}
	for _, e := range agenttest.All[agent.ToolEnd](r) {
		if e.Status != agent.StatusCancelled {
			t.Errorf("call %s is %s", e.ID, e.Status)
		}
	}
	r.Turn(t.Context(), "go on", nil)
	checkClosed(t, model.seen[1].Messages)
}

// checkClosed fails unless every call of a history has exactly one result.
func checkClosed(t *testing.T, messages []*llm.Message) {
	t.Helper()
	open := map[string]int{}
	calls := 0
	for _, m := range messages {
		for _, c := range m.Calls {
			open[c.ID]++
			calls++
		}
		if m.Role == llm.RoleTool {
			open[m.CallID]--
		}
	}
	for id, n := range open {
		if n != 0 {
			t.Errorf("call %s has %d results too few", id, n)
		}
	}
	if calls == 0 {
		t.Error("the history has no calls")
	}
}

func TestWhatIsTypedMeanwhileIsDeliveredAfterTheResults(t *testing.T) {
	var r *agenttest.Rig
	typing := echo("look", tools.ReadOnly, func(context.Context, string) (tools.Result, error) {
		return tools.Result{Text: "seen"}, errors.Join(r.Prompt(context.Background(), "use the other file"), r.Prompt(context.Background(), "oops"))
	})
	model := script(step("", call("look", "x")), step("ok"))
	r = agenttest.New(t, model, nil, []tools.Tool{typing}, nil)
	taken := ""
	r.Turn(t.Context(), "go", func(e agent.Event) {
		if q, ok := e.(agent.QueueChange); ok && len(q.Waiting) == 2 {
			taken = q.Waiting[1]
		}
	})
	if taken != "oops" {
		t.Errorf("the queue was never seen with both prompts")
	}
	last := model.seen[1].Messages[len(model.seen[1].Messages)-1]
	if last.Role != llm.RoleUser || last.Text != "use the other file\n\noops" {
		t.Errorf("last message = %+v", last)
	}
}

func TestUnqueueTakesBackTheLastPrompt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		wait := echo("look", tools.ReadOnly, func(context.Context, string) (tools.Result, error) {
			<-gate
			return tools.Result{Text: "seen"}, nil
		})
		model := script(step("", call("look", "x")), step("ok"))
		r := agenttest.New(t, model, nil, []tools.Tool{wait}, nil)
		for _, p := range []string{"go", "one", "two"} {
			if err := r.Prompt(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if text, ok := r.Unqueue(); text != "two" || !ok {
			t.Errorf("unqueued %q", text)
		}
		close(gate)
		r.Follow(nil)
		if last := model.seen[1].Messages[len(model.seen[1].Messages)-1]; last.Text != "one" {
			t.Errorf("last message = %q", last.Text)
		}
		if _, ok := r.Unqueue(); ok {
			t.Error("something waits after the turn")
		}
		r.Close()
	})
}

func TestModeChangeDecidesOpenApprovalsAgain(t *testing.T) {
	model := script(step("", call("write", "x")), step("ok"))
	asks := 0
	r := agenttest.New(t, model, func(string) bool { asks++; return asks == 1 }, []tools.Tool{echo("write", tools.WritesFiles, nil)}, nil)
	approvals := 0
	end := r.Turn(t.Context(), "go", func(e agent.Event) {
		if ask, ok := e.(agent.ApprovalAsk); ok {
			if approvals++; approvals == 1 {
				r.SetMode(tools.ModeEdits)
				return
			}
			r.ReplyApproval(ask.ID, tools.Answer{Allow: true})
		}
	})
	if end.Reason != agent.ReasonComplete || approvals != 2 {
		t.Errorf("reason %s after %d approvals", end.Reason, approvals)
	}
}

func TestModelErrorEndsTheTurnAndKeepsThePrompt(t *testing.T) {
	broken := &llm.Error{Kind: llm.ErrServer, Message: "500 for ever"}
	model := script(scripted.Step{Text: "half an ans", Err: broken}, step("recovered"))
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, nil)
	end := r.Turn(t.Context(), "first", nil)
	if end.Reason != agent.ReasonModelError || !errors.Is(end.Err, broken) {
		t.Errorf("end = %+v", end)
	}
	if m := agenttest.All[agent.Message](r); len(m) != 1 || !m[0].Void || m[0].Text != "half an ans" {
		t.Errorf("messages = %+v", m)
	}
	r.Turn(t.Context(), "again", nil)
	var texts []string
	for _, m := range model.seen[1].Messages {
		texts = append(texts, m.Text)
	}
	if diff := cmp.Diff([]string{"first", "again"}, texts); diff != "" {
		t.Error(diff)
	}
}

// halting is a model whose answer stops in the middle until ctx ends.
type halting struct{ seen []llm.Request }

func (h *halting) Name() string { return "halting" }

func (h *halting) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	h.seen = append(h.seen, req)
	return func(yield func(llm.Delta, error) bool) {
		if yield(llm.Delta{Text: "half a sen"}, nil) {
			<-ctx.Done()
			yield(llm.Delta{}, ctx.Err())
		}
	}
}

func TestInterruptedAnswerStaysInTheConversation(t *testing.T) {
	model := &halting{}
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, nil)
	interrupt := func(e agent.Event) {
		if _, ok := e.(agent.TextDelta); ok {
			r.Interrupt()
		}
	}
	if end := r.Turn(t.Context(), "go", interrupt); end.Reason != agent.ReasonInterrupted || end.Text != "half a sen" {
		t.Errorf("end = %+v", end)
	}
	r.Turn(t.Context(), "go on", interrupt)
	if m := model.seen[1].Messages[1]; m.Role != llm.RoleAssistant || !strings.HasPrefix(m.Text, "half a sen") {
		t.Errorf("the model reads %+v", m)
	}
}

func TestQueueComesBackAfterAnInterrupt(t *testing.T) {
	model := &halting{}
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, nil)
	end := r.Turn(t.Context(), "go", func(e agent.Event) {
		if _, ok := e.(agent.TextDelta); ok {
			if err := r.Prompt(t.Context(), "typed meanwhile"); err != nil {
				t.Error(err)
			}
			r.Interrupt()
		}
	})
	if diff := cmp.Diff([]string{"typed meanwhile"}, end.Unsent); diff != "" {
		t.Error(diff)
	}
}

func TestLimits(t *testing.T) {
	many := make([]scripted.Step, 20)
	for i := range many {
		many[i] = step("", call("look", fmt.Sprint(i)))
		many[i].Usage = llm.Usage{Input: 50, Output: 50}
	}
	for _, tt := range []struct {
		name   string
		change func(*agent.Options)
		reason agent.Reason
		steps  int
	}{
		{"steps", func(o *agent.Options) { o.MaxSteps = 5 }, agent.ReasonMaxSteps, 5},
		{"tokens", func(o *agent.Options) { o.MaxTokens = 250 }, agent.ReasonBudget, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := agenttest.New(t, script(many...), nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, tt.change)
			end := r.Turn(t.Context(), "go", nil)
			if end.Reason != tt.reason || end.Steps != tt.steps || end.Detail == "" {
				t.Errorf("end = %+v", end)
			}
		})
	}
}

func TestTooManyCallsInAStep(t *testing.T) {
	model := script(step("", call("look", "1"), call("look", "2"), call("look", "3")), step("ok"))
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, func(o *agent.Options) { o.MaxCalls = 2 })
	r.Turn(t.Context(), "go", nil)
	ends := agenttest.All[agent.ToolEnd](r)
	refused := 0
	for _, e := range ends {
		if e.Status == agent.StatusError {
			refused++
		}
	}
	if len(ends) != 3 || refused != 1 {
		t.Errorf("%d ends, %d refused", len(ends), refused)
	}
	checkClosed(t, model.seen[1].Messages)
}

func TestProgressIsToldAndNeverAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chatty := echo("run", tools.Executes, func(ctx context.Context, _ string) (tools.Result, error) {
			for range 1000 {
				tools.Progress(ctx, []byte("line\n"))
			}
			return tools.Result{Text: "ok"}, nil
		})
		r := agenttest.New(t, script(step("", call("run", "x")), step("ok")), nil, []tools.Tool{chatty}, nil)
		r.Turn(t.Context(), "go", nil)
		p := agenttest.All[agent.ToolProgress](r)
		if len(p) == 0 || len(p) > 2 {
			t.Errorf("%d progress events for a burst, want 1 or 2", len(p))
		}
		r.Close()
	})
}
