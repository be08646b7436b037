package gate

import (
	"context"
	"encoding/json"

	"beestown/tools"
)

// resolve finds the tool that a name stands for and reads the arguments. Behind it only canonical
// names exist, and req.Args is a JSON object within limits.
func resolve(registry *tools.Registry, limits tools.ArgLimits) tools.Middleware {
	return func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			if err := find(registry, req, req.Asked); err != nil {
				return tools.Failed(err), nil
			}
			args, note, err := tools.ParseArgs(req.Args, req.Complete, limits)
			if err != nil {
				return tools.Failed(err), nil
			}
			req.Args, req.Note = string(args), note
			if f, ok := req.Tool.(tools.Forwarder); ok {
				if err := forward(registry, req, f, args); err != nil {
					return tools.Failed(err), nil
				}
			}
			result, err := next(ctx, req)
			if req.Note != "" && err == nil {
				result.Note = joinNotes(req.Note, result.Note)
			}
			return result, err
		}
	}
}

func find(registry *tools.Registry, req *tools.Request, name string) error {
	tool, alias, ok := registry.Resolve(name)
	if !ok {
		if near := registry.Nearest(name); near != "" {
			return tools.Errorf(tools.CodeUnknownTool, "Tool '%s' not found; did you mean '%s'?", name, near)
		}
		return tools.Errorf(tools.CodeUnknownTool, "Tool '%s' not found; use find_tools to see which tools there are", name)
	}
	req.Tool, req.Via, req.Name = tool, alias, tool.Spec().Name
	return nil
}

// forward replaces a call that stands for another one by that one. The stand-in must be available to
// the agent too; what is forwarded may not forward again.
func forward(registry *tools.Registry, req *tools.Request, f tools.Forwarder, args json.RawMessage) error {
	if err := available(req.Principal, req.Tool.Spec()); err != nil {
		return err
	}
	outer := req.Name
	name, inner, err := f.Forward(args)
	if err != nil {
		return err
	}
	if err := find(registry, req, name); err != nil {
		return err
	}
	if _, again := req.Tool.(tools.Forwarder); again {
		return tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: %s cannot call '%s'; name the tool that you want", outer, name)
	}
	req.Args = string(inner)
	return nil
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
