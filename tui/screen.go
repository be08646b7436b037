package tui

import (
	"fmt"
	"path"
	"strings"

	"beestown/tools/text"
	"beestown/tui/dock"
	"beestown/tui/row"

	tea "charm.land/bubbletea/v2"
)

// View implements tea.Model. It draws what is visible and nothing else.
func (a *App) View() tea.View {
	v := tea.View{AltScreen: true, ReportFocus: true, WindowTitle: a.title()}
	if a.width == 0 {
		return v
	}
	rows, cursor := a.frame()
	v.Content = strings.Join(rows, "\n")
	if cursor != nil {
		v.Cursor = tea.NewCursor(cursor.X, cursor.Y)
		v.Cursor.Blink = false
	}
	return v
}

// title tells other windows whether the program needs anybody.
func (a *App) title() string {
	state := "ready"
	switch {
	case a.dock.Len() > 0:
		state = "needs you"
	case a.turn.busy:
		state = "working"
	}
	return fmt.Sprintf("beestown: %s [%s]", text.Visible(path.Base(a.opt.Dir)), state)
}

// frame returns exactly as many rows as the screen has.
func (a *App) frame() ([]string, *dock.Cursor) {
	switch {
	case a.width < minWidth || a.height < minHeight:
		rows := []string{row.Cut(fmt.Sprintf("terminal too small (%dx%d)", a.width, a.height), a.width, "")}
		return fill(rows, a.height), nil
	case a.first != nil:
		rows, x, y := a.first.draw(a)
		rows = append(fill(rows, a.height-2), a.rule(), a.firstFooter())
		if y < 0 || y >= a.height-2 {
			return rows, nil
		}
		return rows, &dock.Cursor{X: x, Y: y}
	case a.help != nil:
		rows := a.help.Rows(a.width, a.height-2, a.th)
		return append(rows, a.rule(), a.helpFooter()), nil
	}
	rows := fill(a.list.View(), a.rows.transcript)
	if a.dock.Open() {
		return a.dockFrame(rows)
	}
	return a.editorFrame(rows)
}

func (a *App) dockFrame(rows []string) ([]string, *dock.Cursor) {
	rows = append(rows, a.rule())
	top := len(rows)
	drawn, cursor := a.dock.Draw()
	if cursor != nil {
		cursor.Y += top
		if cursor.Y >= top+a.rows.dock {
			cursor = nil
		}
	}
	rows = append(rows, fill(drawn, a.rows.dock)...)
	return append(rows, a.rule(), a.dockFooter()), cursor
}

func (a *App) editorFrame(rows []string) ([]string, *dock.Cursor) {
	if a.rows.todo > 0 {
		rows = append(rows, fill(a.todos.draw(a.width, a.rows.todo, a.th), a.rows.todo)...)
	}
	rows = append(rows, fill(a.queueRows(), a.rows.queue)...)
	if a.rows.status > 0 {
		rows = append(rows, a.statusRow())
	}
	rows = append(rows, fill(a.popupRows(), a.rows.popup)...)
	rows = append(rows, a.rule())
	top := len(rows)
	drawn, x, y := a.editorRows()
	rows = append(rows, fill(drawn, a.rows.editor)...)
	return append(rows, a.rule(), a.footer()), &dock.Cursor{X: x, Y: top + min(y, a.rows.editor-1)}
}

// fill cuts or extends rows to n.
func fill(rows []string, n int) []string {
	n = max(n, 0)
	if len(rows) >= n {
		return rows[:n:n]
	}
	out := make([]string, n)
	copy(out, rows)
	return out
}

// rule is drawn one column short: its character is two cells wide on some terminals.
func (a *App) rule() string {
	return a.th.Hint.Render(strings.Repeat(a.th.Glyphs.Rule, max(a.width-1, 0)))
}

// queueRows shows the prompts that wait for the running turn.
func (a *App) queueRows() []string {
	var rows []string
	for i, p := range a.waiting {
		right := ""
		if i == len(a.waiting)-1 {
			right = a.th.Hint.Render("up edits")
		}
		left := " " + a.th.Hint.Render("queued") + "  " + strings.Join(strings.Fields(text.Visible(p)), " ")
		rows = append(rows, row.Ends(left, right, a.width-1, " "+a.th.Glyphs.More))
	}
	return rows
}
