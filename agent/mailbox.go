package agent

import (
	"context"
	"iter"
	"sync"
)

// mailboxRoom is how many events may wait before the model's stream is slowed down.
const mailboxRoom = 256

// mailbox carries events from the session to its consumer. It loses none: put never blocks and
// grows the queue, putSlow waits for room.
type mailbox struct {
	mu     sync.Mutex
	items  []Event
	closed bool
	ready  chan struct{} // holds a token while items wait or the box is closed
	room   chan struct{} // holds a token after items were taken
}

func newMailbox() *mailbox {
	return &mailbox{ready: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put adds an event; after close it is ignored.
func (m *mailbox) put(e Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.items = append(m.items, e)
	signal(m.ready)
}

// putSlow adds an event once there is room, or when ctx ends.
func (m *mailbox) putSlow(ctx context.Context, e Event) {
	for {
		m.mu.Lock()
		full := len(m.items) >= mailboxRoom && !m.closed
		m.mu.Unlock()
		if !full {
			break
		}
		select {
		case <-m.room:
		case <-ctx.Done():
			m.put(e)
			return
		}
	}
	m.put(e)
}

// close adds the last event.
func (m *mailbox) close(last Event) {
	m.put(last)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	signal(m.ready)
}

// all yields events until the box is closed and empty, or ctx ends. What a consumer did not take
// stays for the next one.
func (m *mailbox) all(ctx context.Context) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for {
			batch, closed := m.take()
			for i, e := range batch {
				if !yield(e) {
					m.giveBack(batch[i+1:])
					return
				}
			}
			if closed && len(batch) == 0 {
				return
			}
			if len(batch) > 0 {
				continue
			}
			select {
			case <-m.ready:
			case <-ctx.Done():
				return
			}
		}
	}
}

func (m *mailbox) take() ([]Event, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	batch := m.items
	m.items = nil
	signal(m.room)
	return batch, m.closed
}

func (m *mailbox) giveBack(rest []Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.items = append(rest[:len(rest):len(rest)], m.items...)
	signal(m.ready)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
