package tui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"

	tea "charm.land/bubbletea/v2"
)

// FuzzApp throws keys, events and sizes at the screen. Whatever comes: no panic, no
// row wider than the screen, and no answer to a question while a draft is written.
func FuzzApp(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, 400)
	}
	f.Fuzz(func(t *testing.T, seed uint64, steps int) {
		s := newStage(t, 80, 24)
		r := rand.New(rand.NewPCG(seed, 1))
		for range min(max(steps, 0), 500) {
			s.random(r)
			if t.Failed() {
				t.FailNow()
			}
		}
	})
}

var fuzzKeys = []string{"enter", "esc", "tab", "up", "down", "pgup", "pgdown", "home", "end", "backspace", "left",
	"right", "ctrl+o", "ctrl+t", "ctrl+l", "shift+tab", "shift+up", "shift+down", "space", "y", "a", "e", "n", "f",
	"1", "2", "3", "4", "?", "ctrl+r", "ctrl+u", "ctrl+w", "ctrl+j", "中", "é"}

var fuzzTexts = []string{"hello", "中文字符,全角", "👩‍👩‍👧 family", "a\tb\x1b[31mred\x1b[0m", "\u202eevil\u200b", "```go\nx := 1\n```\n",
	"| a | b |\n|---|---|\n| 1 | 2 |\n", strings.Repeat("long ", 60), strings.Repeat("x", 300), "", "\n\n", "- item\n  - nested\n"}

func (s *stage) random(r *rand.Rand) {
	text := fuzzTexts[r.IntN(len(fuzzTexts))]
	id := fmt.Sprint("c", r.IntN(4))
	switch r.IntN(12) {
	case 0, 1, 2:
		s.randomKey(r)
	case 3:
		s.send(tea.WindowSizeMsg{Width: r.IntN(150), Height: r.IntN(50)})
	case 4:
		s.pass(time.Duration(r.IntN(900)) * time.Millisecond)
	case 5:
		s.send(tea.PasteMsg{Content: text})
	default:
		s.events(randomEvent(r, id, text))
	}
	s.screen()
}

// randomKey sends a key and checks that one which changed the draft answered nothing.
func (s *stage) randomKey(r *rand.Rand) {
	key := fuzzKeys[r.IntN(len(fuzzKeys))]
	draft, answers := s.app.editor.Draft().Text, len(s.session.answers)
	asking := s.app.dock.Open()
	s.keys(key)
	after := s.app.editor.Draft().Text
	if len(s.session.answers) > answers && (!asking || after != draft) {
		s.t.Errorf("%s answered a question and changed the draft from %q to %q", key, draft, after)
	}
	if asking && len(after) < len(draft)-len("👩‍👩‍👧") { // backspace may take one character
		s.t.Errorf("%s lost the draft %q while a question was open: %q", key, draft, after)
	}
}

func randomEvent(r *rand.Rand, id, text string) agent.Event {
	d := tools.NewDiff("a.go", []byte(text+"\nold\n"), []byte(text+"\nnew "+text+"\n"))
	bodies := []tools.Body{nil, tools.Text{Text: text}, tools.Markdown{Text: text}, d, tools.File{Path: "a", First: 9, Lines: []string{text, "b"}},
		tools.Command{Command: text, Output: text}, tools.List{Items: []string{text}, More: 3}, tools.Table{Header: []string{"h", text}, Rows: [][]string{{text}, {"1", "2", "3"}}},
		tools.Image{Path: text, MIME: "image/png"}}
	v := tools.View{Subject: text, Summary: "s " + text, Body: bodies[r.IntN(len(bodies))]}
	approval := tools.Approval{Call: id, Tool: "Edit", View: v, Draft: []byte(text), Decision: tools.Decision{Reason: text, Offer: []string{text}, Warnings: []string{text}}}
	events := []agent.Event{
		agent.TurnStart{Prompt: text}, agent.TextDelta{ID: id, Text: text}, agent.ReasoningDelta{ID: id, Text: text},
		agent.Message{ID: id, Text: text, Void: r.IntN(2) == 0}, agent.ToolQueued{ID: id, Name: "Edit", Args: text},
		agent.ToolStart{ID: id, Name: "Edit", View: v}, agent.ToolProgress{ID: id, Tail: text, Bytes: 9000},
		agent.ToolEnd{ID: id, Name: "Edit", Status: agent.StatusError, Result: tools.Result{View: v}},
		agent.ToolEnd{ID: id, Name: "Edit", Status: agent.StatusOK, Result: tools.Result{View: v}},
		agent.ApprovalAsk{ID: "q" + id, Approval: approval}, agent.ApprovalDone{ID: "q" + id},
		agent.QuestionAsk{ID: "k" + id, Questions: []tools.Question{{Header: text, Text: text, Multiple: r.IntN(2) == 0, Options: []tools.Option{{Label: text, Description: text}}}, {Text: text}}},
		agent.QuestionDone{ID: "k" + id}, agent.PlanAsk{ID: "p" + id, Plan: text}, agent.PlanDone{ID: "p" + id},
		agent.TodoSet{Items: []tools.Todo{{Title: text, Status: "pending"}, {Title: "b", Status: "completed"}}},
		agent.QueueChange{Waiting: []string{text}}, agent.Retry{Retry: llm.Retry{Attempt: 1, Max: 3, Wait: time.Second, Cause: text}},
		agent.Notice{Level: "error", Text: text, Hint: text}, agent.TurnEnd{Reason: agent.ReasonInterrupted, Unsent: []string{text}},
		agent.CallDelta{Name: text, Bytes: 3}, agent.ModeChange{Mode: tools.ModePlan},
	}
	return events[r.IntN(len(events))]
}
