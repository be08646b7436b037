package openai

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/llm"
	"beestown/llm/llmtest"
)

func TestAnswers(t *testing.T) {
	read, grep := llmtest.Tool("Read", `{"file_path":"a.txt"}`), llmtest.Tool("Grep", `{"pattern":"x"}`)
	both := []llm.ToolCall{
		{ID: "call_1", Name: "Read", Args: read.Args},
		{ID: "call_2", Name: "Grep", Args: grep.Args},
	}
	usage := llm.Usage{Input: 10, Output: 5}
	tests := []struct {
		name   string
		turn   llmtest.Turn
		want   *llm.Message
		finish llm.Finish
		usage  llm.Usage
	}{
		{"text", llmtest.Say("Hello, wörld 🐝!"), &llm.Message{Text: "Hello, wörld 🐝!"}, llm.FinishStop, usage},
		{"split anywhere", llmtest.Turn{Text: "Hello, wörld 🐝!", Fault: llmtest.Faults{Flush: 3}},
			&llm.Message{Text: "Hello, wörld 🐝!"}, llm.FinishStop, usage},
		{"comments", llmtest.Turn{Text: "hi", Fault: llmtest.Faults{Comments: true}}, &llm.Message{Text: "hi"}, llm.FinishStop, usage},
		{"no [DONE]", llmtest.Turn{Text: "hi", Fault: llmtest.Faults{NoDone: true}}, &llm.Message{Text: "hi"}, llm.FinishStop, usage},
		{"parallel calls", llmtest.CallTools(read, grep), &llm.Message{Calls: both}, llm.FinishCalls, usage},
		{"shared index", llmtest.Turn{Calls: []llmtest.Call{read, grep}, Fault: llmtest.Faults{SharedIndex: true}},
			&llm.Message{Calls: both}, llm.FinishCalls, usage},
		{"shared index without ids", llmtest.Turn{Calls: []llmtest.Call{read, grep}, Fault: llmtest.Faults{SharedIndex: true, NoIDs: true}},
			&llm.Message{Calls: both}, llm.FinishCalls, usage},
		{"repeated name", llmtest.Turn{Calls: []llmtest.Call{read, grep}, Fault: llmtest.Faults{RepeatName: true, SharedIndex: true}},
			&llm.Message{Calls: both}, llm.FinishCalls, usage},
		{"no ids", llmtest.Turn{Calls: []llmtest.Call{read, grep}, Fault: llmtest.Faults{NoIDs: true}},
			&llm.Message{Calls: both}, llm.FinishCalls, usage},
		{"calls that finish with stop", llmtest.Turn{Calls: []llmtest.Call{read}, Finish: "stop"},
			&llm.Message{Calls: both[:1]}, llm.FinishCalls, usage},
		{"malformed arguments", llmtest.CallTools(llmtest.Tool("Read", `{"file_path":`)),
			&llm.Message{Calls: []llm.ToolCall{{ID: "call_1", Name: "Read", Args: `{"file_path":`}}}, llm.FinishCalls, usage},
		{"usage in every chunk", llmtest.Turn{Text: strings.Repeat("x", 200), Usage: llmtest.Usage{Input: 9, Cached: 8, Output: 7, Reasoning: 6},
			Fault: llmtest.Faults{UsageEach: true}}, &llm.Message{Text: strings.Repeat("x", 200)}, llm.FinishStop,
			llm.Usage{Input: 9, Cached: 8, Output: 7, Reasoning: 6}},
		{"reasoning_content", llmtest.Turn{Reasoning: "let me think", Text: "42"},
			&llm.Message{Text: "42", Reasoning: "let me think", ReasoningField: "reasoning_content"}, llm.FinishStop, usage},
		{"reasoning", llmtest.Turn{Reasoning: "let me think", ReasoningField: "reasoning", Text: "42"},
			&llm.Message{Text: "42", Reasoning: "let me think", ReasoningField: "reasoning"}, llm.FinishStop, usage},
		{"no stream", llmtest.Turn{Reasoning: "hm", Text: "hi", Calls: []llmtest.Call{read, grep}, Fault: llmtest.Faults{JSON: true}},
			&llm.Message{Text: "hi", Reasoning: "hm", ReasoningField: "reasoning_content", Calls: both}, llm.FinishCalls, usage},
		{"length", llmtest.Turn{Text: "cut of", Finish: "length"}, &llm.Message{Text: "cut of"}, llm.FinishLength, usage},
		{"filter", llmtest.Turn{Finish: "content_filter"}, &llm.Message{}, llm.FinishFilter, usage},
		{"invented finish", llmtest.Turn{Text: "x", Finish: "whatever"}, &llm.Message{Text: "x"}, llm.FinishOther, usage},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(within(t), model(t, llmtest.Start(t, tt.turn), nil), hello())
			if r.err != nil || len(r.retries) > 0 {
				t.Fatalf("error %v, retries %v", r.err, r.retries)
			}
			tt.want.Role = llm.RoleAssistant
			if diff := cmp.Diff(tt.want, r.message); diff != "" {
				t.Error(diff)
			}
			if r.text != tt.want.Text || r.reasoning != tt.want.Reasoning {
				t.Errorf("streamed %q and %q", r.text, r.reasoning)
			}
			if r.finish != tt.finish || r.usage != tt.usage {
				t.Errorf("finish %q, usage %+v; want %q, %+v", r.finish, r.usage, tt.finish, tt.usage)
			}
		})
	}
}

// Events as no llmtest fault makes them.
func TestRawEvents(t *testing.T) {
	stop := `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`
	tests := []struct {
		name, events string
		want         *llm.Message
	}{
		{"arguments as an object", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"Read","arguments":{"x":1}}}]}}]}`,
			&llm.Message{Calls: []llm.ToolCall{{ID: "a", Name: "Read", Args: `{"x":1}`}}}},
		{"gap in the index", `data: {"choices":[{"delta":{"tool_calls":[{"index":2000000000,"id":"a","function":{"name":"Read","arguments":"{}"}}]}}]}`,
			&llm.Message{Calls: []llm.ToolCall{{ID: "a", Name: "Read", Args: `{}`}}}},
		{"no index", `data: {"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"Read","arguments":"{"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"}"}}]}}]}`,
			&llm.Message{Calls: []llm.ToolCall{{ID: "a", Name: "Read", Args: `{}`}}}},
		{"id that changes", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"Read","arguments":"{"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"arguments":"}"}}]}}]}`,
			&llm.Message{Calls: []llm.ToolCall{{ID: "a", Name: "Read", Args: `{}`}}}},
		{"one id for two calls", `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"Read","arguments":"{}"}},{"index":1,"id":"a","function":{"name":"Read","arguments":"{}"}}]}}]}`,
			&llm.Message{Calls: []llm.ToolCall{{ID: "a", Name: "Read", Args: `{}`}, {ID: "call_1", Name: "Read", Args: `{}`}}}},
		{"content as parts", `data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"hi"}]}}]}`,
			&llm.Message{Text: "hi", Reasoning: "hm", ReasoningField: "reasoning"}},
		{"refusal", `data: {"choices":[{"delta":{"content":null,"refusal":"no"}}]}`, &llm.Message{Text: "no"}},
		{"second choice", `data: {"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]}`, &llm.Message{Text: "a"}},
		{"carriage returns and ids", "id: 7\r\nevent: message\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n\r", &llm.Message{Text: "a"}},
		{"data in two lines", "data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"a\"}}]}", &llm.Message{Text: "a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			raw := llmtest.Turn{Fault: llmtest.Faults{Raw: tt.events + "\n\n" + stop, NoFinish: true}}
			r := ask(within(t), model(t, llmtest.Start(t, raw), nil), hello())
			tt.want.Role = llm.RoleAssistant
			if diff := cmp.Diff(tt.want, r.message); diff != "" || r.err != nil {
				t.Error(r.err, diff)
			}
		})
	}
}

func TestUsedIDsAreReplaced(t *testing.T) {
	again := llmtest.CallTools(llmtest.Call{ID: "call_0", Name: "Read", Args: "{}"})
	m := model(t, llmtest.Start(t, again, again, again), nil)
	req := hello()
	ids := map[string]bool{}
	for range 3 {
		r := ask(within(t), m, req)
		if r.err != nil {
			t.Fatal(r.err)
		}
		ids[r.message.Calls[0].ID] = true
		req.Messages = append(req.Messages, r.message,
			&llm.Message{Role: llm.RoleTool, CallID: r.message.Calls[0].ID, Text: "ok"})
	}
	if len(ids) != 3 {
		t.Errorf("ids %v are not unique", ids)
	}
}
