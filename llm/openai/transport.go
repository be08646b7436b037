package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// Limits on what an endpoint may send.
const (
	maxEvent = 4 << 20  // bytes of one event of a stream unless Options say otherwise, or of a list of models
	maxError = 64 << 10 // bytes of an error response that are read
)

// newHTTPClient returns a client whose deadlines are the watchdog's alone. Redirects are not
// followed: they would turn a POST into a GET, and the key must not travel to another host.
func newHTTPClient() *http.Client {
	transport := &http.Transport{}
	if def, ok := http.DefaultTransport.(*http.Transport); ok {
		transport = def.Clone()
	}
	transport.ReadBufferSize = 32 << 10 // a sip of a fast stream (pace.go) in one read
	transport.DisableCompression = true // compressors hold back small events
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// newAPI returns what an SDK client has to know of opts. The client itself is made for each call, as
// a literal: NewClient reads OPENAI_* from the environment, and a client that is kept in a Model makes
// the linker keep every service of the SDK.
func newAPI(opts Options, client *http.Client) []option.RequestOption {
	list := []option.RequestOption{
		option.WithBaseURL(strings.TrimSuffix(opts.BaseURL, "/") + "/"),
		option.WithHTTPClient(client),
		option.WithMaxRetries(0),
		option.WithHeader("User-Agent", "beestown"),
	}
	switch {
	case opts.APIVersion != "":
		list = append(list, option.WithQuery("api-version", opts.APIVersion))
		if opts.APIKey != "" {
			list = append(list, option.WithHeader("api-key", opts.APIKey))
		}
	case opts.APIKey != "":
		list = append(list, option.WithAPIKey(opts.APIKey))
	}
	for k, v := range opts.Headers {
		list = append(list, option.WithHeader(k, v))
	}
	return list
}

// statusError is a response that is not an answer.
type statusError struct {
	status int
	header http.Header
	body   []byte // at most maxError bytes
}

func (e *statusError) Error() string { return fmt.Sprintf("status %d", e.status) }

// do sends one request and returns the response of a 2xx; the caller closes its body. The error is
// a *statusError for any other status. A nil payload sends a GET.
func (m *Model) do(ctx context.Context, path string, payload *body) (*http.Response, error) {
	method := http.MethodGet
	if payload != nil {
		method = http.MethodPost
	}
	finish := func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		prepare(req, payload)
		res, err := next(req)
		if err != nil || res.StatusCode/100 == 2 {
			return res, err
		}
		defer res.Body.Close()
		// What could be read of the error is enough; a cut in it must not hide the status.
		text, _ := io.ReadAll(io.LimitReader(res.Body, maxError))
		return nil, &statusError{res.StatusCode, res.Header, text}
	}
	var res *http.Response
	client := openai.Client{Options: m.api}
	err := client.Execute(ctx, method, path, nil, &res, option.WithMiddleware(finish))
	return res, err
}

// prepare gives the request its body, with a length and the means to send it again when a kept
// connection turns out to be dead, and takes out the SDK's telemetry headers.
func prepare(req *http.Request, payload *body) {
	for k := range req.Header {
		if strings.HasPrefix(k, "X-Stainless-") {
			delete(req.Header, k)
		}
	}
	if payload == nil {
		return
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream, application/json")
	req.Body, req.ContentLength = payload.reader(), payload.size()
	req.GetBody = func() (io.ReadCloser, error) { return payload.reader(), nil }
}

var (
	errIdle     = errors.New("silence")
	errTooLarge = errors.New("event too large")
)

// watchdog cancels a request when its endpoint is silent for longer than timeout.
type watchdog struct {
	timer   *time.Timer
	timeout time.Duration
}

func newWatchdog(timeout time.Duration, cancel context.CancelCauseFunc) *watchdog {
	return &watchdog{timer: time.AfterFunc(timeout, func() { cancel(errIdle) }), timeout: timeout}
}

func (w *watchdog) alive() { w.timer.Reset(w.timeout) }

// limit sets another timeout, from now on.
func (w *watchdog) limit(timeout time.Duration) {
	w.timeout = timeout
	w.alive()
}

func (w *watchdog) stop() { w.timer.Stop() }

// guarded is a response body that tells the watchdog of every byte, keeps the pace, and ends with
// errTooLarge in an event of more than limit bytes.
type guarded struct {
	io.ReadCloser
	dog   *watchdog
	pace  pace
	limit int
	event int  // bytes since the last empty line
	blank bool // the current line has no bytes so far
}

func (g *guarded) Read(p []byte) (int, error) {
	if g.event > g.limit {
		return 0, errTooLarge // a reader that buffers may have swallowed the first one
	}
	g.pace.before()
	n, err := g.ReadCloser.Read(p)
	g.pace.after(n)
	if n > 0 {
		g.dog.alive()
		if !g.measure(p[:n]) {
			return 0, errTooLarge
		}
	}
	return n, err
}

// measure counts the bytes of the events in p; false means that one is too large.
func (g *guarded) measure(p []byte) bool {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		line := p
		if end >= 0 {
			line = p[:end]
		}
		if g.event += len(line); g.event > g.limit {
			return false
		}
		g.blank = g.blank && (len(line) == 0 || string(line) == "\r")
		if end < 0 {
			return true
		}
		if g.blank {
			g.event = 0
		}
		g.blank, p = true, p[end+1:]
	}
	return true
}
