package openai

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"beestown/llm"
)

// canned is a transport that answers every request with the same stream.
type canned []byte

func (c canned) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		req.Body.Close()
	}
	return &http.Response{
		StatusCode: 200, Request: req, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(bytes.NewReader(c)),
	}, nil
}

func cannedModel(t testing.TB, stream []byte) *Model {
	t.Helper()
	m, err := New(Options{
		BaseURL: "http://127.0.0.1:1/v1", Model: "m", MaxRetries: -1,
		HTTPClient: &http.Client{Transport: canned(stream)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// One answer of 400 kB in events of 16 bytes, as a fast endpoint streams it.
func BenchmarkStream400kB(b *testing.B) {
	const events = 400 << 10 / 16
	var stream bytes.Buffer
	for range events {
		fmt.Fprintf(&stream, `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1732000000,"model":"gpt-x",`+
			`"choices":[{"index":0,"delta":{"content":"sixteen bytes.\n "},"finish_reason":null}]}`+"\n\n")
	}
	stream.WriteString("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	m := cannedModel(b, stream.Bytes())
	b.ReportAllocs()
	for b.Loop() {
		if r := ask(b.Context(), m, hello()); r.err != nil || len(r.message.Text) != 16*events {
			b.Fatal(r.err)
		}
	}
}

// The least that a request costs, without the network.
func BenchmarkStreamHi(b *testing.B) {
	m := cannedModel(b, []byte("data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"))
	b.ReportAllocs()
	for b.Loop() {
		if r := ask(b.Context(), m, hello()); r.err != nil {
			b.Fatal(r.err)
		}
	}
}

// Whatever an endpoint sends, there is one end: a message or an error.
func FuzzStream(f *testing.F) {
	for _, s := range []string{
		"", "data: [DONE]\n\n", "{", "[", "<html>", "data:\n\n", "\n\n\n", "data: null\n\n", "data: {\"choices\":[null]}\n\n",
		`{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`,
		"data: {\"choices\":[{\"delta\":{\"content\":[{\"text\":\"a\"}]}}]}\n\ndata: [DONE]\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":-1,\"id\":\"\",\"function\":{\"name\":\"a\",\"arguments\":{\"x\":[1]}}},{}]}}]}\n\ndata: [DONE]\n\n",
		"data: {\"error\":{\"message\":{\"error\":\"x\"},\"code\":\"500\"}}\n\n", "data: {\"error\":[[[\"x\"]]]}\n\n",
		"data: {\"usage\":{\"prompt_tokens\":-1},\"choices\":[{\"finish_reason\":\"\"}]}\r\n\r\n: x\n\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		ends := 0
		var streamed strings.Builder
		for d, err := range cannedModel(t, stream).Stream(t.Context(), hello()) {
			streamed.WriteString(d.Text)
			if err == nil && d.Message == nil {
				continue
			}
			if ends++; err != nil && err.Error() == "" {
				t.Error("an error without words")
			}
			if d.Message != nil && (d.Message.Text != streamed.String() || d.Message.Role != llm.RoleAssistant) {
				t.Errorf("streamed %q, message %+v", streamed.String(), d.Message)
			}
		}
		if ends != 1 {
			t.Errorf("%d ends", ends)
		}
	})
}
