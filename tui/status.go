package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"beestown/agent"
	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/transcript"
	"beestown/tui/view"
)

// longTurn is how long a turn takes before its end rings the bell.
const longTurn = 10 * time.Second

// ring asks for the user's attention, unless the terminal has it.
func (a *App) ring() {
	if a.opt.Notify != "off" && (a.focus.away || !a.focus.known) {
		a.bell = true
	}
}

func (a *App) statusRows() int {
	if a.turn.busy || a.dock.Held() || a.hint != "" || !a.list.Following() {
		return 1
	}
	return 0
}

// statusRow says what happens, and what enter and esc will do.
func (a *App) statusRow() string {
	left, right := a.progress(), a.promise()
	if a.dock.Held() {
		left, right = a.heldRow(), "tab review  enter send"
		if a.width < narrowWidth {
			right = "tab review"
		}
	}
	if n := a.list.Below(); !a.list.Following() {
		right = "end to follow"
		if n > 0 {
			right = fmt.Sprintf("%d new rows  end to follow", n)
		}
	}
	if a.hint != "" {
		right = a.hint
	}
	return row.Ends(" "+left, a.th.Hint.Render(right), a.width-1, " "+a.th.Glyphs.More)
}

func (a *App) heldRow() string {
	what := "question"
	label := view.Line(a.dock.Label())
	if n := a.dock.Len(); n > 1 {
		return a.th.Warn.Render(fmt.Sprintf("%s %d questions waiting: %s", a.th.Glyphs.Warn, n, label))
	}
	if a.dock.Approval() {
		what = "approval"
	}
	return a.th.Warn.Render(fmt.Sprintf("%s 1 %s waiting: %s", a.th.Glyphs.Warn, what, label))
}

// promise is what the keys do now.
func (a *App) promise() string {
	switch {
	case !a.turn.busy:
		return ""
	case a.turn.stopping:
		return "ctrl+c quits"
	case a.width < narrowWidth:
		return "esc stop"
	case !a.editor.Empty():
		return "esc interrupt  enter queues"
	default:
		return "esc interrupt"
	}
}

// progress is the spinner, what runs and for how long.
func (a *App) progress() string {
	if !a.turn.busy {
		return ""
	}
	now := a.opt.Now()
	turn := now.Sub(a.turn.started)
	frames := a.th.Glyphs.Spinner
	spinner := a.th.Accent.Render(frames[a.spin%len(frames)])
	if a.opt.Still {
		spinner = a.th.Accent.Render(a.th.Glyphs.Closed)
	}
	tokens := ""
	if n := a.turnTokens(); n > 0 && a.width >= narrowWidth {
		tokens = "  ~" + count(n) + " tok"
	}
	switch t := a.current(); {
	case a.turn.stopping:
		return spinner + " Stopping"
	case a.turn.retry != nil:
		r := a.turn.retry
		wait := int((max(r.Until.Sub(now), 0) + 999*time.Millisecond) / time.Second)
		return fmt.Sprintf("%s Waiting %ds  attempt %d/%d", spinner, wait, r.Attempt, r.Max)
	case t != nil && a.width >= narrowWidth:
		return fmt.Sprintf("%s %s %s  turn %s%s", spinner, t.Name, transcript.Duration(now.Sub(t.Since())), clock(turn), tokens)
	case t != nil:
		return fmt.Sprintf("%s %s %s", spinner, t.Name, transcript.Duration(now.Sub(t.Since())))
	case a.turn.writing != "":
		return fmt.Sprintf("%s %s  %s%s", spinner, a.turn.writing, clock(turn), tokens)
	default:
		return fmt.Sprintf("%s %s  %s%s", spinner, phases[a.turn.phase], clock(turn), tokens)
	}
}

// phases are what is said while nothing else is known; "" is before the first one.
var phases = map[agent.Phase]string{
	"": "Working", agent.PhasePlan: "Planning", agent.PhaseAct: "Working", agent.PhaseReflect: "Reflecting",
}

// clock writes whole seconds: 8s, 1:48.
func clock(d time.Duration) string {
	s := int(max(d, 0).Seconds())
	if s < 60 {
		return fmt.Sprintf("%ds", s)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// count writes a number of tokens: 412, 3.1k, 128k.
func count(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	default:
		return fmt.Sprintf("%dk", n/1000)
	}
}

// footer is the last row: mode, model, context, place, and the keys to begin with.
func (a *App) footer() string {
	wide := a.width >= narrowWidth
	parts := []string{a.modeLabel()}
	if wide {
		parts = append(parts, a.conv.Model)
	}
	if tokens, percent := a.contextUse(); percent >= 0 && tokens > 0 {
		parts = append(parts, fmt.Sprintf("ctx %d%%", percent))
	} else if tokens > 0 {
		parts = append(parts, "ctx "+count(tokens))
	}
	if wide {
		parts = append(parts, a.place())
	}
	right := "? help"
	if wide {
		right = "? help  / commands"
	}
	failed := 0
	for _, s := range a.servers {
		if s.State == "failed" {
			failed++
		}
	}
	switch {
	case a.turn.busy && a.turn.errors > 0 && wide:
		right = fmt.Sprintf("%d failed  ctrl+o details", a.turn.errors)
	case failed > 0:
		right = fmt.Sprintf("%d MCP failed  /mcp", failed)
	}
	return a.bottom(strings.Join(filled(parts), "  "), right)
}

// bottom puts the DEMO mark before a footer: it is on every screen.
func (a *App) bottom(left, right string) string {
	mark := ""
	if a.conv.Demo {
		mark = a.th.Selected.Render(" DEMO ") + " "
	}
	return row.Ends(" "+mark+left, a.th.Hint.Render(right), a.width-1, " "+a.th.Glyphs.More)
}

func (a *App) modeLabel() string {
	switch a.mode {
	case tools.ModeAsk:
		return string(a.mode)
	case tools.ModeYolo:
		return a.th.Bad.Render(string(a.mode))
	default:
		return a.th.Accent.Render(string(a.mode))
	}
}

func (a *App) dockFooter() string {
	left, keys := a.dock.Footer()
	at, of := a.dock.Position()
	position := fmt.Sprintf("%d of %d", at, of)
	switch {
	case left == "":
		if a.width < narrowWidth {
			keys = withoutPick(keys)
		}
		if of > 1 {
			keys = position + "   " + keys
		}
		return a.bottom(a.th.Hint.Render(keys), "")
	case a.width < narrowWidth:
		short, _, _ := strings.Cut(keys, "   ")
		return a.bottom(a.modeLabel()+"  "+position+"  "+short, "")
	default:
		return a.bottom(a.modeLabel()+"  "+left+" "+position+"   "+a.th.Hint.Render(keys), "ctrl+c stop")
	}
}

// withoutPick shortens the keys of a narrow footer: digits are beside the options.
func withoutPick(keys string) string {
	parts := strings.Split(keys, "   ")
	parts = slices.DeleteFunc(parts, func(p string) bool { return strings.HasSuffix(p, " pick") })
	return strings.Join(parts, "  ")
}

func (a *App) helpFooter() string {
	if a.width < narrowWidth {
		return a.bottom(a.th.Hint.Render("1-3 switch  esc close"), "")
	}
	right := ""
	if a.opt.Config != "" {
		right = "config " + a.opt.Config
	}
	return a.bottom(a.th.Hint.Render("1-3 switch   pgdn more   esc close"), right)
}

func (a *App) firstFooter() string {
	if a.first.input != nil {
		return a.bottom(a.th.Hint.Render("enter go on   esc back"), "")
	}
	right := "beestown doctor"
	if a.width < narrowWidth {
		right = ""
	}
	n := len(a.first.offers())
	return a.bottom(a.th.Hint.Render(fmt.Sprintf("enter choose   1-%d pick   esc quit", n)), right)
}

// place is the directory and the branch.
func (a *App) place() string {
	if a.opt.Branch == "" {
		return a.opt.Dir
	}
	branch, _, _ := strings.Cut(a.opt.Branch, ",")
	return a.opt.Dir + " (" + branch + ")"
}

func filled(parts []string) []string {
	out := parts[:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// refreshHeader brings the card at the beginning up to date.
func (a *App) refreshHeader() {
	f := transcript.Facts{
		Version: a.opt.Version, Model: a.conv.Model, Endpoint: a.conv.Endpoint, Place: a.opt.Dir,
		Project: a.opt.Project, Rules: a.opt.Rules, Tips: a.opt.Tips, Demo: a.conv.Demo, MCP: a.mcpLabel(),
	}
	if a.opt.Branch != "" {
		f.Place += " (" + a.opt.Branch + ")"
	}
	if a.conv.Tools > 0 {
		f.Tools = fmt.Sprintf("tools %d", a.conv.Tools)
	}
	a.header.Set(f)
}

func (a *App) mcpLabel() string {
	var ready, starting, failed int
	for _, s := range a.servers {
		switch s.State {
		case "ready":
			ready++
		case "starting":
			starting++
		case "failed":
			failed++
		}
	}
	if len(a.servers) == 0 {
		return ""
	}
	label := fmt.Sprintf("MCP %d/%d ready", ready, len(a.servers))
	if starting > 0 {
		label += fmt.Sprintf(", %d starting", starting)
	}
	if failed > 0 {
		label += fmt.Sprintf(", %d failed  /mcp", failed)
	}
	return label
}
