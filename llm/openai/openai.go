package openai

import (
	"context"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3/option"

	"beestown/llm"
)

// Options say which endpoint and model to talk to. BaseURL and Model are required.
type Options struct {
	// BaseURL is where /chat/completions and /models are, usually ending in /v1. For Azure it names
	// the deployment: https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT.
	BaseURL string
	Model   string
	// APIKey is sent as a bearer token, or as Azure's api-key header when APIVersion is set; empty
	// sends none. It never appears in an error. KeyVariable is the environment variable that hints
	// name; empty means OPENAI_API_KEY.
	APIKey, KeyVariable string
	// APIVersion is Azure's api-version query; empty sends none.
	APIVersion string
	// Headers are added to every request. Their values are kept out of errors like the key.
	Headers map[string]string
	// Local says that the model runs on this machine: its first token may take minutes (see
	// FirstTimeout). A loopback BaseURL implies it.
	Local bool
	// SendReasoning sends reasoning_content back with the assistant messages it came with, which
	// some endpoints (DeepSeek, Kimi) demand between tool calls and others refuse.
	SendReasoning bool

	// IdleTimeout is how long the endpoint may be silent in the middle of an answer; 0 means 60 s.
	// FirstTimeout is the same before the first event; 0 means 60 s, or 10 minutes for a Local one.
	IdleTimeout, FirstTimeout time.Duration
	// MaxRetries is how often a failed request is sent again; 0 means 5, negative never.
	MaxRetries int
	// RetryBudget is how long retries go on after the first failure; 0 means 30 s. A Retry-After
	// header extends it.
	RetryBudget time.Duration
	// MaxEvent is the most bytes of one event of a stream, or of an answer that is not streamed; 0
	// means 4 MiB.
	MaxEvent int
	// MaxCalls is how many calls one answer may ask for, and MaxArgs how many bytes of arguments they
	// may have together; never less than 64 and 4 MiB.
	MaxCalls, MaxArgs int
	// HTTPClient is used instead of one of our own. It must not follow redirects of its own accord
	// to other hosts.
	HTTPClient *http.Client
}

// Model talks to one endpoint about one conversation. It implements llm.Model.
type Model struct {
	opts    Options
	host    string // for messages; without user, password and path
	http    *http.Client
	api     []option.RequestOption
	encoder encoder
}

var _ llm.Model = (*Model)(nil)

// New returns a Model; it sends nothing. The caller ends it with CloseIdleConnections. The error
// says which option is wrong.
func New(opts Options) (*Model, error) {
	if opts.Model == "" {
		return nil, fmt.Errorf("no model: choose one with -m or the key model")
	}
	m, err := connect(opts)
	if err != nil {
		return nil, err
	}
	m.encoder = encoder{
		model:         opts.Model,
		maxTokensKey:  "max_tokens",
		sendReasoning: opts.SendReasoning,
		ids:           map[string]bool{},
	}
	if opts.APIVersion != "" || m.host == "api.openai.com" {
		m.encoder.maxTokensKey = "max_completion_tokens" // they refuse the old name for new models
	}
	return m, nil
}

// connect is New without a model, for requests that need none.
func connect(opts Options) (*Model, error) {
	base, err := url.Parse(opts.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, fmt.Errorf("base_url %q is not a URL: write it like https://api.openai.com/v1", opts.BaseURL)
	}
	opts.APIKey = strings.TrimSpace(opts.APIKey) // keys are pasted and read from files
	for k, v := range opts.Headers {
		if strings.ContainsAny(k+v, "\r\n\x00") {
			return nil, fmt.Errorf("header %q is not valid: it has a line end or a NUL", k)
		}
	}
	opts.Local = opts.Local || isLoopback(base)
	setDefault(&opts.IdleTimeout, 60*time.Second)
	if opts.Local {
		setDefault(&opts.FirstTimeout, 10*time.Minute)
	}
	setDefault(&opts.FirstTimeout, 60*time.Second)
	setDefault(&opts.RetryBudget, 30*time.Second)
	setDefault(&opts.MaxRetries, 5)
	setDefault(&opts.MaxEvent, maxEvent)
	// A call too many is for the model to read about; here is only what would be no answer at all.
	opts.MaxCalls, opts.MaxArgs = max(opts.MaxCalls, minCalls), max(opts.MaxArgs, minArgs)
	setDefault(&opts.KeyVariable, "OPENAI_API_KEY")
	m := &Model{opts: opts, host: base.Host, http: opts.HTTPClient}
	if m.http == nil {
		m.http = newHTTPClient()
	}
	m.api = newAPI(opts, m.http)
	return m, nil
}

func setDefault[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}

// Name returns the model's name.
func (m *Model) Name() string { return m.opts.Model }

// CloseIdleConnections drops the connections that no answer uses any more. The Model stays usable.
func (m *Model) CloseIdleConnections() { m.http.CloseIdleConnections() }

// Stream implements llm.Model.
func (m *Model) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		body := m.encoder.encode(req)
		retries := newRetrier(m.opts)
		for {
			res := m.attempt(ctx, body, yield)
			if res.stopped {
				return
			}
			if err := ctx.Err(); err != nil && !res.complete {
				yield(llm.Delta{}, err)
				return
			}
			if res.complete {
				return
			}
			if res.failure.rejectsUsage() && !m.encoder.noUsage {
				m.encoder.noUsage, m.encoder.head = true, nil
				body = m.encoder.encode(req)
				continue
			}
			retry, fatal := retries.next(res)
			if fatal != nil {
				yield(llm.Delta{}, m.explain(fatal))
				return
			}
			if !yield(llm.Delta{Retry: &retry}, nil) {
				return
			}
			if err := wait(ctx, retry.Wait, req.RetryNow); err != nil {
				yield(llm.Delta{}, err)
				return
			}
		}
	}
}

// isLoopback tells whether u can only reach this machine.
func isLoopback(u *url.URL) bool {
	return u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()
}
