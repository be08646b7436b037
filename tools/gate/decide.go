package gate

import (
	"context"

	"beestown/tools"
)

// decide asks policy, and refuses what it denies.
func decide(d Decider) tools.Middleware {
	return func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			req.Decision = d.Decide(req)
			if req.Decision.Verdict == tools.Deny {
				return denied(req.Decision)
			}
			return next(ctx, req)
		}
	}
}

// denied is the result of a call that policy denied.
func denied(d tools.Decision) (tools.Result, error) {
	switch d.Code {
	case tools.CodeCommandBlocked:
		return refuse(d.Code, "%s", d.Reason)
	case tools.CodePath:
		return refuse(d.Code, "Permission denied: Access denied: %s", d.Reason)
	}
	return refuse(tools.CodePermission, "Permission denied: %s", d.Reason)
}
