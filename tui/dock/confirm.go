package dock

import (
	"bytes"
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/diffview"
	"beestown/tui/keys"
	"beestown/tui/row"
	"beestown/tui/theme"
	"beestown/tui/view"
)

// choice is what an option of a confirmation means.
type choice int

const (
	yes choice = iota
	always
	change
	no
)

// confirm asks whether a call may run.
type confirm struct {
	sheet
	ask      string // id of the question
	approval tools.Approval
	means    []choice
	editing  choice // what the open field is for: change or no
}

func newConfirm(id string, a tools.Approval, th *theme.Theme) *confirm {
	c := &confirm{ask: id, approval: a}
	c.approval.Tool = view.Line(a.Tool)
	c.approval.View = view.Exact(a.View)
	c.approval.Decision.Reason = view.Line(a.Decision.Reason)
	for _, w := range a.Decision.Warnings {
		c.warnings = append(c.warnings, text.Exact(w))
	}
	c.restyle(th)
	c.addOptions()
	if len(c.warnings) > 0 {
		c.focus = len(c.options) - 1
	}
	return c
}

// restyle draws in another theme from now on.
func (c *confirm) restyle(th *theme.Theme) {
	c.th = th
	c.head = c.headRows
	c.width = 0
	switch b := c.approval.View.Body.(type) {
	case tools.Diff:
		c.content = diffview.New(b, th)
	case tools.Command:
		c.content = &drawn{draw: func(w int) []string {
			rows := view.CommandRows(b.Command, w-2, th)
			if _, fits := c.commandHead(b, w); !fits { // where it runs is a part of what is approved
				rows = append(row.Lines("in "+b.Dir, w-2), rows...)
			}
			return row.Indent(rows, " ")
		}}
	default:
		c.content = &drawn{draw: func(w int) []string {
			rows := row.Lines(c.approval.View.Subject, w-2)
			if b != nil {
				rows = append(rows, view.Rows(b, w-2, th)...)
			}
			return row.Indent(rows, " ")
		}}
	}
}

func (c *confirm) addOptions() {
	labels := map[choice]option{
		yes: {label: "Yes, run it once", short: "Yes, once", key: "(y)"},
		no:  {label: "No, and say what to do instead", short: "No, say what instead", key: "(n/esc)"},
	}
	command := false
	switch c.approval.View.Body.(type) {
	case tools.Diff:
		labels[yes] = option{label: "Yes, apply this edit", short: "Yes, apply", key: "(y)"}
		labels[no] = option{label: "No, and say what to change", short: "No, say what to change", key: "(n/esc)"}
	case tools.Command:
		command = true
	}
	if rules := c.approval.Decision.Offer; len(rules) > 0 {
		shown := make([]string, len(rules))
		for i, r := range rules {
			shown[i] = "`" + text.Exact(r) + "`"
		}
		list := strings.Join(shown, ", ")
		labels[always] = option{label: "Yes, and allow " + list + " this session", short: "Yes, and allow " + list, key: "(a)"}
	}
	if c.approval.Draft != nil {
		labels[change] = option{label: "Open the proposed file in $EDITOR, then ask again", short: "Edit it first", key: "(e)"}
		if command {
			labels[change] = option{label: "Change the command first", short: "Change it", key: "(e)"}
		}
	}
	for m := yes; m <= no; m++ {
		if o, ok := labels[m]; ok {
			c.options = append(c.options, o)
			c.means = append(c.means, m)
		}
	}
}

func (c *confirm) id() string                { return c.ask }
func (c *confirm) draw() ([]string, *Cursor) { return c.sheet.draw() }
func (c *confirm) arm(on bool)               { c.sheet.arm(on) }
func (c *confirm) resize(width, height int)  { c.sheet.resize(width, height) }
func (c *confirm) label() string             { return c.approval.Tool + " " + c.approval.View.Subject }
func (c *confirm) typing() bool              { return c.field != nil }
func (c *confirm) insert(s string)           { c.field.insert(s) }

func (c *confirm) footer() (left, keys string) {
	return "approval", fmt.Sprintf("enter confirm   1-%d pick", len(c.options))
}

// key carries out a key that answers.
func (c *confirm) key(a keys.Action, key, typed string) Reply {
	if c.field != nil {
		return c.fieldKey(a, key, typed)
	}
	switch a {
	case keys.Up:
		c.move(-1)
	case keys.Down:
		c.move(1)
	case keys.PageUp:
		c.scroll(-c.page())
	case keys.PageDown:
		c.scroll(c.page())
	case keys.LineUp:
		c.scroll(-1)
	case keys.LineDown:
		c.scroll(1)
	case keys.Confirm:
		return c.choose(c.means[c.focus])
	case keys.Pick:
		if i := int(key[0] - '1'); i < len(c.means) {
			c.focus = i
			return c.choose(c.means[i])
		}
	case keys.Yes:
		return c.choose(yes)
	case keys.Always:
		return c.choose(always)
	case keys.Change:
		return c.choose(change)
	case keys.No, keys.Cancel:
		return c.choose(no)
	}
	return Reply{}
}

// choose answers, or opens what the answer needs first.
func (c *confirm) choose(m choice) Reply {
	at := -1
	for i, have := range c.means {
		if have == m {
			at = i
		}
	}
	if at < 0 {
		return Reply{}
	}
	c.focus = at
	switch m {
	case yes, always:
		if !c.seen { // nobody approves what was not shown
			c.scroll(c.page())
			return Reply{}
		}
		return c.answer(tools.Answer{Allow: true, Remember: m == always})
	case change:
		draft := string(c.approval.Draft)
		if _, command := c.approval.View.Body.(tools.Command); !command || text.Exact(draft) != draft || strings.Contains(draft, "\n") {
			return Reply{Edit: &Edit{ID: c.ask, Name: c.approval.DraftName, Content: c.approval.Draft}}
		}
		c.open(m, at, "$ ", draft)
	case no:
		c.open(m, at, "No: ", "")
	}
	return Reply{}
}

func (c *confirm) open(m choice, at int, prompt, value string) {
	c.editing, c.fieldAt, c.prompt, c.field = m, at, prompt, newField(value)
}

func (c *confirm) fieldKey(a keys.Action, key, typed string) Reply {
	switch a {
	case keys.Confirm:
		value := strings.TrimSpace(c.field.value())
		if c.editing == no {
			return c.answer(tools.Answer{Feedback: value})
		}
		if value == "" || value == string(c.approval.Draft) {
			c.field = nil
			return Reply{}
		}
		return c.answer(tools.Answer{Edited: []byte(value)})
	case keys.Cancel:
		c.field = nil
	default:
		c.field.key(key, typed)
	}
	return Reply{}
}

func (c *confirm) answer(a tools.Answer) Reply {
	a.By = "user"
	return Reply{ID: c.ask, Answer: &a}
}

// unchanged tells whether an editor left the proposal as it was. Editors end a command with a newline.
func (c *confirm) unchanged(content []byte) bool {
	draft := c.approval.Draft
	if _, command := c.approval.View.Body.(tools.Command); command {
		draft, content = bytes.TrimRight(draft, "\n"), bytes.TrimRight(content, "\n")
	}
	return bytes.Equal(draft, content)
}

// deny is the answer of ctrl+c.
func (c *confirm) deny() Reply { return c.answer(tools.Answer{}) }
