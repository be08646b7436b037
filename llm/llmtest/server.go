package llmtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Server is an OpenAI-compatible endpoint. It is safe for concurrent use.
type Server struct {
	URL string // base URL, ends in /v1
	// Key, when not empty, is the only bearer token or api-key header that is let in. Set it, and
	// Models, before the first request.
	Key    string
	Models []string // what /v1/models lists
	// Raw records requests without their decoded view, whose cost grows with the conversation:
	// measurements want a server that costs nothing. Set it before the first request.
	Raw bool

	http     http.Server
	listener net.Listener
	done     chan struct{} // closed when the accept loop has ended
	conns    sync.WaitGroup

	mu       sync.Mutex
	answer   func(n int, req Request) Turn
	requests []Request
	calls    int // tool calls sent so far, for their numbered ids
}

// TB is the part of testing.TB that Start needs.
type TB interface {
	Helper()
	Cleanup(func())
}

// Start returns a server that plays turns and is closed when the test ends.
func Start(t TB, turns ...Turn) *Server {
	t.Helper()
	s := New(turns...)
	t.Cleanup(s.Close)
	return s
}

// New returns a running server on 127.0.0.1 that plays turns; a request after the last one gets
// status 418 with a message that says so. The caller closes it. Like httptest.NewServer it panics
// when the machine has no loopback port to give.
func New(turns ...Turn) *Server { return NewFunc(Script(turns...)) }

// NewFunc is New with turns made on demand: answer gets the number of the request, from 0, and the
// request itself. It is called by one goroutine at a time.
func NewFunc(answer func(n int, req Request) Turn) *Server {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(fmt.Sprintf("llmtest: no loopback port: %v", err))
	}
	return serve(ln, answer)
}

// NewPipe is NewFunc without a socket: only Client reaches the server, through memory. It serves
// tests inside a testing/synctest bubble, where time is virtual and sockets would stop it.
func NewPipe(answer func(n int, req Request) Turn) *Server { return serve(newPipe(), answer) }

func serve(ln net.Listener, answer func(int, Request) Turn) *Server {
	s := &Server{
		URL:      "http://" + ln.Addr().String() + "/v1",
		Models:   []string{"test-model"},
		listener: ln,
		done:     make(chan struct{}),
		answer:   answer,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.guard(s.chat))
	mux.HandleFunc("GET /v1/models", s.guard(s.models))
	s.http.Handler = mux
	s.http.ConnState = s.track
	go func() {
		defer close(s.done)
		_ = s.http.Serve(ln) // always ErrServerClosed: Close is the only end
	}()
	return s
}

// Close drops all connections and waits until no handler runs. It may be called twice.
func (s *Server) Close() {
	_ = s.http.Close() // it reports the listener's close, of which nothing can be done
	<-s.done
	s.conns.Wait()
}

// track counts the connections. StateNew is told by the accept loop and StateClosed when the
// connection's last handler has returned, so Close can wait for both in turn.
func (s *Server) track(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.conns.Add(1)
	case http.StateClosed:
		s.conns.Done()
	}
}

// Client returns a new client that reaches the server whatever host a request names. The caller
// closes its idle connections.
func (s *Server) Client() *http.Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		if p, ok := s.listener.(*pipe); ok {
			return p.dial(ctx)
		}
		return (&net.Dialer{}).DialContext(ctx, "tcp", s.listener.Addr().String())
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial, DisableCompression: true}}
}

// Requests returns the chat requests so far, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// SetKey sets Key. Unlike the field it may be used when a client of another process may ask already.
func (s *Server) SetKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Key = key
}

// guard checks the key.
func (s *Server) guard(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		key := s.Key
		s.mu.Unlock()
		if key != "" && token != key && r.Header.Get("api-key") != key {
			writePlain(w, Faults{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: ` +
				token + `","type":"invalid_request_error","code":"invalid_api_key"}}`})
			return
		}
		next(w, r)
	}
}

// Script turns a list into a function for NewFunc; each call of Script starts from the first turn.
func Script(turns ...Turn) func(int, Request) Turn {
	next, used := 0, 0
	return func(n int, _ Request) Turn {
		if next == len(turns) {
			return Fail(418, fmt.Sprintf(`{"error":{"message":"llmtest: the script has %d turns, this is request %d"}}`, len(turns), n+1))
		}
		t := turns[next]
		used++
		if t.Repeat != Forever && used >= max(t.Repeat, 1) {
			next, used = next+1, 0
		}
		return t
	}
}
