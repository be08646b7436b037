package termtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"beestown/tui/term/vt"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"
)

// programVar makes the test binary run the program under test instead.
const programVar = "TERMTEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVar) == "" {
		os.Exit(m.Run())
	}
	if _, err := tea.NewProgram(&notebook{}).Run(); err != nil {
		os.Exit(1)
	}
	os.Exit(7)
}

// notebook is a full-screen program with what the renderer finds hard: wide
// characters, clusters, styles, lines that scroll.
type notebook struct {
	width, height int
	lines         []string
	pasted        int
}

func (n *notebook) Init() tea.Cmd { return nil }

func (n *notebook) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		n.width, n.height = msg.Width, msg.Height
	case tea.PasteMsg:
		n.pasted += len(msg.Content)
	case tea.KeyPressMsg:
		switch msg.String() {
		case "ctrl+c":
			return n, tea.Quit
		case "enter":
			n.lines = append(n.lines, fmt.Sprintf("%02d 世界 \x1b[1;31mbold\x1b[m =====================", len(n.lines)+1))
		}
	}
	return n, nil
}

func (n *notebook) View() tea.View {
	rows := n.lines[max(0, len(n.lines)-max(n.height-1, 0)):]
	status := fmt.Sprintf("%dx%d %d lines, %d pasted", n.width, n.height, len(n.lines), n.pasted)
	v := tea.NewView(strings.Join(append(rows[:len(rows):len(rows)], status), "\n"))
	v.AltScreen, v.WindowTitle, v.Cursor = true, "notebook", tea.NewCursor(3, 0)
	return v
}

func start(t *testing.T, width, height int) *Session {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), programVar+"=1", "TERM=xterm-256color")
	return Start(ctx, t, cmd, width, height)
}

func TestBubbleTeaProgram(t *testing.T) {
	s := start(t, 40, 6)
	s.WaitForText("40x6 0 lines")
	for range 12 {
		s.SendKeys(Enter)
	}
	s.WaitForText("12 lines, 0 pasted")
	want := []string{}
	for i := 8; i <= 12; i++ {
		want = append(want, fmt.Sprintf("%02d 世界 bold =====================", i))
	}
	want = append(want, "40x6 12 lines, 0 pasted")
	if diff := cmp.Diff(want, strings.Split(s.Screen(), "\n")); diff != "" {
		t.Errorf("screen (-want +got):\n%s", diff)
	}
	s.Look(func(screen *vt.Terminal) {
		if cell := screen.Cell(8, 0); cell.Text != "b" || cell.Style.Attrs != vt.Bold {
			t.Errorf("cell 8,0 is %+v, want a bold b", cell)
		}
		if !screen.Alt() || !screen.Mode(2004) || !screen.Mode(2027) || screen.Title() != "notebook" {
			t.Errorf("alt %v, paste %v, clusters %v, title %q", screen.Alt(), screen.Mode(2004), screen.Mode(2027), screen.Title())
		}
	})
	s.Paste(strings.Repeat("x", 5000))
	s.WaitForText("5000 pasted")
	s.Resize(20, 3)
	s.WaitForText("20x3 12 lines")
	s.SendKeys(CtrlC)
	if code := s.Wait(); code != 7 {
		t.Errorf("exit code %d, want 7", code)
	}
	s.Look(func(screen *vt.Terminal) {
		if screen.Alt() || !screen.Mode(25) || screen.Mode(2004) || screen.KeyboardFlags() != 0 {
			t.Errorf("not restored: alt %v, cursor %v, paste %v, keyboard %d", screen.Alt(), screen.Mode(25), screen.Mode(2004), screen.KeyboardFlags())
		}
	})
	if !strings.Contains(string(s.Bytes()), "\x1b[?1049h") {
		t.Error("the recorded bytes lack the switch to the alternate screen")
	}
}

// TestAgainstTmux compares our reading of the program's bytes with the reading of
// a terminal that others wrote.
func TestAgainstTmux(t *testing.T) {
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Log("tmux is not installed; nothing to compare with")
		return
	}
	s := start(t, 40, 6)
	s.WaitForText("40x6 0 lines")
	for i := range 9 {
		s.SendKeys(Enter)
		s.WaitForText(fmt.Sprintf("%d lines,", i+1))
	}
	file := t.TempDir() + "/bytes"
	if err := os.WriteFile(file, s.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	socket := t.TempDir() + "/tmux"
	script := fmt.Sprintf("stty raw -echo; cat %s; %s -S %s wait-for -S shown; cat", file, tmux, socket)
	run := func(args ...string) string {
		cmd := exec.CommandContext(s.ctx, tmux, append([]string{"-S", socket, "-f", "/dev/null"}, args...)...)
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("tmux %v: %v", args, err)
		}
		return string(out)
	}
	run("-u", "new-session", "-d", "-x", "40", "-y", "6", script)
	defer run("kill-server")
	run("wait-for", "shown")
	want := strings.TrimRight(run("capture-pane", "-p"), "\n")
	if diff := cmp.Diff(want, strings.TrimRight(s.Screen(), "\n")); diff != "" {
		t.Errorf("tmux and our emulator differ (-tmux +ours):\n%s", diff)
	}
}
