package openai

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// words are what an endpoint says about an error.
type words struct {
	message string // as it came, see Model.clean; may be empty
	code    string // its code and type, lower case, for comparison only
	status  int    // an HTTP status inside the body, 0 when there is none
	html    bool
}

// maxWords is how many runes of an endpoint's message are repeated.
const maxWords = 300

// parseWords finds the message in the error forms that endpoints use: OpenAI's, a bare message,
// FastAPI's detail, a list around any of them, HTML and plain text.
func parseWords(body []byte) words {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '<' {
		return words{message: htmlText(body), html: true}
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var w words
	if !w.parse(body) {
		w.message = string(body)
	}
	w.code = strings.ToLower(w.code)
	return w
}

// parse reads one JSON value: a text, or an object that holds the text under a well-known name.
func (w *words) parse(raw json.RawMessage) bool {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		w.message = text
		return true
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return false
	}
	for _, key := range []string{"code", "type", "status"} {
		w.addCode(object[key])
	}
	for _, key := range []string{"error", "message", "detail", "msg", "error_description"} {
		if value, ok := object[key]; ok && w.parse(value) && w.message != "" {
			w.addUpstream(object["metadata"])
			return true
		}
	}
	return false
}

// addCode takes in a code, which is a word or a number.
func (w *words) addCode(raw json.RawMessage) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		text = string(raw)
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n >= 400 && n < 600 {
			w.status = n
		}
		return
	}
	w.code += " " + text
}

// addUpstream takes in what the provider behind a router said.
func (w *words) addUpstream(raw json.RawMessage) {
	var meta struct{ Raw string }
	if json.Unmarshal(raw, &meta) == nil && meta.Raw != "" {
		w.message += ": " + meta.Raw
	}
}

// htmlText returns a page's title, or its text when it has none. The patterns are compiled here:
// this is rare, and a program's start is not.
func htmlText(body []byte) string {
	text := body
	if m := regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`).FindSubmatch(body); m != nil {
		text = m[1]
	}
	text = regexp.MustCompile(`(?s)<[^>]*>`).ReplaceAll(text, []byte(" "))
	return html.UnescapeString(string(text))
}

// oneLine makes a server's text safe and short: no control or invisible characters, no line ends.
func oneLine(s string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
	clean = strings.Join(strings.Fields(clean), " ")
	if runes := []rune(clean); len(runes) > maxWords {
		clean = string(runes[:maxWords]) + "…"
	}
	return strings.TrimSuffix(clean, ".")
}
