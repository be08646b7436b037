package gate

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"beestown/tools"
)

// fakeTool is a tool whose calls are made by the test.
type fakeTool struct {
	spec    tools.Spec
	prepare func(args string) (tools.Call, error)
}

func (f *fakeTool) Spec() tools.Spec           { return f.spec }
func (f *fakeTool) Schema() *jsonschema.Schema { return &jsonschema.Schema{Type: "object"} }
func (f *fakeTool) Prepare(_ context.Context, args json.RawMessage) (tools.Call, error) {
	if f.prepare == nil {
		return &fakeCall{}, nil
	}
	return f.prepare(string(args))
}

// fakeCall is a call that does what the test says; it may be amended.
type fakeCall struct {
	run   func(ctx context.Context) (tools.Result, error)
	draft string
}

func (f *fakeCall) Preview() tools.View     { return tools.View{Subject: "main.go"} }
func (f *fakeCall) Draft() (string, []byte) { return "main.go", []byte(f.draft) }
func (f *fakeCall) Amend(_ context.Context, edited []byte) (tools.Call, error) {
	if string(edited) == "bad" {
		return nil, tools.Errorf(tools.CodeValidation, "not usable")
	}
	return &fakeCall{run: f.run, draft: string(edited)}, nil
}
func (f *fakeCall) Run(ctx context.Context) (tools.Result, error) {
	if f.run == nil {
		return tools.Result{Text: "done " + f.draft, Data: "data"}, nil
	}
	return f.run(ctx)
}

// unhurried is a call that waits for a person.
type unhurried struct{ *fakeCall }

func (unhurried) Unhurried() {}

// fakeForwarder stands for another tool.
type fakeForwarder struct {
	fakeTool
	to string
}

func (f *fakeForwarder) Forward(args json.RawMessage) (string, json.RawMessage, error) {
	return f.to, json.RawMessage(`{"inner":true}`), nil
}

// fakeDecider answers with its decisions in turn, the last one from then on.
type fakeDecider struct {
	decisions  []tools.Decision
	remembered []string
	asked      int
}

func (f *fakeDecider) Decide(*tools.Request) tools.Decision {
	d := f.decisions[min(f.asked, len(f.decisions)-1)]
	f.asked++
	return d
}

func (f *fakeDecider) Remember(rules []string) error {
	f.remembered = append(f.remembered, rules...)
	return nil
}

func always(v tools.Verdict) *fakeDecider {
	return &fakeDecider{decisions: []tools.Decision{{Verdict: v, Reason: "because", By: "default"}}}
}

// fakePort answers approvals in turn.
type fakePort struct {
	tools.Port
	answers []tools.Answer
	asked   []tools.Approval
	err     error
}

func (f *fakePort) Approve(_ context.Context, a tools.Approval) (tools.Answer, error) {
	f.asked = append(f.asked, a)
	if f.err != nil {
		return tools.Answer{}, f.err
	}
	answer := f.answers[0]
	f.answers = f.answers[1:]
	return answer, nil
}

func spec(name string, e tools.Effect) tools.Spec {
	return tools.Spec{Name: name, Description: "a tool", Group: tools.GroupWorkspace, Effect: e}
}

func registry(t *testing.T, list ...tools.Tool) *tools.Registry {
	t.Helper()
	r := tools.NewRegistry()
	if err := r.Register(list...); err != nil {
		t.Fatal(err)
	}
	return r
}

// runCall is the end of the chain in tests.
func runCall(ctx context.Context, req *tools.Request) (tools.Result, error) { return req.Call.Run(ctx) }

// through takes a request through one middleware around next.
func through(t *testing.T, m tools.Middleware, req *tools.Request, next tools.Handler) tools.Result {
	t.Helper()
	result, err := m(next)(t.Context(), req)
	if err != nil {
		t.Fatalf("%s: %v", req.Asked, err)
	}
	return result
}

// wantError checks the code and that the model reads the text.
func wantError(t *testing.T, name string, r tools.Result, code tools.Code, text string) {
	t.Helper()
	switch {
	case code == "" && r.Err != nil:
		t.Errorf("%s: %v, want no error", name, r.Err)
	case code != "" && (r.Err == nil || r.Err.Code != code || !contains(r.ModelText(), text)):
		t.Errorf("%s: %v %q, want %s with %q", name, r.Err, r.ModelText(), code, text)
	}
}
