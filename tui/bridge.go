package tui

import (
	"context"
	"strings"
	"sync"
	"time"

	"beestown/agent"
)

// Bounds of the bridge: how often pieces of text reach the screen, at most how rarely
// when drawing is slow, what counts as slow, and how many bytes may wait before the
// model's stream is held back.
const (
	flushEvery  = 33 * time.Millisecond
	flushRarely = 200 * time.Millisecond
	slowFlush   = 8 * time.Millisecond
	heldBytes   = 256 << 10
)

// batchMsg is events in their order, pieces of the same text joined.
type batchMsg struct{ events []agent.Event }

// bridge carries events from a session to the program: pieces of text in batches,
// everything else at once. run ends when the session does or ctx is done.
type bridge struct {
	send func(batchMsg) // blocks until the program takes the message

	mu      sync.Mutex
	pending []agent.Event
	bytes   int
	urgent  bool
	wake    chan struct{} // holds a token while something is pending
	room    chan struct{} // holds a token after pending was taken
}

func newBridge(send func(batchMsg)) *bridge {
	return &bridge{send: send, wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// run reads events until there are no more. It blocks.
func (b *bridge) run(ctx context.Context, s Session) {
	ctx, cancel := context.WithCancel(ctx)
	var sender sync.WaitGroup
	sender.Go(func() { b.flush(ctx) })
	for e := range s.Events(ctx) {
		b.add(ctx, e)
	}
	cancel()
	sender.Wait()
	if batch, _ := b.take(); len(batch) > 0 {
		b.send(batchMsg{batch})
	}
}

// add queues an event; it waits while too much text is held.
func (b *bridge) add(ctx context.Context, e agent.Event) {
	n, urgent := weight(e)
	for {
		b.mu.Lock()
		if b.bytes == 0 || b.bytes+n <= heldBytes {
			b.pending = append(b.pending, e)
			b.bytes += n
			b.urgent = b.urgent || urgent
			b.mu.Unlock()
			token(b.wake)
			return
		}
		b.mu.Unlock()
		select {
		case <-b.room:
		case <-ctx.Done():
			return
		}
	}
}

// flush sends what is pending until ctx ends.
func (b *bridge) flush(ctx context.Context) {
	every := flushEvery
	var last time.Time
	for {
		select {
		case <-b.wake:
		case <-ctx.Done():
			return
		}
		if wait := every - time.Since(last); wait > 0 && !b.isUrgent() {
			if !b.pause(ctx, wait) {
				return
			}
		}
		batch, _ := b.take()
		if len(batch) == 0 {
			continue
		}
		last = time.Now()
		b.send(batchMsg{batch})
		if time.Since(last) > slowFlush {
			every = min(every*2, flushRarely)
		} else {
			every = max(every/2, flushEvery)
		}
	}
}

// pause waits for d or until something urgent comes; false means that ctx ended.
func (b *bridge) pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return true
		case <-b.wake:
			if b.isUrgent() {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

func (b *bridge) isUrgent() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.urgent
}

func (b *bridge) take() (batch []agent.Event, bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch, bytes = merge(b.pending), b.bytes
	b.pending, b.bytes, b.urgent = nil, 0, false
	token(b.room)
	return batch, bytes
}

// weight is the bytes that an event holds and whether it may not wait.
func weight(e agent.Event) (bytes int, urgent bool) {
	switch e := e.(type) {
	case agent.TextDelta:
		return len(e.Text), false
	case agent.ReasoningDelta:
		return len(e.Text), false
	case agent.ToolProgress:
		return len(e.Tail), false
	case agent.CallDelta, agent.Usage:
		return 0, false
	}
	return 0, true
}

// merge joins neighbouring pieces of one text, and keeps the last of neighbouring
// states of the same thing.
func merge(events []agent.Event) []agent.Event {
	var out []agent.Event
	for i := 0; i < len(events); {
		n := 1
		for i+n < len(events) && same(events[i], events[i+n]) {
			n++
		}
		out = append(out, joined(events[i:i+n]))
		i += n
	}
	return out
}

func same(a, b agent.Event) bool {
	switch a := a.(type) {
	case agent.TextDelta:
		b, ok := b.(agent.TextDelta)
		return ok && a.ID == b.ID && a.Agent == b.Agent
	case agent.ReasoningDelta:
		b, ok := b.(agent.ReasoningDelta)
		return ok && a.ID == b.ID && a.Agent == b.Agent
	case agent.ToolProgress:
		b, ok := b.(agent.ToolProgress)
		return ok && a.ID == b.ID
	case agent.CallDelta:
		b, ok := b.(agent.CallDelta)
		return ok && a.Agent == b.Agent
	}
	return false
}

func joined(events []agent.Event) agent.Event {
	last := events[len(events)-1]
	if len(events) == 1 {
		return last
	}
	var b strings.Builder
	switch e := last.(type) {
	case agent.TextDelta:
		for _, piece := range events {
			b.WriteString(piece.(agent.TextDelta).Text)
		}
		e.Text = b.String()
		return e
	case agent.ReasoningDelta:
		for _, piece := range events {
			b.WriteString(piece.(agent.ReasoningDelta).Text)
		}
		e.Text = b.String()
		return e
	}
	return last
}

// token puts a token into a channel that holds one.
func token(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
