package tui

import (
	"context"
	"flag"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beestown/agent"
	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/theme"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fakeSession records what the screen asks of a session.
type fakeSession struct {
	prompts   []string
	waiting   []string
	modes     []tools.Mode
	answers   map[string]tools.Answer
	replies   map[string][]tools.Reply
	plans     map[string]tools.PlanReply
	interrupt int
	retryNow  int
	clearErr  error
}

func newFake() *fakeSession {
	return &fakeSession{answers: map[string]tools.Answer{}, replies: map[string][]tools.Reply{}, plans: map[string]tools.PlanReply{}}
}

func (f *fakeSession) Events(context.Context) iter.Seq[agent.Event] {
	return func(func(agent.Event) bool) {}
}
func (f *fakeSession) Prompt(_ context.Context, text string) error {
	f.prompts = append(f.prompts, text)
	return nil
}
func (f *fakeSession) Unqueue() (string, bool) {
	if len(f.waiting) == 0 {
		return "", false
	}
	last := f.waiting[len(f.waiting)-1]
	f.waiting = f.waiting[:len(f.waiting)-1]
	return last, true
}
func (f *fakeSession) Interrupt()           { f.interrupt++ }
func (f *fakeSession) RetryNow()            { f.retryNow++ }
func (f *fakeSession) SetMode(m tools.Mode) { f.modes = append(f.modes, m) }
func (f *fakeSession) Clear() error         { return f.clearErr }
func (f *fakeSession) ReplyApproval(id string, a tools.Answer) bool {
	f.answers[id] = a
	return true
}
func (f *fakeSession) ReplyQuestions(id string, r []tools.Reply) bool {
	f.replies[id] = r
	return true
}
func (f *fakeSession) ReplyPlan(id string, r tools.PlanReply) bool {
	f.plans[id] = r
	return true
}

// stage drives an App with a clock of its own and no goroutines.
type stage struct {
	t       testing.TB
	app     *App
	session *fakeSession
	now     time.Time
}

func newStage(t testing.TB, width, height int, change ...func(*Options)) *stage {
	t.Helper()
	s := &stage{t: t, session: newFake(), now: time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)}
	opt := Options{
		Version: "0.1", Dir: "~/src/app", Branch: "main, 2 files changed", Project: "AGENTS.md loaded",
		Rules: "rules 3 allow, 1 deny",
		Tips: []string{"explain @internal/server/http.go", "/plan add rate limiting to the API",
			"fix the failing test in ./internal/auth"},
		Conversation: Conversation{
			Session: s.session, Model: "qwen3-coder", Endpoint: "http://127.0.0.1:8000/v1", Tools: 14, Window: 100_000,
		},
		Theme: theme.Options{Name: "dark"},
		Now:   func() time.Time { return s.now },
	}
	for _, c := range change {
		c(&opt)
	}
	app, err := newApp(context.Background(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.app = app
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

func (s *stage) send(msg tea.Msg) tea.Cmd {
	_, cmd := s.app.Update(msg)
	return cmd
}

// events sends events as one batch.
func (s *stage) events(events ...agent.Event) { s.send(batchMsg{events}) }

// pass lets time go by and carries out what is due then.
func (s *stage) pass(d time.Duration) {
	s.now = s.now.Add(d)
	s.send(wakeMsg{})
	s.send(tickMsg{})
}

// keys sends keys by name: "enter", "ctrl+c", "y", or text in quotes.
func (s *stage) keys(names ...string) {
	for _, name := range names {
		if text, ok := strings.CutPrefix(name, "'"); ok {
			for _, r := range strings.TrimSuffix(text, "'") {
				s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
			continue
		}
		s.send(keyPress(name))
	}
}

var codes = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"backspace": tea.KeyBackspace, "left": tea.KeyLeft, "right": tea.KeyRight, "delete": tea.KeyDelete,
}

func keyPress(name string) tea.KeyPressMsg {
	k := tea.KeyPressMsg{}
	for {
		switch {
		case strings.HasPrefix(name, "ctrl+"):
			k.Mod |= tea.ModCtrl
			name = name[5:]
		case strings.HasPrefix(name, "shift+"):
			k.Mod |= tea.ModShift
			name = name[6:]
		case name == "space":
			k.Code, k.Text = ' ', " "
			return k
		case codes[name] != 0:
			k.Code = codes[name]
			return k
		default:
			k.Code = []rune(name)[0]
			if k.Mod == 0 {
				k.Text = name
			}
			return k
		}
	}
}

// screen returns the rows as text, after checking each of them.
func (s *stage) screen() string {
	s.t.Helper()
	v := s.app.View()
	rows := strings.Split(v.Content, "\n")
	if len(rows) != s.app.height {
		s.t.Errorf("%d rows on a screen of %d", len(rows), s.app.height)
	}
	for i, r := range rows {
		if w := row.Width(r); w > s.app.width {
			s.t.Errorf("row %d has %d cells on a screen of %d: %q", i, w, s.app.width, r)
		}
		plain := ansi.Strip(r)
		if strings.ContainsFunc(plain, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			s.t.Errorf("row %d has control characters: %q", i, r)
		}
		rows[i] = strings.TrimRight(plain, " ")
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= s.app.width || c.Y >= s.app.height) {
		s.t.Errorf("the cursor %d,%d is off the screen", c.X, c.Y)
	}
	return strings.Join(rows, "\n") + "\n"
}

func (s *stage) contains(text string) bool { return strings.Contains(s.screen(), text) }

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

// run carries out a command that does not wait and returns its message.
func run(cmd tea.Cmd) tea.Msg {
	if cmd == nil {
		return nil
	}
	return cmd()
}

func themeForTest() (*theme.Theme, error) { return theme.New(theme.Options{Name: "mono"}) }
