package dock

import (
	"strings"

	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/keys"
	"beestown/tui/md"
	"beestown/tui/row"
	"beestown/tui/theme"
)

// planSheet asks whether a plan may start.
type planSheet struct {
	sheet
	ask    string
	source string // as the model wrote it
}

func newPlan(id, source string, th *theme.Theme) *planSheet {
	p := &planSheet{ask: id, source: source}
	p.question = "Start this plan?"
	p.options = []option{
		{label: "Yes, and ask before each edit", short: "Yes, ask for each edit", key: "(y)"},
		{label: "Yes, and accept edits in this directory", short: "Yes, accept edits here", key: "(a)"},
		{label: "Edit the plan in $EDITOR", short: "Edit the plan", key: "(ctrl+g)"},
		{label: "No, keep planning, and say what to change", short: "No, keep planning", key: "(n/esc)"},
	}
	p.restyle(th)
	return p
}

// restyle draws in another theme from now on.
func (p *planSheet) restyle(th *theme.Theme) {
	p.th = th
	p.width = 0
	p.head = func(width int) []string { return []string{" " + th.Bold.Render("Plan")} }
	clean := text.Visible(p.source)
	p.content = &drawn{draw: func(width int) []string {
		return row.Indent(md.New(th).Render(clean, max(min(width-4, 100), 8)), "  ")
	}}
}

func (p *planSheet) id() string      { return p.ask }
func (p *planSheet) label() string   { return "plan" }
func (p *planSheet) typing() bool    { return p.field != nil }
func (p *planSheet) insert(s string) { p.field.insert(s) }
func (p *planSheet) footer() (left, keys string) {
	return "reading only until approved", "enter confirm   1-4 pick"
}

// key carries out a key that answers.
func (p *planSheet) key(a keys.Action, key, typed string) Reply {
	if p.field != nil {
		switch a {
		case keys.Confirm:
			return p.reply(tools.PlanReply{Feedback: strings.TrimSpace(p.field.value())})
		case keys.Cancel:
			p.field = nil
		default:
			p.field.key(key, typed)
		}
		return Reply{}
	}
	switch a {
	case keys.Up:
		p.move(-1)
	case keys.Down:
		p.move(1)
	case keys.PageUp:
		p.scroll(-p.page())
	case keys.PageDown:
		p.scroll(p.page())
	case keys.LineUp:
		p.scroll(-1)
	case keys.LineDown:
		p.scroll(1)
	case keys.Confirm:
		return p.choose(p.focus)
	case keys.Pick:
		return p.choose(int(key[0] - '1'))
	case keys.Yes:
		return p.choose(0)
	case keys.Always:
		return p.choose(1)
	case keys.Change:
		return p.choose(2)
	case keys.No, keys.Cancel:
		return p.choose(3)
	}
	return Reply{}
}

func (p *planSheet) choose(i int) Reply {
	if i >= len(p.options) {
		return Reply{}
	}
	p.focus = i
	switch i {
	case 0, 1:
		if !p.seen {
			p.scroll(p.page())
			return Reply{}
		}
		mode := tools.ModeAsk
		if i == 1 {
			mode = tools.ModeEdits
		}
		return p.reply(tools.PlanReply{Approved: true, Mode: string(mode)})
	case 2:
		return Reply{Edit: &Edit{ID: p.ask, Name: "plan.md", Content: []byte(p.source)}}
	default:
		p.fieldAt, p.prompt, p.field = i, "No, keep planning: ", newField("")
		return Reply{}
	}
}

// edited takes the plan as the user changed it and shows it again.
func (p *planSheet) edited(content []byte) {
	p.source, p.seen, p.offset = string(content), false, 0
	p.restyle(p.th)
}

func (p *planSheet) reply(r tools.PlanReply) Reply {
	if r.Approved {
		r.Plan = p.source
	}
	return Reply{ID: p.ask, Plan: &r}
}

func (p *planSheet) deny() Reply { return p.reply(tools.PlanReply{}) }
