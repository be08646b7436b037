package tui

import (
	"fmt"

	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/theme"
	"beestown/tui/view"
)

// todoPanel is the task list above the status row.
type todoPanel struct {
	items     []tools.Todo // titles are clean
	collapsed bool
	stale     bool // all was done in an earlier turn
}

func (t *todoPanel) set(items []tools.Todo) {
	t.items = make([]tools.Todo, len(items))
	for i, item := range items {
		item.Title = view.Line(item.Title)
		t.items[i] = item
	}
	t.stale = false
}

// turn tells that a new turn begins: a finished list has been seen.
func (t *todoPanel) turn() { t.stale = t.done() == len(t.items) }

func (t *todoPanel) done() int {
	n := 0
	for _, item := range t.items {
		if item.Status == tools.TodoCompleted {
			n++
		}
	}
	return n
}

// height is the rows that the panel wants.
func (t *todoPanel) height(width, height int) int {
	switch {
	case len(t.items) == 0 || t.stale:
		return 0
	case t.collapsed || width < narrowWidth || height < lowHeight:
		return 1
	default:
		return min(len(t.items)+1, maxTodo, max(height/3, 2))
	}
}

// draw returns n rows.
func (t *todoPanel) draw(width, n int, th *theme.Theme) []string {
	g := th.Glyphs
	head := fmt.Sprintf("Todo %d/%d", t.done(), len(t.items))
	if n <= 1 {
		return []string{row.Cut(" "+th.Bold.Render(head)+" "+g.Closed+" "+t.current(), width, " "+g.More)}
	}
	rows := []string{row.Ends(" "+th.Bold.Render(head), th.Hint.Render("ctrl+t collapse"), width-1, g.More)}
	from, to, more := t.window(n - 1)
	for _, item := range t.items[from:to] {
		rows = append(rows, row.Cut(" "+mark(item, th)+" "+item.Title, width, " "+g.More))
	}
	if more > 0 {
		rows = append(rows, th.Hint.Render(fmt.Sprintf("   +%d more", more)))
	}
	return rows
}

// window picks what fits into n rows: finished entries but the last one go first,
// then what comes last.
func (t *todoPanel) window(n int) (from, to, more int) {
	if len(t.items) <= n {
		return 0, len(t.items), 0
	}
	for from < len(t.items)-1 && len(t.items)-from > n-1 &&
		t.items[from].Status == tools.TodoCompleted && t.items[from+1].Status == tools.TodoCompleted {
		from++
	}
	to = min(from+max(n-1, 0), len(t.items))
	return from, to, len(t.items) - to + from
}

func (t *todoPanel) current() string {
	for _, status := range []string{tools.TodoInProgress, tools.TodoPending} {
		for _, item := range t.items {
			if item.Status == status {
				return item.Title
			}
		}
	}
	return "done"
}

func mark(item tools.Todo, th *theme.Theme) string {
	switch item.Status {
	case tools.TodoCompleted:
		return th.Good.Render(th.Glyphs.Ticked)
	case tools.TodoInProgress:
		return th.Accent.Render(th.Glyphs.Closed)
	default:
		return th.Hint.Render(th.Glyphs.Todo)
	}
}
