package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"beestown/llm"
)

const (
	// lingering is how long a complete answer may wait for usage and the end of the stream.
	lingering = 5 * time.Second
	// draining is how long a connection may take to end its response so that it can be kept.
	draining = 50 * time.Millisecond
)

// outcome is how an attempt ended: stopped by the consumer, complete, or with a failure.
type outcome struct {
	stopped, complete bool
	failure           failure
	progressed        bool // at least one event arrived
	visible           int  // bytes of text that were yielded
}

// attempt is one request and the reading of its answer.
type attempt struct {
	model *Model
	yield func(llm.Delta, error) bool
	dog   *watchdog
	acc   accumulator
	usual template
	out   outcome
}

// attempt sends the request once and yields what arrives. Failures are in the outcome, not yielded.
func (m *Model) attempt(ctx context.Context, b body, yield func(llm.Delta, error) bool) outcome {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a := &attempt{model: m, yield: yield, acc: accumulator{maxCalls: m.opts.MaxCalls, maxArgs: m.opts.MaxArgs}}
	a.dog = newWatchdog(m.opts.FirstTimeout, cancel)
	defer a.dog.stop()

	res, err := m.do(ctx, "chat/completions", &b)
	if err != nil {
		return outcome{failure: m.requestFailure(err, context.Cause(ctx))}
	}
	defer res.Body.Close()
	if err := a.read(res); err != nil {
		a.out.failure = m.streamFailure(err, context.Cause(ctx), a.out.progressed)
	}
	if a.out.complete && !a.out.stopped {
		a.dog.limit(draining)
		// Only a body read to its end leaves the connection for the next request.
		_, _ = io.CopyN(io.Discard, res.Body, 4096)
	}
	return a.out
}

// read takes in the response: a stream of events, or one JSON document from endpoints that ignore
// "stream". Its first byte tells which, more reliably than the Content-Type.
func (a *attempt) read(res *http.Response) error {
	res.Body = &guarded{ReadCloser: res.Body, dog: a.dog, limit: a.model.opts.MaxEvent, blank: true}
	buffered := bufio.NewReaderSize(res.Body, 16<<10)
	switch first := firstByte(buffered); first {
	case '{', '[':
		return a.readDocument(res, buffered)
	case '<':
		text, _ := io.ReadAll(io.LimitReader(buffered, maxError)) // what could be read is enough
		return &statusError{res.StatusCode, res.Header, text}
	}
	stream := *res
	stream.Body = struct {
		io.Reader
		io.Closer
	}{buffered, res.Body}
	stream.Header = nil // the SDK would choose a decoder by it
	return a.readEvents(ssestream.NewDecoder(&stream))
}

// firstByte returns the first byte that is not white space, 0 when there is none.
func firstByte(r *bufio.Reader) byte {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0 // the next read tells
		}
		if !strings.ContainsRune(" \t\r\n", rune(b)) {
			_ = r.UnreadByte() // cannot fail after ReadByte
			return b
		}
	}
}

func (a *attempt) readEvents(dec ssestream.Decoder) error {
	for dec.Next() {
		data := bytes.TrimSpace(dec.Event().Data)
		if len(data) == 0 {
			continue
		}
		if string(data) == "[DONE]" {
			return a.end()
		}
		if err := a.event(data); err != nil || a.out.stopped {
			return err
		}
	}
	if a.acc.finished {
		return a.end() // [DONE] is a courtesy
	}
	if err := dec.Err(); err != nil {
		return err
	}
	return errTruncated
}

func (a *attempt) readDocument(res *http.Response, r io.Reader) error {
	limit := a.model.opts.MaxEvent
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return err
	}
	if len(data) > limit {
		return errTooLarge
	}
	if data[0] == '[' {
		return &wordsError{parseWords(data)} // some endpoints put their errors into a list
	}
	if err := a.event(data); err != nil || a.out.stopped {
		return err
	}
	if !a.acc.finished && a.acc.text.Len() == 0 && len(a.acc.calls) == 0 {
		return &statusError{res.StatusCode, res.Header, data} // JSON, but not an answer
	}
	return a.end()
}

// event takes in one event and yields its deltas.
func (a *attempt) event(data []byte) error {
	if text, ok := a.usual.match(data); ok {
		return a.say(text)
	}
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return &eventError{data}
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return &wordsError{parseWords(data)}
	}
	if !a.out.progressed {
		a.out.progressed = true
		a.dog.limit(a.model.opts.IdleTimeout) // from this event on, not from the next one that may never come
	}
	a.usual.learn(data)
	if c.Usage != nil {
		a.acc.usage = c.Usage.tokens() // the last one counts: some endpoints send running totals
	}
	for i := range c.Choices {
		if err := a.choice(&c.Choices[i]); err != nil || a.out.stopped {
			return err
		}
	}
	return nil
}

func (a *attempt) choice(c *choice) error {
	if c.Index != 0 {
		return nil // we ask for one answer
	}
	d := &c.Delta
	if c.Message != nil {
		d = c.Message
	}
	if thought, field := d.reasoning(); thought != "" {
		a.acc.field = field
		if err := a.acc.addText(&a.acc.reasoning, thought); err != nil {
			return &limitError{err}
		}
		a.emit(llm.Delta{Reasoning: thought})
	}
	if err := a.say(d.Content.text + d.Refusal); err != nil {
		return err
	}
	for i := range d.ToolCalls {
		call, err := a.acc.add(&d.ToolCalls[i])
		if err != nil {
			return &limitError{err}
		}
		a.emit(llm.Delta{Call: &llm.CallDelta{Name: call.name, Bytes: call.args.Len()}})
	}
	if c.FinishReason != nil && *c.FinishReason != "" {
		a.acc.finish, a.acc.finished = *c.FinishReason, true
		a.dog.limit(min(lingering, a.model.opts.IdleTimeout))
	}
	return nil
}

// say takes in visible text.
func (a *attempt) say(text string) error {
	if text == "" {
		return nil
	}
	if err := a.acc.addText(&a.acc.text, text); err != nil {
		return &limitError{err}
	}
	a.out.visible += len(text)
	a.emit(llm.Delta{Text: text})
	return nil
}

// emit yields a delta unless the consumer has stopped already.
func (a *attempt) emit(d llm.Delta) {
	if !a.out.stopped {
		a.out.stopped = !a.yield(d, nil)
	}
}

// end yields the whole message.
func (a *attempt) end() error {
	a.out.complete = true
	a.emit(llm.Delta{
		Message: a.acc.message(a.model.encoder.ids),
		Finish:  finishOf(a.acc.finish, len(a.acc.calls)),
		Usage:   a.acc.usage,
	})
	return nil
}

var errTruncated = errors.New("the stream ended before the answer was complete")

// eventError is an event that is not JSON.
type eventError struct{ data []byte }

func (e *eventError) Error() string { return "event is not valid" }

// limitError is an answer that breaks one of our limits.
type limitError struct{ err error }

func (e *limitError) Error() string { return e.err.Error() }

// wordsError is an error that the endpoint reports inside an answer.
type wordsError struct{ words words }

func (e *wordsError) Error() string { return "error inside the answer" }
