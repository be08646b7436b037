package agent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"beestown/agent"
	"beestown/agent/agenttest"
	"beestown/llm"
	"beestown/llm/scripted"
	"beestown/tools"
)

// editing is a tool whose calls change a file.
func editing() tools.Tool {
	return tools.DefinePlanned(tools.Spec{Name: "edit", Description: "edit", Group: "test", Effect: tools.WritesFiles},
		func(_ context.Context, in echoArgs) (tools.Call, error) { return editCall(in.Text), nil })
}

type editCall string

func (c editCall) Preview() tools.View { return tools.View{Subject: string(c)} }
func (c editCall) Accesses() []tools.Access {
	return []tools.Access{{Effect: tools.WritesFiles, Path: "/w/" + string(c), Display: string(c)}}
}
func (c editCall) Run(context.Context) (tools.Result, error) {
	return tools.Result{Text: "changed " + string(c)}, nil
}

// shell is a tool that runs nothing: its text is the command, "fail " before it makes it exit 1.
func shell() tools.Tool {
	return echo("bash", tools.Executes, func(_ context.Context, text string) (tools.Result, error) {
		command, failed := strings.CutPrefix(text, "fail ")
		code := 0
		if failed {
			code = 1
		}
		return tools.Result{Text: fmt.Sprintf("exit %d", code), View: tools.View{Body: tools.Command{Command: command, Exit: &code}}}, nil
	})
}

func failing() tools.Tool {
	return echo("broken", tools.ReadOnly, func(_ context.Context, text string) (tools.Result, error) {
		return tools.Result{}, tools.Errorf(tools.CodeNoMatch, "no match for %s", text)
	})
}

func cards(r *agenttest.Rig) string {
	var b strings.Builder
	for _, e := range agenttest.All[agent.Reflected](r) {
		fmt.Fprintf(&b, "%s: %s\n", e.Reflection.Verdict, e.Reflection.Assessment)
	}
	return b.String()
}

func TestReflectionByRules(t *testing.T) {
	repeat := func(n int, c llm.ToolCall) []scripted.Step {
		steps := make([]scripted.Step, n)
		for i := range steps {
			steps[i] = step("", c)
		}
		return steps
	}
	cycle := func(n int) (steps []scripted.Step) {
		for range n {
			steps = append(steps, step("", call("look", "a")), step("", call("bash", "b")))
		}
		return steps
	}
	done := step("done")
	for _, tt := range []struct {
		name   string
		steps  []scripted.Step
		reason agent.Reason
		cards  string
	}{
		{"an answer alone is complete", []scripted.Step{done}, agent.ReasonComplete, ""},
		{"reading is complete without a card", []scripted.Step{step("", call("look", "a")), done}, agent.ReasonComplete, ""},
		{"an edit without any check is said", []scripted.Step{step("", call("edit", "a.go")), done},
			agent.ReasonComplete, "complete: changed a.go; no test or build was run\n"},
		{"an edit after the check is named once", []scripted.Step{step("", call("bash", "go test ./...")), step("", call("edit", "a.go")), done, done},
			agent.ReasonComplete, "continue: files were changed after the last check\ncomplete: changed a.go; `go test ./...` is older than the last change\n"},
		{"a check after the edit is complete", []scripted.Step{step("", call("edit", "a.go")), step("", call("bash", "cd x && go test ./...")), done},
			agent.ReasonComplete, "complete: changed a.go; `cd x && go test ./...` passed after the last change\n"},
		{"a failing check is said", []scripted.Step{step("", call("edit", "a.go")), step("", call("bash", "fail sh test.sh")), done},
			agent.ReasonComplete, "complete: changed a.go; `sh test.sh` failed after the last change\n"},
		{"the same failure three times", append(repeat(3, call("broken", "a")), done),
			agent.ReasonComplete, "replan: broken keeps failing\n"},
		{"four failures of a tool in a row", []scripted.Step{step("", call("broken", "1"), call("broken", "2"), call("broken", "3"), call("broken", "4")), step("", call("look", "a")), done},
			agent.ReasonComplete, "replan: broken keeps failing\n"},
		{"failures without end", append(repeat(20, call("broken", "a")), done),
			agent.ReasonMaxSteps, "replan: broken keeps failing\nreplan: broken keeps failing\n"},
		{"the same call with the same result", append(repeat(3, call("look", "a")), done),
			agent.ReasonComplete, "replan: look was repeated with the same result\n"},
		{"the same call for ever", append(repeat(10, call("look", "a")), done),
			agent.ReasonMaxSteps, "replan: look was repeated with the same result\n"},
		{"a cycle of two calls", append(cycle(5), done), agent.ReasonComplete, "replan: look, bash was repeated with the same result\n"},
		{"a cycle for ever", append(cycle(12), done), agent.ReasonMaxSteps, "replan: look, bash was repeated with the same result\n"},
		{"an empty answer is asked again", []scripted.Step{step(""), done}, agent.ReasonComplete, "continue: the answer was empty\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := []tools.Tool{echo("look", tools.ReadOnly, nil), editing(), shell(), failing()}
			r := agenttest.New(t, script(tt.steps...), nil, list, nil)
			end := r.Turn(t.Context(), "go", nil)
			if end.Reason != tt.reason {
				t.Errorf("reason = %s (%s), want %s", end.Reason, end.Detail, tt.reason)
			}
			if got := cards(r); !strings.HasPrefix(got, tt.cards) || tt.cards == "" && got != "" {
				t.Errorf("cards:\n%swant:\n%s", got, tt.cards)
			}
		})
	}
}

func TestOpenTodosAreNamedOnce(t *testing.T) {
	todos := agent.NewTodos()
	todos.Set([]tools.Todo{{ID: "1", Title: "write the test", Status: tools.TodoPending}})
	model := script(step("done"), step("really done"))
	r := agenttest.New(t, model, nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, func(o *agent.Options) { o.Todos = todos })
	end := r.Turn(t.Context(), "go", nil)
	if end.Text != "really done" || end.Steps != 2 {
		t.Errorf("end = %+v", end)
	}
	if last := model.seen[1].Messages[2]; !strings.Contains(last.Text, "write the test") {
		t.Errorf("the model was told %q", last.Text)
	}
}

func TestReplanTellsTheFailuresWithSuggestions(t *testing.T) {
	model := script(step("", call("broken", "a")), step("", call("broken", "a")), step("", call("broken", "a")), step("done"))
	r := agenttest.New(t, model, nil, []tools.Tool{failing()}, nil)
	r.Turn(t.Context(), "go", nil)
	got := agenttest.All[agent.Reflected](r)[0].Reflection.ToolFailures
	if len(got) != 1 || got[0].ToolName != "broken" || got[0].Error != "no match for a" || !strings.Contains(got[0].Suggestion, "Read the file again") {
		t.Errorf("failures = %+v", got)
	}
	told := model.seen[3].Messages
	if last := told[len(told)-1]; last.Role != llm.RoleUser || !strings.Contains(last.Text, "Read the file again") {
		t.Errorf("the model was told %+v", last)
	}
}

func TestReflectionByTheModel(t *testing.T) {
	edit := step("", call("edit", "a.go"))
	for _, tt := range []struct {
		name, judgement string
		cards           string
		warnings        int
	}{
		{"complete", `{"verdict":"complete","assessment":"all there"}`, "complete: all there\n", 0},
		{"continue", "Sure:\n```json\n{\"verdict\":\"continue\",\"assessment\":\"no test\",\"next_focus\":\"add one\"}\n```", "continue: no test\n", 0},
		{"unknown verdict", `{"verdict":"maybe"}`, "continue: the reflection could not be read\n", 1},
		{"no JSON", `fine by me`, "continue: the reflection could not be read\n", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := script(edit, step("done"), step(tt.judgement), step("done"), step(`{"verdict":"complete","assessment":"later"}`), step("done"))
			r := agenttest.New(t, model, nil, []tools.Tool{editing()}, func(o *agent.Options) { o.Reflect = "model" })
			end := r.Turn(t.Context(), "go", nil)
			if end.Reason != agent.ReasonComplete || end.Text != "done" {
				t.Errorf("end = %+v", end)
			}
			if got := cards(r); !strings.HasPrefix(got, tt.cards) {
				t.Errorf("cards:\n%s", got)
			}
			if n := agenttest.All[agent.Notice](r); len(n) != tt.warnings {
				t.Errorf("warnings = %+v", n)
			}
		})
	}
}

func TestReflectOffEndsWithTheAnswer(t *testing.T) {
	todos := agent.NewTodos()
	todos.Set([]tools.Todo{{ID: "1", Title: "open", Status: tools.TodoPending}})
	r := agenttest.New(t, script(step("done")), nil, []tools.Tool{echo("look", tools.ReadOnly, nil)}, func(o *agent.Options) {
		o.Todos, o.Reflect = todos, "off"
	})
	if end := r.Turn(t.Context(), "go", nil); end.Steps != 1 {
		t.Errorf("%d steps", end.Steps)
	}
}
