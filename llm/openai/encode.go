package openai

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"beestown/llm"
)

// encoder keeps the bytes of a conversation. The body of a request is head + messages + tail; the
// bytes of messages are only ever appended to, so a body that is still being sent stays intact.
type encoder struct {
	model         string
	maxTokensKey  string
	sendReasoning bool
	noUsage       bool // the endpoint refuses stream_options

	head      []byte // up to and with the system message
	system    string // what head was made of
	tools     []llm.ToolDef
	maxTokens int

	seen     []*llm.Message // the messages that messages holds
	messages []byte         // each encoded message, with a comma before it
	ids      map[string]bool
	images   bool // the last message of seen is a tool result after which images were sent
}

// tail closes the list of messages and the request.
const tail = "]}"

// body is one request's bytes. It can be read more than once, for retries.
type body struct{ head, messages []byte }

func (b body) size() int64 { return int64(len(b.head) + len(b.messages) + len(tail)) }

func (b body) reader() io.ReadCloser {
	return io.NopCloser(io.MultiReader(
		bytes.NewReader(b.head), bytes.NewReader(b.messages), bytes.NewReader([]byte(tail))))
}

// encode returns the body of req. Only what an earlier call has not seen is encoded; the result
// is the same as if all of it were.
func (e *encoder) encode(req llm.Request) body {
	e.encodeHead(req)
	known := len(e.seen)
	if len(req.Messages) < known || !slices.Equal(e.seen, req.Messages[:known]) || e.splitsBlock(req.Messages[known:]) {
		// A new array: an earlier body may still be on its way.
		e.messages, e.seen, e.ids, known = nil, nil, map[string]bool{}, 0
	}
	e.appendMessages(req.Messages[known:])
	e.seen = append(e.seen, req.Messages[known:]...)

	b := body{head: e.head, messages: e.messages[:len(e.messages):len(e.messages)]}
	if e.system == "" && len(b.messages) > 0 {
		b.messages = b.messages[1:] // no system message, so no comma
	}
	return b
}

// splitsBlock tells whether more tool results follow a block whose images were already sent after
// it: endpoints want the results of one answer side by side.
func (e *encoder) splitsBlock(more []*llm.Message) bool {
	return e.images && len(more) > 0 && more[0].Role == llm.RoleTool
}

func (e *encoder) encodeHead(req llm.Request) {
	if e.head != nil && e.system == req.System && e.maxTokens == req.MaxTokens && slices.EqualFunc(e.tools, req.Tools, sameTool) {
		return
	}
	e.system, e.tools, e.maxTokens = req.System, slices.Clone(req.Tools), req.MaxTokens
	b := appendString([]byte(`{"model":`), e.model)
	b = append(b, `,"stream":true`...)
	if !e.noUsage {
		b = append(b, `,"stream_options":{"include_usage":true}`...)
	}
	if req.MaxTokens > 0 {
		b = append(append(append(b, `,"`...), e.maxTokensKey...), `":`...)
		b = strconv.AppendInt(b, int64(req.MaxTokens), 10)
	}
	if len(req.Tools) > 0 {
		b = append(b, `,"tools":`...)
		sep := byte('[')
		for _, t := range req.Tools {
			b = append(b, sep)
			b = appendTool(b, t)
			sep = ','
		}
		b = append(b, ']')
	}
	b = append(b, `,"messages":[`...)
	if req.System != "" {
		b = append(b, `{"role":"system","content":`...)
		b = append(appendString(b, req.System), '}')
	}
	e.head = b
}

func sameTool(a, b llm.ToolDef) bool {
	return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.Parameters, b.Parameters)
}

func appendTool(b []byte, t llm.ToolDef) []byte {
	b = append(b, `{"type":"function","function":{"name":`...)
	b = appendString(b, t.Name)
	b = append(b, `,"description":`...)
	b = appendString(b, t.Description)
	if len(t.Parameters) > 0 {
		b = append(b, `,"parameters":`...)
		b = append(b, t.Parameters...)
	}
	return append(b, "}}"...)
}

// appendMessages encodes messages. Tool messages can only hold text, so the images of a block of
// tool results follow it in a user message.
func (e *encoder) appendMessages(messages []*llm.Message) {
	var images []llm.Image
	for i, m := range messages {
		e.messages = append(e.messages, ',')
		e.appendMessage(m)
		if m.Role != llm.RoleTool {
			e.images = false
			continue
		}
		images = append(images, m.Images...)
		if i+1 < len(messages) && messages[i+1].Role == llm.RoleTool {
			continue
		}
		if e.images = len(images) > 0; e.images {
			e.messages = append(e.messages, `,{"role":"user","content":`...)
			e.messages = appendParts(e.messages, "Images of the tool results above, in order:", images)
			e.messages = append(e.messages, '}')
			images = nil
		}
	}
}

func (e *encoder) appendMessage(m *llm.Message) {
	b := append(e.messages, `{"role":`...)
	b = appendString(b, string(m.Role))
	if m.Role == llm.RoleTool {
		b = append(b, `,"tool_call_id":`...)
		b = appendString(b, m.CallID)
	}
	b = append(b, `,"content":`...)
	switch {
	case m.Role == llm.RoleUser && len(m.Images) > 0:
		b = appendParts(b, m.Text, m.Images)
	case m.Role == llm.RoleAssistant && m.Text == "" && len(m.Calls) > 0:
		b = append(b, "null"...)
	default:
		b = appendString(b, m.Text)
	}
	if e.sendReasoning && m.ReasoningField == reasoningContent {
		b = append(b, `,"reasoning_content":`...)
		b = appendString(b, m.Reasoning)
	}
	e.messages = append(e.appendCalls(b, m.Calls), '}')
}

func (e *encoder) appendCalls(b []byte, calls []llm.ToolCall) []byte {
	if len(calls) == 0 {
		return b
	}
	sep := `,"tool_calls":[`
	for _, c := range calls {
		e.ids[c.ID] = true
		b = append(append(b, sep...), `{"id":`...)
		b = appendString(b, c.ID)
		b = append(b, `,"type":"function","function":{"name":`...)
		b = appendString(b, c.Name)
		b = append(b, `,"arguments":`...)
		b = append(appendString(b, sendableArgs(c.Args)), "}}"...)
		sep = ","
	}
	return append(b, ']')
}

// sendableArgs returns arguments that every endpoint takes back. Some decode the arguments of old
// calls and refuse the whole conversation when one is not a JSON object, so a malformed text goes
// back inside an object: the model still sees what it wrote.
func sendableArgs(args string) string {
	switch {
	case args == "":
		return "{}"
	case isObject(args):
		return args
	}
	return string(append(appendString([]byte(`{"malformed_arguments":`), args), '}'))
}

func isObject(s string) bool {
	data := bytes.TrimLeft([]byte(s), " \t\r\n")
	return len(data) > 0 && data[0] == '{' && json.Valid(data)
}

func appendParts(b []byte, text string, images []llm.Image) []byte {
	sep := byte('[')
	if text != "" {
		b = append(b, `[{"type":"text","text":`...)
		b = append(appendString(b, text), '}')
		sep = ','
	}
	for _, img := range images {
		b = append(b, sep)
		b = append(b, `{"type":"image_url","image_url":{"url":"data:`...)
		b = append(append(b, img.MIME...), ";base64,"...)
		b = base64.StdEncoding.AppendEncode(b, img.Data)
		b = append(b, `"}}`...)
		sep = ','
	}
	return append(b, ']')
}
