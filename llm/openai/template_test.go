package openai

import (
	"encoding/json"
	"testing"
)

func TestTemplate(t *testing.T) {
	event := func(text string) string {
		return `{"id":"x","choices":[{"index":0,"delta":{"content": "` + text + `"},"finish_reason":null}]}`
	}
	var usual template
	usual.learn([]byte(event("first")))
	tests := []struct {
		event, text string
		ok          bool
	}{
		{event("second"), "second", true},
		{event(""), "", true},
		{event(`a\n\"b\" \u00e9 é`), "a\n\"b\" é é", true},
		{event(`ends in \\`), `ends in \`, true},
		{event(`ends in \`), "", false},
		{event(`a","role":"b`), "", false},
		{event("raw\nline end"), "", false},
		{event("\xff"), "", false},
		{event(`\x`), "", false},
		{event("x")[1:], "", false},
		{`{"id":"y"}`, "", false},
	}
	for _, tt := range tests {
		if text, ok := usual.match([]byte(tt.event)); text != tt.text || ok != tt.ok {
			t.Errorf("%s: %q %v", tt.event, text, ok)
		}
	}
}

func TestTemplateRefuses(t *testing.T) {
	for _, event := range []string{
		`{"choices":[]}`,
		`{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}`,
		`{"choices":[{"index":1,"delta":{"content":"a"}}]}`,
		`{"choices":[{"delta":{"content":"a","reasoning":"b"}}]}`,
		`{"choices":[{"delta":{"content":"a"}}],"usage":{}}`,
		`{"note":{"content":"a"},"choices":[{"delta":{"content":"a"}}]}`,
		`{"choices":[{"delta":{"content":null}}]}`,
		`{"choices":[{"delta":{"content":`,
		`{"choices":[{"delta":{"content":"a`,
	} {
		var usual template
		if usual.learn([]byte(event)); usual.prefix != nil {
			t.Errorf("%s is taken as a template", event)
		}
	}
}

// The short cut and the decoder agree on every event.
func FuzzTemplate(f *testing.F) {
	f.Add(`{"choices":[{"delta":{"content":"a"}}]}`, `{"choices":[{"delta":{"content":"b\n"}}]}`)
	f.Add(`{"choices":[{"delta":{"content":"a"}}]}`, `{"choices":[{"delta":{"content":"b","content":"c"}}]}`)
	f.Add(`{"content":"","choices":[{"delta":{"content":"a"}}]}`, `{"content":"x","choices":[{"delta":{"content":"a"}}]}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		var usual template
		usual.learn([]byte(first))
		text, ok := usual.match([]byte(second))
		if !ok {
			return
		}
		var c chunk
		if err := json.Unmarshal([]byte(second), &c); err != nil || !c.isText(text) {
			t.Errorf("%q after %q: %q, decoded %+v, %v", second, first, text, c, err)
		}
	})
}
