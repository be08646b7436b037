package openai

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// template recognises events that equal an earlier one but for their text. That is nearly every
// event of a long answer, and comparing bytes costs a tenth of decoding JSON.
type template struct {
	prefix, suffix []byte // around the text, the quotes included
	tries          int    // how often an event was learnt; endpoints with random fields defeat it
}

const maxTries = 8

// match returns the text of an event that has the form of the template.
func (t *template) match(event []byte) (text string, ok bool) {
	if t.prefix == nil || len(event) < len(t.prefix)+len(t.suffix) ||
		!bytes.HasPrefix(event, t.prefix) || !bytes.HasSuffix(event, t.suffix) {
		return "", false
	}
	start, end := len(t.prefix), len(event)-len(t.suffix)
	length, escaped := literal(event[start:])
	switch {
	case length != end-start || !utf8.Valid(event[start:end]):
		return "", false
	case !escaped:
		return string(event[start:end]), true
	}
	err := json.Unmarshal(event[start-1:end+1], &text)
	return text, err == nil
}

// literal returns the length of the JSON string that b starts in, up to its closing quote, and
// whether it has escapes; -1 when it has no end or a byte that needs a closer look.
func literal(b []byte) (length int, escaped bool) {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			return i, escaped
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			return -1, false
		}
	}
	return -1, false
}

// learn makes the template from an event whose content is the only thing in it, which it proves by
// decoding the event with another text in that place.
func (t *template) learn(event []byte) {
	if t.tries++; t.tries > maxTries {
		return
	}
	key := []byte(`"content":`)
	start := bytes.Index(event, key)
	if start < 0 {
		return
	}
	start += len(key)
	start += len(event[start:]) - len(bytes.TrimLeft(event[start:], " "))
	if start == len(event) || event[start] != '"' {
		return
	}
	start++
	length, _ := literal(event[start:])
	if length < 0 {
		return
	}
	prefix, suffix := event[:start:start], event[start+length:]
	const probe = "other text"
	var c chunk
	if json.Unmarshal(append(append(prefix, probe...), suffix...), &c) == nil && c.isText(probe) {
		t.prefix, t.suffix = bytes.Clone(prefix), bytes.Clone(suffix)
	}
}

// isText tells whether the chunk says text and nothing else.
func (c *chunk) isText(text string) bool {
	if len(c.Choices) != 1 || c.Usage != nil || c.Error != nil {
		return false
	}
	choice := &c.Choices[0]
	d := &choice.Delta
	reasoning, _ := d.reasoning()
	return choice.Index == 0 && choice.Message == nil && choice.FinishReason == nil &&
		d.Content.text == text && reasoning == "" && d.Refusal == "" && len(d.ToolCalls) == 0
}
