package openai

import (
	"encoding/json"
	"strings"

	"beestown/llm"
)

// The wire fields that carry reasoning.
const (
	reasoningContent = "reasoning_content"
	reasoningPlain   = "reasoning"
)

// chunk is an event of a stream, or a whole answer (then the choice has a message, not a delta).
type chunk struct {
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type choice struct {
	Index        int     `json:"index"`
	Delta        delta   `json:"delta"`
	Message      *delta  `json:"message"`
	FinishReason *string `json:"finish_reason"`
}

type delta struct {
	Content          content    `json:"content"`
	Refusal          string     `json:"refusal"`
	ReasoningContent string     `json:"reasoning_content"`
	Reasoning        string     `json:"reasoning"`
	ToolCalls        []fragment `json:"tool_calls"`
}

// reasoning returns the delta's thinking and the field that it came in.
func (d *delta) reasoning() (text, field string) {
	switch {
	case d.ReasoningContent != "":
		return d.ReasoningContent, reasoningContent
	case d.Reasoning != "":
		return d.Reasoning, reasoningPlain
	}
	return d.Content.thinking, reasoningPlain
}

// fragment is a piece of a tool call.
type fragment struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string    `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
}

// content is text, or a list of parts from endpoints that stream thinking as parts.
type content struct{ text, thinking string }

func (c *content) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &c.text)
	}
	var parts []struct {
		Text     string `json:"text"`
		Thinking []struct {
			Text string `json:"text"`
		} `json:"thinking"`
	}
	if data[0] != '[' || json.Unmarshal(data, &parts) != nil {
		return nil // null, or a form that nobody has documented
	}
	for _, p := range parts {
		c.text += p.Text
		for _, t := range p.Thinking {
			c.thinking += t.Text
		}
	}
	return nil
}

// arguments is a string, or from some endpoints the object itself.
type arguments string

func (a *arguments) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '"':
		return json.Unmarshal(data, (*string)(a))
	case '{':
		*a = arguments(data)
	}
	return nil
}

type usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	CacheHitTokens   int `json:"prompt_cache_hit_tokens"` // DeepSeek
	PromptDetails    struct {
		CachedTokens int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		ReasoningTokens int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

func (u *usage) tokens() llm.Usage {
	return llm.Usage{
		Input:     u.PromptTokens,
		Cached:    max(u.PromptDetails.CachedTokens, u.CacheHitTokens),
		Output:    u.CompletionTokens,
		Reasoning: u.CompletionDetails.ReasoningTokens,
	}
}

// finishOf maps a finish_reason. The calls decide where the word contradicts them: several
// endpoints say "stop" after tool calls.
func finishOf(reason string, calls int) llm.Finish {
	switch strings.ToLower(reason) {
	case "stop", "tool_calls", "function_call", "eos", "end_turn", "":
		if calls > 0 {
			return llm.FinishCalls
		}
		return llm.FinishStop
	case "length", "max_tokens":
		return llm.FinishLength
	case "content_filter", "safety":
		return llm.FinishFilter
	}
	return llm.FinishOther
}
