package builtin

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

// Rows S0-55 and S0-56, in the specification's form and in the flat one.
func TestTodoWrite(t *testing.T) {
	k := newKit(t, nil)
	all := args{"title": "one", "description": "d", "priority": "urgent", "status": "in_progress", "assignee": "me", "deadline": 1700000000000, "tags": []string{"a"}}
	r := k.do("TodoWrite", args{"operation": "create", "todo": all})
	want := []tools.Todo{{ID: "1", Title: "one", Description: "d", Priority: "urgent", Status: "in_progress", Assignee: "me", Deadline: 1700000000000, Tags: []string{"a"}}}
	if diff := cmp.Diff(TodoData{ID: "1", Todos: want}, r.Data); diff != "" {
		t.Error(diff)
	}
	k.do("TodoWrite", args{"operation": "create", "title": "two"})
	k.do("TodoWrite", args{"operation": "update", "id": "2", "status": "completed", "title": "zwei"})
	k.do("TodoWrite", args{"operation": "update", "title": "one", "priority": "low"})
	want[0].Priority = "low"
	want = append(want, tools.Todo{ID: "2", Title: "zwei", Status: "completed"})
	r = k.do("TodoWrite", args{"operation": "list"})
	if diff := cmp.Diff(TodoData{Todos: want}, r.Data); diff != "" {
		t.Error(diff)
	}
	if r.Text != "1 of 2 done\n1 [in_progress] one\n2 [completed] zwei\n" || r.View.Subject == "" {
		t.Errorf("text %q", r.Text)
	}
	k.do("TodoWrite", args{"operation": "delete", "id": 1}) // a number is as good
	k.do("TodoWrite", args{"operation": "create", "title": "three"})
	if diff := cmp.Diff([]tools.Todo{want[1], {ID: "3", Title: "three", Status: "pending"}}, k.todos.items); diff != "" {
		t.Error(diff)
	}
}

// The whole list replaces the old one; who keeps the title keeps the id and what else is known.
func TestTodoWriteReplaces(t *testing.T) {
	k := newKit(t, nil)
	k.todos.items = []tools.Todo{{ID: "4", Title: "a", Status: "pending", Assignee: "me"}, {ID: "7", Title: "b", Status: "pending"}}
	k.do("TodoWrite", args{"todos": []args{
		{"content": "b", "status": "completed", "activeForm": "doing b", "id": "x"}, {"title": "a", "status": "in_progress", "priority": "high"}, {"title": "b", "status": "pending"},
	}})
	want := []tools.Todo{{ID: "7", Title: "b", Status: "completed"}, {ID: "4", Title: "a", Status: "in_progress", Priority: "high", Assignee: "me"}, {ID: "8", Title: "b", Status: "pending"}}
	if diff := cmp.Diff(want, k.todos.items); diff != "" {
		t.Error(diff)
	}
	k.refused("TodoWrite", args{"operation": "delete", "title": "b"}, tools.CodeNotFound, "2 entries match (id '', title 'b'); give the id of one:\n7 [completed] b\n4 [in_progress] a\n")
	k.do("TodoWrite", args{"todos": []args{}})
	if len(k.todos.items) != 0 {
		t.Errorf("the list holds %v", k.todos.items)
	}
}

func TestTodoWriteRefuses(t *testing.T) {
	k := newKit(t, nil)
	tests := []struct {
		in   args
		code tools.Code
		text string
	}{
		{args{}, tools.CodeValidation, "give todos, or an operation: create, update, delete, list"},
		{args{"operation": "create"}, tools.CodeValidation, "create needs a title"},
		{args{"operation": "update", "id": "9"}, tools.CodeNotFound, "0 entries match (id '9'"},
		{args{"operation": "burn"}, tools.CodeValidation, "Parameter 'operation' must be one of: create, update, delete, list"},
		{args{"todos": []args{{"title": "a"}}}, tools.CodeValidation, "Missing required parameter: todos[0].status"},
		{args{"todos": []args{{"title": "a", "status": "done"}}}, tools.CodeValidation, "Parameter 'todos[0].status' must be one of: pending, in_progress, completed"},
		{args{"todo": "a"}, tools.CodeValidation, "parameter 'todo' expected object, got a"},
		{args{"operation": "create", "title": "a", "todo": args{"title": "b"}}, tools.CodeValidation, "parameters 'title' and 'todo.title' differ"},
	}
	for _, tt := range tests {
		k.refused("TodoWrite", tt.in, tt.code, tt.text)
	}
}

func TestAskUser(t *testing.T) {
	k := newKit(t, nil)
	in := args{"question": "which?", "options": []string{"red - the warm one", "blue"}, "header": "colour", "multiple": true}
	p := &port{replies: []tools.Reply{{Answers: []string{"red", "blue"}}}}
	r := k.tryIn(tools.WithPort(t.Context(), p, "1"), "ask_user", in)
	if diff := cmp.Diff(AskData{Question: "which?", Answer: "red, blue", Answers: []string{"red", "blue"}}, r.Data); diff != "" || r.Text != "red, blue" {
		t.Error(diff, r)
	}
	want := []tools.Question{{Header: "colour", Text: "which?", Multiple: true, Options: []tools.Option{{Label: "red", Description: "the warm one"}, {Label: "blue"}}}}
	if diff := cmp.Diff(want, p.asked); diff != "" {
		t.Error(diff)
	}
	in["options"] = []any{args{"label": "red", "description": "the warm one"}, "blue"}
	p = &port{replies: []tools.Reply{{Declined: true}}}
	r = k.tryIn(tools.WithPort(t.Context(), p, "1"), "ask_user", in)
	if !r.Data.(AskData).Declined || r.Err != nil {
		t.Errorf("%+v", r)
	}
	holds(t, r.Text, "the user declined to answer")
	if diff := cmp.Diff(want, p.asked); diff != "" {
		t.Error(diff)
	}
	k.refused("ask_user", args{"question": "q", "options": []args{{"text": "a"}}}, tools.CodeValidation, "parameter 'options[0]' has no label")
	p = &port{err: tools.Errorf(tools.CodeNoUser, "Failed to get user input: nobody is there")}
	if r = k.tryIn(tools.WithPort(t.Context(), p, "1"), "ask_user", in); r.Err == nil || r.Err.Code != tools.CodeNoUser {
		t.Errorf("%+v", r)
	}
	k.refused("ask_user", in, tools.CodeNoUser, "Failed to get user input: nobody can be asked")
	k.refused("ask_user", args{"question": " "}, tools.CodeValidation, "Failed to get user input: the question is empty")
	call, err := k.prepare("ask_user", in)
	if _, ok := call.(tools.Unhurried); !ok || err != nil {
		t.Error("a question has a timeout")
	}
}

func TestProposePlan(t *testing.T) {
	k := newKit(t, nil)
	in := args{"plan": "## The plan\n- a\n"}
	tests := []struct {
		reply tools.PlanReply
		text  string
		want  PlanData
	}{
		{tools.PlanReply{Approved: true}, "The user approved the plan. Plan mode is over: carry it out, and keep a todo list.", PlanData{Approved: true, Plan: "## The plan\n- a\n"}},
		{tools.PlanReply{Approved: true, Plan: "- b"}, "The user approved the plan. Plan mode is over: carry it out, and keep a todo list. They changed it; this is the plan now:\n- b", PlanData{Approved: true, Plan: "- b"}},
		{tools.PlanReply{Feedback: "smaller"}, "The user did not approve the plan. They said: smaller", PlanData{Plan: "## The plan\n- a\n", Feedback: "smaller"}},
	}
	for _, tt := range tests {
		r := k.tryIn(tools.WithPort(t.Context(), &port{plan: tt.reply}, "1"), "propose_plan", in)
		if diff := cmp.Diff(tt.want, r.Data); diff != "" || r.Text != tt.text || r.View.Subject != "The plan" {
			t.Errorf("%s %q %q", diff, r.Text, r.View.Subject)
		}
	}
	gone := errors.New("gone")
	if r := k.tryIn(tools.WithPort(t.Context(), &port{err: gone}, "1"), "propose_plan", in); !errors.Is(r.Err, gone) {
		t.Errorf("%+v", r.Err)
	}
	k.refused("propose_plan", in, tools.CodeNoUser, "nobody can be asked; answer with the plan instead")
	k.refused("propose_plan", args{"plan": ""}, tools.CodeValidation, "the plan is empty")
}

func TestFindTools(t *testing.T) {
	k := newKit(t, nil)
	r := k.do("find_tools", args{"query": "PLAN approve"})
	holds(t, r.Text, "propose_plan: In plan mode", `parameters: {"type":"object","properties":{"plan":`)
	lacks(t, r.Text, "TodoWrite")
	holds(t, k.do("find_tools", args{}).Text, "propose_plan")
	holds(t, k.do("find_tools", args{"query": "zzzz"}).Text, "no such tools")
	holds(t, k.do("find_tools", args{"limit": -1}).Text, "propose_plan")

	registry := tools.NewRegistry()
	for _, name := range []string{"log", "git_push", "git_log"} {
		spec := tools.Spec{Name: name, Description: "about " + name, Group: "g", Effect: tools.ReadOnly}
		err := registry.Register(tools.Define(spec, func(context.Context, struct{}) (tools.Result, error) { return tools.Result{}, nil }))
		if err != nil {
			t.Fatal(err)
		}
	}
	call, err := FindTools(registry, func(string) bool { return false }).Prepare(t.Context(), json.RawMessage(`{"query":"git log","limit":2}`))
	if err != nil {
		t.Fatal(err)
	}
	r = k.run(t.Context(), call) // the best first: both words in the name
	if !strings.HasPrefix(r.Text, "git_log: about git_log\n") || call.Preview().Subject != "git log" {
		t.Errorf("text %q", r.Text)
	}
	holds(t, r.Text, "(1 more; search with other words or a higher limit)")
}

func TestCallTool(t *testing.T) {
	forwarder := CallTool().(tools.Forwarder)
	tests := []struct{ in, name, inner, err string }{
		{`{"name":"x","arguments":{"a":12345678901234567890,"b":null}}`, "x", `{"a":12345678901234567890,"b":null}`, ""},
		{`{"tool":"x","args":"{\"a\":1}"}`, "x", `{"a":1}`, ""},
		{`{"name":"x"}`, "x", "{}", ""}, {`{"name":"x","arguments":null}`, "x", "{}", ""},
		{`{}`, "", "", "Missing required parameter: name"},
		{`{"name":"x","arguments":[1]}`, "", "", "Parameter 'arguments' expected object, got array"},
	}
	for _, tt := range tests {
		name, inner, err := forwarder.Forward(json.RawMessage(tt.in))
		if tt.err != "" {
			if err == nil {
				t.Errorf("%s was accepted", tt.in)
				continue
			}
			holds(t, err.Error(), tt.err)
			continue
		}
		if err != nil || name != tt.name || string(inner) != tt.inner {
			t.Errorf("%s: %s %s, %v", tt.in, name, inner, err)
		}
	}
	newKit(t, nil).refused("call_tool", args{"name": "x"}, tools.CodeInternal, "call_tool was not forwarded")
}
