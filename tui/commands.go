package tui

import (
	"fmt"
	"slices"
	"strings"

	"beestown/agent"
	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/editor"
	"beestown/tui/keys"
	"beestown/tui/overlay"
	"beestown/tui/transcript"
	"beestown/tui/view"

	tea "charm.land/bubbletea/v2"
)

// command is one slash command.
type command struct {
	name, arg, help string
	run             func(a *App, arg string) tea.Cmd
}

// commands are all of them, in the order of the help.
func commands() []command {
	return []command{
		{"help", "", "keys, commands, permissions", func(a *App, _ string) tea.Cmd { a.openHelp(); return nil }},
		{"clear", "", "forget the conversation and start anew", (*App).clear},
		{"model", "[name]", "show or change the model", (*App).model},
		{"tools", "", "list the tools", (*App).listTools},
		{"mcp", "", "state of the MCP servers", (*App).listServers},
		{"mode", "[ask|edits|plan]", "show or change what runs without asking", (*App).changeMode},
		{"plan", "[task]", "plan mode: only reading tools until a plan is approved", (*App).plan},
		{"quit", "", "leave", func(*App, string) tea.Cmd { return tea.Quit }},
		{"exit", "", "leave", func(*App, string) tea.Cmd { return tea.Quit }},
	}
}

// splitCommand tells whether a prompt is a command: a slash and one word. A path has
// more slashes and is a prompt.
func splitCommand(prompt string) (name, arg string, ok bool) {
	rest, ok := strings.CutPrefix(prompt, "/")
	if !ok {
		return "", "", false
	}
	name, arg, _ = strings.Cut(rest, " ")
	if name == "" || strings.ContainsAny(name, "/\n\t.") {
		return "", "", false
	}
	return strings.ToLower(name), strings.TrimSpace(arg), true
}

// command runs a slash command; an unknown one is never sent to the model.
func (a *App) command(name, arg string) tea.Cmd {
	for _, c := range commands() {
		if c.name == name {
			return c.run(a, arg)
		}
	}
	hint := "/help lists them."
	if near := nearest(name); near != "" {
		hint = "Did you mean /" + near + "? " + hint
	}
	a.notice("warn", "There is no command /"+text.Visible(name)+".", hint)
	a.editor.SetDraft(editor.Draft{Text: strings.TrimSpace("/" + name + " " + arg)})
	return nil
}

// nearest is the command that shares the longest beginning with a misspelt one.
func nearest(name string) string {
	best, length := "", 0
	for _, c := range commands() {
		n := 0
		for n < len(name) && n < len(c.name) && name[n] == c.name[n] {
			n++
		}
		if n > length {
			best, length = c.name, n
		}
	}
	return best
}

// commandCandidates completes the name of a command; a whole name comes first, so
// that enter never runs another one.
func commandCandidates(query string) []editor.Candidate {
	var out []editor.Candidate
	for _, c := range commands() {
		candidate := editor.Candidate{Text: c.name, Detail: c.help}
		switch {
		case c.name == query:
			out = slices.Insert(out, 0, candidate)
		case strings.HasPrefix(c.name, query):
			out = append(out, candidate)
		}
	}
	return out
}

func (a *App) clear(string) tea.Cmd {
	if err := a.conv.Session.Clear(); err != nil {
		a.notice("warn", text.Visible(err.Error()), "")
		return nil
	}
	a.list.Clear(1)
	a.todos, a.last, a.usage = todoPanel{}, "", agent.Usage{}
	return nil
}

func (a *App) model(name string) tea.Cmd {
	hooks, ctx := a.opt.Hooks, a.ctx
	switch {
	case name != "" && hooks.SetModel != nil:
		return func() tea.Msg { return doneMsg{err: hooks.SetModel(ctx, name)} }
	case name == "" && hooks.Models != nil:
		now := a.conv.Model
		return func() tea.Msg {
			names, err := hooks.Models(ctx)
			return doneMsg{title: "Models", view: tools.View{Summary: "now " + now + "; change with /model name", Body: tools.List{Items: names}}, err: err}
		}
	}
	a.notice("info", "The model is "+a.conv.Model+".", "It cannot be changed here.")
	return nil
}

func (a *App) listTools(string) tea.Cmd {
	list, ctx := a.opt.Hooks.Tools, a.ctx
	if list == nil {
		a.notice("info", "The tools cannot be listed here.", "")
		return nil
	}
	return func() tea.Msg {
		v, err := list(ctx)
		return doneMsg{title: "Tools", view: v, err: err}
	}
}

// commandDone shows what a command found out.
func (a *App) commandDone(m doneMsg) {
	switch {
	case m.err != nil:
		a.notice("error", text.Visible(m.err.Error()), text.Visible(modelHint(m.err)))
	case m.title != "":
		a.list.Append(transcript.NewView(m.title, view.Clean(m.view)))
	}
}

func (a *App) listServers(string) tea.Cmd {
	if len(a.servers) == 0 {
		a.notice("info", "No MCP servers are configured.", "Add them under mcp_servers in .beestown.yml.")
		return nil
	}
	t := tools.Table{Header: []string{"server", "state", "tools", "command"}}
	ready := 0
	for _, s := range a.servers {
		state := s.State
		if s.State == "ready" {
			ready++
		} else if s.Error != "" {
			state += ": " + s.Error
		}
		t.Rows = append(t.Rows, []string{s.Name, state, fmt.Sprint(s.Tools), s.Command})
	}
	v := tools.View{Summary: fmt.Sprintf("%d of %d ready", ready, len(a.servers)), Body: t}
	a.list.Append(transcript.NewView("MCP servers", view.Clean(v)))
	return nil
}

func (a *App) changeMode(name string) tea.Cmd {
	m := tools.Mode(name)
	switch {
	case name == "":
		a.notice("info", "The mode is "+string(a.mode)+".", "shift+tab or /mode ask, edits, plan changes it.")
	case m == tools.ModeYolo:
		a.notice("warn", "yolo cannot be switched on here.", "Start with --mode yolo.")
	case !m.Valid():
		a.notice("warn", "There is no mode "+text.Visible(name)+".", "Use ask, edits or plan.")
	default:
		a.setMode(m)
	}
	return nil
}

// plan switches plan mode on; what follows the command is the prompt.
func (a *App) plan(task string) tea.Cmd {
	cmd := a.changeMode(string(tools.ModePlan))
	if task == "" {
		return cmd
	}
	return tea.Batch(cmd, a.submit(task))
}

// openHelp shows the help, made from the tables that dispatch.
func (a *App) openHelp() {
	var lines [][2]string
	for _, c := range commands() {
		lines = append(lines, [2]string{strings.TrimSpace("/" + c.name + " " + c.arg), c.help})
	}
	a.help = overlay.New("Help", overlay.Keys(a.keys),
		overlay.Text("commands", lines), overlay.Text("permissions", permissionHelp))
}

var permissionHelp = [][2]string{
	{"ask", "what only reads in this directory runs; everything else asks (default)"},
	{"edits", "edits of files in this directory run too; commands ask"},
	{"plan", "only what reads runs; everything else is refused until a plan is approved"},
	{"yolo", "everything runs that no guard forbids; only by --mode yolo"},
	{"", ""},
	{"", "shift+tab goes from ask to edits to plan. Rules are stricter than modes: a deny rule wins over everything, then ask, then allow. A dialog shows the rule that (a) would add; it holds for this session."},
	{"", ""},
	{"", "A question never takes the keyboard from a draft: it waits, and tab opens it."},
}

func (a *App) helpKey(k tea.KeyPressMsg) tea.Cmd {
	page := max(a.height-frameRows-1, 1)
	action := a.keys.Lookup(keys.Overlay, k.String())
	switch {
	case action == keys.Cancel || action == keys.Stop || action == keys.Help || k.String() == "q":
		a.help = nil
	case action == keys.PageUp:
		a.help.Scroll(-page)
	case action == keys.PageDown:
		a.help.Scroll(page)
	case action == keys.LineUp || k.String() == "up":
		a.help.Scroll(-1)
	case action == keys.LineDown || k.String() == "down":
		a.help.Scroll(1)
	case action == keys.Top:
		a.help.Scroll(-1 << 20)
	case action == keys.Bottom:
		a.help.Scroll(1 << 20)
	case len(k.Text) == 1 && k.Text[0] >= '1' && k.Text[0] <= '9':
		a.help.Select(int(k.Text[0] - '1'))
	case action == keys.Repaint || action == keys.Suspend:
		return a.shared(action)
	}
	return nil
}
