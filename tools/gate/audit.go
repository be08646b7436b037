package gate

import (
	"context"
	"errors"
	"time"

	"beestown/tools"
	"beestown/tools/audit"
)

// record writes one record before and one after each call. It is outermost: names that do not exist,
// denials, cancellations and panics are written down too.
func record(log *audit.Log) tools.Middleware {
	return func(next tools.Handler) tools.Handler {
		if log == nil {
			return next
		}
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			log.Append(audit.Record{
				Kind: audit.Requested, ID: req.ID, Agent: req.Principal.Agent, Role: req.Principal.Role,
				Tool: req.Asked, Params: req.Args,
			})
			started := time.Now()
			result, err := next(ctx, req)
			log.Append(ended(ctx, req, result, err, time.Since(started)))
			return result, err
		}
	}
}

func ended(ctx context.Context, req *tools.Request, result tools.Result, err error, took time.Duration) audit.Record {
	r := audit.Record{
		Kind: audit.Completed, ID: req.ID, Agent: req.Principal.Agent, Role: req.Principal.Role,
		Tool: req.Name, Reason: req.Decision.Reason, By: req.Decision.By, Rule: req.Decision.Rule,
		Status: "ok", DurationMS: took.Milliseconds(),
	}
	if r.Tool == "" {
		r.Tool = req.Asked
	}
	if r.Tool != req.Asked {
		r.Asked = req.Asked
	}
	if req.Decision.Verdict != 0 {
		r.Decision = req.Decision.Verdict.String()
	}
	if !isPolicy(req.Decision.By) {
		r.Approver = req.Decision.By
	}
	if err != nil {
		result = tools.Failed(err)
	}
	text := result.ModelText()
	if result.Err == nil {
		r.Result, r.ResultHash = text, audit.Hash(text)
		return r
	}
	r.Kind, r.Code, r.Error = audit.Failed, string(result.Err.Code), result.Err.Message
	if result.Text != "" {
		r.Result, r.ResultHash = text, audit.Hash(text)
	}
	r.Status = statusOf(ctx, req, result.Err)
	return r
}

// isPolicy tells whether a decision was made by policy alone, without anybody being asked.
func isPolicy(by string) bool {
	switch by {
	case "", "default", "rule", "mode", "guard":
		return true
	}
	return false
}

func statusOf(ctx context.Context, req *tools.Request, e *tools.Error) string {
	switch {
	case errors.Is(e, context.Canceled), errors.Is(ctx.Err(), context.Canceled) && e.Code == tools.CodeCancelled:
		return "cancelled"
	case req.Decision.Verdict == tools.Deny, e.Code == tools.CodeCancelled, e.Code == tools.CodeNotAvailable,
		e.Code == tools.CodeRateLimited, req.Call == nil && e.Code == tools.CodePermission:
		return "denied"
	}
	return "error"
}
