package text

import (
	"slices"
	"strings"
)

// Names whose value is a secret, in lower case without - and _. A name matches when it
// ends so.
var secretKeys = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "secretkey", "apikey", "accesskey",
	"privatekey", "clientsecret", "accesstoken", "authtoken", "refreshtoken", "sessiontoken",
	"apitoken", "bottoken", "authorization", "secretaccesskey",
}

// maxKey is how many bytes before a colon are looked at.
const maxKey = 64

// appendAssigned finds the values in password: x, API_KEY=x, "secret": "x", Authorization: Bearer x.
func appendAssigned(spans []span, s string) []span {
	for i := 0; i < len(s); i++ {
		if s[i] != ':' && s[i] != '=' {
			continue
		}
		key := keyBefore(s, i)
		if key == "" {
			continue
		}
		from, to := valueAfter(s, i+1, endsWithKey(key, "authorization"))
		if to > from {
			spans = append(spans, span{from, to})
			i = to - 1
		}
	}
	return spans
}

// keyBefore returns the name before the separator at i if it names a secret.
func keyBefore(s string, i int) string {
	end := i
	for end > 0 && i-end < 4 && strings.IndexByte(" \t\"'\\", s[end-1]) >= 0 {
		end--
	}
	from := end
	for from > 0 && end-from < maxKey && (isWord(s[from-1]) || s[from-1] == '_' || s[from-1] == '-') {
		from--
	}
	name := s[from:end]
	// NPM_TOKEN=x, but not tokens: 12 or token = next().
	if endsWithKey(name, "token") && strings.HasSuffix(name[:len(name)-len("token")], "_") {
		return name
	}
	if slices.ContainsFunc(secretKeys, func(k string) bool { return endsWithKey(name, k) }) {
		return name
	}
	return ""
}

// endsWithKey compares the end of name with key, which is in lower case, without regard to case and
// to - and _ in name.
func endsWithKey(name, key string) bool {
	n := len(name)
	for k := len(key); k > 0; {
		if n == 0 {
			return false
		}
		n--
		switch c := name[n]; {
		case c == '_' || c == '-':
			continue
		case c|0x20 != key[k-1]: // letters only: folds case
			return false
		}
		k--
	}
	return true
}

// valueAfter returns where the value lies that follows a separator, without its quotes; an empty
// range when it does not look like a secret. In headers the scheme before the value stays.
func valueAfter(s string, at int, header bool) (from, to int) {
	if at < len(s) && (s[at] == '=' || s[at] == '>') { // :=, ==, =>
		at++
	}
	at = skip(s, at, " \t")
	at = skip(s, at, `\`)
	quote := byte(0)
	if at < len(s) && strings.IndexByte("\"'`", s[at]) >= 0 {
		quote = s[at]
		at++
	}
	if header {
		for _, scheme := range []string{"bearer ", "basic ", "token "} {
			if len(s)-at >= len(scheme) && strings.EqualFold(s[at:at+len(scheme)], scheme) {
				at += len(scheme)
			}
		}
	}
	to = at
	for to < len(s) && !endsValue(s[to], quote) {
		to++
	}
	if !isValue(s[at:to], quote != 0) {
		return at, at
	}
	return at, to
}

func skip(s string, at int, what string) int {
	for at < len(s) && strings.IndexByte(what, s[at]) >= 0 {
		at++
	}
	return at
}

func endsValue(c, quote byte) bool {
	if quote != 0 {
		return c == quote || c == '\\' || c == '\n'
	}
	return c <= ' ' || strings.IndexByte("\"'`\\,;&<>)}", c) >= 0
}

// isValue keeps apart a value and code or prose around the name of one.
func isValue(v string, quoted bool) bool {
	if v == Redacted || v == "" {
		return false
	}
	if strings.HasPrefix(v, "$") || strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "<") || strings.HasPrefix(v, "%") {
		return false // a reference to the value, or a placeholder
	}
	if quoted {
		return len(v) >= 4
	}
	switch strings.ToLower(v) {
	case "string", "number", "boolean", "undefined", "required", "optional", "secretstr", "[]byte":
		return false
	}
	return len(v) >= 6 && !strings.ContainsAny(v, "([*") && !strings.Contains(v, "...")
}
