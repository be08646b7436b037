package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// checker walks decoded arguments along a schema and collects every problem. It knows the subset
// that tools use; what it does not know it lets pass, for the tool itself (an MCP server) to judge.
type checker struct{ problems []string }

func (c *checker) fail(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

func (c *checker) object(at string, values map[string]any, s *jsonschema.Schema) map[string]any {
	known := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		known = append(known, name)
	}
	slices.Sort(known)
	checked := make(map[string]any, len(values))
	for _, name := range sortedKeys(values) {
		v := values[name]
		p := s.Properties[name]
		if p == nil && !closed(s) {
			p = s.AdditionalProperties
		}
		switch {
		case p == nil && closed(s):
			c.unknown(at, name, known)
		case p == nil:
			checked[name] = v
		case v == nil && p.Type != "" && p.Type != "null":
			// null means that the parameter was left out, unless the schema knows null
		default:
			checked[name] = c.value(join(at, name), v, p)
		}
	}
	for _, name := range s.Required {
		if _, ok := checked[name]; !ok && values[name] == nil {
			c.fail("Missing required parameter: %s", join(at, name))
		}
	}
	return checked
}

func (c *checker) unknown(at, name string, known []string) {
	if near := nearest(name, known); near != "" {
		c.fail("Unknown parameter '%s', did you mean '%s'?", join(at, name), near)
		return
	}
	c.fail("Unknown parameter '%s'; known: %s", join(at, name), strings.Join(known, " "))
}

func (c *checker) value(at string, v any, s *jsonschema.Schema) any {
	want := s.Type
	if want == "" {
		return v
	}
	if typeOf(v) != want && !(want == "number" && typeOf(v) == "integer") {
		coerced, ok := coerce(v, s)
		if !ok {
			c.fail("Parameter '%s' expected %s, got %s", at, want, typeOf(v))
			return v
		}
		v = coerced
	}
	if want == "integer" {
		v = whole(v)
	}
	c.bounds(at, v, s)
	switch v := v.(type) {
	case map[string]any:
		return c.object(at, v, s)
	case []any:
		if s.Items != nil {
			list := make([]any, len(v))
			for i, item := range v {
				list[i] = c.value(fmt.Sprintf("%s[%d]", at, i), item, s.Items)
			}
			return list
		}
	}
	return v
}

func (c *checker) bounds(at string, v any, s *jsonschema.Schema) {
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e any) bool { return fmt.Sprint(e) == fmt.Sprint(v) }) {
		names := make([]string, len(s.Enum))
		for i, e := range s.Enum {
			names[i] = fmt.Sprint(e)
		}
		c.fail("Parameter '%s' must be one of: %s", at, strings.Join(names, ", "))
	}
	n, ok := v.(json.Number)
	if !ok {
		return
	}
	f, _ := n.Float64()
	if s.Minimum != nil && f < *s.Minimum {
		c.fail("Parameter '%s' must be at least %v, got %s", at, *s.Minimum, n)
	}
	if s.Maximum != nil && f > *s.Maximum {
		c.fail("Parameter '%s' must be at most %v, got %s", at, *s.Maximum, n)
	}
}

// coerce makes the conversions that cannot change a meaning.
func coerce(v any, s *jsonschema.Schema) (any, bool) {
	text, isText := v.(string)
	switch s.Type {
	case "integer", "number":
		n := json.Number(strings.TrimSpace(text))
		if isText && isNumber(n) && (s.Type == "number" || typeOf(n) == "integer") {
			return n, true
		}
	case "boolean":
		switch strings.ToLower(text) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	case "array":
		if isText && strings.HasPrefix(strings.TrimSpace(text), "[") {
			if list, ok := decoded(text).([]any); ok && fits(list, s.Items) {
				return list, true
			}
		}
		if s.Items != nil && (s.Items.Type == "" || typeOf(v) == s.Items.Type) {
			return []any{v}, true
		}
	case "object":
		if m, ok := decoded(text).(map[string]any); isText && ok {
			return m, true
		}
	case "string":
		if n, ok := v.(json.Number); ok {
			return n.String(), true
		}
	}
	return v, false
}

// fits tells whether all items have the type that the schema of a list wants: "[0-9]" is a file
// pattern where the list holds strings.
func fits(list []any, items *jsonschema.Schema) bool {
	return items == nil || items.Type == "" ||
		!slices.ContainsFunc(list, func(v any) bool { return typeOf(v) != items.Type })
}

// decoded is the JSON value that text consists of, nil if it is anything else.
func decoded(text string) any {
	if !json.Valid([]byte(text)) {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	return v
}

// typeOf names the JSON type of a decoded value; 5.0 is an integer, as JSON Schema says.
func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		f, err := v.Float64()
		if err == nil && (!hasFraction(v) || f == math.Trunc(f) && math.Abs(f) < 1<<53) {
			return "integer"
		}
		return "number"
	default:
		return fmt.Sprintf("%T", v)
	}
}

// isNumber tells whether text that a model quoted is a JSON number.
func isNumber(n json.Number) bool {
	_, err := n.Float64()
	return err == nil && json.Valid([]byte(n))
}

func hasFraction(n json.Number) bool { return strings.ContainsAny(n.String(), ".eE") }

// whole writes an integer that came as 5.0 or 5e0 the way that Go decodes into an int.
func whole(v any) any {
	n, ok := v.(json.Number)
	if !ok || !hasFraction(n) {
		return v
	}
	f, _ := n.Float64()
	return json.Number(strconv.FormatInt(int64(f), 10))
}

// closed tells whether a schema forbids parameters that it does not name: additionalProperties is
// the schema that matches nothing.
func closed(s *jsonschema.Schema) bool {
	return s.AdditionalProperties != nil && s.AdditionalProperties.Not != nil
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
