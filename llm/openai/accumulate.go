package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	"beestown/llm"
)

// Limits on one answer.
const (
	minCalls = 64       // calls that are accepted at least
	minArgs  = 4 << 20  // bytes of their arguments, all calls together, that are accepted at least
	maxText  = 16 << 20 // bytes of text and reasoning
)

// accumulator adds the events of one answer up to a message.
type accumulator struct {
	maxCalls, maxArgs int

	text, reasoning strings.Builder
	field           string // the wire field of the reasoning
	calls           []*call
	byID            map[string]*call
	byIndex         map[int]*call
	argBytes        int
	usage           llm.Usage
	finish          string
	finished        bool // a finish_reason was seen
}

type call struct {
	id, name string
	args     strings.Builder
}

// add takes in a delta's fragment of a tool call and returns the call it belongs to. The error
// names the limit that the answer breaks.
func (a *accumulator) add(f *fragment) (*call, error) {
	c := a.find(f)
	if c == nil {
		if len(a.calls) == a.maxCalls {
			return nil, fmt.Errorf("the answer asks for more than %d tool calls", a.maxCalls)
		}
		c = &call{id: f.ID}
		a.calls = append(a.calls, c)
	}
	a.index(f, c)
	if c.name == "" {
		c.name = f.Function.Name // some endpoints repeat it with every fragment
	}
	if a.argBytes += len(f.Function.Arguments); a.argBytes > a.maxArgs {
		return nil, fmt.Errorf("the answer has more than %d bytes of tool arguments", a.maxArgs)
	}
	c.args.WriteString(string(f.Function.Arguments))
	return c, nil
}

// find returns the call that a fragment continues, nil when it starts a new one. The id decides
// when it is known or comes with a name; otherwise the index does, because endpoints leave out
// ids, share one index among parallel calls, or change the id in the middle of a call.
func (a *accumulator) find(f *fragment) *call {
	c := a.byID[f.ID]
	switch {
	case c != nil:
	case f.ID != "" && f.Function.Name != "":
		return nil
	case f.Index != nil:
		c = a.byIndex[*f.Index]
	case f.Function.Name == "" && len(a.calls) > 0:
		c = a.calls[len(a.calls)-1]
	}
	if c != nil && startsAnew(c, f) {
		return nil
	}
	return c
}

// startsAnew tells whether a fragment that seems to belong to c is another call with the same id
// or index, or merely repeats the name: it is another one when c has arguments for another tool,
// or complete ones.
func startsAnew(c *call, f *fragment) bool {
	args := c.args.String()
	if f.Function.Name == "" || args == "" {
		return false
	}
	return f.Function.Name != c.name || strings.HasSuffix(args, "}") &&
		strings.HasPrefix(string(f.Function.Arguments), "{") && json.Valid([]byte(args))
}

func (a *accumulator) index(f *fragment, c *call) {
	if a.byID == nil {
		a.byID, a.byIndex = map[string]*call{}, map[int]*call{}
	}
	if f.ID != "" {
		a.byID[f.ID] = c // never "", so byID[""] finds nothing
	}
	if f.Index != nil {
		a.byIndex[*f.Index] = c
	}
}

// addText takes in visible text or reasoning.
func (a *accumulator) addText(b *strings.Builder, s string) error {
	b.WriteString(s)
	if a.text.Len()+a.reasoning.Len() > maxText {
		return fmt.Errorf("the answer has more than %d MB of text", maxText>>20)
	}
	return nil
}

// message returns the whole answer. Ids that are missing or that used has seen earlier in the
// conversation are replaced, so that every result finds its call.
func (a *accumulator) message(used map[string]bool) *llm.Message {
	m := &llm.Message{
		Role:           llm.RoleAssistant,
		Text:           a.text.String(),
		Reasoning:      a.reasoning.String(),
		ReasoningField: a.field,
	}
	own := map[string]bool{}
	next := len(used)
	for _, c := range a.calls {
		id := c.id
		for id == "" || used[id] || own[id] {
			next++
			id = fmt.Sprintf("call_%d", next)
		}
		own[id] = true
		m.Calls = append(m.Calls, llm.ToolCall{ID: id, Name: c.name, Args: c.args.String()})
	}
	return m
}
