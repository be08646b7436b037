package agent

import (
	"context"
	"fmt"
	"sync"

	"beestown/tools"
)

// pending holds the questions that are open. Exactly one answer to each wins.
type pending struct {
	mu   sync.Mutex
	next int
	open map[string]question
}

// question is an open question; approval tells whether policy could decide it anew.
type question struct {
	answer   chan any
	approval bool
}

func newPending() *pending { return &pending{open: map[string]question{}} }

// ask opens a question, tells it through announce, and waits for the answer or the end of ctx.
func ask[A any](ctx context.Context, p *pending, announce func(id string)) (id string, answer A, err error) {
	_, approval := any(answer).(tools.Answer)
	c := make(chan any, 1)
	p.mu.Lock()
	p.next++
	id = fmt.Sprintf("q%d", p.next)
	p.open[id] = question{c, approval}
	p.mu.Unlock()
	announce(id)
	select {
	case a := <-c:
		answer, _ = a.(A) // a reply of another kind counts as none
		return id, answer, nil
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, id)
		return id, answer, ctx.Err()
	}
}

// answer gives the question its answer; false when it is not open (any more).
func (p *pending) answer(id string, a any) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	q, ok := p.open[id]
	if !ok {
		return false
	}
	delete(p.open, id)
	q.answer <- a
	return true
}

// decideAgain sends every open approval but one back to policy.
func (p *pending) decideAgain(except string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, q := range p.open {
		if q.approval && id != except {
			delete(p.open, id)
			q.answer <- tools.Answer{Again: true}
		}
	}
}
