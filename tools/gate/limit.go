package gate

import (
	"context"
	"errors"
	"time"

	"beestown/tools"
)

// limit bounds how many calls run at a time and how long each takes. Edits never run beside another
// edit, whichever agent they come from. A call that may wait for a person or another agent is under
// no limit.
func limit(o Options) tools.Middleware {
	slots := make(chan struct{}, o.MaxConcurrent)
	editing := make(chan struct{}, 1)
	return func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			if _, ok := req.Call.(tools.Unhurried); ok {
				return next(ctx, req)
			}
			if req.Tool.Spec().Effect == tools.WritesFiles {
				if !take(ctx, editing) {
					return tools.Result{}, ctx.Err()
				}
				defer func() { <-editing }()
			}
			if !take(ctx, slots) {
				return tools.Result{}, ctx.Err()
			}
			defer func() { <-slots }()
			if _, ok := req.Call.(tools.Timed); ok {
				return next(ctx, req)
			}
			timeout := o.Timeout
			if req.Tool.Spec().Effect == tools.Network {
				timeout = o.NetworkTimeout
			}
			return bounded(ctx, req, next, timeout)
		}
	}
}

func take(ctx context.Context, slots chan struct{}) bool {
	select {
	case slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// bounded runs the call under a timeout. The call must heed its context: it is not left behind.
func bounded(ctx context.Context, req *tools.Request, next tools.Handler, timeout time.Duration) (tools.Result, error) {
	timed, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	result, err := next(timed, req)
	late := errors.Is(timed.Err(), context.DeadlineExceeded) && ctx.Err() == nil
	if late && (err != nil || result.Err != nil && (result.Err.Code == tools.CodeTimeout || result.Err.Code == tools.CodeCancelled)) {
		return refuse(tools.CodeTimeout, "Tool execution timed out after %dms", timeout.Milliseconds())
	}
	return result, err
}
