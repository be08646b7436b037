package term

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// MinPlainWidth is the width in columns below which only the plain front end works.
const MinPlainWidth = 20

// Caps is what the terminal turned out to support. The zero value is a terminal of
// which nothing is known.
type Caps struct {
	Keyboard bool // tells shift+enter from enter (kitty keyboard protocol)
	Focus    bool // reports focus
	Sync     bool // shows a frame at once (mode 2026)
	Clusters bool // measures grapheme clusters as we do (mode 2027)

	Color           colorprofile.Profile
	BackgroundKnown bool
	Light           bool // meaningful when BackgroundKnown

	Tmux, SSH bool
}

// Update takes in a message of the program and reports whether it said something
// new. Messages that say nothing about the terminal are ignored. The environment
// in tea.EnvMsg is looked at, never kept: it holds secrets.
func (c *Caps) Update(msg tea.Msg) bool {
	before := *c
	switch msg := msg.(type) {
	case tea.KeyboardEnhancementsMsg:
		c.Keyboard = msg.SupportsKeyDisambiguation()
	case tea.FocusMsg, tea.BlurMsg:
		c.Focus = true
	case tea.ModeReportMsg:
		c.mode(msg)
	case tea.ColorProfileMsg:
		c.Color = msg.Profile
	case tea.BackgroundColorMsg:
		c.BackgroundKnown, c.Light = msg.Color != nil, msg.Color != nil && !msg.IsDark()
	case tea.EnvMsg:
		c.Tmux = msg.Getenv("TMUX") != ""
		c.SSH = msg.Getenv("SSH_TTY") != "" || msg.Getenv("SSH_CONNECTION") != ""
	}
	return *c != before
}

func (c *Caps) mode(msg tea.ModeReportMsg) {
	known := msg.Value != ansi.ModeNotRecognized && msg.Value != ansi.ModePermanentlyReset
	switch msg.Mode {
	case ansi.ModeSynchronizedOutput:
		c.Sync = known
	case ansi.ModeUnicodeCore:
		c.Clusters = known
	case ansi.ModeFocusEvent:
		c.Focus = known
	}
}

// NeedsPlain reports whether the terminal or its user is better served by the plain
// front end, and names the reason: a terminal without cursor addressing, or a
// screen reader. getenv is usually os.Getenv; width is in columns, 0 if unknown.
func NeedsPlain(getenv func(string) string, width int) (reason string, plain bool) {
	switch name := getenv("TERM"); name {
	case "dumb":
		return "TERM=" + name, true
	case "":
		return "TERM is not set", true
	}
	for _, name := range []string{"NVDA_RUNNING", "JAWS", "ORCA_RUNNING", "SPEECHD_RUNNING", "ACCESSIBILITY_ENABLED"} {
		if value := getenv(name); value != "" && value != "0" {
			return name + " is set", true
		}
	}
	if width > 0 && width < MinPlainWidth {
		return "the terminal is very narrow", true
	}
	return "", false
}
