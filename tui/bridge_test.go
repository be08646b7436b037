package tui

import (
	"context"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"beestown/agent"

	"github.com/google/go-cmp/cmp"
)

// source is a session whose events come from a function.
type source struct {
	*fakeSession
	play func(yield func(agent.Event) bool)
}

func (s source) Events(context.Context) iter.Seq[agent.Event] { return s.play }

func delta(text string) agent.Event { return agent.TextDelta{ID: "m", Text: text} }

// texts is what the batches say: the joined pieces, and N for a notice.
func texts(batches []batchMsg) []string {
	var out []string
	for _, b := range batches {
		line := ""
		for _, e := range b.events {
			switch e := e.(type) {
			case agent.TextDelta:
				line += e.Text
			case agent.Notice:
				line += "N"
			}
		}
		out = append(out, line)
	}
	return out
}

func TestBridgeJoinsPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []batchMsg
		b := newBridge(func(m batchMsg) { got = append(got, m) })
		b.run(t.Context(), source{newFake(), func(yield func(agent.Event) bool) {
			yield(delta("a")) // at once: nothing came for a while
			synctest.Wait()
			for _, piece := range []string{"b", "c", "d"} {
				yield(delta(piece))
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(time.Second)
			yield(delta("e"))
			synctest.Wait()
			yield(delta("f"))
			yield(agent.Notice{}) // may not wait, and nothing overtakes it
			synctest.Wait()
			yield(delta("g"))
		}})
		if diff := cmp.Diff([]string{"a", "bcd", "e", "fN", "g"}, texts(got)); diff != "" {
			t.Error(diff)
		}
		if n := len(got[1].events); n != 1 {
			t.Errorf("three pieces of one text are %d events", n)
		}
	})
}

func TestBridgeHoldsTheModelBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		sent := 0
		b := newBridge(func(m batchMsg) {
			<-release
			for _, text := range texts([]batchMsg{m}) {
				sent += len(text)
			}
		})
		taken := 0
		done := make(chan struct{})
		go func() {
			defer close(done)
			b.run(t.Context(), source{newFake(), func(yield func(agent.Event) bool) {
				for range 20 {
					yield(delta(strings.Repeat("x", 64<<10)))
					taken++
				}
			}})
		}()
		synctest.Wait()
		if taken > 9 { // what is being sent, what is held, and the one that waits
			t.Errorf("%d pieces of 64 KiB were taken while the screen was stuck", taken)
		}
		close(release)
		<-done
		if want := 20 * 64 << 10; sent != want {
			t.Errorf("%d bytes arrived, want %d", sent, want)
		}
	})
}
