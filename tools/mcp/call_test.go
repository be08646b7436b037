package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

func TestCalls(t *testing.T) {
	f := startServers(t, Options{}, fakeServer(t, "a", "normal"))
	for name, tc := range map[string]struct {
		tool, args string
		want       tools.Result
	}{
		"arguments arrive": {"echo", `{"text":"hi","zeta":"5","deep":{"list":[1]}}`, tools.Result{
			Text: `{"deep":{"list":[1]},"text":"hi","zeta":5}`,
			Data: Output{Content: `{"deep":{"list":[1]},"text":"hi","zeta":5}`},
			View: tools.View{Subject: "hi", Body: tools.Text{Text: `{"deep":{"list":[1]},"text":"hi","zeta":5}`}}}},
		"no arguments are an object": {"peek", `{}`, tools.Result{Text: `{}`, Data: Output{Content: `{}`}, View: tools.View{Body: tools.Text{Text: `{}`}}}},
		"failure": {"do", `{"what":"fail"}`, tools.Result{
			Text: "there is no such thing\nat all",
			Data: Output{Content: "there is no such thing\nat all", IsError: true},
			Err:  &tools.Error{Code: tools.CodeMCP, Message: "there is no such thing\nat all"},
			View: tools.View{Subject: "fail", Summary: "failed", Body: tools.Text{Text: "there is no such thing\nat all"}}}},
		"structured": {"do", `{"what":"structured"}`, tools.Result{
			Text: `{"n":9007199254740993}`,
			Data: Output{Content: `{"n":9007199254740993}`, Structured: json.RawMessage(`{"n":9007199254740993}`)},
			View: tools.View{Subject: "structured", Body: tools.Text{Text: `{"n":9007199254740993}`}}}},
		"image": {"do", `{"what":"image"}`, tools.Result{
			Text:   "[image image/png, 5 bytes]\n[audio audio/wav, 5 bytes: cannot be shown to the model]\n[resource log: file:///log]\n[resource file:///a]\ncontent",
			Data:   Output{Content: "[image image/png, 5 bytes]\n[audio audio/wav, 5 bytes: cannot be shown to the model]\n[resource log: file:///log]\n[resource file:///a]\ncontent"},
			Images: []tools.Picture{{MIME: "image/png", Data: []byte("hello")}},
			View:   tools.View{Subject: "image", Body: tools.Text{Text: "[image image/png, 5 bytes]\n[audio audio/wav, 5 bytes: cannot be shown to the model]\n[resource log: file:///log]\n[resource file:///a]\ncontent"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, f.call(t, "mcp__a__"+tc.tool, tc.args)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	r := f.call(t, "mcp__a__do", `{"what":"refuse"}`)
	if r.Err == nil || r.Err.Code != tools.CodeMCP || !strings.Contains(r.Err.Message, "mcp server 'a'") || !strings.Contains(r.Err.Message, "what is that?") {
		t.Errorf("refusal = %+v", r.Err)
	}
	// The probe for the newer protocol is not sent to a server that takes the handshake.
	if asked := f.call(t, "mcp__a__do", `{"what":"asked"}`).Text; strings.Contains(asked, "discover") {
		t.Errorf("the server was asked: %s", asked)
	}
}

func TestArgumentsAreChecked(t *testing.T) {
	f := startServers(t, Options{}, fakeServer(t, "a", "normal"))
	echo, _, _ := f.registry.Resolve("mcp__a__echo")
	_, err := echo.Prepare(t.Context(), []byte(`{"zeta":"x"}`))
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != tools.CodeValidation || !strings.Contains(e.Message, "Missing required parameter: text") {
		t.Errorf("error = %v", err)
	}
	view := f.prepare(t, "mcp__a__echo", `{"zeta":1,"text":"<b>"}`).Preview()
	if diff := cmp.Diff(tools.View{Subject: "<b>", Body: tools.Text{Text: "{\n  \"text\": \"<b>\",\n  \"zeta\": 1\n}"}}, view); diff != "" {
		t.Errorf("preview (-want +got):\n%s", diff)
	}
}

// recorder is a port that keeps the progress of calls.
type recorder struct {
	tools.Port
	said strings.Builder
}

func (r *recorder) Progress(call string, chunk []byte) {
	r.said.WriteString(call + " " + string(chunk))
}

func TestProgress(t *testing.T) {
	f := startServers(t, Options{}, fakeServer(t, "a", "normal"))
	var r recorder
	if _, err := f.prepare(t, "mcp__a__do", `{"what":"progress"}`).Run(tools.WithPort(t.Context(), &r, "c1")); err != nil {
		t.Fatal(err)
	}
	if want := "c1 1/3 step\nc1 2/3 step\nc1 3/3 step\n"; r.said.String() != want {
		t.Errorf("progress = %q", r.said.String())
	}
}

func TestCrashDuringCall(t *testing.T) {
	f := startServers(t, Options{}, fakeServer(t, "a", "normal"))
	late := f.prepare(t, "mcp__a__echo", `{"text":"x"}`)
	r := f.call(t, "mcp__a__do", `{"what":"crash"}`)
	if r.Err == nil || r.Err.Code != tools.CodeMCPUnavailable || !strings.Contains(r.Err.Message, "'a'") {
		t.Errorf("pending call: %+v", r.Err)
	}
	s := f.await(func(s State) bool { return s.Status == Failed })
	if !strings.Contains(s.Error, "exit code 2") || s.Stderr != "panic: out of luck\n" || !strings.Contains(s.Notice(), `MCP server "a" ended`) {
		t.Errorf("state = %+v", s)
	}
	if len(f.names()) != 0 {
		t.Errorf("tools of a dead server: %v", f.names())
	}
	if r, err := late.Run(t.Context()); err != nil || r.Err == nil || r.Err.Code != tools.CodeMCPUnavailable {
		t.Errorf("later call: %+v, %v", r, err)
	}
	select {
	case s := <-f.changes:
		t.Errorf("told again: %+v", s)
	default:
	}
}

func TestCallEnds(t *testing.T) {
	short := fakeServer(t, "short", "normal")
	short.CallTimeout = 20 * time.Millisecond
	f := startServers(t, Options{}, short, fakeServer(t, "a", "normal"))
	r := f.call(t, "mcp__short__do", `{"what":"nothing"}`)
	if r.Err == nil || r.Err.Code != tools.CodeTimeout || !strings.Contains(r.Err.Message, "timed out after 20ms") {
		t.Errorf("timeout: %+v", r.Err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := f.prepare(t, "mcp__a__do", `{"what":"nothing"}`).Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled call: %v", err)
	}
	if r := f.call(t, "mcp__a__echo", `{"text":"still here"}`); r.Err != nil {
		t.Errorf("after a cancelled call: %v", r.Err)
	}
}

func TestLongMessage(t *testing.T) {
	f := startServers(t, Options{MaxLine: 100_000}, fakeServer(t, "a", "normal"))
	r := f.call(t, "mcp__a__do", `{"what":"long"}`)
	if r.Err == nil || r.Err.Code != tools.CodeMCP || !strings.Contains(r.Err.Message, "too long") {
		t.Errorf("result = %+v", r.Err)
	}
	if r := f.call(t, "mcp__a__echo", `{"text":"still here"}`); r.Err != nil {
		t.Errorf("after a long message: %v", r.Err)
	}
}

// A server that does not read its input must not hold calls longer than their time, nor Close.
func TestDeafServer(t *testing.T) {
	deaf := fakeServer(t, "a", "deaf")
	deaf.CallTimeout = 50 * time.Millisecond
	f := startServers(t, Options{}, deaf)
	large := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	for range 3 {
		if r := f.call(t, "mcp__a__echo", large); r.Err == nil || r.Err.Code != tools.CodeTimeout {
			t.Fatalf("result = %+v", r.Err)
		}
	}
}

func TestModernServer(t *testing.T) {
	f := startServers(t, Options{Version: "1.2.3"}, fakeServer(t, "a", "modern"))
	asked := f.call(t, "mcp__a__do", `{"what":"asked"}`).Text
	if !strings.HasPrefix(asked, "initialize\nserver/discover\ntools/list") {
		t.Errorf("asked = %q; states %+v", asked, f.States())
	}
}
