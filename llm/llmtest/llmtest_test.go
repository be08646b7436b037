package llmtest_test

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"beestown/llm/llmtest"
)

const request = `{"model":"m","tools":[{"function":{"name":"Read"}}],"messages":[
	{"role":"user","content":[{"type":"text","text":"hel"},{"type":"text","text":"lo\n"},{"type":"image_url"}]},
	{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"a","function":{"name":"Read","arguments":"{}"}}]},
	{"role":"tool","tool_call_id":"a","content":"x"}]}`

// post sends a chat request and returns the status, the body so far and the error that ended it.
func post(t *testing.T, s *llmtest.Server, body string) (int, string, error) {
	t.Helper()
	client := s.Client()
	defer client.CloseIdleConnections()
	res, err := client.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, string(data), err
}

func TestParse(t *testing.T) {
	got, err := llmtest.Parse(`
# the first turn
reasoning hm
reasoning-field reasoning
text Let me read it.
text   And then?
call Read {"file_path": "a b.txt"}
call Now
usage 100 20
chunk 4
delay 20ms
want hello
want two words
repeat 3
---
status 429
header Retry-After: 1
body {"error":{"message":"slow down"}}
repeat 0
---
---
cut 12
flush 7
hang
nofinish
nodone
json
error {"message":"x"}
raw data: {
finish length
comments
sharedindex
repeatname
usageeach
noids
`)
	want := []llmtest.Turn{
		{Reasoning: "hm", ReasoningField: "reasoning", Text: "Let me read it.\n  And then?",
			Calls: []llmtest.Call{{Name: "Read", Args: `{"file_path": "a b.txt"}`}, {Name: "Now"}},
			Usage: llmtest.Usage{Input: 100, Output: 20}, Chunk: 4, Delay: 20 * time.Millisecond,
			Want: []string{"hello", "two words"}, Repeat: 3},
		{Repeat: llmtest.Forever, Fault: llmtest.Faults{Status: 429, Header: map[string]string{"Retry-After": "1"},
			Body: `{"error":{"message":"slow down"}}`}},
		{},
		{Finish: "length", Fault: llmtest.Faults{CutAfter: 12, Flush: 7, Hang: true, NoFinish: true, NoDone: true, JSON: true,
			Error: `{"message":"x"}`, Raw: "data: {", Comments: true, SharedIndex: true, RepeatName: true, UsageEach: true, NoIDs: true}},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestParseErrors(t *testing.T) {
	for script, want := range map[string]string{
		"text a\ntxt b":    `llmtest: line 2: unknown directive "txt"; the package comment lists them`,
		"status many":      `llmtest: line 1: status wants a number, not "many"`,
		"cut -1":           `llmtest: line 1: cut wants a number, not "-1"`,
		"usage 1":          `llmtest: line 1: usage wants two numbers, not "1"`,
		"header X":         `llmtest: line 1: header wants "Name: value", not "X"`,
		"delay soon":       `llmtest: line 1: delay wants a duration such as 20ms, not "soon"`,
		"---\n\n---\ncall": `llmtest: line 4: call wants a tool name and arguments`,
	} {
		if _, err := llmtest.Parse(script); err == nil || err.Error() != want {
			t.Errorf("%q: %v", script, err)
		}
	}
}

func TestRequestsAreRecorded(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("hi"), llmtest.Say("hi"))
	if _, stream, err := post(t, s, request); err != nil || !strings.HasSuffix(stream, "data: [DONE]\n\n") {
		t.Fatal(err, stream)
	}
	got := s.Requests()[0]
	want := []llmtest.Message{
		{Role: "user", Content: "hello\n", Images: 1},
		{Role: "assistant", Reasoning: "hm", Calls: []llmtest.Call{{ID: "a", Name: "Read", Args: "{}"}}},
		{Role: "tool", Content: "x", ToolCallID: "a"},
	}
	if diff := cmp.Diff(want, got.Messages); diff != "" || got.Model != "m" || string(got.Body) != request || got.Last().ToolCallID != "a" {
		t.Error(diff, got.Model)
	}
	if diff := cmp.Diff([]string{"Read"}, got.Tools); diff != "" {
		t.Error(diff)
	}
	if status, body, _ := post(t, s, "{nonsense"); status != 418 || !strings.Contains(body, "the request is not valid") {
		t.Error(status, body)
	}
}

func TestScriptEnds(t *testing.T) {
	s := llmtest.Start(t, llmtest.Turn{Text: "hi", Repeat: 2, Want: []string{"lo\n"}}, llmtest.Turn{Want: []string{"not there"}})
	for i, want := range []struct {
		status int
		text   string
	}{{200, "[DONE]"}, {200, "[DONE]"}, {418, `lacks \"not there\"`}, {418, "the script has 2 turns, this is request 4"}} {
		if status, body, _ := post(t, s, request); status != want.status || !strings.Contains(body, want.text) {
			t.Errorf("request %d: %d %s", i, status, body)
		}
	}
}

func TestKey(t *testing.T) {
	s := llmtest.Start(t)
	s.Key = "right"
	for key, want := range map[string]int{"right": 200, "wrong": 401, "": 401} {
		req, err := http.NewRequest("GET", s.URL+"/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+key)
		client := s.Client()
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		client.CloseIdleConnections()
		if res.StatusCode != want {
			t.Errorf("key %q: %d", key, res.StatusCode)
		}
	}
}

func TestCut(t *testing.T) {
	s := llmtest.Start(t, llmtest.Turn{Text: strings.Repeat("x", 100), Fault: llmtest.Faults{CutAfter: 333, Flush: 10}})
	_, stream, err := post(t, s, request)
	if len(stream) != 333 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d bytes, error %v", len(stream), err)
	}
}

// A silent server in a bubble: time is virtual, and Close ends the handler.
func TestHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(llmtest.Script(llmtest.Turn{Text: "x", Delay: time.Minute, Fault: llmtest.Faults{Hang: true}}))
		client := s.Client()
		defer client.CloseIdleConnections()
		start := time.Now()
		res, err := client.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		line, err := bufio.NewReader(res.Body).ReadString('\n')
		if err != nil || !strings.Contains(line, `"content":"x"`) || time.Since(start) != time.Minute {
			t.Errorf("%s %v after %s", line, err, time.Since(start))
		}
		s.Close()
		s.Close()
	})
}
