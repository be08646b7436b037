package tui

import (
	"encoding/json"
	"strings"
)

// subject guesses from raw arguments what a call is about, until the call itself
// says it: the first text in the JSON object. Anything else is shown as it is.
func subject(args string) string {
	d := json.NewDecoder(strings.NewReader(args))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return args
	}
	for d.More() {
		if _, err := d.Token(); err != nil { // the name
			return args
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return args
		}
		if s, ok := value.(string); ok {
			return s
		}
	}
	return ""
}
