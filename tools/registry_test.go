package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func fake(name string, group GroupID, aliases ...string) Tool {
	s := Spec{Name: name, Description: "d", Group: group, Effect: ReadOnly}
	for _, a := range aliases {
		s.Aliases = append(s.Aliases, Alias{Name: a})
	}
	return Define(s, func(context.Context, struct{}) (Result, error) { return Result{}, nil })
}

func foreign(kind SourceKind, name, server, tool string) Tool {
	s := Spec{Name: name, Description: "d", Group: MCPGroup(server), Effect: Network, Source: Source{kind, server, tool}}
	return Define(s, func(context.Context, struct{}) (Result, error) { return Result{}, nil })
}

func TestRegistryResolve(t *testing.T) {
	r := NewRegistry()
	err := r.Register(fake("Read", GroupWorkspace, "read_file", "file_read"), fake("Bash", GroupCommand, "exec"),
		foreign(SourceMCP, "mcp__git__log", "git", "log"), foreign(SourceCustom, "api", "sample", "custom_api_call"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ in, name, alias string }{
		{"Read", "Read", ""}, {"read_file", "Read", "read_file"}, {"file_read", "Read", "file_read"}, {"exec", "Bash", "exec"},
		{"builtin:Read", "Read", ""}, {"mcp:git:log", "mcp__git__log", ""}, {"mcp__git__log", "mcp__git__log", ""},
		{"custom:sample:custom_api_call", "api", ""},
		{"read", "", ""}, {"", "", ""}, {"mcp:git:blame", "", ""}, {"mcp:log", "", ""},
	}
	for _, tt := range tests {
		tool, alias, ok := r.Resolve(tt.in)
		if ok != (tt.name != "") || ok && tool.Spec().Name != tt.name || (alias != nil) != (tt.alias != "") || alias != nil && alias.Name != tt.alias {
			t.Errorf("Resolve(%q): %v, %v, %v", tt.in, tool, alias, ok)
		}
	}
	for in, want := range map[string]string{"read": "Read", "Raed": "Read", "readfile": "read_file", "bsh": "Bash", "something_else": ""} {
		if got := r.Nearest(in); got != want {
			t.Errorf("Nearest(%s) = %q, want %q", in, got, want)
		}
	}
	r.Unregister("Read", "none")
	for _, name := range []string{"Read", "read_file", "builtin:Read"} {
		if _, _, ok := r.Resolve(name); ok {
			t.Errorf("%s is still there", name)
		}
	}
	if err := r.Register(fake("Read", GroupWorkspace, "read_file")); err != nil {
		t.Errorf("register again: %v", err)
	}
}

func TestRegistryRefuses(t *testing.T) {
	r := NewRegistry()
	if err := r.Register(fake("Read", GroupWorkspace, "read_file")); err != nil {
		t.Fatal(err)
	}
	noEffect, noText := Spec{Name: "x", Description: "d", Group: "g"}, Spec{Name: "x", Group: "g", Effect: ReadOnly}
	bare := func(s Spec) Tool {
		return Define(s, func(context.Context, struct{}) (Result, error) { return Result{}, nil })
	}
	tests := []struct {
		err   string
		added []Tool
	}{
		{"Tool 'Read' already registered", []Tool{fake("new", "g"), fake("Read", "g")}},
		{"Tool 'read_file' already registered", []Tool{fake("read_file", "g")}},
		{"Tool 'Read' already registered", []Tool{fake("new", "g", "Read")}},
		{"Tool 'new' already registered", []Tool{fake("new", "g"), fake("new", "g")}},
		{"Tool 'b' already registered", []Tool{fake("a", "g", "b"), fake("b", "g")}},
		{`tool name "a:b" is not of the form`, []Tool{fake("a:b", "g")}},
		{"is not of the form", []Tool{fake(strings.Repeat("x", 65), "g")}},
		{"tool x states no effect", []Tool{bare(noEffect)}},
		{"tool x has no description", []Tool{bare(noText)}},
		{"tool x is in no group", []Tool{fake("x", "")}},
	}
	for _, tt := range tests {
		err := r.Register(tt.added...)
		if err == nil || !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%v, want %s", err, tt.err)
		}
		var e *Error
		if strings.Contains(tt.err, "already") && (!errors.As(err, &e) || e.Code != CodeAlreadyExists) {
			t.Errorf("%v has not the code %s", err, CodeAlreadyExists)
		}
	}
	if got := r.List(nil); len(got) != 1 {
		t.Errorf("a refused call left %d tools", len(got))
	}
}

func TestRegistryGroups(t *testing.T) {
	r := NewRegistry()
	if err := r.Register(fake("b", "one"), fake("a", "two"), fake("c", "one")); err != nil {
		t.Fatal(err)
	}
	want := []Group{{"one", []string{"b", "c"}}, {"two", []string{"a"}}}
	if diff := cmp.Diff(want, r.Groups()); diff != "" {
		t.Error(diff)
	}
	if got := r.List(func(s Spec) bool { return s.Group == "two" }); len(got) != 1 || got[0].Spec().Name != "a" {
		t.Errorf("got %v", got)
	}
}

// MCP servers come and go while sessions run.
func TestRegistryConcurrently(t *testing.T) {
	r := NewRegistry()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			name := fmt.Sprintf("tool%d", i)
			for range 50 {
				if err := r.Register(fake(name, "g", name+"_alias")); err != nil {
					t.Error(err)
				}
				if _, alias, ok := r.Resolve(name + "_alias"); !ok || alias == nil {
					t.Error("an alias is missing")
				}
				r.Nearest("tool")
				r.Groups()
				r.Resolve("mcp:a:b")
				r.Unregister(name)
			}
		})
	}
	wg.Wait()
	if left := r.List(nil); len(left) != 0 {
		t.Errorf("%d tools are left", len(left))
	}
}

func TestChainOrder(t *testing.T) {
	var got []string
	step := func(name string) Middleware {
		return func(next Handler) Handler {
			return func(ctx context.Context, r *Request) (Result, error) {
				got = append(got, name)
				res, err := next(ctx, r)
				got = append(got, "/"+name)
				return res, err
			}
		}
	}
	last := func(context.Context, *Request) (Result, error) {
		got = append(got, "run")
		return Result{Text: "x"}, nil
	}
	res, err := Chain{step("a"), step("b")}.Then(last)(t.Context(), &Request{})
	if diff := cmp.Diff([]string{"a", "b", "run", "/b", "/a"}, got); diff != "" || err != nil || res.Text != "x" {
		t.Error(diff, err, res)
	}
}

func TestRequestAccesses(t *testing.T) {
	r := &Request{}
	if got := r.Accesses(); got != nil {
		t.Errorf("nothing is known, got %v", got)
	}
	r.Tool = fake("x", "g")
	if got := r.Accesses(); len(got) != 1 || got[0].Effect != ReadOnly {
		t.Errorf("got %v", got)
	}
}

func TestFailed(t *testing.T) {
	cause := errors.New("disk")
	own := Errorf(CodeStale, "a.go: %w", cause)
	tests := []struct {
		in   error
		code Code
		text string
	}{
		{own, CodeStale, "a.go: disk"},
		{fmt.Errorf("more: %w", own), CodeStale, "a.go: disk"},
		{fmt.Errorf("x: %w", context.Canceled), CodeCancelled, "cancelled by the user"},
		{context.DeadlineExceeded, CodeTimeout, "timed out"},
		{cause, CodeInternal, "disk"},
	}
	for _, tt := range tests {
		r := Failed(tt.in)
		if r.Err.Code != tt.code || r.Err.Message != tt.text || r.ModelText() != tt.text || r.Text != "" {
			t.Errorf("Failed(%v): %+v", tt.in, r.Err)
		}
	}
	if !errors.Is(own, cause) {
		t.Error("the cause is lost")
	}
	noted := Result{Text: "t", Note: "n"}
	if noted.ModelText() != "n\nt" {
		t.Errorf("got %q", noted.ModelText())
	}
}
