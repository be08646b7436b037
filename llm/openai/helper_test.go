package openai

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"beestown/llm"
	"beestown/llm/llmtest"
)

// result is what a consumer of Stream saw.
type result struct {
	text, reasoning string // as streamed, retries included
	retries         []llm.Retry
	message         *llm.Message
	finish          llm.Finish
	usage           llm.Usage
	err             error
}

// model returns a Model that talks to s and is closed with the test.
func model(t testing.TB, s *llmtest.Server, change func(*Options)) *Model {
	t.Helper()
	opts := Options{BaseURL: s.URL, Model: "test-model", APIKey: "sk-secret-key-0123456789", HTTPClient: s.Client()}
	if change != nil {
		change(&opts)
	}
	m, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.CloseIdleConnections)
	return m
}

func ask(ctx context.Context, m *Model, req llm.Request) result {
	var r result
	var text, reasoning strings.Builder
	for d, err := range m.Stream(ctx, req) {
		text.WriteString(d.Text)
		reasoning.WriteString(d.Reasoning)
		if d.Retry != nil {
			r.retries = append(r.retries, *d.Retry)
		}
		if d.Message != nil {
			r.message, r.finish, r.usage = d.Message, d.Finish, d.Usage
		}
		r.err = err
	}
	r.text, r.reasoning = text.String(), reasoning.String()
	return r
}

func user(text string) *llm.Message { return &llm.Message{Role: llm.RoleUser, Text: text} }

func hello() llm.Request { return llm.Request{Messages: []*llm.Message{user("hi")}} }

// failed returns the *llm.Error of a request that has to fail.
func failed(t *testing.T, r result) *llm.Error {
	t.Helper()
	var e *llm.Error
	if !errors.As(r.err, &e) {
		t.Fatalf("error is %v after %d bytes of text; want an *llm.Error", r.err, len(r.text))
	}
	return e
}

// within gives a real-socket test an end should the code under test hang.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}
