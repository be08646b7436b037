package tui

import "testing"

func TestDivide(t *testing.T) {
	for width := minWidth; width < 130; width += 7 {
		for height := minHeight; height < 60; height++ {
			for _, w := range []wanted{
				{editor: 1}, {editor: 30, status: 1}, {todo: 8, queue: 3, status: 1, editor: 4, popup: 6}, {dock: 7}, {dock: 100},
			} {
				w.width, w.height = width, height
				h := divide(w)
				sum := h.transcript + h.todo + h.queue + h.status + h.popup + h.editor + h.dock + frameRows
				if sum != height {
					t.Fatalf("%+v is divided into %+v: %d rows", w, h, sum)
				}
				for _, n := range []int{h.transcript, h.todo, h.queue, h.status, h.popup, h.editor, h.dock} {
					if n < 0 {
						t.Fatalf("%+v is divided into %+v", w, h)
					}
				}
				if w.dock == 0 && h.editor < 1 {
					t.Fatalf("%+v leaves no room to type", w)
				}
				if height >= 12 && w.dock == 0 && h.transcript < minTranscript {
					t.Fatalf("%+v leaves %d rows of the transcript", w, h.transcript)
				}
			}
		}
	}
}
