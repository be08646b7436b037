package tui

import (
	"context"
	"fmt"
	"strings"

	"beestown/tools/text"
	"beestown/tui/keys"
	"beestown/tui/view"

	tea "charm.land/bubbletea/v2"
)

// Onboard is the first-run screen: what was looked for, and what to do about it.
type Onboard struct {
	// Checked is what was looked for already: "OPENAI_API_KEY", "not set".
	Checked []Fact
	// Probe asks the usual local servers; it blocks until all answered or timed out.
	// nil skips it.
	Probe func(ctx context.Context) []LocalServer
	// Start opens the conversation that was chosen; it checks the key or the server
	// and blocks meanwhile. Its error is shown as it is.
	Start func(ctx context.Context, c Choice) (Conversation, error)
	// Credentials is the file that a key is stored in, as shown.
	Credentials string
}

// Fact is one thing that was looked for.
type Fact struct{ What, Found string }

// LocalServer is a server that was probed.
type LocalServer struct {
	Name, BaseURL string
	Models        []string // empty when it did not answer
	Found         string   // "no answer", "answers, 1 model"
}

// Choice is what the user wants to start with. Exactly one of Key, BaseURL and Demo
// is set; Model goes with a BaseURL that was found.
type Choice struct {
	Key, BaseURL, Model string
	Demo                bool
}

// Messages of the first-run screen.
type (
	probedMsg  struct{ servers []LocalServer }
	startedMsg struct {
		conversation Conversation
		err          error
	}
)

// onboarding is the state of the first-run screen.
type onboarding struct {
	opt     Onboard
	servers []LocalServer
	probing bool
	focus   int
	input   *input // a key or a URL is being entered
	working bool
	err     string
}

// input is the field for a key, which is masked, or a URL.
type input struct {
	secret bool
	text   []rune
}

// offer is one line of the menu.
type offer struct {
	label, short string
	choice       Choice
	field        *input // asks for something first
	quit         bool
}

func newOnboarding(o Onboard) *onboarding {
	return &onboarding{opt: o, probing: o.Probe != nil}
}

// offers are the lines of the menu, servers that answer first.
func (o *onboarding) offers() []offer {
	var out []offer
	for _, s := range o.servers {
		if len(s.Models) > 0 {
			out = append(out, offer{
				label:  fmt.Sprintf("Use %s with model %q  (no key needed)", s.BaseURL, s.Models[0]),
				short:  "Use " + strings.TrimPrefix(s.BaseURL, "http://") + " " + s.Models[0],
				choice: Choice{BaseURL: s.BaseURL, Model: s.Models[0]},
			})
		}
	}
	return append(out,
		offer{label: "Paste an API key for an OpenAI-compatible endpoint", short: "Paste an API key", field: &input{secret: true}},
		offer{label: "Enter a base URL", short: "Enter a base URL", field: &input{}},
		offer{label: "Take the offline tour (no model: scripted answers, marked DEMO)", short: "Offline tour (DEMO)", choice: Choice{Demo: true}},
		offer{label: "Quit", short: "Quit", quit: true},
	)
}

func (a *App) probe() tea.Cmd {
	probe, ctx := a.opt.Onboard.Probe, a.ctx
	if probe == nil {
		return nil
	}
	return func() tea.Msg { return probedMsg{probe(ctx)} }
}

// onboarded takes in what the first-run screen waited for.
func (a *App) onboarded(msg tea.Msg) tea.Cmd {
	o := a.first
	if o == nil {
		return nil
	}
	switch msg := msg.(type) {
	case probedMsg:
		o.probing = false
		for _, s := range msg.servers {
			s.Name, s.Found = view.Line(s.Name), view.Line(s.Found)
			s.Models = append([]string(nil), s.Models...)
			for i := range s.Models {
				s.Models[i] = view.Line(s.Models[i])
			}
			o.servers = append(o.servers, s)
		}
	case startedMsg:
		o.working = false
		if msg.err != nil {
			o.err = text.Visible(msg.err.Error())
			if hint := modelHint(msg.err); hint != "" {
				o.err += "  " + text.Visible(hint)
			}
			return nil
		}
		a.first = nil
		a.converse(msg.conversation)
		return a.flow()
	}
	return nil
}

// key handles a key of the first-run screen.
func (o *onboarding) key(a *App, k tea.KeyPressMsg) tea.Cmd {
	action := a.keys.Lookup(keys.Dock, k.String())
	if action == keys.Stop {
		return tea.Quit
	}
	if o.working || o.probing && action != keys.Cancel {
		return nil // a server that still answers would move the options under the key
	}
	if o.input != nil {
		return o.inputKey(a, action, k)
	}
	offers := o.offers()
	switch action {
	case keys.Cancel:
		return tea.Quit
	case keys.Up:
		o.focus = max(o.focus-1, 0)
	case keys.Down:
		o.focus = min(o.focus+1, len(offers)-1)
	case keys.Pick:
		if i := int(k.String()[0] - '1'); i < len(offers) {
			o.focus = i
			return o.choose(a, offers[i])
		}
	case keys.Confirm:
		return o.choose(a, offers[min(o.focus, len(offers)-1)])
	}
	return nil
}

func (o *onboarding) inputKey(a *App, action keys.Action, k tea.KeyPressMsg) tea.Cmd {
	switch {
	case action == keys.Cancel:
		o.input = nil
	case action == keys.Confirm:
		value := strings.TrimSpace(string(o.input.text))
		if value == "" {
			return nil
		}
		c := Choice{BaseURL: value}
		if o.input.secret {
			c = Choice{Key: value}
		}
		o.input = nil
		return o.start(a, c)
	case k.String() == "backspace":
		if n := len(o.input.text); n > 0 {
			o.input.text = o.input.text[:n-1]
		}
	case k.String() == "ctrl+u":
		o.input.text = nil
	case k.Text != "":
		o.insert(k.Text)
	}
	return nil
}

// insert types text into the open field.
func (o *onboarding) insert(s string) {
	if o.input != nil {
		o.input.text = append(o.input.text, []rune(strings.Join(strings.Fields(text.Visible(s)), ""))...)
	}
}

func (o *onboarding) choose(a *App, f offer) tea.Cmd {
	o.err = ""
	switch {
	case f.quit:
		return tea.Quit
	case f.field != nil:
		o.input = f.field
		return nil
	default:
		return o.start(a, f.choice)
	}
}

func (o *onboarding) start(a *App, c Choice) tea.Cmd {
	o.working, o.err = true, ""
	start, ctx := o.opt.Start, a.ctx
	return func() tea.Msg {
		conversation, err := start(ctx, c)
		return startedMsg{conversation, err}
	}
}
