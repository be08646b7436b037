package dock

import (
	"testing"
	"time"
)

// A step of a scenario: what happens, how long after the step before, and what has
// to hold then.
type step struct {
	after time.Duration
	do    func(g *Guard, now time.Time)
	open  bool
	armed bool
	held  bool
}

func arrive(draft bool) func(*Guard, time.Time) {
	return func(g *Guard, now time.Time) { g.Arrive(draft, now) }
}

func typed(draft bool) func(*Guard, time.Time) {
	return func(g *Guard, now time.Time) { g.Typed(draft, now) }
}

func answered(more bool) func(*Guard, time.Time) {
	return func(g *Guard, now time.Time) { g.Answered(more, now) }
}

func tick(g *Guard, now time.Time) { g.Tick(now) }

func TestGuard(t *testing.T) {
	const ms = time.Millisecond
	tests := map[string][]step{
		"an empty draft: opens at once, armed after a pause": {
			{0, arrive(false), true, false, false},
			{399 * ms, tick, true, false, false},
			{1 * ms, tick, true, true, false},
		},
		"a draft holds it back until tab": {
			{0, arrive(true), false, false, true},
			{time.Hour, tick, false, false, true},
			{0, (*Guard).Review, true, false, false},
			{400 * ms, tick, true, true, false},
		},
		"a draft that is sent or cleared lets it open after a pause": {
			{0, arrive(true), false, false, true},
			{100 * ms, typed(false), false, false, true},
			{399 * ms, tick, false, false, true},
			{1 * ms, tick, true, false, false},
			{400 * ms, tick, true, true, false},
		},
		"a key before it is armed goes to the draft and holds it": {
			{0, arrive(false), true, false, false},
			{200 * ms, typed(true), false, false, true},
			{time.Second, tick, false, false, true},
		},
		"a key that types nothing starts the pause again": {
			{0, arrive(false), true, false, false},
			{300 * ms, (*Guard).Touch, true, false, false},
			{300 * ms, tick, true, false, false},
			{100 * ms, tick, true, true, false},
		},
		"the next question is shown at once but not armed": {
			{0, arrive(false), true, false, false},
			{500 * ms, answered(true), true, false, false},
			{400 * ms, tick, true, true, false},
			{0, answered(false), false, false, false},
		},
		"a question that came during a draft does not open after an answer in the review": {
			{0, arrive(true), false, false, true},
			{0, (*Guard).Review, true, false, false},
			{500 * ms, answered(true), false, false, true},
		},
		"nothing waits: nothing opens": {
			{0, typed(false), false, false, false},
			{time.Second, tick, false, false, false},
			{0, (*Guard).Review, false, false, false},
		},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			var g Guard
			now := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
			for i, s := range steps {
				now = now.Add(s.after)
				s.do(&g, now)
				if g.Open() != s.open || g.Armed(now) != s.armed || g.Held() != s.held {
					t.Errorf("step %d: open %v armed %v held %v, want %v %v %v", i, g.Open(), g.Armed(now), g.Held(), s.open, s.armed, s.held)
				}
			}
		})
	}
}
