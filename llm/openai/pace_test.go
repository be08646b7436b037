package openai

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"beestown/llm/llmtest"
)

func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pace
		read := func(n int, apart time.Duration) (waited time.Duration) {
			time.Sleep(apart)
			start := time.Now()
			p.before()
			p.after(n)
			return time.Since(start)
		}
		for range 3 * quickReads {
			if waited := read(100, sip); waited != 0 {
				t.Fatalf("a slow stream waited %s", waited)
			}
		}
		for i := range quickReads {
			if waited := read(100, 0); waited != 0 {
				t.Fatalf("read %d of a short answer waited %s", i, waited)
			}
		}
		for _, step := range []struct {
			n    int
			want time.Duration
		}{{fullRead, sip}, {fullRead, 0}, {fullRead - 1, 0}, {fewBytes, sip}, {fewBytes - 1, sip}, {100, 0}, {100, 0}} {
			if waited := read(step.n, 0); waited != step.want {
				t.Errorf("the read of %d bytes waited %s, want %s", step.n, waited, step.want)
			}
		}
	})
}

// TestFastStream: what comes in sips is whole.
func TestFastStream(t *testing.T) {
	text := strings.Repeat("a word and ", 4000)
	s := llmtest.Start(t, llmtest.Turn{Text: text, Chunk: 4})
	if r := ask(t.Context(), model(t, s, nil), hello()); r.err != nil || r.text != text || r.message.Text != text {
		t.Errorf("error %v, %d bytes streamed, want %d", r.err, len(r.text), len(text))
	}
}
