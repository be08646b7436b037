package openai

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"beestown/llm"
	"beestown/llm/llmtest"
)

func newEncoder() *encoder {
	return &encoder{model: "test-model", maxTokensKey: "max_tokens", ids: map[string]bool{}}
}

func bytesOf(t testing.TB, b body) string {
	t.Helper()
	data, err := io.ReadAll(b.reader())
	if err != nil || int64(len(data)) != b.size() {
		t.Fatalf("%d bytes, size says %d, error %v", len(data), b.size(), err)
	}
	return string(data)
}

func TestEncode(t *testing.T) {
	req := llm.Request{
		System: "be good",
		Tools: []llm.ToolDef{{Name: "Read", Description: "reads <a> & \"b\"", Parameters: json.RawMessage(`{"type":"object"}`)},
			{Name: "Now", Description: "tells the time"}},
		MaxTokens: 7,
		Messages: []*llm.Message{
			{Role: llm.RoleUser, Text: "look", Images: []llm.Image{{MIME: "image/png", Data: []byte("png")}}},
			{Role: llm.RoleAssistant, Reasoning: "hm", ReasoningField: "reasoning_content", Calls: []llm.ToolCall{
				{ID: "a", Name: "Read", Args: `{"x":1}`}, {ID: "b", Name: "Read", Args: `{"x":`}, {ID: "c", Name: "Now"}}},
			{Role: llm.RoleTool, CallID: "a", Text: "seen", Images: []llm.Image{{MIME: "image/gif", Data: []byte("gif")}}},
			{Role: llm.RoleTool, CallID: "b", Text: "malformed"},
			{Role: llm.RoleTool, CallID: "c", Text: "\x00\xff\u2028\n"},
			{Role: llm.RoleAssistant, Text: "done"},
		},
	}
	want := strings.Join([]string{
		`{"model":"test-model","stream":true,"stream_options":{"include_usage":true},"max_tokens":7,"tools":[`,
		`{"type":"function","function":{"name":"Read","description":"reads <a> & \"b\"","parameters":{"type":"object"}}},`,
		`{"type":"function","function":{"name":"Now","description":"tells the time"}}],`,
		`"messages":[{"role":"system","content":"be good"},`,
		`{"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}}]},`,
		`{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[`,
		`{"id":"a","type":"function","function":{"name":"Read","arguments":"{\"x\":1}"}},`,
		`{"id":"b","type":"function","function":{"name":"Read","arguments":"{\"malformed_arguments\":\"{\\\"x\\\":\"}"}},`,
		`{"id":"c","type":"function","function":{"name":"Now","arguments":"{}"}}]},`,
		`{"role":"tool","tool_call_id":"a","content":"seen"},`,
		`{"role":"tool","tool_call_id":"b","content":"malformed"},`,
		`{"role":"tool","tool_call_id":"c","content":"\u0000` + "\uFFFD\u2028" + `\n"},`,
		`{"role":"user","content":[{"type":"text","text":"Images of the tool results above, in order:"},{"type":"image_url","image_url":{"url":"data:image/gif;base64,Z2lm"}}]},`,
		`{"role":"assistant","content":"done"}]}`,
	}, "\n")
	e := newEncoder()
	e.sendReasoning = true
	got := bytesOf(t, e.encode(req))
	if !json.Valid([]byte(got)) {
		t.Error("not valid JSON")
	}
	if diff := cmp.Diff(strings.ReplaceAll(want, "\n", ""), got); diff != "" {
		t.Error(diff)
	}
	e.sendReasoning = false
	e.encode(llm.Request{})
	if strings.Contains(bytesOf(t, e.encode(req)), "reasoning") {
		t.Error("reasoning is sent without the option")
	}
}

// conversation returns n steps: an assistant message with two calls and their results.
func conversation(n int, images bool) []*llm.Message {
	list := []*llm.Message{user("go")}
	for i := range n {
		a, b := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)
		first := &llm.Message{Role: llm.RoleTool, CallID: a, Text: strings.Repeat("line\n", 100)}
		if images && i%3 == 0 {
			first.Images = []llm.Image{{MIME: "image/png", Data: []byte{byte(i)}}}
		}
		list = append(list,
			&llm.Message{Role: llm.RoleAssistant, Calls: []llm.ToolCall{{ID: a, Name: "Read", Args: "{}"}, {ID: b, Name: "Read", Args: "{"}}},
			first, &llm.Message{Role: llm.RoleTool, CallID: b, Text: "x"})
	}
	return list
}

// Every request is a strict extension of the one before, and the same as one made from nothing.
func TestRequestsExtendEachOther(t *testing.T) {
	s := llmtest.Start(t, llmtest.Turn{Text: "ok", Repeat: llmtest.Forever})
	for _, system := range []string{"", "be good"} {
		m := model(t, s, nil)
		all := conversation(50, true)
		sent := len(s.Requests())
		for n := 1; n <= len(all); n += 3 {
			if r := ask(within(t), m, llm.Request{System: system, Messages: all[:n:n]}); r.err != nil {
				t.Fatal(r.err)
			}
		}
		previous := ""
		for i, r := range s.Requests()[sent:] {
			body := string(r.Body)
			if r.Malformed != nil || !strings.HasPrefix(body, previous) {
				t.Fatalf("request %d does not extend the one before (%v)", i, r.Malformed)
			}
			fresh := newEncoder().encode(llm.Request{System: system, Messages: all[:1+3*i]})
			if body != bytesOf(t, fresh) {
				t.Fatalf("request %d differs from a fresh encoding", i)
			}
			previous = strings.TrimSuffix(body, tail)
		}
	}
}

func TestEncoderRebuilds(t *testing.T) {
	picture := []llm.Image{{MIME: "image/png", Data: []byte("x")}}
	a := &llm.Message{Role: llm.RoleTool, CallID: "a", Images: picture}
	b := &llm.Message{Role: llm.RoleTool, CallID: "b"}
	u, v := user("u"), user("v")
	tests := []struct {
		name          string
		first, second llm.Request
	}{
		{"shorter", llm.Request{Messages: []*llm.Message{u, v}}, llm.Request{Messages: []*llm.Message{u}}},
		{"other message", llm.Request{Messages: []*llm.Message{u}}, llm.Request{Messages: []*llm.Message{v, u}}},
		{"block of results grows", llm.Request{Messages: []*llm.Message{u, a}}, llm.Request{Messages: []*llm.Message{u, a, b}}},
		{"other system", llm.Request{System: "x", Messages: []*llm.Message{u}}, llm.Request{Messages: []*llm.Message{u, v}}},
		{"other tools", llm.Request{Messages: []*llm.Message{u}}, llm.Request{Tools: []llm.ToolDef{{Name: "n"}}, Messages: []*llm.Message{u}}},
		{"nothing", llm.Request{Messages: []*llm.Message{u}}, llm.Request{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := newEncoder()
			first := e.encode(tt.first)
			before := bytesOf(t, first)
			if diff := cmp.Diff(bytesOf(t, newEncoder().encode(tt.second)), bytesOf(t, e.encode(tt.second))); diff != "" {
				t.Error(diff)
			}
			if bytesOf(t, first) != before {
				t.Error("the body of the first request changed under its reader")
			}
		})
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a\"b\\c\n\r\t\x00\x1f", "\xff\xfe", "日本語 🐝 \u2028", "\xf0\x9f\x90"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		if err := json.Unmarshal(appendString(nil, s), &got); err != nil {
			t.Fatal(err)
		}
		if utf8.ValidString(s) && got != s {
			t.Errorf("%q became %q", s, got)
		}
	})
}

// A request costs what is new in it, not what came before: ns/step does not grow with the steps.
func BenchmarkRequest(b *testing.B) {
	for _, steps := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("steps=%d", steps), func(b *testing.B) {
			all := conversation(steps, false)
			for b.Loop() {
				e := newEncoder()
				for n := 1; n <= len(all); n += 3 {
					e.encode(llm.Request{Messages: all[:n:n]})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
		})
	}
}
