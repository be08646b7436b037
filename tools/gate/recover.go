package gate

import (
	"context"
	"runtime/debug"

	"beestown/tools"
)

// rescue turns a panic inside a call into a result; the stack goes to report, not to the model.
func rescue(report func(tool string, value any, stack []byte)) tools.Middleware {
	return func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (result tools.Result, err error) {
			defer func() {
				v := recover()
				if v == nil {
					return
				}
				report(req.Asked, v, debug.Stack())
				result, err = refuse(tools.CodeInternal, "the tool %s has a defect and stopped: %v; what it was doing may be half done, check before you go on", req.Asked, v)
			}()
			return next(ctx, req)
		}
	}
}
