package tui

import (
	"errors"
	"os"
	"strings"
	"testing"

	"beestown/tui/editor"

	tea "charm.land/bubbletea/v2"
)

// The external editor gets the proposal in a private file, and what it leaves is the
// answer; the file is gone when the editor cannot even start.
func TestExternalEditor(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) { o.Editor = "ed -s" })
	s.ask("q1", editApproval("c1"))
	m, ok := run(s.send(keyPress("e"))).(execMsg)
	if !ok || m.id != "q1" || !strings.HasSuffix(m.path, "token.go") {
		t.Fatalf("got %+v", m)
	}
	defer os.RemoveAll(strings.TrimSuffix(m.path, "/token.go"))
	info, err := os.Stat(m.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if content, _ := os.ReadFile(m.path); string(content) != newFile {
		t.Errorf("the file holds %q", content)
	}
	if len(m.cmd.Args) != 3 || m.cmd.Args[1] != "-s" {
		t.Errorf("the command is %q", m.cmd.Args)
	}
	s.send(draftMsg{id: "q1", err: errors.New("exit status 1")})
	if _, answered := s.session.answers["q1"]; answered || !s.app.dock.Open() {
		t.Error("a failed editor answered")
	}
	s.send(draftMsg{id: "q1", content: []byte(newFile)})
	if _, answered := s.session.answers["q1"]; answered || !s.app.dock.Open() {
		t.Error("a proposal that was only looked at counts as changed")
	}
	s.send(draftMsg{id: "q1", content: []byte("package x\n")})
	if got := s.session.answers["q1"]; string(got.Edited) != "package x\n" || got.Allow {
		t.Errorf("answered %+v", got)
	}
}

func TestPromptInExternalEditor(t *testing.T) {
	s := newStage(t, 80, 24)
	s.keys("'half a '")
	if m, ok := run(s.send(keyPress("ctrl+g"))).(execMsg); !ok || m.id != "" {
		t.Fatal("ctrl+g does not open the editor")
	} else {
		os.RemoveAll(strings.TrimSuffix(m.path, "/prompt.md"))
	}
	s.send(draftMsg{content: []byte("a whole prompt\n")})
	if !s.contains("❯ a whole prompt") {
		t.Errorf("the prompt is not in the editor:\n%s", s.screen())
	}
}

func TestCompletion(t *testing.T) {
	var asked []string
	s := newStage(t, 80, 24, func(o *Options) {
		o.Files = func(q string) []editor.Candidate {
			asked = append(asked, q)
			return []editor.Candidate{{Text: "internal/server/http.go"}, {Text: "internal/server/ws.go"}}
		}
	})
	s.keys("'explain @ht'")
	if !s.contains("internal/server/ws.go") {
		t.Fatalf("no candidates for %q:\n%s", asked, s.screen())
	}
	s.keys("tab")
	if got := s.app.editor.Draft().Text; got != "explain @internal/server/http.go " {
		t.Errorf("completed to %q", got)
	}
}

func TestConversationElsewhere(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) { o.Conversation.Dir = "/srv/tour" })
	if !s.contains("/srv/tour") || s.contains("~/src/app") || s.contains("(main") {
		t.Errorf("the header or the footer names another place:\n%s", s.screen())
	}
}

func TestBell(t *testing.T) {
	rings := func(s *stage) bool {
		s.app.bell = false
		s.app.ring()
		return s.app.bell
	}
	s := newStage(t, 80, 24)
	if !rings(s) {
		t.Error("silent although nothing is known about the focus")
	}
	s.send(tea.FocusMsg{})
	if rings(s) {
		t.Error("rings while the terminal has the focus")
	}
	s.send(tea.BlurMsg{})
	if !rings(s) {
		t.Error("silent while the terminal is away")
	}
	s.app.opt.Notify = "off"
	if rings(s) {
		t.Error("rings although it is off")
	}
}
