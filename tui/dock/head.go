package dock

import (
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/view"
)

// headRows names the call, its extent and why it asks.
func (c *confirm) headRows(width int) []string {
	v := c.approval.View
	name := c.agentName()
	why := "why: " + c.approval.Decision.Reason
	var rows []string
	switch b := v.Body.(type) {
	case tools.Diff:
		rows = c.diffHead(name, b, width)
	case tools.Command:
		facts, _ := c.commandHead(b, width)
		rows = []string{row.Cut(name+facts, width, c.th.Glyphs.More)}
	default:
		rows = []string{row.Cut(name+"  "+v.Summary, width, c.th.Glyphs.More)}
	}
	if c.approval.Decision.Reason == "" {
		return rows
	}
	if len(rows) == 1 && row.Width(rows[0])+row.Width(why)+4 <= width {
		return []string{row.Ends(rows[0], c.th.Hint.Render(why), width-1, "")}
	}
	for _, r := range row.Prose(why, width-2) {
		rows = append(rows, " "+c.th.Hint.Render(r))
	}
	return rows
}

// commandHead is where a command runs and how long it may take; a directory that does not fit is left
// out and stands before the command.
func (c *confirm) commandHead(b tools.Command, width int) (facts string, fits bool) {
	if b.TimeoutSec > 0 {
		facts = fmt.Sprintf("   timeout %ds", b.TimeoutSec)
	}
	if b.Dir == "" {
		return facts, true
	}
	with := "  in " + b.Dir + facts
	if row.Width(c.agentName())+row.Width(with) <= width && !strings.ContainsAny(b.Dir, "\n\t") {
		return with, true
	}
	return facts, false
}

// agentName is the tool, after the agent that calls it unless that is the main one.
func (c *confirm) agentName() string {
	name := " " + c.th.Bold.Render(c.approval.Tool)
	if path := c.approval.Principal.Agent; path != "" && path != "main" {
		name = " " + c.th.Warn.Render(view.Line(path)) + name
	}
	return name
}

func (c *confirm) diffHead(name string, d tools.Diff, width int) []string {
	counts := d.Counts()
	if d.New {
		counts += "   new file"
	} else if n := len(d.Hunks); n > 1 {
		counts += fmt.Sprintf("   %d hunks", n)
	}
	subject := c.approval.View.Subject
	if !strings.ContainsAny(subject, "\n\t") && row.Width(name)+2+row.Width(subject)+3+row.Width(counts) <= width {
		return []string{name + "  " + subject + "   " + counts}
	}
	rows := []string{}
	for i, part := range row.Lines(subject, width-row.Width(name)-3) {
		lead := name + "  "
		if i > 0 {
			lead = strings.Repeat(" ", row.Width(name)+2)
		}
		rows = append(rows, lead+part)
	}
	return append(rows, "   "+counts)
}
