package llmtest

import (
	"fmt"
	"iter"
	"unicode/utf8"
)

type object = map[string]any

// events yields the stream of a turn, one complete event after the other.
func events(t Turn) iter.Seq[string] {
	return func(yield func(string) bool) {
		emit := func(delta object, finish any) bool {
			return yield(event(t, chunk(t, delta, finish)))
		}
		if !prose(t, emit) || !calls(t, emit) {
			return
		}
		if t.Fault.Raw != "" && !yield(t.Fault.Raw+"\n\n") {
			return
		}
		if t.Fault.Hang || t.Fault.NoFinish {
			return
		}
		if t.Fault.Error != "" {
			yield(fmt.Sprintf("data: {\"error\":%s}\n\n", t.Fault.Error))
			return
		}
		if !emit(object{}, t.finish()) || !yield(event(t, usageChunk(t))) {
			return
		}
		if !t.Fault.NoDone {
			yield("data: [DONE]\n\n")
		}
	}
}

func prose(t Turn, emit func(object, any) bool) bool {
	field := t.ReasoningField
	if field == "" {
		field = "reasoning_content"
	}
	for _, p := range pieces(t.Reasoning, t.Chunk) {
		if !emit(object{field: p}, nil) {
			return false
		}
	}
	for _, p := range pieces(t.Text, t.Chunk) {
		if !emit(object{"content": p}, nil) {
			return false
		}
	}
	return true
}

// calls emits each call as a first fragment with id and name and further ones with arguments.
func calls(t Turn, emit func(object, any) bool) bool {
	for i, c := range t.Calls {
		index := i
		if t.Fault.SharedIndex {
			index = 0
		}
		head := object{"name": c.Name, "arguments": ""}
		first := object{"index": index, "type": "function", "function": head}
		if c.ID != "" {
			first["id"] = c.ID
		}
		if !emit(object{"tool_calls": []object{first}}, nil) {
			return false
		}
		for _, p := range pieces(c.Args, t.Chunk) {
			fn := object{"arguments": p}
			fragment := object{"index": index, "function": fn}
			if t.Fault.RepeatName {
				fn["name"] = c.Name
				fragment["id"] = c.ID
			}
			if !emit(object{"tool_calls": []object{fragment}}, nil) {
				return false
			}
		}
	}
	return true
}

func (t Turn) finish() string {
	switch {
	case t.Finish != "":
		return t.Finish
	case len(t.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func event(t Turn, payload object) string {
	comment := ""
	if t.Fault.Comments {
		comment = ": still working\n\n"
	}
	return comment + "data: " + string(encode(payload)) + "\n\n"
}

func chunk(t Turn, delta object, finish any) object {
	c := object{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test-model",
		"choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}},
	}
	if t.Fault.UsageEach {
		c["usage"] = t.usage()
	}
	return c
}

func usageChunk(t Turn) object {
	return object{"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": []object{}, "usage": t.usage()}
}

func (t Turn) usage() object {
	u := t.Usage
	if u == (Usage{}) {
		u = Usage{Input: 10, Output: 5}
	}
	return object{
		"prompt_tokens": u.Input, "completion_tokens": u.Output, "total_tokens": u.Input + u.Output,
		"prompt_tokens_details":     object{"cached_tokens": u.Cached},
		"completion_tokens_details": object{"reasoning_tokens": u.Reasoning},
	}
}

// document is the whole answer of an endpoint that does not stream.
func document(t Turn) object {
	msg := object{"role": "assistant", "content": t.Text}
	var list []object
	for _, c := range t.Calls {
		list = append(list, object{"id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": c.Args}})
	}
	if list != nil {
		msg["tool_calls"] = list
	}
	if t.Reasoning != "" {
		msg["reasoning_content"] = t.Reasoning
	}
	return object{
		"id": "chatcmpl-1", "object": "chat.completion", "model": "test-model", "usage": t.usage(),
		"choices": []object{{"index": 0, "message": msg, "finish_reason": t.finish()}},
	}
}

// pieces splits s into runs of at least n bytes (16 when 0) that end between runes.
func pieces(s string, n int) []string {
	if n <= 0 {
		n = 16
	}
	var out []string
	for len(s) > 0 {
		end := min(n, len(s))
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		out, s = append(out, s[:end]), s[end:]
	}
	return out
}
