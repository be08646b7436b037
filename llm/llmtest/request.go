package llmtest

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// Request is a recorded chat request.
type Request struct {
	Body   []byte // as it came
	Header http.Header
	Query  string // the raw query of the URL
	// Arrived is when the request's header was there, Answered when the last piece of its answer was
	// about to be sent; zero while the answer is on its way.
	Arrived, Answered time.Time

	// The decoded view. Malformed says why there is none.
	Malformed error
	Model     string
	Tools     []string // the names in order
	Messages  []Message
}

// Message is one message of a recorded request.
type Message struct {
	Role       string
	Content    string // text, or the text parts joined
	Images     int    // how many image parts
	Reasoning  string // reasoning_content
	Calls      []Call
	ToolCallID string
}

// Last returns the last message, zero when there is none.
func (r Request) Last() Message {
	if len(r.Messages) == 0 {
		return Message{}
	}
	return r.Messages[len(r.Messages)-1]
}

type wireRequest struct {
	Model string
	Tools []struct{ Function struct{ Name string } }
	// Messages hold what the decoded view shows.
	Messages []struct {
		Role             string
		Content          json.RawMessage
		ReasoningContent string     `json:"reasoning_content"`
		ToolCalls        []wireCall `json:"tool_calls"`
		ToolCallID       string     `json:"tool_call_id"`
	}
}

type wireCall struct {
	ID       string
	Function struct{ Name, Arguments string }
}

// record reads a request; raw leaves out the decoded view.
func record(r *http.Request, raw bool) Request {
	arrived := time.Now()
	body, err := io.ReadAll(r.Body)
	req := Request{Body: body, Header: r.Header.Clone(), Query: r.URL.RawQuery, Arrived: arrived, Malformed: err}
	if err != nil || raw {
		return req
	}
	var wire wireRequest
	if req.Malformed = json.Unmarshal(body, &wire); req.Malformed != nil {
		return req
	}
	req.Model = wire.Model
	for _, t := range wire.Tools {
		req.Tools = append(req.Tools, t.Function.Name)
	}
	for _, m := range wire.Messages {
		msg := Message{Role: m.Role, Reasoning: m.ReasoningContent, ToolCallID: m.ToolCallID}
		msg.Content, msg.Images = content(m.Content)
		for _, c := range m.ToolCalls {
			msg.Calls = append(msg.Calls, Call{ID: c.ID, Name: c.Function.Name, Args: c.Function.Arguments})
		}
		req.Messages = append(req.Messages, msg)
	}
	return req
}

// content flattens a message's content, which is a string, null or a list of parts.
func content(raw json.RawMessage) (text string, images int) {
	if json.Unmarshal(raw, &text) == nil {
		return text, 0
	}
	var parts []struct{ Type, Text string }
	if json.Unmarshal(raw, &parts) != nil {
		return string(raw), 0
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
		if p.Type == "image_url" {
			images++
		}
	}
	return b.String(), images
}
