package openai

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"beestown/llm"
)

// failure is one attempt that failed.
type failure struct {
	kind     llm.ErrorKind
	status   int
	sentence string // what went wrong and where
	retry    bool
	after    time.Duration // what a Retry-After header asks for
	err      error
	hint     string // instead of the kind's own
	attempts int    // how many there were, set when no more follow
}

// rejectsUsage tells whether the endpoint does not know the option that asks for token counts.
func (f *failure) rejectsUsage() bool {
	return f.kind == llm.ErrRequest && strings.Contains(f.sentence, "stream_options")
}

// requestFailure sorts an error of do. cause is why its context ended, if it did.
func (m *Model) requestFailure(err, cause error) failure {
	var status *statusError
	if errors.As(err, &status) {
		return m.statusFailure(status)
	}
	f := failure{kind: llm.ErrConnection, retry: true, err: withoutURL(err)}
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.Is(cause, errIdle):
		f.kind = llm.ErrServer
		f.sentence = fmt.Sprintf("%s did not answer within %s", m.host, m.opts.FirstTimeout)
	case errors.Is(err, syscall.ECONNREFUSED):
		f.retry = false
		f.sentence = m.host + " refuses the connection"
	case errors.As(err, &dns) && dns.IsNotFound:
		f.retry = false
		f.sentence = m.host + " is not a known host"
	case errors.As(err, &cert):
		f.retry = false
		f.sentence = fmt.Sprintf("the certificate of %s is not valid: %s", m.host, m.clean(cert.Err.Error()))
	case errors.Is(err, http.ErrSchemeMismatch):
		f.retry = false
		f.sentence = m.host + " does not speak TLS; base_url may need http:// instead of https://"
	default:
		f.sentence = fmt.Sprintf("no connection to %s: %s", m.host, m.clean(withoutURL(err).Error()))
	}
	return f
}

// withoutURL takes the URL, which may hold secrets, out of an error.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// streamFailure sorts an error in the reading of an answer.
func (m *Model) streamFailure(err, cause error, progressed bool) failure {
	f := failure{kind: llm.ErrServer, retry: true, err: withoutURL(err)}
	var status *statusError
	var said *wordsError
	var limit *limitError
	var event *eventError
	switch {
	case errors.Is(cause, errIdle) && progressed:
		f.sentence = fmt.Sprintf("%s fell silent for %s", m.host, m.opts.IdleTimeout)
	case errors.Is(cause, errIdle):
		f.sentence = fmt.Sprintf("%s did not answer within %s", m.host, m.opts.FirstTimeout)
	case errors.As(err, &status):
		return m.statusFailure(status)
	case errors.As(err, &said):
		return m.sort(said.words.status, said.words)
	case errors.As(err, &limit):
		f.kind, f.retry = llm.ErrProtocol, false
		f.sentence = fmt.Sprintf("%s: %v", m.host, limit.err)
	case errors.Is(err, errTooLarge):
		f.kind, f.retry = llm.ErrProtocol, false
		f.sentence = fmt.Sprintf("%s sent an event of more than %d bytes", m.host, m.opts.MaxEvent)
		f.hint = "if the endpoint is to be trusted, raise limits.stream_line_bytes"
	case errors.As(err, &event):
		f.sentence = fmt.Sprintf("%s sent an event that is not valid: %s", m.host, m.clean(string(event.data)))
	case errors.Is(err, errTruncated):
		f.sentence = fmt.Sprintf("%s ended the stream before the answer was complete", m.host)
	default:
		f.sentence = fmt.Sprintf("connection to %s lost: %s", m.host, m.clean(withoutURL(err).Error()))
	}
	return f
}

// statusFailure sorts a response that is not a 2xx, or is HTML.
func (m *Model) statusFailure(e *statusError) failure {
	w := parseWords(e.body)
	f := m.sort(e.status, w)
	f.after = retryAfter(e.header)
	switch {
	case e.status/100 == 2 && !w.html:
		f.kind, f.retry = llm.ErrEndpoint, false
		f.sentence = fmt.Sprintf("%s answers with something else than was asked for: %s", m.host, m.clean(w.message))
	case e.status/100 == 3:
		f.sentence = fmt.Sprintf("%s redirects to %s", m.host, m.clean(e.header.Get("Location")))
		f.hint = "set base_url to the address that it redirects to"
	case f.kind == llm.ErrEndpoint && w.html:
		f.sentence = fmt.Sprintf("%s answers with a web page, not with JSON (%d): %s", m.host, e.status, m.clean(w.message))
	}
	return f
}

// sort chooses the kind by status and words and says it in one sentence.
func (m *Model) sort(status int, w words) failure {
	f := failure{status: status, kind: llm.ErrRequest}
	said := strings.ToLower(w.message) + w.code
	verb := "rejects the request"
	switch {
	case status/100 == 3, w.html && status < 500 && status != 429 && status != 408:
		f.kind, verb = llm.ErrEndpoint, "is not an OpenAI-compatible endpoint"
	case isContext(status, said):
		f.kind, verb = llm.ErrContext, "says that the conversation is too long"
	case isModel(status, said):
		f.kind, verb = llm.ErrModel, fmt.Sprintf("does not serve the model %q", m.opts.Model)
	case status == 401 || status == 403 || containsAny(w.code, "authentication", "invalid_api_key"):
		f.kind, verb = llm.ErrAuth, "refuses the API key"
		if m.opts.APIKey == "" {
			verb = "wants an API key"
		}
	case containsAny(said, "insufficient_quota", "billing") && status < 500:
		f.hint = "check the plan and the balance of the account at " + m.host
	case status == 404 || status == 405:
		f.kind, verb = llm.ErrEndpoint, "does not know the path"
	case status == 408 || status == 409 || status == 425 || status == 429 || status >= 500,
		status == 0 && !containsAny(w.code, "invalid_request"):
		f.kind, f.retry, verb = llm.ErrServer, true, "reports an error"
		if status == 429 {
			verb = "limits the rate of requests"
		}
	}
	f.sentence = m.host + " " + verb
	if status != 0 {
		f.sentence += fmt.Sprintf(" (%d %s)", status, strings.ToLower(http.StatusText(status)))
	}
	if w.message != "" {
		f.sentence += ": " + m.clean(w.message)
	}
	return f
}

func isContext(status int, said string) bool {
	if status == 401 || status == 403 || status == 404 || status == 429 {
		return false
	}
	return status == 413 || containsAny(said,
		"context_length_exceeded", "context length", "context window", "context size", "maximum context",
		"prompt is too long", "prompt too long", "maximum prompt length", "input is too long",
		"too many tokens", "token count", "reduce the length of the messages", "string_above_max_length")
}

func isModel(status int, said string) bool {
	switch status {
	case 0, 400, 403, 404, 422:
	default:
		return false
	}
	return containsAny(said, "model_not_found", "unknown model", "invalid model", "no such model", "not a valid model") ||
		strings.Contains(said, "model") && containsAny(said, "not found", "not exist", "does not have access to model")
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

// clean shortens a foreign text and takes our secrets out of it.
func (m *Model) clean(s string) string {
	s = redact(s, m.opts.APIKey)
	for _, v := range m.opts.Headers {
		s = redact(s, v)
	}
	return oneLine(s)
}

func redact(s, secret string) string {
	if len(secret) < 8 {
		return s // too short to be a secret, long enough to be a word
	}
	return strings.ReplaceAll(s, secret, "[redacted]")
}

// retryAfter reads the headers that say when to come back; 0 when there are none.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
		return seconds(s)
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, time.Until(t))
	}
	return 0
}

// seconds converts without overflow.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	return time.Duration(min(s, year) * float64(time.Second))
}
