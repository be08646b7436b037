package gate

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
	"beestown/tools/audit"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

// records reads the audit log in dir, without what differs from run to run.
func records(t *testing.T, dir string) []audit.Record {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("audit files: %v, %v", files, err)
	}
	if err := audit.Verify(files[0]); err != nil {
		t.Error(err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var list []audit.Record
	for in := bufio.NewScanner(f); in.Scan(); {
		var r audit.Record
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// TestEveryEndIsAudited: REQUESTED, then COMPLETED or FAILED, for every way in which a call ends.
func TestEveryEndIsAudited(t *testing.T) {
	ok := &fakeTool{spec: spec("Read", tools.ReadOnly)}
	fails := &fakeTool{spec: spec("Fails", tools.ReadOnly), prepare: func(string) (tools.Call, error) {
		return &fakeCall{run: func(context.Context) (tools.Result, error) {
			return tools.Result{}, tools.Errorf(tools.CodeNotFound, "file not found")
		}}, nil
	}}
	panics := &fakeTool{spec: spec("Panics", tools.ReadOnly), prepare: func(string) (tools.Call, error) { panic("boom") }}
	stops := &fakeTool{spec: spec("Stops", tools.ReadOnly), prepare: func(string) (tools.Call, error) {
		return &fakeCall{run: func(context.Context) (tools.Result, error) { return tools.Result{}, context.Canceled }}, nil
	}}
	tests := []struct {
		asked         string
		verdict       tools.Verdict
		answer        tools.Answer
		kind          audit.Kind
		status, code  string
		decision, who string
	}{
		{"Read", tools.Allow, tools.Answer{}, audit.Completed, "ok", "", "allow", ""},
		{"Read", tools.Ask, tools.Answer{Allow: true}, audit.Completed, "ok", "", "allow", "user"},
		{"Read", tools.Ask, tools.Answer{Feedback: "no"}, audit.Failed, "denied", "execution_cancelled", "deny", "user"},
		{"Read", tools.Ask, tools.Answer{By: "no-tty"}, audit.Failed, "denied", "execution_cancelled", "deny", "no-tty"},
		{"Read", tools.Deny, tools.Answer{}, audit.Failed, "denied", "permission_denied", "deny", ""},
		{"Nothing", tools.Allow, tools.Answer{}, audit.Failed, "error", "unknown_tool", "", ""},
		{"Fails", tools.Allow, tools.Answer{}, audit.Failed, "error", "not_found", "allow", ""},
		{"Panics", tools.Allow, tools.Answer{}, audit.Failed, "error", "internal", "", ""},
		{"Stops", tools.Allow, tools.Answer{}, audit.Failed, "cancelled", "execution_cancelled", "allow", ""},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		log := audit.New(audit.Options{Dir: dir, Session: "s"})
		panicked := ""
		chain := New(Options{Registry: registry(t, ok, fails, panics, stops), Decider: always(tt.verdict), Audit: log,
			Panicked: func(tool string, _ any, stack []byte) { panicked = tool + string(stack[:9]) }})
		port := &fakePort{answers: []tools.Answer{tt.answer}}
		_, _ = chain.Then(runCall)(tools.WithPort(t.Context(), port, "t1"), &tools.Request{ID: "t1", Asked: tt.asked, Args: `{"a":1}`, Complete: true})
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		got := records(t, dir)
		if len(got) != 2 || got[0].Kind != audit.Requested || got[0].Params != `{"a":1}` || got[0].Tool != tt.asked {
			t.Errorf("%s: records %+v", tt.asked, got)
			continue
		}
		want := []string{string(tt.kind), tt.status, tt.code, tt.decision, tt.who}
		last := got[1]
		if diff := cmp.Diff(want, []string{string(last.Kind), last.Status, last.Code, last.Decision, last.Approver}); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", tt.asked, tt.verdict, diff)
		}
		if (panicked != "") != (tt.asked == "Panics") {
			t.Errorf("%s: panic reported as %q", tt.asked, panicked)
		}
	}
}

// TestOrderOfRefusals: unknown tool, group, role, rate, arguments, rules.
func TestOrderOfRefusals(t *testing.T) {
	s := spec("Edit", tools.WritesFiles)
	s.Group, s.Permissions.AllowedRoles = "special", []string{"developer"}
	s.Permissions.Rate = tools.RateLimit{PerMinute: 1}
	tool := &fakeTool{spec: s, prepare: func(args string) (tools.Call, error) {
		if contains(args, "bad") {
			return nil, tools.Errorf(tools.CodeValidation, "Validation failed: bad")
		}
		return &fakeCall{}, nil
	}}
	decider := always(tools.Deny)
	handler := New(Options{Registry: registry(t, tool), Decider: decider}).Then(runCall)
	good := tools.Principal{Agent: "main", Role: "developer", Groups: []tools.GroupID{"special"}}
	do := func(name string, p tools.Principal, args string) tools.Result {
		r, err := handler(t.Context(), &tools.Request{Asked: name, Principal: p, Args: args, Complete: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	wantError(t, "unknown", do("Edti", tools.Principal{Groups: []tools.GroupID{}}, "{"), tools.CodeUnknownTool, "Tool 'Edti' not found; did you mean 'Edit'?")
	wantError(t, "group", do("Edit", tools.Principal{Role: "x", Groups: []tools.GroupID{"other"}}, "{}"), tools.CodeNotAvailable, "'Edit'")
	wantError(t, "role", do("Edit", tools.Principal{Role: "x", Groups: []tools.GroupID{"special"}}, "{}"), tools.CodePermission, "Role x not in allowed roles")
	wantError(t, "arguments", do("Edit", good, `{"bad":1}`), tools.CodeValidation, "Validation failed")
	wantError(t, "rules", do("Edit", good, "{}"), tools.CodePermission, "Permission denied: because")
	decider.decisions[0].Verdict = tools.Allow
	wantError(t, "runs", do("Edit", good, "{}"), "", "")
	wantError(t, "rate before arguments", do("Edit", good, `{"bad":1}`), tools.CodeRateLimited, "Rate limit exceeded: 1 calls per minute")
}

func TestResolveForwardsOnce(t *testing.T) {
	inner := &fakeTool{spec: spec("hidden", tools.ReadOnly)}
	control := spec("call_tool", tools.ReadOnly)
	control.Group = tools.GroupControl
	tests := []struct {
		to     string
		groups []tools.GroupID
		code   tools.Code
		text   string
	}{
		{"hidden", nil, "", ""},
		{"call_tool", nil, tools.CodeValidation, "call_tool cannot call 'call_tool'"},
		{"nowhere", nil, tools.CodeUnknownTool, "Tool 'nowhere' not found"},
		{"hidden", []tools.GroupID{tools.GroupWorkspace}, tools.CodeNotAvailable, "call_tool"},
	}
	for _, tt := range tests {
		req := &tools.Request{Asked: "call_tool", Args: "{}", Complete: true, Principal: tools.Principal{Groups: tt.groups}}
		r := through(t, resolve(registry(t, inner, &fakeForwarder{fakeTool{spec: control}, tt.to}), tools.ArgLimits{}), req, func(context.Context, *tools.Request) (tools.Result, error) {
			return tools.Result{}, nil
		})
		wantError(t, tt.to, r, tt.code, tt.text)
		if tt.code == "" && (req.Name != "hidden" || req.Args != `{"inner":true}` || req.Asked != "call_tool") {
			t.Errorf("forwarded to %s with %s", req.Name, req.Args)
		}
	}
}

func TestAliasAdaptersAndRepairNote(t *testing.T) {
	s := spec("Read", tools.ReadOnly)
	s.Aliases = []tools.Alias{{Name: "read_file", In: tools.Rename("path", "file_path"), Out: func(any) any { return "theirs" }}}
	seen := ""
	tool := &fakeTool{spec: s, prepare: func(args string) (tools.Call, error) { seen = args; return &fakeCall{}, nil }}
	handler := New(Options{Registry: registry(t, tool), Decider: always(tools.Allow)}).Then(runCall)
	r, err := handler(t.Context(), &tools.Request{Asked: "read_file", Args: `{path: "a", n: 12345678901234567890}`, Complete: true})
	if err != nil || seen != `{"file_path":"a","n":12345678901234567890}` || r.Data != "theirs" || !contains(r.Note, "not valid JSON") {
		t.Errorf("args %s, data %v, note %q, %v", seen, r.Data, r.Note, err)
	}
	r, err = handler(t.Context(), &tools.Request{Asked: "read_file", Args: `{"path": "a`, Complete: false})
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, "cut message", r, tools.CodeValidation, "cut off")
	handler = New(Options{Registry: registry(t, tool), Decider: always(tools.Allow), Args: tools.ArgLimits{Bytes: 20}}).Then(runCall)
	r, err = handler(t.Context(), &tools.Request{Asked: "Read", Args: `{"file_path": "long.txt"}`, Complete: true})
	if err != nil {
		t.Fatal(err)
	}
	wantError(t, "long arguments", r, tools.CodeValidation, "the arguments have 25 bytes, the limit is 20")
}

func TestVisible(t *testing.T) {
	perm := tools.Permissions{AllowedRoles: []string{"lead"}, AllowedDepartments: []string{"it"}, MinLevel: 5}
	tests := []struct {
		p    tools.Principal
		text string
	}{
		{tools.Principal{Role: "lead", Department: "it", Level: 5}, ""},
		{tools.Principal{Role: "x", Department: "it", Level: 5}, "Role x not in allowed roles"},
		{tools.Principal{Role: "lead", Department: "hr", Level: 5}, "Department hr not allowed"},
		{tools.Principal{Role: "lead", Department: "it", Level: 4}, "Level 4 below minimum 5"},
	}
	for _, tt := range tests {
		s := spec("x", tools.ReadOnly)
		s.Permissions = perm
		err := available(tt.p, s)
		if (err == nil) != (tt.text == "") || err != nil && !contains(err.Error(), tt.text) {
			t.Errorf("%+v: %v, want %q", tt.p, err, tt.text)
		}
	}
}

func TestPrepareLetsCancellationThrough(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tool := &fakeTool{spec: spec("x", tools.ReadOnly), prepare: func(string) (tools.Call, error) { return nil, context.Canceled }}
	_, err := prepare(runCall)(ctx, &tools.Request{Tool: tool, Args: "{}"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the context's error", err)
	}
}

func TestDeniedTexts(t *testing.T) {
	tests := []struct {
		d    tools.Decision
		code tools.Code
		text string
	}{
		{tools.Decision{Reason: "rule X"}, tools.CodePermission, "Permission denied: rule X"},
		{tools.Decision{Reason: "a is under a denied path", Code: tools.CodePath}, tools.CodePath, "Permission denied: Access denied: a is under a denied path"},
		{tools.Decision{Reason: "Dangerous command detected and blocked: deletes /", Code: tools.CodeCommandBlocked}, tools.CodeCommandBlocked, "Dangerous command detected and blocked: deletes /"},
	}
	for _, tt := range tests {
		r, err := denied(tt.d)
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, tt.text, r, tt.code, tt.text)
	}
}

func BenchmarkChain(b *testing.B) {
	r := tools.NewRegistry()
	if err := r.Register(&fakeTool{spec: spec("Read", tools.ReadOnly)}); err != nil {
		b.Fatal(err)
	}
	log := audit.New(audit.Options{Dir: b.TempDir()})
	defer func() { _ = log.Close() }()
	handler := New(Options{Registry: r, Decider: always(tools.Allow), Audit: log}).Then(runCall)
	for b.Loop() {
		if _, err := handler(b.Context(), &tools.Request{ID: "x", Asked: "Read", Args: `{"a":1}`, Complete: true}); err != nil {
			b.Fatal(err)
		}
	}
}
