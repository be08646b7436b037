package tui

import (
	"context"
	"io"
	"time"

	"beestown/tools"
	"beestown/tui/editor"
	"beestown/tui/keys"
	"beestown/tui/term"
	"beestown/tui/theme"
)

// Options is what the screen needs to know and to do; cli fills it in.
type Options struct {
	// Conversation is the session to show; it may be the zero value when Onboard is set.
	Conversation Conversation
	// Onboard is the first-run screen; nil when a model is configured.
	Onboard *Onboard

	Version string
	Dir     string   // the working directory as shown: "~/src/app"
	Branch  string   // "main, 2 files changed"; may be empty
	Project string   // what was loaded: "AGENTS.md loaded"
	Tips    []string // prompts to try
	Mode    tools.Mode
	Rules   string // "rules 3 allow, 1 deny"
	Config  string // path of the user's config file, for the help

	// Prompt is sent as soon as the screen is there; may be empty.
	Prompt string

	Hooks Hooks
	Theme theme.Options
	Keys  *keys.Map // nil means the default
	// Still turns animation off.
	Still bool
	// Notify is when the bell rings: "auto", "bell" or "off".
	Notify string
	// Editor is the command line of the external editor; empty means $VISUAL, $EDITOR, vi.
	Editor string
	// History is the prompts of earlier sessions, oldest first; Remember keeps one
	// more. It is called while keys are handled and must not block; nil forgets.
	History  []editor.Draft
	Remember func(editor.Draft)
	// Files finds files for @, best first. It must not block; nil turns it off.
	Files func(query string) []editor.Candidate

	// Guard runs the goroutines and gives the terminal back; nil means none, for tests.
	Guard *term.Guard

	Now func() time.Time // nil means time.Now
	In  io.Reader        // nil means the terminal
	Out io.Writer        // nil means the terminal
	Env []string         // nil means the process's
	// Width and Height fix the size, for tests; 0 means the terminal's.
	Width, Height int
}

// Conversation is a session with what is shown about it.
type Conversation struct {
	Session         Session
	Model, Endpoint string
	Demo            bool // scripted answers: said on every screen
	Tools           int  // how many tools there are
	// Dir replaces Options.Dir, and hides its branch, when the session works elsewhere.
	Dir string
	// Window is the model's context in tokens, 0 when unknown.
	Window int
}

// Hooks are what slash commands do outside of the session. Each is called in a
// goroutine of its own and may block until ctx ends; nil hooks are said to be
// unavailable.
type Hooks struct {
	// SetModel makes another model answer; the session tells it by a ModelChange.
	SetModel func(ctx context.Context, name string) error
	// Models lists what /model may choose from.
	Models func(ctx context.Context) ([]string, error)
	// Tools lists the tools for /tools.
	Tools func(ctx context.Context) (tools.View, error)
}

// frameRate is the most frames a second; a key is seen at the next frame.
const frameRate = 120

func (o Options) withDefaults() Options {
	if o.Keys == nil {
		o.Keys = keys.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Mode == "" {
		o.Mode = tools.ModeAsk
	}
	return o
}
