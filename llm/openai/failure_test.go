package openai

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"beestown/llm"
	"beestown/llm/llmtest"
)

// Failures that are reported at once. {host} in the wanted sentence stands for the server's.
func TestFailures(t *testing.T) {
	fail := llmtest.Fail
	html := `<!DOCTYPE html><html><head><title>Welcome to nginx!</title></head><body>x</body></html>`
	tests := []struct {
		name           string
		turn           llmtest.Turn
		kind           llm.ErrorKind
		sentence, hint string
	}{
		{"401", fail(401, `{"error":{"message":"Incorrect API key provided: sk-secret-key-0123456789."}}`), llm.ErrAuth,
			"{host} refuses the API key (401 unauthorized): Incorrect API key provided: [redacted]", "set OPENAI_API_KEY"},
		{"403", fail(403, `{"message":"no"}`), llm.ErrAuth, "{host} refuses the API key (403 forbidden): no", "config show"},
		{"404 model", fail(404, `{"error":{"message":"model 'test-model' not found","type":"api_error"}}`), llm.ErrModel,
			`{host} does not serve the model "test-model" (404 not found): model 'test-model' not found`, "beestown -m <model>"},
		{"400 model", fail(400, `{"error":{"message":"test-model is not a valid model ID","code":400}}`), llm.ErrModel,
			`{host} does not serve the model "test-model" (400 bad request): test-model is not a valid model ID`, "-m"},
		{"403 model", fail(403, `{"error":{"message":"Project x does not have access to model y","code":"model_not_found"}}`), llm.ErrModel,
			`{host} does not serve the model "test-model" (403 forbidden): Project x does not have access to model y`, "-m"},
		{"404 path", fail(404, `{"detail":"Not Found"}`), llm.ErrEndpoint, "{host} does not know the path (404 not found): Not Found", "/v1"},
		{"404 HTML", fail(404, html), llm.ErrEndpoint, "{host} answers with a web page, not with JSON (404): Welcome to nginx!", "/v1"},
		{"200 HTML", llmtest.Turn{Fault: llmtest.Faults{Status: 200, Body: html}}, llm.ErrEndpoint,
			"{host} answers with a web page, not with JSON (200): Welcome to nginx!", "/v1"},
		{"200 other JSON", fail(200, `{"hello":"world"}`), llm.ErrEndpoint,
			`{host} answers with something else than was asked for: {"hello":"world"}`, "/v1"},
		{"redirect", llmtest.Turn{Fault: llmtest.Faults{Status: 308, Header: map[string]string{"Location": "https://other/v1"}}}, llm.ErrEndpoint,
			"{host} redirects to https://other/v1", "set base_url"},
		{"context by code", fail(400, `{"error":{"message":"too long","code":"context_length_exceeded"}}`), llm.ErrContext,
			"{host} says that the conversation is too long (400 bad request): too long", "larger window"},
		{"context by words", fail(400, `{"error":"This model's maximum prompt length is 131072"}`), llm.ErrContext,
			"{host} says that the conversation is too long (400 bad request): This model's maximum prompt length is 131072", ""},
		{"context of a server error", fail(500, `{"error":{"message":"the request exceeds the available context size"}}`), llm.ErrContext,
			"{host} says that the conversation is too long (500 internal server error): the request exceeds the available context size", ""},
		{"413", fail(413, ``), llm.ErrContext, "{host} says that the conversation is too long (413 request entity too large)", ""},
		{"quota", fail(429, `{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}`), llm.ErrRequest,
			"{host} rejects the request (429 too many requests): You exceeded your quota", "balance"},
		{"400 without wrapper", fail(400, `{"message":"temperature: must be\u001b[31m at most 2"}`), llm.ErrRequest,
			"{host} rejects the request (400 bad request): temperature: must be[31m at most 2", ""},
		{"422 list", fail(422, `[{"error":{"message":"bad field"}}]`), llm.ErrRequest,
			"{host} rejects the request (422 unprocessable entity): bad field", ""},
		{"router", fail(400, `{"error":{"message":"Provider returned error","metadata":{"raw":"tools: too many"}}}`), llm.ErrRequest,
			"{host} rejects the request (400 bad request): Provider returned error: tools: too many", ""},
		{"error in a 200 list", fail(200, `[{"error":{"message":"API key not valid","code":401}}]`), llm.ErrAuth,
			"{host} refuses the API key (401 unauthorized): API key not valid", ""},
		{"error event", llmtest.Turn{Text: "x", Fault: llmtest.Faults{Error: `{"message":"bad tools","type":"invalid_request_error"}`}}, llm.ErrRequest,
			"{host} rejects the request: bad tools", ""},
		{"large event", llmtest.Turn{Text: strings.Repeat("x", 5<<20), Chunk: 5 << 20}, llm.ErrProtocol,
			"{host} sent an event of more than 4194304 bytes", "raise limits.stream_line_bytes"},
		{"many calls", llmtest.CallTools(make([]llmtest.Call, 65)...), llm.ErrProtocol,
			"{host}: the answer asks for more than 64 tool calls", ""},
		{"large arguments", llmtest.Turn{Calls: []llmtest.Call{llmtest.Tool("W", strings.Repeat("x", 5<<20))}, Chunk: 1 << 20}, llm.ErrProtocol,
			"{host}: the answer has more than 4194304 bytes of tool arguments", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := llmtest.Start(t, tt.turn)
			m := model(t, s, nil)
			m.http = newHTTPClient() // with our redirect policy
			m.api = newAPI(m.opts, m.http)
			r := ask(within(t), m, hello())
			e := failed(t, r)
			if want := strings.ReplaceAll(tt.sentence, "{host}", m.host); e.Message != want {
				t.Errorf("message\n%s, want\n%s", e.Message, want)
			}
			if e.Kind != tt.kind || e.Attempts != 1 || len(r.retries) != 0 || !strings.Contains(e.Hint, tt.hint) {
				t.Errorf("kind %s, hint %q, %d attempts, retries %v", e.Kind, e.Hint, e.Attempts, r.retries)
			}
			if strings.Contains(fmt.Sprintf("%+v %+v", *e, e.Err), m.opts.APIKey) {
				t.Errorf("the key is in %+v", *e)
			}
		})
	}
}

// The limits on an answer are the caller's: a smaller one for an event, larger ones for calls.
func TestLimitsOnAnAnswer(t *testing.T) {
	large := llmtest.Turn{Text: strings.Repeat("x", 2000), Chunk: 2000}
	document := large
	document.Fault.JSON = true
	for _, turn := range []llmtest.Turn{large, document} {
		s := llmtest.Start(t, turn, llmtest.Say("small"))
		m := model(t, s, func(o *Options) { o.MaxEvent = 1000 })
		if e := failed(t, ask(within(t), m, hello())); e.Kind != llm.ErrProtocol || !strings.HasSuffix(e.Message, "sent an event of more than 1000 bytes") {
			t.Errorf("%v", e)
		}
		if r := ask(within(t), m, hello()); r.err != nil || r.text != "small" {
			t.Errorf("%q, %v", r.text, r.err)
		}
	}
	calls := make([]llmtest.Call, 65)
	for i := range calls {
		calls[i] = llmtest.Tool("W", strings.Repeat("x", 65<<10))
	}
	s := llmtest.Start(t, llmtest.Turn{Calls: calls, Chunk: 64 << 10})
	m := model(t, s, func(o *Options) { o.MaxCalls, o.MaxArgs = 65, 5<<20 })
	if r := ask(within(t), m, hello()); r.err != nil || len(r.message.Calls) != 65 {
		t.Errorf("65 calls of 65 kB: %v", r.err)
	}
}

// An endpoint that refuses stream_options is asked without it, from then on.
func TestUsageOptionIsDropped(t *testing.T) {
	refusal := llmtest.Fail(422, `{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`)
	s := llmtest.Start(t, refusal, llmtest.Say("hi"), llmtest.Say("hi"), refusal)
	m := model(t, s, nil)
	for range 2 {
		if r := ask(within(t), m, hello()); r.err != nil || len(r.retries) > 0 {
			t.Fatal(r.err, r.retries)
		}
	}
	for i, r := range s.Requests() {
		if asks := strings.Contains(string(r.Body), "include_usage"); asks != (i == 0) {
			t.Errorf("request %d: %s", i, r.Body)
		}
	}
	if e := failed(t, ask(within(t), m, hello())); e.Kind != llm.ErrRequest || e.Attempts != 1 {
		t.Errorf("%+v", e)
	}
}

func TestKeyIsAskedFor(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("hi"))
	s.Key = "right"
	e := failed(t, ask(within(t), model(t, s, func(o *Options) { o.APIKey, o.KeyVariable = "", "GROQ_API_KEY" }), hello()))
	if e.Kind != llm.ErrAuth || !strings.Contains(e.Message, "wants an API key") || !strings.Contains(e.Hint, "GROQ_API_KEY") {
		t.Errorf("%s; %s", e.Message, e.Hint)
	}
}

func TestLongMessagesAreRedactedBeforeTheyAreCut(t *testing.T) {
	m := model(t, llmtest.Start(t), func(o *Options) { o.Headers = map[string]string{"X-Token": "header-secret"} })
	text := strings.Repeat("x", maxWords-8) + m.opts.APIKey + " header-secret"
	if got := m.clean(text); strings.Contains(got, "sk-") || !strings.HasSuffix(got, "[redacte…") {
		t.Error(got)
	}
	if got := m.clean("not header-secret"); got != "not [redacted]" {
		t.Error(got)
	}
}

func TestConnectionFailures(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := ln.Addr().String()
	ln.Close()
	s := llmtest.Start(t)
	plain := strings.TrimSuffix(strings.TrimPrefix(s.URL, "http://"), "/v1")
	tests := []struct{ name, url, sentence, hint string }{
		{"refused", "http://" + refused + "/v1", refused + " refuses the connection", "start the model server"},
		{"no TLS", "https://" + plain + "/v1", plain + " does not speak TLS", "base_url"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := New(Options{BaseURL: tt.url, Model: "m"})
			if err != nil {
				t.Fatal(err)
			}
			defer m.CloseIdleConnections()
			r := ask(within(t), m, hello())
			e := failed(t, r)
			if e.Kind != llm.ErrConnection || !strings.HasPrefix(e.Message, tt.sentence) || !strings.Contains(e.Hint, tt.hint) || len(r.retries) > 0 {
				t.Errorf("%s: %s; %s", e.Kind, e.Message, e.Hint)
			}
		})
	}
}

func TestUnknownHost(t *testing.T) {
	m := model(t, llmtest.Start(t), nil)
	f := m.requestFailure(&net.DNSError{Err: "no such host", Name: "x", IsNotFound: true}, nil)
	if f.kind != llm.ErrConnection || f.retry || !strings.HasSuffix(f.sentence, "is not a known host") {
		t.Errorf("%+v", f)
	}
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(llmtest.Script(llmtest.Turn{Text: "one two three", Chunk: 4, Fault: llmtest.Faults{Hang: true}}))
		defer s.Close()
		m := model(t, s, nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var got error
		for d, err := range m.Stream(ctx, hello()) {
			if d.Text != "" {
				cancel()
			}
			got = err
		}
		if got != context.Canceled {
			t.Errorf("error %v", got)
		}
	})
}

func TestBreak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(llmtest.Script(llmtest.Turn{Text: "one two three", Chunk: 4, Fault: llmtest.Faults{Hang: true}}))
		defer s.Close()
		for range model(t, s, nil).Stream(t.Context(), hello()) {
			break
		}
	})
}

func TestNew(t *testing.T) {
	for _, opts := range []Options{{BaseURL: "https://x/v1"}, {Model: "m"}, {Model: "m", BaseURL: "localhost:8000"}, {Model: "m", BaseURL: "ftp://x"},
		{Model: "m", BaseURL: "http://x", Headers: map[string]string{"a": "b\nc"}}} {
		if _, err := New(opts); err == nil {
			t.Errorf("%+v is accepted", opts)
		}
	}
}
