package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/kaptinlin/jsonrepair"
)

// Bounds of what is handed to the repair, in bytes and in nested brackets. It takes time with the
// square of the length where quotes are missing (minutes for a megabyte), and it is recursive; brackets
// in strings count too, because in malformed JSON nobody knows where a string ends.
const (
	maxRepair      = 64 << 10
	maxRepairDepth = 10_000
)

// ArgLimits bounds the arguments of one call.
type ArgLimits struct {
	Bytes int // 4 MiB when 0
	Depth int // of nested objects and lists; 200 when 0
}

func (l ArgLimits) withDefaults() ArgLimits {
	if l.Bytes == 0 {
		l.Bytes = 4 << 20
	}
	if l.Depth == 0 {
		l.Depth = 200
	}
	return l
}

// ParseArgs turns what the model wrote into a JSON object. Malformed JSON is repaired only when the
// message ended normally (complete): a cut message would be "repaired" into a different call. The
// note says what was repaired, "" when nothing was.
func ParseArgs(raw string, complete bool, limits ArgLimits) (args json.RawMessage, note string, err error) {
	limits = limits.withDefaults()
	if len(raw) > limits.Bytes {
		return nil, "", Errorf(CodeValidation, "Parameter validation failed: Validation failed: the arguments have %d bytes, the limit is %d; send less in one call", len(raw), limits.Bytes)
	}
	text := strings.TrimSpace(raw)
	if text == "null" || text == "" && complete {
		return json.RawMessage("{}"), "", nil
	}
	if !json.Valid([]byte(text)) {
		if !complete {
			return nil, "", Errorf(CodeValidation, "Parameter validation failed: Validation failed: the message was cut off inside the arguments (%d bytes arrived); send the call again, in smaller parts", len(raw))
		}
		repaired, ok := repair(text)
		if !ok {
			return nil, "", Errorf(CodeValidation, "Parameter validation failed: Validation failed: the arguments are not JSON (%s); send one JSON object", syntaxOf(text))
		}
		text, note = repaired, "the arguments were not valid JSON and were read as "+shorten(repaired, 300)
	}
	// A model sometimes wraps the object in a JSON string; unwrap it once.
	var inner string
	if json.Unmarshal([]byte(text), &inner) == nil && json.Valid([]byte(inner)) {
		text = strings.TrimSpace(inner)
	}
	if !strings.HasPrefix(text, "{") {
		return nil, "", Errorf(CodeValidation, "Parameter validation failed: Validation failed: the arguments must be a JSON object, got %s", shorten(text, 80))
	}
	if depth(text, true) > limits.Depth {
		return nil, "", Errorf(CodeValidation, "Parameter validation failed: Validation failed: the arguments are nested deeper than %d levels", limits.Depth)
	}
	return json.RawMessage(text), note, nil
}

func repair(text string) (string, bool) {
	if len(text) > maxRepair || depth(text, false) > maxRepairDepth {
		return "", false
	}
	repaired, err := jsonrepair.Repair(text)
	return strings.TrimSpace(repaired), err == nil && json.Valid([]byte(repaired))
}

// CheckArgs checks args, a JSON object, against a schema: it makes safe coercions ("5" to 5, a
// single value to a list of one), drops nulls of optional parameters, and lists every problem with
// the nearest parameter name. It returns the arguments to use. Adapt, which may be nil, runs first.
func CheckArgs(args json.RawMessage, s *jsonschema.Schema, adapt func(map[string]any) error) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	var values map[string]any
	if err := dec.Decode(&values); err != nil {
		return nil, Errorf(CodeValidation, "Parameter validation failed: Validation failed: %v", err)
	}
	if values == nil {
		values = map[string]any{} // null: no arguments
	}
	if adapt != nil {
		if err := adapt(values); err != nil {
			return nil, Errorf(CodeValidation, "Parameter validation failed: Validation failed: %v", err)
		}
	}
	c := checker{}
	checked := c.object("", values, s)
	if len(c.problems) > 0 {
		return nil, Errorf(CodeValidation, "Parameter validation failed: Validation failed: %s", strings.Join(c.problems, ", "))
	}
	return checked, nil
}

func decodeArgs(args json.RawMessage, s *jsonschema.Schema, adapt func(map[string]any) error, in any) error {
	values, err := CheckArgs(args, s, adapt)
	if err != nil {
		return err
	}
	checked, err := json.Marshal(values)
	if err != nil {
		return err
	}
	var misfit *json.UnmarshalTypeError
	switch err := json.Unmarshal(checked, in); {
	case errors.As(err, &misfit):
		return Errorf(CodeValidation, "Parameter validation failed: Validation failed: Parameter '%s' expected %s, got %s", misfit.Field, misfit.Type, misfit.Value)
	case err != nil:
		return Errorf(CodeValidation, "Parameter validation failed: Validation failed: %v", err)
	}
	return nil
}

func syntaxOf(text string) string {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err.Error()
	}
	return "unknown"
}

// depth is the deepest nesting of brackets; with strings, those inside string literals do not count.
func depth(text string, strings bool) int {
	deepest, level := 0, 0
	inString, escaped := false, false
	for i := range len(text) {
		c := text[i]
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped = c == '\\'
			inString = c != '"'
		case c == '"' && strings:
			inString = true
		case c == '{' || c == '[':
			level++
			deepest = max(deepest, level)
		case c == '}' || c == ']':
			level--
		}
	}
	return deepest
}

func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "..."
}
