package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// modeVar makes the test binary a server: its value is the way in which the server behaves.
const modeVar = "BEESTOWN_TEST_MCP_SERVER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeVar); mode != "" {
		serveFake(mode)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

type object = map[string]any

// fake is a server on stdin and stdout, written by hand so that it can misbehave.
type fake struct {
	mode  string
	tools []object
	asked []string // methods, in the order in which they came
}

type message struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name      string
		Cursor    string
		Arguments json.RawMessage
		RequestID json.RawMessage
		Meta      struct{ ProgressToken any } `json:"_meta"`
	}
}

func serveFake(mode string) {
	switch mode {
	case "exit":
		fmt.Fprintln(os.Stderr, "starting\nno \x1b[31mAPI_KEY\x1b[0m given")
		os.Exit(3)
	case "silent", "silent and stubborn":
		time.Sleep(time.Hour)
	case "host":
		hostUntilKilled()
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
	case "noise":
		fmt.Print("welcome to the server\n\n[1,2]\nnot json {\n")
	}
	f := &fake{mode: mode, tools: []object{
		definition("echo", "says it again", object{"type": "object", "required": []string{"text"}, "properties": object{
			"zeta": object{"type": "integer"},
			"text": object{"type": "string", "description": "what to say\u202e"},
			"deep": object{"type": "object", "properties": object{"list": object{"type": "array", "items": object{"type": "integer"}}}},
		}}),
		definition("peek", "", object{"type": "object"}),
		definition("do", "does what `what` says", object{"type": "object", "properties": object{"what": object{"type": "string"}}}),
	}}
	f.tools[1]["annotations"] = object{"readOnlyHint": true}
	f.dress()
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var m message
		if json.Unmarshal(line, &m) == nil {
			f.handle(m)
		}
		if mode == "deaf" && len(f.asked) > 3 {
			break
		}
	}
	if mode == "stubborn" || mode == "deaf" || mode == "lingers" {
		time.Sleep(time.Hour)
	}
}

// dress gives the fake the tools of its mode.
func (f *fake) dress() {
	plain := object{"type": "object"}
	switch f.mode {
	case "many":
		for i := range 30 {
			f.tools = append(f.tools, definition(fmt.Sprintf("t%02d", i), "x", plain))
		}
	case "names":
		f.tools = nil
		for _, name := range []string{"a.b", "a_b", "a b", "same", "same", strings.Repeat("long", 20)} {
			f.tools = append(f.tools, definition(name, strings.Repeat("d", 10_000), plain))
		}
	}
}

func definition(name, description string, schema object) object {
	return object{"name": name, "description": description, "inputSchema": schema}
}

func send(v any) {
	line, _ := json.Marshal(v)
	os.Stdout.Write(append(line, '\n'))
}

func answer(id json.RawMessage, result any) {
	send(object{"jsonrpc": "2.0", "id": id, "result": result})
}

func refuse(id json.RawMessage, code int, text string) {
	send(object{"jsonrpc": "2.0", "id": id, "error": object{"code": code, "message": text}})
}

func notify(method string, params object) {
	send(object{"jsonrpc": "2.0", "method": method, "params": params})
}

func (f *fake) handle(m message) {
	f.asked = append(f.asked, m.Method)
	capabilities := object{"tools": object{"listChanged": true}}
	switch m.Method {
	case "initialize":
		switch f.mode {
		case "modern":
			refuse(m.ID, -32601, "method not found")
			return
		case "refuses":
			refuse(m.ID, -32603, "the database is down")
			return
		}
		answer(m.ID, object{"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": object{"name": "fake", "version": "1"}})
	case "server/discover":
		if f.mode == "modern" {
			answer(m.ID, object{"supportedVersions": []string{"2026-07-28"}, "capabilities": capabilities})
		} // and ignored otherwise, as some servers do with what they do not know
		if f.mode == "refuses" {
			refuse(m.ID, -32601, "method not found")
		}
	case "tools/list":
		f.list(m)
	case "tools/call":
		f.call(m)
	}
}

// list answers with two tools a page.
func (f *fake) list(m message) {
	if f.mode == "noise" {
		fmt.Println("a line in between")
	}
	at := 0
	_, _ = fmt.Sscan(m.Params.Cursor, &at)
	end := min(at+2, len(f.tools))
	page := object{"tools": f.tools[at:end]}
	if end < len(f.tools) {
		page["nextCursor"] = fmt.Sprint(end)
	}
	answer(m.ID, page)
}

func (f *fake) call(m message) {
	texts := func(parts ...string) object {
		var content []object
		for _, p := range parts {
			content = append(content, object{"type": "text", "text": p})
		}
		return object{"content": content}
	}
	if m.Params.Name != "do" {
		answer(m.ID, texts(string(m.Params.Arguments)))
		return
	}
	var args struct{ What string }
	_ = json.Unmarshal(m.Params.Arguments, &args)
	switch args.What {
	case "asked":
		answer(m.ID, texts(f.asked...))
	case "env":
		answer(m.ID, texts(os.Environ()...))
	case "pid":
		answer(m.ID, texts(fmt.Sprint(os.Getpid())))
	case "fail":
		result := texts("there is no such thing", "at all")
		result["isError"] = true
		answer(m.ID, result)
	case "refuse":
		refuse(m.ID, -32602, "what is that?")
	case "image":
		answer(m.ID, object{"content": []object{
			{"type": "image", "mimeType": "image/png", "data": "aGVsbG8="},
			{"type": "audio", "mimeType": "audio/wav", "data": "aGVsbG8="},
			{"type": "resource_link", "name": "log", "uri": "file:///log"},
			{"type": "resource", "resource": object{"uri": "file:///a", "text": "content"}},
		}})
	case "structured":
		answer(m.ID, object{"content": []object{}, "structuredContent": object{"n": 9007199254740993}})
	case "progress":
		for i := range 3 {
			notify("notifications/progress", object{"progressToken": m.Params.Meta.ProgressToken, "progress": i + 1, "total": 3, "message": "step"})
		}
		answer(m.ID, texts("done"))
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: out of luck")
		os.Exit(2)
	case "long":
		answer(m.ID, texts(strings.Repeat("x", 200_000)))
	case "grow":
		f.tools = append(f.tools, definition("extra", "one more", object{"type": "object"}))
		f.tools[1] = definition("peek", "says something else now", object{"type": "object"})
		notify("notifications/tools/list_changed", nil)
		answer(m.ID, texts("ok"))
	case "shrink":
		f.tools = f.tools[2:3]
		notify("notifications/tools/list_changed", nil)
		answer(m.ID, texts("ok"))
	}
}
