package gate

import (
	"bytes"
	"context"
	"encoding/json"

	"beestown/tools"
)

// prepare lets the tool work out what the call would do. An alias' parameters are translated before,
// its result's Data after the run.
func prepare(next tools.Handler) tools.Handler {
	return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
		args := json.RawMessage(req.Args)
		if req.Via != nil && req.Via.In != nil {
			var err error
			if args, err = adapt(args, req.Via.In); err != nil {
				return refuse(tools.CodeValidation, "Parameter validation failed: Validation failed: %v", err)
			}
		}
		call, err := req.Tool.Prepare(ctx, args)
		if err != nil {
			if ctx.Err() != nil {
				return tools.Result{}, ctx.Err()
			}
			return tools.Failed(err), nil
		}
		req.Call = call
		result, err := next(ctx, req)
		if err == nil && result.Data != nil && req.Via != nil && req.Via.Out != nil {
			result.Data = req.Via.Out(result.Data)
		}
		return result, err
	}
}

func adapt(args json.RawMessage, in func(map[string]any) error) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	var values map[string]any
	if err := dec.Decode(&values); err != nil {
		return nil, err
	}
	if err := in(values); err != nil {
		return nil, err
	}
	return json.Marshal(values)
}
