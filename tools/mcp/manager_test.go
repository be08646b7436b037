package mcp

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

// fakeServer is the options of a server that is this test binary.
func fakeServer(t *testing.T, name, mode string) ServerOptions {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return ServerOptions{Name: name, Command: exe, Env: map[string]string{modeVar: mode}, StartupTimeout: time.Minute}
}

// fixture is a manager with its registry and everything that it said.
type fixture struct {
	*Manager
	registry *tools.Registry
	changes  chan State
}

func startServers(t *testing.T, o Options, servers ...ServerOptions) *fixture {
	t.Helper()
	f := &fixture{registry: tools.NewRegistry(), changes: make(chan State, 1000)}
	o.OnChange = func(s State) { f.changes <- s }
	f.Manager = Start(t.Context(), servers, f.registry, o)
	t.Cleanup(f.Close)
	f.Wait(t.Context())
	return f
}

// await returns the first state that is as wanted; the test's own deadline bounds it.
func (f *fixture) await(what func(State) bool) State {
	for s := range f.changes {
		if what(s) {
			return s
		}
	}
	return State{}
}

func (f *fixture) names() []string {
	var names []string
	for _, t := range f.registry.List(nil) {
		names = append(names, t.Spec().Name)
	}
	return names
}

func (f *fixture) prepare(t *testing.T, name, args string) tools.Call {
	t.Helper()
	tool, _, ok := f.registry.Resolve(name)
	if !ok {
		t.Fatalf("no tool %s; states: %+v", name, f.States())
	}
	c, err := tool.Prepare(t.Context(), []byte(args))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (f *fixture) call(t *testing.T, name, args string) tools.Result {
	t.Helper()
	r, err := f.prepare(t, name, args).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestServerBecomesTools(t *testing.T) {
	trusted := fakeServer(t, "trusted", "normal")
	trusted.TrustReadOnly = true
	trusted.Include = []string{"peek", "nothing"}
	picky := fakeServer(t, "picky", "normal")
	picky.Exclude = []string{"do", "peek"}
	f := startServers(t, Options{}, fakeServer(t, "my.server", "normal"), trusted, picky)
	got := f.names()
	slices.Sort(got)
	want := []string{"mcp__my_server__do", "mcp__my_server__echo", "mcp__my_server__peek", "mcp__picky__echo", "mcp__trusted__peek"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("tools (-want +got):\n%s", diff)
	}
	echo, _, ok := f.registry.Resolve("mcp:my.server:echo")
	if !ok {
		t.Fatal("the identifier does not resolve")
	}
	if s := echo.Spec(); s.Effect != tools.Executes || s.Group != "mcp.my.server" || s.Description != "says it again" {
		t.Errorf("spec = %+v", s)
	}
	schema, _ := tools.Encode(echo.Schema())
	const wantSchema = `{"type":"object","properties":{"deep":{"type":"object","properties":{"list":{"type":"array","items":{"type":"integer"}}}},"text":{"type":"string","description":"what to say\u003cU+202E\u003e"},"zeta":{"type":"integer"}},"required":["text"]}`
	if string(schema) != wantSchema {
		t.Errorf("schema = %s", schema)
	}
	for name, want := range map[string]tools.Effect{"mcp__my_server__peek": tools.Executes, "mcp__trusted__peek": tools.ReadOnly} {
		if tool, _, _ := f.registry.Resolve(name); tool.Spec().Effect != want {
			t.Errorf("%s: effect %v, want %v", name, tool.Spec().Effect, want)
		}
	}
	if w := f.States()[1].Warnings; len(w) != 1 || !strings.Contains(w[0], `"nothing"`) {
		t.Errorf("warnings = %q", w)
	}
	if s := f.States()[0]; s.Status != Ready || s.Took <= 0 || len(s.Tools) != 3 {
		t.Errorf("state = %+v", s)
	}
}

func TestFailures(t *testing.T) {
	dirless := fakeServer(t, "dirless", "normal")
	dirless.Dir = "/no/such/dir"
	late := fakeServer(t, "late", "silent")
	late.StartupTimeout = 50 * time.Millisecond
	off := fakeServer(t, "off", "normal")
	off.Disabled = true
	f := startServers(t, Options{},
		fakeServer(t, "exit", "exit"),
		ServerOptions{Name: "missing", Command: "no-such-program-x"},
		ServerOptions{Name: "remote", Type: "http"},
		ServerOptions{Name: "unset", Err: errors.New("mcp server unset: ${TOKEN} is not set")},
		ServerOptions{Name: "empty"},
		dirless, late, off,
		fakeServer(t, "refuses", "refuses"),
		ServerOptions{Name: "talker", Command: "sh", Args: []string{"-c", "echo 'usage: talker FILE'; exit 1"}},
		fakeServer(t, "noise", "noise"))
	want := map[string]string{
		"exit":    "it ended by itself with exit code 3",
		"missing": `exec: "no-such-program-x": executable file not found in $PATH`,
		"remote":  "only stdio servers are supported in this version",
		"unset":   "${TOKEN} is not set",
		"empty":   "it has no command",
		"dirless": "working directory",
		"late":    "it was not ready after 50ms",
		"refuses": "the database is down",
		"talker":  "it ended by itself with exit code 1",
	}
	for _, s := range f.States() {
		cause, fails := want[s.Name]
		switch {
		case s.Name == "off":
			if s.Status != Disabled {
				t.Errorf("off is %s", s.Status)
			}
		case !fails:
			if s.Status != Ready || len(s.Tools) != 3 {
				t.Errorf("%s: %+v", s.Name, s)
			}
		case s.Status != Failed || !strings.Contains(s.Error, cause) || s.Next == "":
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	if s := f.States()[0]; s.Stderr != "starting\nno API_KEY given\n" || !strings.Contains(s.Notice(), `MCP server "exit" did not start: it ended by itself with exit code 3: no API_KEY given.`) {
		t.Errorf("stderr = %q, notice = %q", s.Stderr, s.Notice())
	}
	if s := f.States()[9]; s.Stderr != "usage: talker FILE\n" {
		t.Errorf("stdout of a server that fails is lost: %q", s.Stderr)
	}
}

func TestRestartAndDisconnect(t *testing.T) {
	f := startServers(t, Options{}, fakeServer(t, "a", "normal"), ServerOptions{Name: "b", Command: "no-such-program-x"})
	before := f.call(t, "mcp__a__do", `{"what":"pid"}`).Text
	if err := f.Restart("a"); err != nil {
		t.Fatal(err)
	}
	f.Wait(t.Context())
	if after := f.call(t, "mcp__a__do", `{"what":"pid"}`).Text; after == before {
		t.Error("the process is the same after Restart")
	}
	if err := f.Disconnect("a"); err != nil {
		t.Fatal(err)
	}
	if s := f.States()[0]; s.Status != Disabled || len(f.names()) != 0 {
		t.Errorf("after Disconnect: %+v, tools %v", s, f.names())
	}
	if err := f.Restart("a"); err != nil {
		t.Fatal(err)
	}
	f.Wait(t.Context())
	if len(f.names()) != 3 {
		t.Errorf("tools after another Restart: %v", f.names())
	}
	if err := f.Restart("c"); err == nil {
		t.Error("Restart of an unknown server is no error")
	}
	f.Close()
	if err := f.Restart("a"); err == nil {
		t.Error("Restart after Close is no error")
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	f := &fixture{registry: tools.NewRegistry()}
	f.Manager = Start(t.Context(), []ServerOptions{fakeServer(t, "late", "silent")}, f.registry, Options{})
	t.Cleanup(f.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	f.Wait(ctx)
	if s := f.States()[0]; s.Status != Starting {
		t.Errorf("status = %s", s.Status)
	}
}

func TestToolsComeAndGo(t *testing.T) {
	f := startServers(t, Options{}, fakeServer(t, "a", "normal"))
	f.call(t, "mcp__a__do", `{"what":"grow"}`)
	s := f.await(func(s State) bool { return len(s.Tools) == 4 })
	if diff := cmp.Diff([]string{"mcp__a__echo", "mcp__a__peek", "mcp__a__do", "mcp__a__extra"}, s.Tools); diff != "" {
		t.Errorf("after grow (-want +got):\n%s", diff)
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "changed what it says about mcp__a__peek") {
		t.Errorf("warnings = %q", s.Warnings)
	}
	if tool, _, _ := f.registry.Resolve("mcp__a__peek"); tool.Spec().Description != "says something else now" {
		t.Errorf("description = %q", tool.Spec().Description)
	}
	f.call(t, "mcp__a__do", `{"what":"shrink"}`)
	f.await(func(s State) bool { return len(s.Tools) == 1 })
	if diff := cmp.Diff([]string{"mcp__a__do"}, f.names()); diff != "" {
		t.Errorf("after shrink (-want +got):\n%s", diff)
	}
}

func TestLimitOfTools(t *testing.T) {
	f := startServers(t, Options{MaxTools: 20}, fakeServer(t, "a", "many"))
	s := f.States()[0]
	if len(s.Tools) != 20 || len(f.names()) != 20 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "13 tools are left out") {
		t.Errorf("%d tools, warnings %q", len(s.Tools), s.Warnings)
	}
	if err := f.Disconnect("a"); err != nil || f.reserve(100) != 20 {
		t.Errorf("the room of a disconnected server is not free: %v", err)
	}
}
