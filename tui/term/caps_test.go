package term

import (
	"image/color"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

func TestCaps(t *testing.T) {
	messages := []tea.Msg{
		tea.KeyboardEnhancementsMsg{Flags: 1},
		tea.FocusMsg{},
		tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset},
		tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeSet},
		tea.ColorProfileMsg{Profile: colorprofile.TrueColor},
		tea.BackgroundColorMsg{Color: color.White},
		tea.EnvMsg{"TMUX=/tmp/x", "SSH_TTY=/dev/pts/1", "SECRET=1"},
	}
	var caps Caps
	for _, msg := range messages {
		if !caps.Update(msg) {
			t.Errorf("%T said nothing new", msg)
		}
		if caps.Update(msg) {
			t.Errorf("%T said something new twice", msg)
		}
	}
	want := Caps{
		Keyboard: true, Focus: true, Sync: true, Clusters: true, Color: colorprofile.TrueColor,
		BackgroundKnown: true, Light: true, Tmux: true, SSH: true,
	}
	if diff := cmp.Diff(want, caps); diff != "" {
		t.Errorf("caps (-want +got):\n%s", diff)
	}
	if caps.Update(tea.WindowSizeMsg{}) || !caps.Update(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore}) || caps.Clusters {
		t.Errorf("after other messages: %+v", caps)
	}
}

func TestNeedsPlain(t *testing.T) {
	tests := map[string]struct {
		env   map[string]string
		width int
		plain bool
	}{
		"usual":         {map[string]string{"TERM": "xterm-256color"}, 80, false},
		"unknown width": {map[string]string{"TERM": "xterm"}, 0, false},
		"dumb":          {map[string]string{"TERM": "dumb"}, 80, true},
		"no TERM":       {nil, 80, true},
		"screen reader": {map[string]string{"TERM": "xterm", "NVDA_RUNNING": "1"}, 80, true},
		"reader is off": {map[string]string{"TERM": "xterm", "ACCESSIBILITY_ENABLED": "0"}, 80, false},
		"narrow":        {map[string]string{"TERM": "xterm"}, 19, true},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			reason, plain := NeedsPlain(func(name string) string { return tc.env[name] }, tc.width)
			if plain != tc.plain || plain != (reason != "") {
				t.Errorf("plain %v because %q, want %v", plain, reason, tc.plain)
			}
		})
	}
}
