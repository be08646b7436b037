package agent

import (
	"context"
	"fmt"
	"strings"

	"beestown/llm"
	"beestown/tools"
)

// think gets one answer from the model, tells it as it arrives, and appends it to the conversation.
func (s *Session) think(ctx context.Context, t *turn) (*llm.Message, llm.Finish, error) {
	a := &answering{s: s, t: t}
	a.begin()
	s.mu.Lock()
	req := llm.Request{System: s.opt.System, Tools: s.defs, Messages: s.messages[:len(s.messages):len(s.messages)], RetryNow: s.retryNow}
	model := s.model
	s.mu.Unlock()
	select { // a key pressed before this request is not meant for it
	case <-s.retryNow:
	default:
	}
	var last llm.Delta
	for d, err := range model.Stream(ctx, req) {
		if err != nil {
			a.broken(ctx)
			return nil, "", err
		}
		a.take(ctx, d)
		if d.Message != nil {
			last = d
		}
	}
	if last.Message == nil {
		a.broken(ctx)
		return nil, "", &llm.Error{Kind: llm.ErrProtocol, Message: "the model's stream ended without an answer", Hint: "send the prompt again"}
	}
	s.answered(t, a, last)
	return last.Message, last.Finish, nil
}

func (s *Session) answered(t *turn, a *answering, last llm.Delta) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.appendLocked(last.Message)
	s.total = s.total.Add(last.Usage)
	t.usage = t.usage.Add(last.Usage)
	if text := strings.TrimSpace(last.Message.Text); text != "" {
		t.text = text
	}
	if last.Message.Text != "" || last.Message.Reasoning != "" {
		s.emit(Message{Head: s.headLocked(), ID: a.id, Text: last.Message.Text, Reasoning: last.Message.Reasoning})
	}
	if last.Usage != (llm.Usage{}) {
		s.emit(Usage{Head: s.headLocked(), Last: last.Usage, Total: s.total})
	}
}

// answering is an answer on its way.
type answering struct {
	s         *Session
	t         *turn
	id        string
	attempt   int
	text      strings.Builder
	reasoning strings.Builder
}

func (a *answering) begin() {
	a.attempt++
	h := a.s.head()
	a.id = fmt.Sprintf("m%d.%d.%d", h.Turn, h.Step, a.attempt)
	a.text.Reset()
	a.reasoning.Reset()
}

func (a *answering) take(ctx context.Context, d llm.Delta) {
	a.text.WriteString(d.Text)
	a.reasoning.WriteString(d.Reasoning)
	switch {
	case d.Retry != nil:
		a.void()
		a.s.emit(Retry{Head: a.s.head(), Retry: *d.Retry})
		a.begin()
	case !a.s.opt.Whole:
		a.tell(ctx, d)
	}
}

// tell sends the event of a piece.
func (a *answering) tell(ctx context.Context, d llm.Delta) {
	h := a.s.head()
	switch {
	case d.Text != "":
		a.s.out.putSlow(ctx, TextDelta{Head: h, ID: a.id, Text: d.Text})
	case d.Reasoning != "":
		a.s.out.putSlow(ctx, ReasoningDelta{Head: h, ID: a.id, Text: d.Reasoning})
	case d.Call != nil:
		a.s.out.putSlow(ctx, CallDelta{Head: h, Name: d.Call.Name, Bytes: d.Call.Bytes})
	}
}

// void closes what was streamed but is not part of the conversation.
func (a *answering) void() {
	if a.text.Len()+a.reasoning.Len() > 0 {
		a.s.emit(Message{Head: a.s.head(), ID: a.id, Text: a.text.String(), Reasoning: a.reasoning.String(), Void: true})
	}
}

// broken ends an answer that did not arrive whole. After an interrupt the text that the user saw
// stays in the conversation, so that "go on" means something; after an error it is void.
func (a *answering) broken(ctx context.Context) {
	if ctx.Err() == nil {
		a.void()
		return
	}
	if a.text.Len() == 0 {
		return
	}
	text := a.text.String()
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	a.t.text = text
	a.s.appendLocked(&llm.Message{Role: llm.RoleAssistant, Text: text + "\n\n[interrupted by the user]"})
	a.s.emit(Message{Head: a.s.headLocked(), ID: a.id, Text: text, Reasoning: a.reasoning.String()})
}

// toolDefs encodes what the model is told about the tools.
func toolDefs(list []tools.Tool) []llm.ToolDef {
	defs := make([]llm.ToolDef, 0, len(list))
	for _, t := range list {
		spec := t.Spec()
		schema, err := tools.Encode(t.Schema())
		if err != nil {
			continue // a server's schema that cannot be encoded cannot be offered either
		}
		defs = append(defs, llm.ToolDef{Name: spec.Name, Description: spec.Description, Parameters: schema})
	}
	return defs
}
