package tui

import (
	"fmt"
	"strings"
	"testing"

	"beestown/agent"
)

// filled is a screen with n items.
func filledStage(b *testing.B, n int) *stage {
	s := newStage(b, 80, 24)
	s.events(agent.TurnStart{Prompt: "x"})
	for i := range n {
		id := fmt.Sprint("c", i)
		if i%5 == 0 {
			s.events(agent.TextDelta{ID: id, Text: "Some **answer** of the model that takes a row or two on a screen of eighty columns, as usual."})
			continue
		}
		s.events(finished(id, "Read", fmt.Sprintf("internal/pkg/file%d.go", i), "(1-118 of 118)", 0)...)
	}
	return s
}

func BenchmarkView(b *testing.B) {
	for _, n := range []int{10, 1000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := filledStage(b, n)
			for b.Loop() {
				s.app.View()
			}
		})
	}
}

func BenchmarkKey(b *testing.B) {
	s := filledStage(b, 1000)
	for b.Loop() {
		s.keys("x", "backspace")
		s.app.View()
	}
}

func BenchmarkStream(b *testing.B) {
	paragraph := strings.Repeat("word and more ", 40) + "\n\n"
	b.SetBytes(int64(len(paragraph)))
	s := filledStage(b, 100)
	for b.Loop() {
		for i := 0; i < len(paragraph); i += 60 {
			s.events(agent.TextDelta{ID: "m", Text: paragraph[i:min(i+60, len(paragraph))]})
			s.app.View()
		}
	}
}

func BenchmarkResize(b *testing.B) {
	s := filledStage(b, 20_000)
	width := 80
	for b.Loop() {
		width = 60 + (width+7)%60
		s.app.resize(width, 24)
		s.app.relayout()
		s.app.View()
	}
}
