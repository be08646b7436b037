package text

import "strings"

// The patterns are matched by hand: a regular expression costs more than the call whose record it
// guards, and compiling a dozen of them would be paid for at every start.

// span is a part of a text that is to be replaced.
type span struct{ from, to int }

// redactPatterns replaces what looks like a credential.
func redactPatterns(s string) string {
	var spans []span
	spans = appendTokens(spans, s)
	spans = appendPEM(spans, s)
	spans = appendAssigned(spans, s)
	spans = appendUserinfo(spans, s)
	return replaceSpans(s, spans)
}

// token describes credentials that are known by how they begin.
type token struct {
	prefix string
	min    int    // bytes that follow at least
	extra  string // allowed beside letters and digits
	digit  bool   // one of them is a digit: keeps words-with-hyphens apart
}

var tokens = []token{
	{prefix: "sk-", min: 20, extra: "-_", digit: true},
	{prefix: "sk_live_", min: 16}, {prefix: "sk_test_", min: 16},
	{prefix: "rk_live_", min: 16}, {prefix: "rk_test_", min: 16},
	{prefix: "ghp_", min: 30}, {prefix: "gho_", min: 30}, {prefix: "ghu_", min: 30},
	{prefix: "ghs_", min: 30}, {prefix: "ghr_", min: 30},
	{prefix: "github_pat_", min: 22, extra: "_"},
	{prefix: "glpat-", min: 20, extra: "-_"},
	{prefix: "AKIA", min: 16, digit: true}, {prefix: "ASIA", min: 16, digit: true},
	{prefix: "AIza", min: 35, extra: "-_"},
	{prefix: "xoxb-", min: 10, extra: "-"}, {prefix: "xoxp-", min: 10, extra: "-"},
	{prefix: "xoxa-", min: 10, extra: "-"}, {prefix: "xapp-", min: 10, extra: "-"},
	{prefix: "npm_", min: 36}, {prefix: "hf_", min: 30}, {prefix: "pypi-", min: 40, extra: "-_"},
	{prefix: "eyJ", min: 24, extra: "-_.", digit: false}, // JWT; see isJWT
}

func appendTokens(spans []span, s string) []span {
	for _, t := range tokens {
		for at := 0; ; {
			i := strings.Index(s[at:], t.prefix)
			if i < 0 {
				break
			}
			from := at + i
			to := from + len(t.prefix)
			for to < len(s) && (isWord(s[to]) || strings.IndexByte(t.extra, s[to]) >= 0) {
				to++
			}
			if t.matches(s, from, to) {
				spans = append(spans, span{from, to})
			}
			at = to
		}
	}
	return spans
}

func (t token) matches(s string, from, to int) bool {
	body := s[from+len(t.prefix) : to]
	switch {
	case from > 0 && (isWord(s[from-1]) || s[from-1] == '_'):
		return false
	case len(body) < t.min, t.digit && !strings.ContainsAny(body, "0123456789"):
		return false
	case t.prefix == "eyJ":
		return strings.Count(body, ".") >= 2 && strings.Contains(body, ".eyJ")
	}
	return true
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// maxPEM is how far from its beginning the end of a private key is looked for.
const maxPEM = 16 << 10

// appendPEM finds private keys; of one that was cut off, the lines that are there.
func appendPEM(spans []span, s string) []span {
	const begin, label = "-----BEGIN ", "PRIVATE KEY-----"
	for at := 0; ; {
		i := strings.Index(s[at:], begin)
		if i < 0 {
			return spans
		}
		from := at + i
		at = from + len(begin)
		j := strings.Index(s[at:min(len(s), at+64)], label)
		if j < 0 {
			continue
		}
		body := at + j + len(label)
		to := body + encodedLength(s[body:])
		near := s[body:min(len(s), body+maxPEM)]
		if k := strings.Index(near, "-----END "); k >= 0 {
			if l := strings.Index(near[k:], label); l >= 0 {
				to = max(to, body+k+l+len(label))
			}
		}
		if to > body {
			spans = append(spans, span{from, to})
			at = to
		}
	}
}

// encodedLength measures the lines of base64 that s begins with, also where \n is written out.
func encodedLength(s string) int {
	n := 0
	for n < len(s) {
		rest := strings.TrimLeft(s[n:], " \t\r\n")
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, `\r`), `\n`)
		line := rest
		for line != "" && (isWord(line[0]) || strings.IndexByte("+/=", line[0]) >= 0) {
			line = line[1:]
		}
		if len(rest)-len(line) < 16 {
			return n
		}
		n = len(s) - len(line)
	}
	return n
}

// appendUserinfo finds the password of scheme://user:password@host.
func appendUserinfo(spans []span, s string) []span {
	for at := 0; ; {
		i := strings.Index(s[at:], "://")
		if i < 0 {
			return spans
		}
		from := at + i + 3
		at = from
		end := strings.IndexAny(s[from:], "/?#@ \t\r\n\"'<>`\\")
		if end < 0 || s[from+end] != '@' {
			continue
		}
		if colon := strings.IndexByte(s[from:from+end], ':'); colon >= 0 && colon+1 < end {
			spans = append(spans, span{from + colon + 1, from + end})
		}
		at = from + end
	}
}
