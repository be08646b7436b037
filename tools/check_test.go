package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
)

func TestCheckArgsCoerces(t *testing.T) {
	schema := schemaFor[sample]()
	tests := []struct{ name, in, want string }{
		{"as it is", `{"name":"n","count":5,"on":true}`, `{"count":5,"name":"n","on":true}`},
		{"text to number", `{"name":"n","count":" 5 ","ratio":"0.5"}`, `{"count":5,"name":"n","ratio":0.5}`},
		{"5.0 is whole", `{"name":"n","count":5.0}`, `{"count":5,"name":"n"}`},
		{"5e0 in text", `{"name":"n","count":"5e0"}`, `{"count":5,"name":"n"}`},
		{"text to boolean", `{"name":"n","on":"true"}`, `{"name":"n","on":true}`},
		{"False", `{"name":"n","on":"False"}`, `{"name":"n","on":false}`},
		{"number to text", `{"name":2.50}`, `{"name":2.50}`},
		{"single to list", `{"name":"n","list":"a"}`, `{"list":["a"],"name":"n"}`},
		{"list in text", `{"name":"n","list":"[\"a\",\"b\"]"}`, `{"list":["a","b"],"name":"n"}`},
		{"a file pattern is no list", `{"name":"n","list":"[0-9]*.go"}`, `{"list":["[0-9]*.go"],"name":"n"}`},
		{"a pattern that looks like one", `{"name":"n","list":"[1]*.go"}`, `{"list":["[1]*.go"],"name":"n"}`},
		{"a pattern that is one", `{"name":"n","list":"[1]"}`, `{"list":["[1]"],"name":"n"}`},
		{"object in text", `{"name":"n","point":"{\"id\":\"1\"}"}`, `{"name":"n","point":{"id":1}}`},
		{"objects in text", `{"name":"n","parts":"[{\"id\":1}]"}`, `{"name":"n","parts":[{"id":1}]}`},
		{"single object to list", `{"name":"n","parts":{"id":1}}`, `{"name":"n","parts":[{"id":1}]}`},
		{"null is left out", `{"name":"n","count":null,"point":null}`, `{"name":"n"}`},
		{"values of a map", `{"name":"n","env":{"A":1,"B":null},"lists":{"l":7}}`, `{"env":{"A":"1"},"lists":{"l":[7]},"name":"n"}`},
		{"free map", `{"name":"n","any":{"x":null,"y":[1]}}`, `{"any":{"x":null,"y":[1]},"name":"n"}`},
		{"limits", `{"name":"n","count":10}`, `{"count":10,"name":"n"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := CheckArgs(json.RawMessage(tt.in), schema, nil)
			if err != nil {
				t.Fatal(err)
			}
			encoded, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Replace(tt.want, `"name":2.50`, `"name":"2.50"`, 1)
			if diff := cmp.Diff(want, string(encoded)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckArgsKeepsPrecision(t *testing.T) {
	got, err := CheckArgs(json.RawMessage(`{"id":9007199254740993}`), schemaFor[samplePart](), nil)
	if err != nil || got["id"] != json.Number("9007199254740993") {
		t.Errorf("got %v, %v", got, err)
	}
}

// The texts of S2-4, S2-5 and S2-6, verbatim, behind the prefixes of S1-53 and S2-37 (row S2-7: all
// problems are listed).
func TestCheckArgsProblems(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"missing", `{}`, []string{"Missing required parameter: name"}},
		{"null where required", `{"name":null}`, []string{"Missing required parameter: name"}},
		{"type", `{"name":true}`, []string{"Parameter 'name' expected string, got boolean"}},
		{"list for text", `{"name":["x"]}`, []string{"Parameter 'name' expected string, got array"}},
		{"fraction", `{"name":"n","count":5.5}`, []string{"Parameter 'count' expected integer, got number"}},
		{"words", `{"name":"n","count":"five"}`, []string{"Parameter 'count' expected integer, got string"}},
		{"hexadecimal", `{"name":"n","count":"0x10"}`, []string{"Parameter 'count' expected integer, got string"}},
		{"not a number", `{"name":"n","ratio":"NaN"}`, []string{"Parameter 'ratio' expected number, got string"}},
		{"huge", `{"name":"n","count":1e999}`, []string{"Parameter 'count' expected integer, got number"}},
		{"whole but beyond precision", `{"name":"n","count":1e30}`, []string{"Parameter 'count' expected integer, got number"}},
		{"one for true", `{"name":"n","on":1}`, []string{"Parameter 'on' expected boolean, got integer"}},
		{"enum", `{"name":"n","kind":"c"}`, []string{"Parameter 'kind' must be one of: a, b"}},
		{"bounds", `{"name":"n","count":0,"ratio":-1}`, []string{"Parameter 'count' must be at least 1, got 0", "Parameter 'ratio' must be at least 0, got -1"}},
		{"maximum", `{"name":"n","count":"11"}`, []string{"Parameter 'count' must be at most 10, got 11"}},
		{"near", `{"naem":"n"}`, []string{"Unknown parameter 'naem', did you mean 'name'?", "Missing required parameter: name"}},
		{"far", `{"name":"n","zzzzzz":1}`, []string{"Unknown parameter 'zzzzzz'; known: any count env kind list lists name on parts point ratio text"}},
		{"inside", `{"name":"n","point":{"stat":"open"}}`, []string{"Unknown parameter 'point.stat', did you mean 'state'?", "Missing required parameter: point.id"}},
		{"inside a list", `{"name":"n","parts":[{"id":1},{"id":"x","state":"gone"},null]}`, []string{
			"Parameter 'parts[1].id' expected integer, got string", "Parameter 'parts[1].state' must be one of: open, done", "Parameter 'parts[2]' expected object, got null",
		}},
		{"inside a map", `{"name":"n","env":{"A":[]}}`, []string{"Parameter 'env.A' expected string, got array"}},
		{"several", `{"count":"x","kind":1,"on":[]}`, []string{
			"Parameter 'count' expected integer, got string", "Parameter 'kind' must be one of: a, b", "Parameter 'on' expected boolean, got array", "Missing required parameter: name",
		}},
		{"list", `[]`, []string{"json: cannot unmarshal array into Go value of type map[string]interface {}"}},
		{"nothing", `null`, []string{"Missing required parameter: name"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := CheckArgs(json.RawMessage(tt.in), schemaFor[sample](), nil)
			var e *Error
			if !errors.As(err, &e) || e.Code != CodeValidation {
				t.Fatalf("error %v", err)
			}
			want := "Parameter validation failed: Validation failed: " + strings.Join(tt.want, ", ")
			if diff := cmp.Diff(want, e.Message); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The schemas of MCP servers are not made by us.
func TestCheckArgsForeignSchemas(t *testing.T) {
	tests := []struct{ name, schema, in, want string }{
		{"null is a value", `{"type":"object","properties":{"x":{"type":["string","null"]}}}`, `{"x":null}`, `{"x":null}`},
		{"null alone", `{"type":"object","properties":{"x":{"type":"null"}}}`, `{"x":null}`, `{"x":null}`},
		{"open", `{"type":"object","properties":{}}`, `{"y":1}`, `{"y":1}`},
		{"open by word", `{"type":"object","additionalProperties":true}`, `{"y":1}`, `{"y":1}`},
		{"no properties", `{"type":"object"}`, `{}`, `{}`},
		{"required null", `{"type":"object","properties":{"x":{"anyOf":[{"type":"null"},{"type":"string"}]}},"required":["x"]}`, `{"x":null}`, `{"x":null}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s jsonschema.Schema
			if err := json.Unmarshal([]byte(tt.schema), &s); err != nil {
				t.Fatal(err)
			}
			got, err := CheckArgs(json.RawMessage(tt.in), &s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if encoded, err := json.Marshal(got); err != nil || string(encoded) != tt.want {
				t.Errorf("got %s, %v", encoded, err)
			}
		})
	}
}

func TestRename(t *testing.T) {
	adapt := Both(Rename("path", "file_path", "p", "file_path"), func(m map[string]any) error {
		m["seen"] = true
		return nil
	})
	tests := []struct {
		in, want map[string]any
		err      string
	}{
		{map[string]any{"path": "a"}, map[string]any{"file_path": "a", "seen": true}, ""},
		{map[string]any{"path": "a", "p": "a"}, map[string]any{"file_path": "a", "seen": true}, ""},
		{map[string]any{"path": nil, "file_path": "a"}, map[string]any{"file_path": "a", "seen": true}, ""},
		{map[string]any{"path": "b", "file_path": "a"}, nil, "parameters 'path' and 'file_path' are the same thing and differ; give one of them"},
	}
	for _, tt := range tests {
		err := adapt(tt.in)
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("error %v, want %s", err, tt.err)
			}
			continue
		}
		if diff := cmp.Diff(tt.want, tt.in); err != nil || diff != "" {
			t.Error(err, diff)
		}
	}
	if Both(nil, nil) != nil {
		t.Error("two adapters that do nothing are one that does")
	}
	if f := Rename("a", "b"); Both(f, nil) == nil || Both(nil, f) == nil {
		t.Error("one adapter is lost")
	}
}

func BenchmarkCheckArgs(b *testing.B) {
	schema, in := schemaFor[sample](), json.RawMessage(`{"name":"n","count":5,"list":["a","b"],"parts":[{"id":1}]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := CheckArgs(in, schema, nil); err != nil {
			b.Fatal(err)
		}
	}
}
