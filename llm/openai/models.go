package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"sync"
	"time"

	"beestown/llm"
)

// Models asks the endpoint for its models, once; opts.Model is not needed. It blocks until the
// answer is there, ctx ends or opts.FirstTimeout is over. Errors are *llm.Error or ctx.Err().
func Models(ctx context.Context, opts Options) ([]string, error) {
	m, err := connect(opts)
	if err != nil {
		return nil, &llm.Error{Kind: llm.ErrEndpoint, Message: err.Error(), Err: err}
	}
	if opts.HTTPClient == nil {
		defer m.CloseIdleConnections()
	}
	limited, cancel := context.WithTimeoutCause(ctx, m.opts.FirstTimeout, errIdle)
	defer cancel()
	list, err := m.list(limited)
	if err == nil {
		return list, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	f := m.requestFailure(err, context.Cause(limited))
	f.attempts = 1
	return nil, m.explain(&f)
}

func (m *Model) list(ctx context.Context) ([]string, error) {
	res, err := m.do(ctx, "models", nil)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxEvent))
	if err != nil {
		return nil, err
	}
	var list struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(data, &list); err != nil {
		// Whatever it is, it is not a list of models: let the text be sorted like an error page.
		return nil, &statusError{res.StatusCode, res.Header, data}
	}
	names := make([]string, 0, len(list.Data))
	for _, d := range list.Data {
		names = append(names, d.ID)
	}
	return names, nil
}

// Endpoint is what Probe found at a URL.
type Endpoint struct {
	URL    string
	Models []string
	Err    error // nil when it answered
}

// Probe asks each of the base URLs for its models, all at once and without a key, and waits at
// most timeout for each (0 means 300 ms). Only loopback URLs are asked; others get an error. The
// result has the order of urls.
func Probe(ctx context.Context, urls []string, timeout time.Duration) []Endpoint {
	setDefault(&timeout, 300*time.Millisecond)
	found := make([]Endpoint, len(urls))
	var wg sync.WaitGroup
	for i, u := range urls {
		found[i].URL = u
		parsed, err := url.Parse(u)
		if err != nil || !isLoopback(parsed) {
			found[i].Err = fmt.Errorf("%s is not on this machine: only loopback is probed", u)
			continue
		}
		wg.Go(func() {
			found[i].Models, found[i].Err = Models(ctx, Options{BaseURL: u, FirstTimeout: timeout})
		})
	}
	wg.Wait()
	return found
}
