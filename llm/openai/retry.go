package openai

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"beestown/llm"
)

const (
	firstWait = 500 * time.Millisecond
	maxWait   = 8 * time.Second
	// maxAfter is the longest Retry-After that is waited for; beyond it the user should decide.
	maxAfter = 10 * time.Minute
)

// retrier decides about the attempts of one request.
type retrier struct {
	max      int
	budget   time.Duration
	attempts int
	deadline time.Time // when to give up, from the first failure on
}

func newRetrier(opts Options) *retrier {
	return &retrier{max: opts.MaxRetries, budget: opts.RetryBudget}
}

// next returns what to do after a failed attempt: the retry to announce, or the failure that ends
// the request. An attempt that brought at least one event starts the time anew.
func (r *retrier) next(out outcome) (llm.Retry, *failure) {
	r.attempts++
	f, now := out.failure, time.Now()
	f.attempts = r.attempts
	if r.deadline.IsZero() || out.progressed {
		r.deadline = now.Add(r.budget)
	}
	if !f.retry || r.attempts > r.max {
		return llm.Retry{}, &f
	}
	wait := backoff(r.attempts)
	switch {
	case f.after > maxAfter:
		f.sentence += fmt.Sprintf("; it asks to come back in %s", f.after.Round(time.Second))
		return llm.Retry{}, &f
	case f.after > 0:
		wait = f.after
		r.deadline = r.deadline.Add(wait)
	case now.Add(wait).After(r.deadline):
		return llm.Retry{}, &f
	}
	return llm.Retry{
		Attempt:   r.attempts + 1,
		Max:       r.max + 1,
		Wait:      wait,
		Cause:     f.sentence,
		Status:    f.status,
		AfterText: out.visible,
	}, nil
}

// backoff returns the wait before the nth retry: doubling, and up to a quarter shorter by chance,
// so that clients that failed together do not come back together.
func backoff(n int) time.Duration {
	d := min(firstWait<<(n-1), maxWait)
	return d - time.Duration(rand.Int64N(int64(d/4)))
}

// wait sleeps for d, until a value comes from now or until ctx ends, which is its error.
func wait(ctx context.Context, d time.Duration, now <-chan struct{}) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-now:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// explain makes a failure the error of the request.
func (m *Model) explain(f *failure) *llm.Error {
	message := f.sentence
	if f.attempts > 1 {
		message = fmt.Sprintf("%s (gave up after %d attempts)", message, f.attempts)
	}
	hint := f.hint
	if hint == "" {
		hint = m.hint(f.kind)
	}
	return &llm.Error{Kind: f.kind, Status: f.status, Message: message, Hint: hint, Attempts: f.attempts, Err: f.err}
}

// hint returns the next step for the user.
func (m *Model) hint(kind llm.ErrorKind) string {
	switch kind {
	case llm.ErrAuth:
		return fmt.Sprintf("set %s; beestown config show tells which key is in use", m.opts.KeyVariable)
	case llm.ErrModel:
		return "choose another model with beestown -m <model>"
	case llm.ErrEndpoint:
		return "check base_url (beestown config show); it usually ends in /v1"
	case llm.ErrConnection:
		if m.opts.Local {
			return "start the model server, or check base_url (beestown config show)"
		}
		return "check the network and base_url (beestown config show)"
	case llm.ErrContext:
		return "start a new session, or choose a model with a larger window"
	case llm.ErrServer, llm.ErrProtocol:
		return "try again later, or choose another model with beestown -m <model>"
	}
	return ""
}
