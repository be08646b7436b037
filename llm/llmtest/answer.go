package llmtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (s *Server) models(w http.ResponseWriter, _ *http.Request) {
	var list struct {
		Object string              `json:"object"`
		Data   []map[string]string `json:"data"`
	}
	list.Object = "list"
	for _, m := range s.Models {
		list.Data = append(list.Data, map[string]string{"id": m, "object": "model"})
	}
	writeJSON(w, list)
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	req := record(r, s.Raw)
	s.mu.Lock()
	n := len(s.requests)
	turn := s.answer(n, req)
	s.requests = append(s.requests, req)
	turn = numbered(turn, &s.calls)
	s.mu.Unlock()

	if missing := check(turn, req); missing != "" {
		turn = Fail(418, fmt.Sprintf(`{"error":{"message":%s}}`, encode(missing)))
	}
	switch {
	case turn.Fault.Status != 0:
		writePlain(w, turn.Fault)
	case turn.Fault.JSON:
		writeJSON(w, document(turn))
	default:
		answered := send(w, r, turn)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.requests[n].Answered = answered
	}
}

// numbered gives every call without an id the next number of the server.
func numbered(t Turn, n *int) Turn {
	calls := make([]Call, len(t.Calls))
	for i, c := range t.Calls {
		if *n++; c.ID == "" && !t.Fault.NoIDs {
			c.ID = fmt.Sprintf("call_%d", *n)
		}
		calls[i] = c
	}
	t.Calls = calls
	return t
}

func check(t Turn, req Request) string {
	if req.Malformed != nil {
		return "llmtest: the request is not valid: " + req.Malformed.Error()
	}
	for _, want := range t.Want {
		said := func(m Message) bool { return strings.Contains(m.Content, want) }
		if !bytes.Contains(req.Body, []byte(want)) && !slices.ContainsFunc(req.Messages, said) {
			return fmt.Sprintf("llmtest: the request lacks %q", want)
		}
	}
	return ""
}

func writePlain(w http.ResponseWriter, f Faults) {
	kind := "application/json"
	if strings.HasPrefix(f.Body, "<") {
		kind = "text/html; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	for k, v := range f.Header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(f.Status)
	_, _ = w.Write([]byte(f.Body)) // a client that is gone needs no answer
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(encode(v)) // a client that is gone needs no answer
}

// send streams the turn, ends it as its faults say, and returns when the last piece was written.
func send(w http.ResponseWriter, r *http.Request, t Turn) time.Time {
	w.Header().Set("Content-Type", "text/event-stream")
	out := &sender{w: w, control: http.NewResponseController(w), faults: t.Fault}
	out.flush()
	for ev := range events(t) {
		if t.Delay > 0 {
			select {
			case <-time.After(t.Delay):
			case <-r.Context().Done():
				return out.last
			}
		}
		if !out.event(ev) {
			panic(http.ErrAbortHandler) // cut: the connection is dropped without an end
		}
	}
	if !out.rest() {
		panic(http.ErrAbortHandler)
	}
	if t.Fault.Hang {
		<-r.Context().Done()
	}
	return out.last
}

// sender writes events in the pieces that the faults ask for.
type sender struct {
	w       http.ResponseWriter
	control *http.ResponseController
	faults  Faults
	pending []byte
	sent    int
	last    time.Time // before the last write
}

// event queues one event and writes what is due; false means that the stream is cut here.
func (s *sender) event(ev string) bool {
	s.pending = append(s.pending, ev...)
	piece := s.faults.Flush
	if piece == 0 {
		piece = len(s.pending)
	}
	for len(s.pending) >= piece {
		if !s.write(s.pending[:piece]) {
			return false
		}
		s.pending = s.pending[piece:]
		if len(s.pending) == 0 {
			s.pending = nil
			break
		}
	}
	return true
}

func (s *sender) rest() bool { return len(s.pending) == 0 || s.write(s.pending) }

func (s *sender) write(p []byte) bool {
	cut := s.faults.CutAfter > 0 && s.sent+len(p) >= s.faults.CutAfter
	if cut {
		p = p[:s.faults.CutAfter-s.sent]
	}
	s.sent += len(p)
	s.last = time.Now()
	_, _ = s.w.Write(p) // a client that is gone needs no answer
	s.flush()
	return !cut
}

func (s *sender) flush() {
	_ = s.control.Flush() // fails only when the client is gone
}

// encode marshals what cannot fail: strings, maps and structs of this package.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("llmtest: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
