package main

import (
	"encoding/json"
	"fmt"

	"beestown/llm/llmtest"
)

// hi measures the shortest conversation: one prompt, one word as the answer.
func (b *bench) hi() ([]row, error) {
	var runs []outcome
	s := greet()
	err := b.with(s, func(w *world) (err error) {
		runs, err = w.repeat(b.n, "-p", "hi")
		return err
	})
	if err != nil {
		return nil, err
	}
	requests := s.Requests()
	rows := []row{
		{name: "\"hi\": wall ms", goal: "<= 50", figures: []figure{wallOf(runs).atMost(50)}},
		{name: "\"hi\": CPU ms", goal: "<= 45", figures: []figure{cpuOf(runs).atMost(45)}},
		{name: "\"hi\": peak RSS MB", goal: "<= 45", figures: []figure{rssOf(runs).atMost(45)}},
	}
	sent, err := requestRows(requests[0])
	if err != nil {
		return nil, err
	}
	others := len(requests) - (b.n + 1)
	return append(append(rows, sent...), row{
		name: "requests besides the main one", goal: "none", figures: []figure{exactly(float64(others), 0).atMost(0)},
	}), nil
}

// requestRows measures what the first request of a conversation carries.
func requestRows(req llmtest.Request) ([]row, error) {
	var parts struct {
		Tools    json.RawMessage
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(req.Body, &parts); err != nil {
		return nil, fmt.Errorf("the first request: %w", err)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(parts.Tools, &list); err != nil {
		return nil, fmt.Errorf("the tools of the first request: %w", err)
	}
	system := 0
	for _, m := range parts.Messages {
		if m.Role == "system" {
			system += len(m.Content)
		}
	}
	own := exactly(float64(system+len(parts.Tools)), 0).atMost(10_000)
	return []row{
		{name: "first request, bytes (no project text) / prompt and definitions", goal: "<= 12,000, of it prompt and definitions <= 10,000",
			figures: []figure{exactly(float64(len(req.Body)), 0).atMost(12_000), own}},
		{name: "of it system prompt / tools, kB",
			figures: []figure{exactly(float64(system)/1e3, 1), exactly(float64(len(parts.Tools))/1e3, 1)}},
		{name: "tools advertised", goal: "about 14", figures: []figure{exactly(float64(len(list)), 0)}},
	}, nil
}
