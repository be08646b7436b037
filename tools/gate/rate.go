package gate

import (
	"context"
	"sync"
	"time"

	"beestown/tools"
)

// rates bounds how often an agent runs a tool: at most so many in any minute and in any hour. Calls
// are counted where they run, so that what was refused or denied uses nothing up.
type rates struct {
	override map[string]tools.RateLimit

	mu   sync.Mutex
	runs map[rateKey][]time.Time // of the last hour, oldest first; never more than the limit
}

type rateKey struct{ agent, tool string }

func newRates(override map[string]tools.RateLimit) *rates {
	return &rates{override: override, runs: map[rateKey][]time.Time{}}
}

func (r *rates) limitOf(s tools.Spec) tools.RateLimit {
	if l, ok := r.override[s.Name]; ok {
		return l
	}
	return s.Permissions.Rate
}

// look refuses a call that is over the limit already, before anything is prepared or asked.
func (r *rates) look(next tools.Handler) tools.Handler { return r.guard(next, false) }

// count counts the call that is about to run. It checks again: others may have run meanwhile.
func (r *rates) count(next tools.Handler) tools.Handler { return r.guard(next, true) }

func (r *rates) guard(next tools.Handler, runs bool) tools.Handler {
	return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
		limit := r.limitOf(req.Tool.Spec())
		if limit == (tools.RateLimit{}) {
			return next(ctx, req)
		}
		if err := r.check(rateKey{req.Principal.Agent, req.Name}, limit, time.Now(), runs); err != nil {
			return tools.Failed(err), nil
		}
		return next(ctx, req)
	}
}

func (r *rates) check(key rateKey, limit tools.RateLimit, now time.Time, runs bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.runs[key]
	for len(list) > 0 && now.Sub(list[0]) >= time.Hour {
		list = list[1:]
	}
	if wait := over(list, limit.PerHour, time.Hour, now); wait > 0 {
		return tooOften(key.tool, limit.PerHour, "hour", wait)
	}
	if wait := over(list, limit.PerMinute, time.Minute, now); wait > 0 {
		return tooOften(key.tool, limit.PerMinute, "minute", wait)
	}
	if runs {
		list = append(list, now)
		if most := max(limit.PerHour, limit.PerMinute); len(list) > most {
			list = list[len(list)-most:]
		}
		r.runs[key] = list
	}
	return nil
}

// over is how long to wait until another call fits into the window, 0 when one does.
func over(list []time.Time, limit int, window time.Duration, now time.Time) time.Duration {
	if limit <= 0 || len(list) < limit {
		return 0
	}
	return window - now.Sub(list[len(list)-limit])
}

func tooOften(tool string, limit int, window string, wait time.Duration) error {
	wait = (wait + time.Second - 1).Truncate(time.Second)
	return tools.Errorf(tools.CodeRateLimited, "Rate limit exceeded: %d calls per %s of %s; go on in %s", limit, window, tool, wait)
}
