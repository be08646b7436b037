package mcp

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"beestown/tools/text"
)

// schemaOf converts the schema of a tool's arguments, nested parts included. One that cannot be
// understood becomes an object of anything: the server judges its arguments itself.
func schemaOf(in mcp.ToolInputSchema, maxDescription int) *jsonschema.Schema {
	anything := &jsonschema.Schema{Type: "object"}
	for _, part := range []any{in.Properties, in.Defs} {
		sanitise(part, maxDescription)
	}
	data, err := json.Marshal(in)
	if err != nil {
		return anything
	}
	var s jsonschema.Schema
	if json.Unmarshal(data, &s) != nil {
		return anything
	}
	s.Type = "object" // some servers leave it out; providers insist
	for _, name := range in.PropertyOrder {
		if _, known := s.Properties[name]; known {
			s.PropertyOrder = append(s.PropertyOrder, name)
		}
	}
	if _, err := json.Marshal(&s); err != nil {
		return anything
	}
	return &s
}

// sanitise cleans the texts for people in a decoded schema. Names, values and patterns stay: changed,
// they would mean something else to the server.
func sanitise(part any, maxDescription int) {
	switch part := part.(type) {
	case map[string]any:
		for key, v := range part {
			if s, ok := v.(string); ok && (key == "description" || key == "title") {
				part[key] = describe(s, maxDescription)
				continue
			}
			sanitise(v, maxDescription)
		}
	case []any:
		for _, v := range part {
			sanitise(v, maxDescription)
		}
	}
}

// describe makes a server's text about a tool fit to be sent to the model and to be shown.
func describe(s string, limit int) string {
	s, _ = text.Truncate(text.Visible(s), limit, func(int) string { return "[... the rest of this description is left out ...]" })
	return s
}

// validates tells whether arguments are right by the whole of JSON Schema.
func validates(args json.RawMessage, s *jsonschema.Schema) bool {
	resolved, err := s.Resolve(nil)
	if err != nil {
		return false
	}
	var values any
	return json.Unmarshal(args, &values) == nil && resolved.Validate(values) == nil
}
