package openai

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"beestown/llm"
	"beestown/llm/llmtest"
)

// virtual runs a script in a bubble where waiting costs nothing, and reports how long it took.
func virtual(t *testing.T, req llm.Request, turns []llmtest.Turn, check func(r result, took time.Duration, s *llmtest.Server)) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(llmtest.Script(turns...))
		defer s.Close()
		m := model(t, s, func(o *Options) { o.FirstTimeout = time.Minute })
		start := time.Now()
		r := ask(t.Context(), m, req)
		check(r, time.Since(start), s)
		m.CloseIdleConnections()
	})
}

func TestRetriesThatSucceed(t *testing.T) {
	after := func(v string) llmtest.Turn {
		turn := llmtest.Fail(429, `{"error":{"message":"slow down"}}`)
		turn.Fault.Header = map[string]string{"Retry-After": v}
		return turn
	}
	long := strings.Repeat("word ", 20)
	tests := []struct {
		name      string
		turn      llmtest.Turn
		cause     string
		status    int
		afterText int
		min, max  time.Duration
	}{
		{"429 with seconds", after("7"), "limits the rate of requests (429 too many requests): slow down", 429, 0, 7 * time.Second, 7 * time.Second},
		{"429 beyond the budget", after("45"), "slow down", 429, 0, 45 * time.Second, 45 * time.Second},
		{"429 with a date", after(time.Date(2000, 1, 1, 0, 0, 9, 0, time.UTC).Format(http.TimeFormat)), "slow down", 429, 0, 8 * time.Second, 9 * time.Second},
		{"429 without", llmtest.Fail(429, ""), "limits the rate", 429, 0, 375 * time.Millisecond, 500 * time.Millisecond},
		{"408", llmtest.Fail(408, ""), "reports an error (408 request timeout)", 408, 0, 0, time.Second},
		{"409", llmtest.Fail(409, ""), "reports an error (409 conflict)", 409, 0, 0, time.Second},
		{"500", llmtest.Fail(500, `{"error":{"message":"oops"}}`), "reports an error (500 internal server error): oops", 500, 0, 0, time.Second},
		{"502 HTML", llmtest.Fail(502, "<html><title>502 Bad Gateway</title>"), "502 Bad Gateway", 502, 0, 0, time.Second},
		{"cut", llmtest.Turn{Text: long, Fault: llmtest.Faults{CutAfter: 500}}, "connection to 127.0.0.1:1 lost: unexpected EOF", 0, 32, 0, time.Second},
		{"closed without an end", llmtest.Turn{Text: long, Fault: llmtest.Faults{NoFinish: true}}, "ended the stream before the answer was complete", 0, 100, 0, time.Second},
		{"closed without a word", llmtest.Turn{Fault: llmtest.Faults{NoFinish: true}}, "ended the stream before", 0, 0, 0, time.Second},
		{"error event", llmtest.Turn{Text: long, Fault: llmtest.Faults{Error: `{"message":"Overloaded","type":"overloaded_error"}`}}, "reports an error: Overloaded", 0, 100, 0, time.Second},
		{"error event with a status", llmtest.Turn{Fault: llmtest.Faults{Error: `{"message":"upstream","code":502}`}}, "(502 bad gateway): upstream", 502, 0, 0, time.Second},
		{"event that is not JSON", llmtest.Turn{Fault: llmtest.Faults{Raw: "data: {nonsense", NoFinish: true}}, "sent an event that is not valid: {nonsense", 0, 0, 0, time.Second},
		{"silence in the middle", llmtest.Turn{Text: long, Fault: llmtest.Faults{Hang: true}}, "fell silent for 1m0s", 0, 100, time.Minute, 61 * time.Second},
		{"silence from the start", llmtest.Turn{Fault: llmtest.Faults{Hang: true}}, "did not answer within 1m0s", 0, 0, time.Minute, 61 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			virtual(t, hello(), []llmtest.Turn{tt.turn, llmtest.Say("done")}, func(r result, took time.Duration, s *llmtest.Server) {
				if r.err != nil || r.message.Text != "done" || len(r.retries) != 1 {
					t.Fatalf("error %v, retries %+v", r.err, r.retries)
				}
				got := r.retries[0]
				if !strings.Contains(got.Cause, tt.cause) || got.Status != tt.status || got.AfterText != tt.afterText || got.Attempt != 2 || got.Max != 6 {
					t.Errorf("retry %+v", got)
				}
				if took < tt.min || took > tt.max {
					t.Errorf("took %s, want %s to %s", took, tt.min, tt.max)
				}
				if q := s.Requests(); string(q[0].Body) != string(q[1].Body) {
					t.Error("the second request differs from the first")
				}
			})
		})
	}
}

// TestSilenceAfterOneEvent: a local model may take minutes to its first event; once it is there, and be
// it the only one, the shorter patience counts.
func TestSilenceAfterOneEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(llmtest.Script(llmtest.Turn{Text: "one", Fault: llmtest.Faults{Hang: true}}, llmtest.Say("done")))
		defer s.Close()
		m := model(t, s, func(o *Options) { o.Local = true })
		start := time.Now()
		r := ask(t.Context(), m, hello())
		if took := time.Since(start); r.err != nil || len(r.retries) != 1 || took > 61*time.Second {
			t.Errorf("error %v, retries %+v after %s", r.err, r.retries, took)
		}
		m.CloseIdleConnections()
	})
}

func TestGivingUp(t *testing.T) {
	forever := func(turn llmtest.Turn) []llmtest.Turn {
		turn.Repeat = llmtest.Forever
		return []llmtest.Turn{turn}
	}
	later := llmtest.Fail(503, "")
	later.Fault.Header = map[string]string{"Retry-After": "3600"}
	tests := []struct {
		name     string
		turn     llmtest.Turn
		sentence string
		requests int
		max      time.Duration
	}{
		{"500 for ever", llmtest.Fail(500, `{"error":{"message":"oops"}}`),
			"127.0.0.1:1 reports an error (500 internal server error): oops (gave up after 6 attempts)", 6, 16 * time.Second},
		{"silence for ever", llmtest.Turn{Fault: llmtest.Faults{Hang: true}},
			"127.0.0.1:1 did not answer within 1m0s (gave up after 2 attempts)", 2, 121 * time.Second},
		{"cut for ever", llmtest.Turn{Text: "one two three four", Fault: llmtest.Faults{CutAfter: 200}},
			"connection to 127.0.0.1:1 lost: unexpected EOF (gave up after 6 attempts)", 6, 16 * time.Second},
		{"come back in an hour", later,
			"127.0.0.1:1 reports an error (503 service unavailable); it asks to come back in 1h0m0s", 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			virtual(t, hello(), forever(tt.turn), func(r result, took time.Duration, s *llmtest.Server) {
				e := failed(t, r)
				if e.Kind != llm.ErrServer || e.Message != tt.sentence || e.Attempts != tt.requests || e.Hint == "" {
					t.Errorf("%s: %s; %s", e.Kind, e.Message, e.Hint)
				}
				if len(s.Requests()) != tt.requests || took > tt.max {
					t.Errorf("%d requests in %s", len(s.Requests()), took)
				}
			})
		})
	}
}

func TestWaitIsCutShort(t *testing.T) {
	slow := llmtest.Fail(429, "")
	slow.Fault.Header = map[string]string{"Retry-After": "300"}
	now := make(chan struct{}, 1)
	now <- struct{}{}
	req := hello()
	req.RetryNow = now
	virtual(t, req, []llmtest.Turn{slow, llmtest.Say("done")}, func(r result, took time.Duration, _ *llmtest.Server) {
		if r.err != nil || took != 0 {
			t.Errorf("error %v after %s", r.err, took)
		}
	})
}

func TestCancelDuringTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(llmtest.Script(llmtest.Fail(500, "")))
		defer s.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		m := model(t, s, nil)
		var last error
		for d, err := range m.Stream(ctx, hello()) {
			if d.Retry != nil {
				cancel()
			}
			last = err
		}
		if last != context.Canceled {
			t.Errorf("error %v", last)
		}
		m.CloseIdleConnections()
	})
}

// A finished answer does not wait for an endpoint that forgets to end the stream.
func TestFinishedAnswerIsNotHeldBack(t *testing.T) {
	turn := llmtest.Turn{Fault: llmtest.Faults{Hang: true, Raw: `data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}`}}
	virtual(t, hello(), []llmtest.Turn{turn}, func(r result, took time.Duration, _ *llmtest.Server) {
		if r.err != nil || r.message == nil || r.message.Text != "hi" || took > 6*time.Second {
			t.Errorf("error %v after %s", r.err, took)
		}
	})
}
