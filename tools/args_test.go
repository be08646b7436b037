package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestParseArgs(t *testing.T) {
	tests := []struct {
		name, in string
		cut      bool // the message did not end normally
		limits   ArgLimits
		want     string
		note     string // part of it
		err      string // part of it
	}{
		{name: "object", in: ` {"a":1} `, want: `{"a":1}`},
		{name: "whole object in a cut message", in: `{"a":1}`, cut: true, want: `{"a":1}`},
		{name: "empty", in: "", want: "{}"},
		{name: "null", in: "null", want: "{}"},
		{name: "empty and cut", in: "", cut: true, err: "the message was cut off inside the arguments (0 bytes arrived)"},
		{name: "cut", in: `{"command":"rm -rf ./build`, cut: true, err: "the message was cut off inside the arguments (26 bytes arrived); send the call again, in smaller parts"},
		{name: "comma", in: `{"a":1,}`, want: `{"a":1}`, note: `the arguments were not valid JSON and were read as {"a":1}`},
		{name: "single quotes", in: `{'a':'b'}`, want: `{"a":"b"}`, note: "read as"},
		{name: "python", in: `{"a": True}`, want: `{"a": true}`, note: "read as"},
		{name: "fence", in: "```json\n{\"a\":1}\n```", want: `{"a":1}`, note: "read as"},
		{name: "wrapped", in: `"{\"a\":1}"`, want: `{"a":1}`},
		{name: "wrapped twice", in: `"\"{}\""`, err: "must be a JSON object"},
		{name: "list", in: `[1]`, err: "the arguments must be a JSON object, got [1]"},
		{name: "number", in: `5`, err: "must be a JSON object, got 5"},
		{name: "prose", in: `I will now read the file`, err: "must be a JSON object"},
		{name: "deep", in: strings.Repeat(`{"a":`, 201) + "1" + strings.Repeat("}", 201), err: "nested deeper than 200 levels"},
		{name: "as deep as allowed", in: strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200), want: strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200)},
		{name: "brackets in text", in: `{"a":"` + strings.Repeat("[{", 500) + `"}`, want: `{"a":"` + strings.Repeat("[{", 500) + `"}`},
		{name: "bottomless", in: strings.Repeat("[", 60<<10), err: "the arguments are not JSON"},
		{name: "bottomless behind a quote", in: `"` + strings.Repeat(`[`, 60<<10), err: "the arguments are not JSON"},
		{name: "too long to repair", in: `{'a':'` + strings.Repeat("it's ", 1<<18), err: "the arguments are not JSON"},
		{name: "too large", in: `{"a":"` + strings.Repeat("x", 4<<20) + `"}`, err: "the limit is 4194304; send less in one call"},
		{name: "as large as allowed", limits: ArgLimits{Bytes: 7}, in: `{"a":1}`, want: `{"a":1}`},
		{name: "larger than allowed", limits: ArgLimits{Bytes: 7}, in: `{"a":12}`, err: "the arguments have 8 bytes, the limit is 7"},
		{name: "deeper than allowed", limits: ArgLimits{Depth: 1}, in: `{"a":[]}`, err: "nested deeper than 1 levels"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, note, err := ParseArgs(tt.in, !tt.cut, tt.limits)
			if tt.err != "" {
				var e *Error
				if !errors.As(err, &e) || e.Code != CodeValidation || !strings.Contains(e.Message, tt.err) {
					t.Fatalf("error %v, want %s", err, tt.err)
				}
				if !strings.HasPrefix(e.Message, "Parameter validation failed: Validation failed: ") || len(e.Message) > 500 {
					t.Errorf("message %s", e.Message)
				}
				return
			}
			if err != nil || string(got) != tt.want || !strings.Contains(note, tt.note) || (note == "") != (tt.note == "") {
				t.Errorf("got %s, note %q, error %v", got, note, err)
			}
		})
	}
}

// FuzzArgs: whatever a model writes, the result is arguments that fit the struct, or an *Error.
func FuzzArgs(f *testing.F) {
	for _, s := range []string{
		`{"name":"n","count":"5"}`, `{"name":`, `{'name': "x",}`, `"{\"name\":\"n\"}"`, `{"name":1e999}`, "null",
		`{"name":"n","list":"[0-9]*.go","parts":[null],"env":{"A":null},"point":"{}"}`, `[[[`, "\xff", `{"name":"n","count":-0}`,
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	schema := schemaFor[sample]()
	f.Fuzz(func(t *testing.T, raw string, complete bool) {
		args, _, err := ParseArgs(raw, complete, ArgLimits{})
		if err != nil {
			wantError(t, err)
			return
		}
		if !json.Valid(args) {
			t.Fatalf("%q was read as %s", raw, args)
		}
		var in sample
		if err := decodeArgs(args, schema, Rename("label", "name"), &in); err != nil {
			wantError(t, err)
		}
	})
}

func wantError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeValidation {
		t.Fatalf("error %v", err)
	}
}

// The worst that is handed to the repair: it must stay far below what anybody notices.
func BenchmarkParseArgsRepair(b *testing.B) {
	raw := `{"content":"` + strings.Repeat("a \"quoted\" word,\n", maxRepair/19) + `"}`
	b.ReportAllocs()
	for b.Loop() {
		_, _, _ = ParseArgs(raw, true, ArgLimits{}) // whether it can be repaired is not the question
	}
}
