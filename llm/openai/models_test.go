package openai

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"beestown/llm"
	"beestown/llm/llmtest"
)

func TestModels(t *testing.T) {
	s := llmtest.Start(t)
	s.Models, s.Key = []string{"a", "b"}, "right-key-0123"
	got, err := Models(within(t), Options{BaseURL: s.URL, APIKey: s.Key})
	if diff := cmp.Diff(s.Models, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	_, err = Models(within(t), Options{BaseURL: s.URL, APIKey: "wrong-key-0123"})
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.ErrAuth || strings.Contains(e.Message, "wrong-key") {
		t.Error(err)
	}
	_, err = Models(within(t), Options{BaseURL: strings.TrimSuffix(s.URL, "/v1"), APIKey: s.Key})
	if !errors.As(err, &e) || e.Kind != llm.ErrEndpoint || !strings.Contains(e.Hint, "/v1") {
		t.Error(err)
	}
	if _, err = Models(within(t), Options{}); !errors.As(err, &e) {
		t.Error(err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = Models(cancelled, Options{BaseURL: s.URL}); err != context.Canceled {
		t.Error(err)
	}
}

func TestModelsOfASilentServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := &http.Client{Transport: silence{}}
		start := time.Now()
		_, err := Models(t.Context(), Options{BaseURL: "http://127.0.0.1:1/v1", HTTPClient: silent, FirstTimeout: 300 * time.Millisecond})
		if err == nil || !strings.Contains(err.Error(), "did not answer within 300ms") || time.Since(start) != 300*time.Millisecond {
			t.Errorf("%v after %s", err, time.Since(start))
		}
	})
}

type silence struct{}

func (silence) RoundTrip(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

func TestProbe(t *testing.T) {
	s := llmtest.Start(t)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	urls := []string{gone.URL + "/v1", s.URL, "https://api.openai.com/v1", "http://127.evil.example/v1", ":"}
	found := Probe(within(t), urls, 10*time.Second)
	if len(found) != len(urls) || found[1].Err != nil || found[1].URL != s.URL || len(found[1].Models) != 1 {
		t.Fatalf("%+v", found)
	}
	for _, i := range []int{0, 2, 3, 4} {
		if found[i].Err == nil {
			t.Errorf("%s answers", found[i].URL)
		}
	}
}

// What a request carries besides its body, and what it does not: the environment's settings.
func TestHeaders(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
	t.Setenv("OPENAI_ORG_ID", "org")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Custom: 1")
	tests := []struct {
		name   string
		change func(*Options)
		want   map[string]string
		query  string
	}{
		{"bearer", func(o *Options) { o.APIKey += "\n"; o.Headers = map[string]string{"HTTP-Referer": "here"} },
			map[string]string{"Authorization": "Bearer sk-secret-key-0123456789", "Http-Referer": "here"}, ""},
		{"no key", func(o *Options) { o.APIKey = "" }, map[string]string{}, ""},
		{"azure", func(o *Options) { o.APIVersion = "2024-10-21" },
			map[string]string{"Api-Key": "sk-secret-key-0123456789"}, "api-version=2024-10-21"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := llmtest.Start(t, llmtest.Say("hi"))
			if r := ask(within(t), model(t, s, tt.change), hello()); r.err != nil {
				t.Fatal(r.err)
			}
			req := s.Requests()[0]
			got := map[string]string{}
			for k := range req.Header {
				got[k] = req.Header.Get(k)
			}
			if got["Content-Length"] == "" || req.Query != tt.query {
				t.Errorf("length %q, query %q", got["Content-Length"], req.Query)
			}
			delete(got, "Content-Length")
			tt.want["User-Agent"] = "beestown"
			tt.want["Content-Type"] = "application/json"
			tt.want["Accept"] = "text/event-stream, application/json"
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A conversation keeps its connection, and nothing is left when it is closed.
func TestConnectionIsKept(t *testing.T) {
	opened := 0
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.NewPipe(func(int, llmtest.Request) llmtest.Turn { return llmtest.Say("hi") })
		defer s.Close()
		client := s.Client()
		m, err := New(Options{BaseURL: s.URL, Model: "m", HTTPClient: client})
		if err != nil {
			t.Fatal(err)
		}
		dial := client.Transport.(*http.Transport).DialContext
		client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
			opened++
			return dial(ctx, network, addr)
		}
		for range 5 {
			if r := ask(t.Context(), m, hello()); r.err != nil {
				t.Fatal(r.err)
			}
		}
		m.CloseIdleConnections()
	})
	if opened != 1 {
		t.Errorf("%d connections for 5 requests", opened)
	}
}
