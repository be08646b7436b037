package gate

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"beestown/tools"
)

func TestRateWindows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := spec("Edit", tools.WritesFiles)
		s.Permissions.Rate = tools.RateLimit{PerMinute: 30, PerHour: 500}
		r := newRates(nil)
		do := func(agent string) tools.Result {
			req := &tools.Request{Name: "Edit", Tool: &fakeTool{spec: s}, Call: &fakeCall{}, Principal: tools.Principal{Agent: agent}}
			return through(t, r.look, req, r.count(runCall))
		}
		for range 30 {
			wantError(t, "within the limit", do("main"), "", "")
			time.Sleep(time.Second)
		}
		wantError(t, "31st", do("main"), tools.CodeRateLimited, "Rate limit exceeded: 30 calls per minute of Edit; go on in 30s")
		wantError(t, "another agent", do("main/1"), "", "")
		time.Sleep(30 * time.Second)
		wantError(t, "when the first is a minute old", do("main"), "", "")
		for n := 31; n < 500; n++ {
			time.Sleep(2 * time.Second)
			wantError(t, "slowly", do("main"), "", "")
		}
		time.Sleep(2 * time.Second)
		wantError(t, "501st in an hour", do("main"), tools.CodeRateLimited, "Rate limit exceeded: 500 calls per hour")
	})
}

func TestRateCountsOnlyRuns(t *testing.T) {
	r := newRates(map[string]tools.RateLimit{"x": {PerMinute: 1}})
	refused := func(context.Context, *tools.Request) (tools.Result, error) { return refuse(tools.CodeCancelled, "no") }
	req := &tools.Request{Name: "x", Tool: &fakeTool{spec: spec("x", tools.ReadOnly)}, Call: &fakeCall{}}
	for range 3 {
		wantError(t, "refused inside", through(t, r.look, req, refused), tools.CodeCancelled, "no")
	}
	wantError(t, "first run", through(t, r.look, req, r.count(runCall)), "", "")
	wantError(t, "second run", through(t, r.count, req, runCall), tools.CodeRateLimited, "Rate limit exceeded")
}

func TestLimitBoundsConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := limit(Options{MaxConcurrent: 3}.withDefaults())
		var now, most, edits, mostEdits atomic.Int32
		handler := m(func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			raise(&most, now.Add(1))
			defer now.Add(-1)
			if req.Name == "Edit" {
				raise(&mostEdits, edits.Add(1))
				defer edits.Add(-1)
			}
			time.Sleep(time.Second)
			return tools.Result{}, nil
		})
		var all sync.WaitGroup
		for i := range 20 {
			name, effect := "Read", tools.ReadOnly
			if i%2 == 0 {
				name, effect = "Edit", tools.WritesFiles
			}
			all.Go(func() {
				_, _ = handler(t.Context(), &tools.Request{Name: name, Tool: &fakeTool{spec: spec(name, effect)}, Call: &fakeCall{}})
			})
		}
		all.Wait()
		if most.Load() != 3 || mostEdits.Load() != 1 {
			t.Errorf("%d calls and %d edits at a time, want 3 and 1", most.Load(), mostEdits.Load())
		}
	})
}

func raise(most *atomic.Int32, n int32) {
	for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
	}
}

func TestLimitTimesOut(t *testing.T) {
	wait := func(ctx context.Context) (tools.Result, error) {
		select {
		case <-ctx.Done():
			return tools.Result{}, ctx.Err()
		case <-time.After(50 * time.Second):
			return tools.Result{Text: "slow"}, nil
		}
	}
	tests := []struct {
		name   string
		effect tools.Effect
		call   tools.Call
		code   tools.Code
	}{
		{"plain", tools.ReadOnly, &fakeCall{run: wait}, tools.CodeTimeout},
		{"network has more time", tools.Network, &fakeCall{run: wait}, ""},
		{"waits for a person", tools.Interacts, unhurried{&fakeCall{run: wait}}, ""},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			req := &tools.Request{Name: "x", Tool: &fakeTool{spec: spec("x", tt.effect)}, Call: tt.call}
			wantError(t, tt.name, through(t, limit(Options{}.withDefaults()), req, runCall), tt.code, "Tool execution timed out after 30000ms")
		})
	}
}

// TestWaitingForPeopleHoldsNothing: with every slot free for others while a call waits for a person.
func TestWaitingForPeopleHoldsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler := limit(Options{MaxConcurrent: 1}.withDefaults())(runCall)
		answered := make(chan struct{})
		waiting := unhurried{&fakeCall{run: func(context.Context) (tools.Result, error) { <-answered; return tools.Result{}, nil }}}
		var all sync.WaitGroup
		all.Go(func() {
			_, _ = handler(t.Context(), &tools.Request{Tool: &fakeTool{spec: spec("ask_user", tools.Interacts)}, Call: waiting})
		})
		synctest.Wait()
		r, err := handler(t.Context(), &tools.Request{Tool: &fakeTool{spec: spec("Read", tools.ReadOnly)}, Call: &fakeCall{}})
		if err != nil || r.Err != nil {
			t.Errorf("beside a waiting call: %v %v", r.Err, err)
		}
		close(answered)
		all.Wait()
	})
}

func TestTruncate(t *testing.T) {
	m := truncate(Options{MaxText: 300, MaxTextOf: map[string]int{"Read": 5000}})
	long := strings.Repeat("0123456789\n", 100)
	run := func(name string) tools.Result {
		return through(t, m, &tools.Request{Name: name}, func(context.Context, *tools.Request) (tools.Result, error) {
			return tools.Result{Text: long, Images: make([]tools.Picture, 10)}, nil
		})
	}
	r := run("Grep")
	if len(r.Text) > 300 || !contains(r.Text, "of 1100 bytes left out") || !strings.HasPrefix(r.Text, "0123456789\n") || !strings.HasSuffix(r.Text, "0123456789\n") {
		t.Errorf("cut to %d bytes: %q", len(r.Text), r.Text)
	}
	if len(r.Images) != 8 || !contains(r.Note, "first 8 of 10") {
		t.Errorf("%d images, note %q", len(r.Images), r.Note)
	}
	if r := run("Read"); r.Text != long {
		t.Error("a tool with its own limit was cut")
	}
}
