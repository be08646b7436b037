package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
	"beestown/tui/keys"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"
)

// quits tells whether a command ends the program.
func quits(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	switch msg := cmd().(type) {
	case tea.QuitMsg:
		return true
	case tea.BatchMsg:
		for _, c := range msg {
			if quits(c) {
				return true
			}
		}
	}
	return false
}

func TestSendAndQueue(t *testing.T) {
	s := newStage(t, 80, 24)
	s.keys("'first'", "enter")
	s.events(agent.TurnStart{Prompt: "first"})
	s.keys("'second'", "enter")
	s.session.waiting = []string{"second"}
	s.events(agent.QueueChange{Waiting: []string{"second"}})
	if diff := cmp.Diff([]string{"first", "second"}, s.session.prompts); diff != "" {
		t.Error(diff)
	}
	if !s.contains("queued  second") {
		t.Errorf("the queue is not shown:\n%s", s.screen())
	}
	s.keys("up")
	if !s.contains("❯ second") {
		t.Errorf("up did not take the queued prompt back:\n%s", s.screen())
	}
}

// Delivered during a turn, a queued prompt is shown at once; delivered between two
// turns, the next turn shows it, once.
func TestQueuedPromptIsShownOnce(t *testing.T) {
	during := []agent.Event{agent.TurnStart{Prompt: "a"}, agent.QueueChange{Waiting: []string{"b"}}, agent.QueueDelivered{Prompts: []string{"b"}}}
	between := []agent.Event{agent.TurnStart{Prompt: "a"}, agent.QueueChange{Waiting: []string{"b"}}, agent.TurnEnd{Reason: agent.ReasonComplete},
		agent.QueueDelivered{Prompts: []string{"b"}}, agent.TurnStart{Prompt: "b"}}
	for _, events := range [][]agent.Event{during, between} {
		s := newStage(t, 80, 24)
		s.events(events...)
		if n := strings.Count(s.screen(), "❯ b"); n != 1 || s.contains("queued") {
			t.Errorf("shown %d times:\n%s", n, s.screen())
		}
	}
}

func TestInterrupt(t *testing.T) {
	tests := map[string]struct {
		draft string
		keys  []string
		pass  time.Duration // before the last key
		want  int
	}{
		"esc on an empty draft":       {"", []string{"esc"}, 0, 1},
		"esc with a draft only hints": {"abc", []string{"esc"}, 0, 0},
		"esc twice with a draft":      {"abc", []string{"esc", "esc"}, 0, 1},
		"esc too late":                {"abc", []string{"esc", "esc"}, 2 * time.Second, 0},
		"ctrl+c on an empty draft":    {"", []string{"ctrl+c"}, 0, 1},
		"ctrl+c clears first":         {"abc", []string{"ctrl+c"}, 0, 0},
		"ctrl+c clears, then stops":   {"abc", []string{"ctrl+c", "ctrl+c"}, 0, 1},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.events(agent.TurnStart{Prompt: "x"})
			s.keys("'" + tc.draft + "'")
			last := len(tc.keys) - 1
			s.keys(tc.keys[:last]...)
			s.pass(tc.pass)
			s.keys(tc.keys[last])
			if s.session.interrupt != tc.want {
				t.Errorf("interrupted %d times, want %d", s.session.interrupt, tc.want)
			}
			if tc.keys[0] == "esc" && tc.draft != "" && !s.contains("❯ "+tc.draft) {
				t.Errorf("the draft is gone:\n%s", s.screen())
			}
		})
	}
}

func TestQuit(t *testing.T) {
	s := newStage(t, 80, 24)
	if quits(s.send(keyPress("ctrl+d"))) != true {
		t.Error("ctrl+d on an empty idle prompt does not quit")
	}
	s.keys("ctrl+c")
	if !s.contains("ctrl+c again to quit") {
		t.Errorf("no hint:\n%s", s.screen())
	}
	s.pass(2 * time.Second)
	if s.contains("again to quit") {
		t.Error("the hint stays")
	}
	s.keys("ctrl+c")
	if !quits(s.send(keyPress("ctrl+c"))) {
		t.Error("ctrl+c twice does not quit")
	}
	s.keys("'x'")
	if quits(s.send(keyPress("ctrl+c"))) || !s.app.editor.Empty() {
		t.Error("ctrl+c on a draft does not clear it")
	}
}

func TestModes(t *testing.T) {
	s := newStage(t, 80, 24)
	s.keys("shift+tab", "shift+tab", "shift+tab")
	want := []tools.Mode{tools.ModeEdits, tools.ModePlan, tools.ModeAsk}
	if diff := cmp.Diff(want, s.session.modes); diff != "" {
		t.Error(diff)
	}
	s.events(agent.ModeChange{Mode: tools.ModeYolo})
	s.keys("shift+tab")
	if s.app.mode != tools.ModeAsk {
		t.Errorf("from yolo to %s", s.app.mode)
	}
}

func TestRetryNow(t *testing.T) {
	s := newStage(t, 80, 24)
	sceneError(s)
	s.keys("enter")
	if s.session.retryNow != 1 {
		t.Errorf("enter on an empty prompt sent %d retries", s.session.retryNow)
	}
}

func TestUnsentPromptsComeBack(t *testing.T) {
	s := newStage(t, 80, 24)
	s.events(agent.TurnStart{Prompt: "x"})
	s.keys("'my draft'")
	s.events(agent.TurnEnd{Reason: agent.ReasonInterrupted, Unsent: []string{"one", "two"}})
	if got := s.app.editor.Draft().Text; got != "one\n\ntwo\n\nmy draft" {
		t.Errorf("the draft is %q", got)
	}
}

func TestCommands(t *testing.T) {
	tests := map[string]struct{ prompt, shown string }{
		"unknown":  {"/modle x", "Did you mean /model?"},
		"mode":     {"/mode", "The mode is ask."},
		"bad mode": {"/mode fast", "There is no mode fast"},
		"yolo":     {"/mode yolo", "cannot be switched on here"},
		"model":    {"/model", "The model is qwen3-coder."},
		"mcp":      {"/mcp", "No MCP servers are configured."},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.send(tea.PasteMsg{Content: tc.prompt})
			s.keys("enter")
			if !s.contains(tc.shown) {
				t.Errorf("%q is not shown:\n%s", tc.shown, s.screen())
			}
			if len(s.session.prompts) > 0 {
				t.Errorf("sent to the model: %q", s.session.prompts)
			}
		})
	}
	s := newStage(t, 80, 24)
	s.send(tea.PasteMsg{Content: "/usr/bin/env is what?"})
	s.keys("enter")
	if diff := cmp.Diff([]string{"/usr/bin/env is what?"}, s.session.prompts); diff != "" {
		t.Errorf("a path is a prompt: %s", diff)
	}
}

// Every binding that the table dispatches does something in its contexts.
func TestKeyTableIsCarriedOut(t *testing.T) {
	handled := map[keys.Action]bool{}
	for _, a := range []keys.Action{
		keys.Send, keys.External, keys.Complete, keys.Cancel, keys.Expand, keys.Todo, keys.PageUp, keys.PageDown,
		keys.LineUp, keys.LineDown, keys.Top, keys.Bottom, keys.Repaint, keys.Confirm, keys.Yes, keys.Always,
		keys.Change, keys.No, keys.Pick, keys.Up, keys.Down, keys.Toggle, keys.Next, keys.Full, keys.Mode,
		keys.Stop, keys.Quit, keys.Suspend, keys.Help,
	} {
		handled[a] = true
	}
	for _, b := range keys.Default().Bindings() {
		if !b.Typed && !handled[b.Action] {
			t.Errorf("%s has keys but nothing carries it out", b.Action)
		}
	}
}

func TestFollow(t *testing.T) {
	s := newStage(t, 80, 24)
	s.events(agent.TurnStart{Prompt: "x"})
	for i := range 40 {
		s.events(finished(fmt.Sprint("c", i), "Read", fmt.Sprintf("file%d.go", i), "", 0)...)
	}
	if !s.contains("file39.go") {
		t.Fatal("the newest row is not shown")
	}
	s.keys("pgup")
	top := strings.Split(s.screen(), "\n")[0]
	s.events(finished("d1", "Read", "late.go", "", 0)...)
	s.keys("'typing does not scroll'")
	if s.contains("late.go") || strings.Split(s.screen(), "\n")[0] != top {
		t.Fatalf("the text moved under the reader's eye:\n%s", s.screen())
	}
	if !s.contains("1 new rows  end to follow") {
		t.Errorf("the new row is not announced:\n%s", s.screen())
	}
	s.send(tea.WindowSizeMsg{Width: 70, Height: 20})
	if !strings.HasPrefix(s.screen(), top[:30]) {
		t.Errorf("a new size moved the text:\n%s", s.screen())
	}
	s.keys("ctrl+c", "end")
	if !s.contains("late.go") {
		t.Error("end does not follow")
	}
	s.keys("home")
	if !s.contains("BeesTown 0.1") {
		t.Error("home does not go to the beginning")
	}
}

func TestIdleHasNoTimers(t *testing.T) {
	s := newStage(t, 80, 24)
	if cmd := s.send(tea.WindowSizeMsg{Width: 80, Height: 24}); cmd != nil {
		t.Errorf("idle, but a command is due: %T", cmd())
	}
	s.events(agent.TurnStart{Prompt: "x"})
	s.events(agent.TurnEnd{Reason: agent.ReasonComplete})
	s.send(tickMsg{})
	if every := s.app.tickEvery(); every != 0 {
		t.Errorf("a tick every %v after the turn", every)
	}
}

func TestForeignTextCannotAct(t *testing.T) {
	evil := "a\x1b]0;title\x07b\x1b[2Jc\u202ed\x9b31m"
	s := newStage(t, 80, 24)
	s.events(
		agent.TurnStart{Prompt: evil}, agent.TextDelta{ID: "m", Text: evil}, agent.ReasoningDelta{ID: "m", Text: evil},
		agent.ToolQueued{ID: "c1", Name: evil, Args: `{"x":"` + "\x1b[2J" + `"}`},
		agent.ToolStart{ID: "c1", Name: evil, View: tools.View{Subject: evil, Summary: evil}},
		agent.ToolProgress{ID: "c1", Tail: evil + "\x1b[31mred", Bytes: 3},
		agent.Notice{Level: "warn", Text: evil, Hint: evil},
		agent.TodoSet{Items: []tools.Todo{{Title: evil, Status: "pending"}}},
		agent.Retry{Retry: llm.Retry{Attempt: 1, Max: 2, Cause: evil}},
		agent.MCPState{Servers: []agent.Server{{Name: evil, State: "failed", Error: evil, Stderr: evil, Command: evil}}},
		agent.Reflected{Reflection: agent.Reflection{Verdict: "replan", Assessment: evil, Lessons: []string{evil}}},
		agent.ToolEnd{ID: "c1", Name: evil, Status: agent.StatusError, Result: tools.Result{View: tools.View{Subject: evil, Summary: evil, Body: tools.Text{Text: evil}}}},
		agent.QueueChange{Waiting: []string{evil}},
	)
	s.keys("ctrl+o")
	content := s.app.View().Content
	s.screen()
	for _, bad := range []string{"\x1b]", "\x1b[2J", "\u202e", "\x07", "\x9b"} {
		if strings.Contains(content, bad) {
			t.Errorf("%q reached the terminal", bad)
		}
	}
}
