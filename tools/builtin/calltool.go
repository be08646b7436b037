package builtin

import (
	"context"
	"encoding/json"

	"beestown/tools"
)

// CallTool makes the tool that runs another one by name. The gate replaces a call of it by the call
// that it names before anything is decided, so that rules see the real tool.
func CallTool() tools.Tool {
	return callTool{tools.Define(tools.Spec{
		Name: "call_tool", Category: tools.CategorySystem, Group: tools.GroupControl, Effect: tools.Manages,
		Description: "Run a tool that find_tools showed, with its parameters as arguments.",
	}, func(context.Context, callToolArgs) (tools.Result, error) {
		return tools.Result{}, tools.Errorf(tools.CodeInternal, "call_tool was not forwarded")
	})}
}

type callToolArgs struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments,omitempty"`
}

type callTool struct{ tools.Tool }

// Forward implements tools.Forwarder.
func (c callTool) Forward(args json.RawMessage) (string, json.RawMessage, error) {
	checked, err := tools.CheckArgs(args, c.Schema(), tools.Rename("tool", "name", "args", "arguments"))
	if err != nil {
		return "", nil, err
	}
	name, _ := checked["name"].(string)
	if checked["arguments"] == nil {
		return name, json.RawMessage("{}"), nil
	}
	inner, err := json.Marshal(checked["arguments"])
	return name, inner, err
}
