package tui

import (
	"context"
	"errors"
	"reflect"
	"time"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
	"beestown/tui/dock"
	"beestown/tui/editor"
	"beestown/tui/keys"
	"beestown/tui/md"
	"beestown/tui/overlay"
	"beestown/tui/term"
	"beestown/tui/theme"
	"beestown/tui/transcript"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// armedFor is how long a first ctrl+c, ctrl+d or esc waits for the second.
const armedFor = 1500 * time.Millisecond

// Frames of the spinner: while something moves, and while only times do.
const (
	spinEvery = 125 * time.Millisecond
	slowEvery = time.Second
)

// App is the whole screen. It is the only tea.Model; all of it is used from the
// program's loop alone.
type App struct {
	ctx  context.Context
	opt  Options
	conv Conversation
	keys *keys.Map
	th   *theme.Theme
	md   *md.Renderer

	width, height int
	rows          heights
	editor        *editor.Editor
	list          *transcript.List
	header        *transcript.Header
	dock          *dock.Dock
	help          *overlay.Pages // nil unless open
	first         *onboarding    // nil unless the first-run screen is shown

	mode    tools.Mode
	todos   todoPanel
	waiting []string // queued prompts
	servers []agent.Server
	usage   agent.Usage
	turn    turnState
	files   changes
	last    string // the last answer, as Markdown

	caps      term.Caps
	expanded  bool
	focus     focus
	ticking   bool
	spin      int       // frame of the spinner
	woken     time.Time // when the next wakeMsg comes
	quitArmed time.Time
	escArmed  time.Time
	hint      string // of an armed key
	bell      bool   // ring with the next command
	begin     func(Session)
}

// turnState is what runs at the moment.
type turnState struct {
	busy, stopping bool
	phase          agent.Phase
	started        time.Time
	answer         *transcript.Answer
	answerID       string
	thinking       *transcript.Thinking
	calls          map[string]*transcript.Tool // open ones by id
	running        []string                    // ids in order of their start
	retry          *transcript.Retry
	chars          int // streamed since the last usage
	output         int // tokens of the turn as reported
	writing        string
	errors         int
}

// focus is what the terminal told about its focus.
type focus struct{ known, away bool }

// Messages of the program to itself.
type (
	tickMsg  struct{}
	wakeMsg  struct{}
	endedMsg struct{} // the session's events ended
	doneMsg  struct { // a slash command finished
		title string
		view  tools.View
		err   error
	}
	draftMsg struct { // the external editor was closed
		id      string // of a question; empty for the prompt
		content []byte
		err     error
	}
)

// newApp returns the model. begin is called with the session once the program runs;
// it starts the flow of events. nil leaves events to the caller, as in tests.
func newApp(ctx context.Context, opt Options, begin func(Session)) (*App, error) {
	opt = opt.withDefaults()
	if opt.Conversation.Session == nil && opt.Onboard == nil {
		return nil, errors.New("there is neither a session nor a first-run screen to show")
	}
	th, err := theme.New(opt.Theme)
	if err != nil {
		return nil, err
	}
	a := &App{
		ctx: ctx, opt: opt, keys: opt.Keys, th: th, md: md.New(th), mode: opt.Mode,
		list: transcript.NewList(), dock: dock.New(th), begin: begin,
		turn: turnState{calls: map[string]*transcript.Tool{}},
	}
	a.editor = a.newEditor()
	a.header = transcript.NewHeader(transcript.Facts{})
	a.list.Append(a.header)
	if opt.Conversation.Session == nil {
		a.first = newOnboarding(*opt.Onboard)
	}
	a.converse(opt.Conversation)
	a.resize(opt.Width, opt.Height)
	return a, nil
}

// converse shows a conversation from now on.
func (a *App) converse(c Conversation) {
	a.conv = c
	if c.Dir != "" && c.Dir != a.opt.Dir {
		a.opt.Dir, a.opt.Branch, a.opt.Project = c.Dir, "", ""
	}
	a.refreshHeader()
}

// flow lets the session's events in and sends the first prompt.
func (a *App) flow() tea.Cmd {
	if a.conv.Session == nil {
		return nil
	}
	if a.begin != nil {
		a.begin(a.conv.Session)
	}
	if a.opt.Prompt == "" {
		return nil
	}
	return a.submit(a.opt.Prompt)
}

// Init implements tea.Model.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor}
	if a.first != nil {
		cmds = append(cmds, a.probe())
	}
	return tea.Batch(append(cmds, a.flow())...)
}

// Update implements tea.Model.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.handle(msg)
	a.relayout()
	return a, tea.Batch(cmd, a.schedule())
}

func (a *App) handle(msg tea.Msg) tea.Cmd {
	if a.caps.Update(msg) {
		a.restyle()
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		return a.pressed(msg)
	case tea.PasteMsg:
		return a.pasted(msg.Content)
	case batchMsg:
		for _, e := range msg.events {
			a.apply(e)
		}
	case tickMsg:
		a.ticking = false
		a.spin++
	case wakeMsg:
		a.wake()
	case tea.FocusMsg:
		a.focus = focus{known: true}
	case tea.BlurMsg:
		a.focus = focus{known: true, away: true}
	case draftMsg:
		return a.drafted(msg)
	case doneMsg:
		a.commandDone(msg)
	case endedMsg:
		return tea.Quit
	case probedMsg, startedMsg:
		return a.onboarded(msg)
	case execMsg:
		return runEdit(msg)
	case term.SignalMsg, term.PanicMsg:
		return tea.Quit
	}
	return nil
}

func (a *App) resize(width, height int) {
	if width <= 0 || height <= 0 { // the first size of some terminals is 0x0
		return
	}
	a.width, a.height = width, height
}

// restyle chooses the colours again once the terminal told something about itself.
func (a *App) restyle() {
	opt := a.opt.Theme
	opt.Light = opt.Light || a.caps.Light
	opt.TrueColor = a.caps.BackgroundKnown && a.caps.Color == colorprofile.TrueColor
	th, err := theme.New(opt)
	if err != nil || reflect.DeepEqual(th, a.th) {
		return
	}
	a.th, a.md = th, md.New(th)
	a.dock.SetTheme(th)
}

// relayout divides the screen for the state after an Update.
func (a *App) relayout() {
	if a.width == 0 {
		return
	}
	w := wanted{width: a.width, height: a.height}
	if a.dock.Open() {
		a.dock.Resize(a.width, dialogRows(a.width, a.height, a.dock.Full()))
		rows, _ := a.dock.Draw()
		w.dock = len(rows)
		if a.dock.Full() {
			w.dock = a.height
		}
	} else {
		w.todo = a.todos.height(a.width, a.height)
		w.queue = len(a.waiting)
		w.status = a.statusRows()
		w.editor = a.editorHeight()
		items, _ := a.editor.Popup()
		w.popup = min(len(items), maxPopup)
	}
	a.rows = divide(w)
	a.list.SetLook(transcript.Look{
		Width: a.width, Expanded: a.expanded, Theme: a.th, Markdown: a.md,
		Now: a.opt.Now(), Frame: a.spin,
	})
	a.list.SetHeight(a.rows.transcript)
}

// contextUse is how full the model's context is, in tokens and in per cent; per cent
// is -1 when the window is not known.
func (a *App) contextUse() (tokens, percent int) {
	tokens = a.usage.Last.Input + a.usage.Last.Output
	if a.conv.Window <= 0 {
		return tokens, -1
	}
	return tokens, tokens * 100 / a.conv.Window
}

// turnTokens is the tokens that the model wrote in this turn, as far as known.
func (a *App) turnTokens() int { return a.turn.output + a.turn.chars/4 }

// modelHint is the next step after an error of the model, empty if it has none.
func modelHint(err error) string {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Hint
	}
	return ""
}
