package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"beestown/tools"
	"beestown/tools/text"
)

// tool is a tool of a server. It belongs to one connection: after a restart there is a new one.
type tool struct {
	spec    tools.Spec
	schema  *jsonschema.Schema
	encoded string // the schema as JSON, to compare
	server  ServerOptions
	conn    *conn
}

// adapt makes a tool of a server's definition. What the server says about its effects only counts
// where it is trusted: a program can do anything.
func (s *server) adapt(c *conn, name string, def mcp.Tool) *tool {
	limit := s.m.opts.MaxDescription
	description := describe(strings.TrimSpace(def.Description), limit)
	if description == "" {
		description = describe(strings.TrimSpace("Tool "+def.Name+" of the MCP server "+s.opts.Name+". "+def.Title), limit)
	}
	effect := tools.Executes
	if hint := def.Annotations.ReadOnlyHint; s.opts.TrustReadOnly && hint != nil && *hint {
		effect = tools.ReadOnly
	}
	schema := schemaOf(def.InputSchema, limit)
	encoded, _ := tools.Encode(schema) // schemaOf made sure that it can be encoded
	return &tool{
		spec: tools.Spec{
			Name: name, Description: description, Category: tools.CategoryUtility, Effect: effect,
			Group:  tools.MCPGroup(s.opts.Name),
			Source: tools.Source{Kind: tools.SourceMCP, Server: s.opts.Name, Tool: def.Name},
		},
		schema: schema, encoded: string(encoded), server: s.opts, conn: c,
	}
}

// same tells whether nothing that the model or a policy sees has changed.
func (t *tool) same(other *tool) bool {
	return t.spec.Description == other.spec.Description && t.spec.Effect == other.spec.Effect && t.encoded == other.encoded
}

// register makes the registry agree with the server's list, within the limit of all servers, and
// returns the canonical names in it.
func (s *server) register(c *conn, list []mcp.Tool) (names, warnings []string) {
	own := make([]string, len(list))
	for i, def := range list {
		own[i] = def.Name
	}
	fresh, order := map[string]*tool{}, []string(nil)
	for i, name := range wireNames(s.key, s.opts.Name, own) {
		if fresh[name] != nil {
			warnings = append(warnings, fmt.Sprintf("tool %q is listed twice; the first one is used", text.Visible(own[i])))
			continue
		}
		fresh[name] = s.adapt(c, name, list[i])
		order = append(order, name)
	}
	for name, old := range s.registered {
		now := fresh[name]
		if now != nil && old.same(now) {
			continue
		}
		s.drop(name)
		if now != nil {
			warnings = append(warnings, "the server changed what it says about "+name)
		}
	}
	names, more := s.addAll(order, fresh)
	return names, append(warnings, more...)
}

// addAll adds the tools that are not registered yet, as long as there is room.
func (s *server) addAll(order []string, fresh map[string]*tool) (names, warnings []string) {
	leftOut := 0
	for _, name := range order {
		switch err := s.add(fresh[name]); {
		case errors.Is(err, errFull):
			leftOut++
		case err != nil:
			warnings = append(warnings, "left out: "+err.Error())
		default:
			names = append(names, name)
		}
	}
	if leftOut > 0 {
		warnings = append(warnings, fmt.Sprintf("%d tools are left out: all servers together may have %d; choose with tools.include, or raise limits.mcp_tools", leftOut, s.m.opts.MaxTools))
	}
	return names, warnings
}

var errFull = errors.New("no room for another tool")

func (s *server) add(t *tool) error {
	name := t.spec.Name
	if s.registered[name] != nil {
		return nil
	}
	if s.m.reserve(1) < 1 {
		return errFull
	}
	if err := s.m.registry.Register(t); err != nil {
		s.m.release(1)
		return err
	}
	s.registered[name] = t
	return nil
}

func (s *server) drop(name string) {
	s.m.registry.Unregister(name)
	delete(s.registered, name)
	s.m.release(1)
}

func (s *server) unregister() {
	for name := range maps.Clone(s.registered) {
		s.drop(name)
	}
}

// Spec describes the tool.
func (t *tool) Spec() tools.Spec { return t.spec }

// Schema is the server's, as far as it could be understood.
func (t *tool) Schema() *jsonschema.Schema { return t.schema }

// Prepare checks the arguments. The check knows a part of JSON Schema only and is strict about it;
// when it refuses, the whole of JSON Schema decides.
func (t *tool) Prepare(_ context.Context, args json.RawMessage) (tools.Call, error) {
	values, err := tools.CheckArgs(args, t.schema, nil)
	if err != nil {
		if !validates(args, t.schema) {
			return nil, err
		}
		dec := json.NewDecoder(bytes.NewReader(args))
		dec.UseNumber()
		if err := dec.Decode(&values); err != nil {
			return nil, tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: %v", err)
		}
	}
	if values == nil {
		values = map[string]any{} // nil would be sent as null, which servers reject
	}
	return &call{tool: t, args: values}, nil
}

// call is a prepared call of a server's tool. It limits its own time.
type call struct {
	tool *tool
	args map[string]any
}

// Timed tells that the server's timeout applies instead of the general one.
func (c *call) Timed() {}

// Preview shows all arguments; the header names the first one that is a text.
func (c *call) Preview() tools.View {
	v := tools.View{Subject: c.subject()}
	if len(c.args) > 0 {
		v.Body = tools.Text{Text: encode(c.args, "  ")}
	}
	return v
}

func (c *call) subject() string {
	names := slices.Clone(c.tool.schema.PropertyOrder)
	for _, name := range slices.Sorted(maps.Keys(c.args)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if s, ok := c.args[name].(string); ok && s != "" {
			return s
		}
	}
	if len(c.args) == 0 {
		return ""
	}
	return encode(c.args, "")
}

// encode returns JSON that people read: < and > stay what they are.
func encode(v any, indent string) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	_ = enc.Encode(v) // decoded JSON can be encoded
	return strings.TrimSuffix(out.String(), "\n")
}

// Run calls the tool.
func (c *call) Run(ctx context.Context) (tools.Result, error) {
	limit := c.tool.server.CallTimeout
	expired := tools.Errorf(tools.CodeTimeout, "%s timed out after %dms; ask for less, or raise mcp_servers.%s.timeout",
		c.tool.spec.Name, limit.Milliseconds(), c.tool.server.Name)
	timed, cancel := context.WithTimeoutCause(ctx, limit, expired)
	defer cancel()
	answer, err := c.tool.conn.call(timed, c.tool.spec.Source.Tool, c.args, func(n mcp.JSONRPCNotification) {
		if line := progressLine(n); line != "" {
			tools.Progress(ctx, []byte(line))
		}
	})
	if err != nil {
		return c.failed(ctx, err)
	}
	return c.result(answer), nil
}

// failed turns the error of a call that got no result into what the model reads.
func (c *call) failed(ctx context.Context, err error) (tools.Result, error) {
	var known *tools.Error
	server := c.tool.server.Name
	switch {
	case ctx.Err() != nil:
		return tools.Result{}, ctx.Err()
	case errors.As(err, &known):
	case errors.Is(err, transport.ErrTransportClosed):
		known = tools.Errorf(tools.CodeMCPUnavailable, "mcp server '%s' is not available: it ended; go on without its tools until the user restarts it", server)
	default:
		known = tools.Errorf(tools.CodeMCP, "mcp server '%s': %s", server, strings.TrimPrefix(err.Error(), "transport error: "))
	}
	return tools.Result{View: c.Preview(), Err: known}, nil
}
