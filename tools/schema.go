package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaFor derives the schema of an argument struct. Tags: `json` names the parameter (omitempty
// makes it optional), `jsonschema` describes it, `enum:"a,b"` lists the values, `min` and `max`
// bound a number, `default` is said to the model.
func schemaFor[In any]() *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("schema of %T: %v", *new(In), err)) // a programming error, found by any test
	}
	refine(s, reflect.TypeFor[In]())
	return s
}

// refine applies our tags and replaces the null unions that the library makes of slices and
// pointers, which some providers reject, by the plain type.
func refine(s *jsonschema.Schema, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if len(s.Types) > 0 {
		for _, name := range s.Types {
			if name != "null" {
				s.Type = name
			}
		}
		s.Types = nil
	}
	switch t.Kind() {
	case reflect.Slice:
		if s.Items != nil {
			refine(s.Items, t.Elem())
		}
	case reflect.Map:
		if s.AdditionalProperties != nil {
			refine(s.AdditionalProperties, t.Elem())
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := s.Properties[name]
			if p == nil {
				continue
			}
			refine(p, f.Type)
			refineField(p, f.Tag)
		}
	}
}

func refineField(p *jsonschema.Schema, tag reflect.StructTag) {
	if list, ok := tag.Lookup("enum"); ok {
		for v := range strings.SplitSeq(list, ",") {
			p.Enum = append(p.Enum, v)
		}
	}
	if v, err := strconv.ParseFloat(tag.Get("min"), 64); err == nil {
		p.Minimum = &v
	}
	if v, err := strconv.ParseFloat(tag.Get("max"), 64); err == nil {
		p.Maximum = &v
	}
	if v, ok := tag.Lookup("default"); ok {
		if !json.Valid([]byte(v)) {
			v = strconv.Quote(v)
		}
		p.Default = json.RawMessage(v)
	}
	if tag.Get("told") == "no" {
		p.Extra = map[string]any{untold: true}
	}
}

// untold marks a parameter that is accepted and that Encode leaves out.
const untold = "x-untold"

// Encode returns the schema as JSON for a model, the same bytes for the same schema. That parameters
// beyond the named ones are forbidden is left out: it is in every object, costs bytes in every
// request, and CheckArgs says it when it matters. Left out too is what carries the tag `told:"no"`:
// parameters that are accepted, for callers who know them from the specification.
func Encode(s *jsonschema.Schema) (json.RawMessage, error) {
	told := s.CloneSchemas()
	tell(told)
	return json.Marshal(told)
}

func tell(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if closed(s) {
		s.AdditionalProperties = nil
	}
	s.PropertyOrder = slices.Clone(s.PropertyOrder) // the clone of a schema shares it
	for name, p := range s.Properties {
		if p.Extra[untold] != nil {
			delete(s.Properties, name)
			s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(n string) bool { return n == name })
			continue
		}
		tell(p)
	}
	tell(s.Items)
	tell(s.AdditionalProperties)
}
