package llm

import (
	"context"
	"iter"
	"time"
)

// Request is everything that the model sees. System, Tools and the messages that were part of an
// earlier request stay the same for the life of a conversation: a request is the previous one plus
// what came since.
type Request struct {
	System   string
	Tools    []ToolDef
	Messages []*Message
	// MaxTokens limits the answer; 0 leaves it to the endpoint.
	MaxTokens int
	// RetryNow, when not nil, cuts short the wait before a retry: each value received skips one wait.
	RetryNow <-chan struct{}
}

// Model answers requests. A Model belongs to one conversation: Stream is not called concurrently.
type Model interface {
	// Stream sends the request and yields the answer as it arrives. The last Delta of a complete
	// answer carries Message and the sequence ends; an error, yielded with a zero Delta, ends it as
	// well. Breaking out of the loop or cancelling ctx ends the request; after a cancel the error is
	// ctx.Err(). Retries happen inside and are told by Delta.Retry. Errors are *Error or ctx errors.
	Stream(ctx context.Context, req Request) iter.Seq2[Delta, error]
	// Name is the model's name as the endpoint knows it.
	Name() string
}

// Delta is one piece of an answer. Exactly one of Text, Reasoning, Call, Retry and Message is set.
type Delta struct {
	Text, Reasoning string
	// Call tells that arguments of a tool call arrived; it is for progress displays only.
	Call *CallDelta
	// Retry tells that the request failed and will be sent again after Retry.Wait. What was
	// streamed before it is not part of the answer that follows.
	Retry *Retry
	// Message is the whole answer; set in the last Delta only, together with Finish and Usage.
	Message *Message
	Finish  Finish
	Usage   Usage
}

// CallDelta is progress on a tool call that is still being written.
type CallDelta struct {
	Name  string // empty until known
	Bytes int    // bytes of arguments so far
}

// Retry describes a failed attempt.
type Retry struct {
	Attempt, Max int           // the attempt that comes next and how many there are at most, counted from 1
	Wait         time.Duration // how long until the next attempt
	Cause        string        // one sentence without a full stop: what went wrong, in the server's words if it had any
	Status       int           // HTTP status, 0 when there was none
	// AfterText is the number of bytes of visible text that had been streamed and are now void.
	AfterText int
}

// Finish says why the model stopped.
type Finish string

// Finish reasons. FinishOther covers what an endpoint invents.
const (
	FinishStop   Finish = "stop"
	FinishCalls  Finish = "tool_calls"
	FinishLength Finish = "length" // cut by a token limit: tool arguments may be truncated
	FinishFilter Finish = "content_filter"
	FinishOther  Finish = "other"
)

// Usage counts the tokens of one request as the endpoint reported them; zero when it did not.
type Usage struct {
	Input, Cached, Output, Reasoning int // Input includes Cached, Output includes Reasoning
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Input + v.Input, u.Cached + v.Cached, u.Output + v.Output, u.Reasoning + v.Reasoning}
}
