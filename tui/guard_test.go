package tui

import (
	"strings"
	"testing"
	"time"

	"beestown/agent"
	"beestown/tools"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"
)

const armed = 500 * time.Millisecond

// ask shows an approval with an empty draft, armed.
func (s *stage) ask(id string, a tools.Approval) {
	s.events(agent.TurnStart{Prompt: "x"}, agent.ApprovalAsk{ID: id, Approval: a})
	s.pass(armed)
}

func TestApprovalAnswers(t *testing.T) {
	edit, bash := editApproval("c1"), bashApproval("c1")
	tests := map[string]struct {
		approval tools.Approval
		keys     []string
		want     *tools.Answer // nil: nothing was answered
	}{
		"y":                    {edit, []string{"pgdown", "y"}, &tools.Answer{Allow: true, By: "user"}},
		"y before the end":     {edit, []string{"y"}, nil},
		"y twice":              {edit, []string{"y", "y"}, &tools.Answer{Allow: true, By: "user"}},
		"enter before the end": {edit, []string{"enter"}, nil},
		"a":                    {edit, []string{"pgdown", "a"}, &tools.Answer{Allow: true, Remember: true, By: "user"}},
		"2":                    {edit, []string{"pgdown", "2"}, &tools.Answer{Allow: true, Remember: true, By: "user"}},
		"n with a reason":      {edit, []string{"n", "'no y please'", "enter"}, &tools.Answer{Feedback: "no y please", By: "user"}},
		"n without a reason":   {edit, []string{"n", "enter"}, &tools.Answer{By: "user"}},
		"esc and back":         {edit, []string{"esc", "'y'", "esc"}, nil},
		"warning: enter is no": {bash, []string{"enter", "enter"}, &tools.Answer{By: "user"}},
		"warning: y":           {bash, []string{"y"}, &tools.Answer{Allow: true, By: "user"}},
		"another command": {bash, []string{"e", "ctrl+u", "'git push'", "enter"},
			&tools.Answer{Edited: []byte("git push"), By: "user"}},
		"same command":   {bash, []string{"e", "enter"}, nil},
		"ctrl+c denies":  {bash, []string{"ctrl+c"}, &tools.Answer{By: "user"}},
		"unknown letter": {bash, []string{"x", "y"}, nil}, // becomes a draft
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.ask("q1", tc.approval)
			s.keys(tc.keys...)
			s.screen()
			got, ok := s.session.answers["q1"]
			if ok != (tc.want != nil) {
				t.Fatalf("answered %v: %+v", ok, got)
			}
			if tc.want != nil {
				if diff := cmp.Diff(*tc.want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// Nothing that was typed for the draft answers, and nothing of it is lost.
func TestTypingNeverAnswers(t *testing.T) {
	s := newStage(t, 80, 24)
	s.events(agent.TurnStart{Prompt: "x"})
	s.keys("'yes a'")
	s.events(agent.ApprovalAsk{ID: "q1", Approval: bashApproval("c1")})
	s.keys("'nd y 1 2 a'")
	if !s.contains("tab review") || !s.contains("❯ yes and y 1 2 a") {
		t.Fatalf("the draft or the notice is missing:\n%s", s.screen())
	}
	s.keys("tab")
	s.keys("'y'") // too early: still the draft's
	s.pass(armed)
	if !s.contains("❯ yes and y 1 2 ay") {
		t.Fatalf("an early key was lost:\n%s", s.screen())
	}
	s.keys("tab")
	s.pass(armed)
	s.send(tea.PasteMsg{Content: "y\n1\n"})
	if len(s.session.answers) > 0 {
		t.Fatalf("a paste answered: %+v", s.session.answers)
	}
	s.keys("tab")
	s.pass(armed)
	s.keys("y")
	if !s.session.answers["q1"].Allow {
		t.Fatalf("the armed key did not answer:\n%s", s.screen())
	}
	if !s.contains("❯ yes and y 1 2 ayy") {
		t.Errorf("the draft is gone after the answer:\n%s", s.screen())
	}
}

func TestKeysJustAfterOpeningDoNotAnswer(t *testing.T) {
	s := newStage(t, 80, 24)
	s.events(agent.TurnStart{Prompt: "x"}, agent.ApprovalAsk{ID: "q1", Approval: bashApproval("c1")})
	s.keys("enter", "y", "1")
	s.pass(armed)
	if len(s.session.answers) > 0 || !s.contains("❯ y1") {
		t.Errorf("answers %v:\n%s", s.session.answers, s.screen())
	}
}

func TestQueueOfQuestions(t *testing.T) {
	s := newStage(t, 80, 24)
	s.ask("q1", bashApproval("c1"))
	s.events(agent.ApprovalAsk{ID: "q2", Approval: bashApproval("c2")}, agent.ApprovalAsk{ID: "q3", Approval: bashApproval("c3")})
	if !s.contains("1 of 3") {
		t.Fatalf("no position:\n%s", s.screen())
	}
	s.keys("a")
	s.keys("y") // the next is not armed yet: this is a draft
	if _, answered := s.session.answers["q2"]; answered {
		t.Fatal("a double key answered two questions")
	}
	s.keys("backspace")
	s.pass(armed)
	s.pass(armed)
	if !s.contains("2 of 3") {
		t.Fatalf("the second is not shown:\n%s", s.screen())
	}
	s.events(agent.ApprovalDone{ID: "q2"}) // the new rule or mode decided it
	s.pass(armed)
	if !s.contains("3 of 3") {
		t.Fatalf("the third is not shown:\n%s", s.screen())
	}
	s.events(agent.ApprovalDone{ID: "q3"})
	if s.app.dock.Open() {
		t.Error("a dialog without a question")
	}
}

func TestHiddenCharactersAreShown(t *testing.T) {
	a := bashApproval("c1")
	command := "ls \u202ecod\u202c" + strings.Repeat(" ", 300) + "; rm -rf /\x1b[8m"
	a.View = tools.View{Subject: command, Body: tools.Command{Command: command}}
	s := newStage(t, 80, 24)
	s.ask("q1", a)
	for _, want := range []string{"<U+202E>", "<300 blanks>; rm -rf /", `\x1b[8m`} {
		if !s.contains(want) {
			t.Errorf("%q is not visible:\n%s", want, s.screen())
		}
	}
}

func TestQuestions(t *testing.T) {
	questions := []tools.Question{
		{Header: "Store", Text: "Where?", Options: []tools.Option{{Label: "memory"}, {Label: "Redis"}}},
		{Header: "Extras", Text: "What else?", Multiple: true, Options: []tools.Option{{Label: "logs"}, {Label: "metrics"}, {Label: "traces"}}},
	}
	tests := map[string]struct {
		keys []string
		want []tools.Reply
	}{
		"options":     {[]string{"2", "space", "down", "down", "space", "enter"}, []tools.Reply{{Answers: []string{"Redis"}}, {Answers: []string{"logs", "traces"}}}},
		"free text":   {[]string{"'disk y'", "enter", "enter"}, []tools.Reply{{Answers: []string{"disk y"}}, {Answers: []string{"logs"}}}},
		"other order": {[]string{"tab", "1", "enter", "enter"}, []tools.Reply{{Answers: []string{"memory"}}, {Answers: []string{"logs"}}}},
		"declined":    {[]string{"1", "esc"}, []tools.Reply{{Declined: true}, {Declined: true}}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.events(agent.TurnStart{Prompt: "x"}, agent.QuestionAsk{ID: "q1", Questions: questions})
			s.pass(armed)
			s.keys(tc.keys...)
			if diff := cmp.Diff(tc.want, s.session.replies["q1"]); diff != "" {
				t.Errorf("%s\n%s", diff, s.screen())
			}
		})
	}
}

func TestPlanAnswers(t *testing.T) {
	tests := map[string]struct {
		keys []string
		want tools.PlanReply
	}{
		"ask":      {[]string{"y"}, tools.PlanReply{Approved: true, Plan: "do it", Mode: "ask"}},
		"edits":    {[]string{"a"}, tools.PlanReply{Approved: true, Plan: "do it", Mode: "edits"}},
		"feedback": {[]string{"4", "'smaller'", "enter"}, tools.PlanReply{Feedback: "smaller"}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.events(agent.TurnStart{Prompt: "x"}, agent.PlanAsk{ID: "q1", Plan: "do it"})
			s.pass(armed)
			s.keys(tc.keys...)
			if diff := cmp.Diff(tc.want, s.session.plans["q1"]); diff != "" {
				t.Error(diff)
			}
		})
	}
}
