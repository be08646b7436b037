package main

import (
	"beestown/llm/llmtest"
)

// serve starts a model server in this process; it answers at once and costs as little as it can. The
// caller closes it.
func serve(answer func(n int, req llmtest.Request) llmtest.Turn) *llmtest.Server {
	s := llmtest.NewFunc(answer)
	s.Raw = true
	return s
}

// play is serve with a list of turns.
func play(turns ...llmtest.Turn) *llmtest.Server { return serve(llmtest.Script(turns...)) }

// greet answers every request with a word.
func greet() *llmtest.Server {
	return play(llmtest.Turn{Text: "Hello.", Repeat: llmtest.Forever})
}

// with runs f in a world whose model is s.
func (b *bench) with(s *llmtest.Server, f func(*world) error) error {
	defer s.Close()
	w, err := newWorld(b.bin, s.URL)
	if err != nil {
		return err
	}
	defer w.remove()
	return f(w)
}
