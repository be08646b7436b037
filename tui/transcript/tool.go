package transcript

import (
	"fmt"
	"strings"
	"time"

	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/theme"
	"beestown/tui/view"

	"github.com/charmbracelet/x/ansi"
)

// Rows of a body that are shown unasked.
const (
	tailRows       = 5
	tailRowsNarrow = 3
	failureRows    = 10
	narrow         = 60
)

// State is where a call is on its way.
type State int

// The states of a call.
const (
	Queued State = iota
	Waiting
	Running
	Succeeded
	Failed
	Denied
	Cancelled
)

// Tool is one call: a header that always names what is touched, and a body that is
// drawn by its kind.
type Tool struct {
	cache
	Name  string
	state State
	view  tools.View
	since time.Time // of waiting or running
	took  time.Duration
	tail  []string
	bytes int
	note  string // why it was denied, what failed
}

// NewTool returns a queued call. args stands for the subject until the call is
// understood.
func NewTool(name, args string) *Tool {
	return &Tool{Name: name, view: tools.View{Subject: args}}
}

// Wait tells that the call waits for the user.
func (t *Tool) Wait(v tools.View, now time.Time) {
	t.state, t.view, t.since = Waiting, tools.View{Subject: v.Subject, Summary: v.Summary}, now
	t.touch()
}

// Start tells that the call runs.
func (t *Tool) Start(name string, v tools.View, now time.Time) {
	t.Name, t.state, t.view, t.since = name, Running, tools.View{Subject: v.Subject}, now
	t.touch()
}

// Progress replaces the end of the output so far; bytes is all of it.
func (t *Tool) Progress(tail string, bytes int) {
	t.tail, t.bytes = strings.Split(strings.TrimRight(tail, "\n"), "\n"), bytes
	t.touch()
}

// End gives the call its result. note says why it failed or was refused.
func (t *Tool) End(s State, v tools.View, took time.Duration, note string) {
	if v.Subject == "" {
		v.Subject = t.view.Subject
	}
	if c, ok := v.Body.(tools.Command); ok && s == Succeeded && c.Exit != nil && *c.Exit != 0 {
		s = Failed // the call worked, the command did not: its output is what matters
	}
	t.state, t.view, t.took, t.note, t.tail = s, v, took, note, nil
	t.touch()
}

// Active tells that the item moves: a spinner turns and a time runs.
func (t *Tool) Active() bool { return t.state == Waiting || t.state == Running }

// State is where the call is.
func (t *Tool) State() State { return t.state }

// Since is when the call began to run or to wait.
func (t *Tool) Since() time.Time { return t.since }

// Tight implements Item.
func (t *Tool) Tight() bool { return true }

// Height implements Item.
func (t *Tool) Height(l *Look) int { return len(t.rowsAt(l)) }

// Row implements Item.
func (t *Tool) Row(l *Look, i int) string {
	rows := t.rowsAt(l)
	return rows[min(i, len(rows)-1)]
}

func (t *Tool) rowsAt(l *Look) []string {
	if t.Active() {
		return append(t.header(l), t.running(l)...) // the time moves: nothing to keep
	}
	return t.get(l, func() []string { return append(t.header(l), t.body(l)...) })
}

// header is one row, or two when the subject is long.
func (t *Tool) header(l *Look) []string {
	glyph, style := t.glyph(l)
	time := t.time(l)
	width := l.Width - 2 - row.Width(glyph) - row.Width(time) - 1
	label := strings.TrimRight(t.Name+" "+firstLine(t.view.Subject), " ")
	summary := t.summary()
	first := style.Render(glyph) + " "
	if row.Width(label)+2+row.Width(summary) <= width {
		line := first + nameBold(l.Theme, t.Name, label)
		if summary != "" {
			line += "  " + l.Theme.Hint.Render(summary)
		}
		return []string{ends(line, time, l)}
	}
	parts := row.Prose(label, width)
	if len(parts) > 2 || strings.TrimSpace(parts[0]) == t.Name {
		parts = endsOf(label, width, l.Theme.Glyphs.More)
	}
	rows := []string{first + nameBold(l.Theme, t.Name, strings.TrimRight(parts[0], " "))}
	if len(parts) == 2 {
		rows = append(rows, "    "+row.Cut(parts[1], width-2, l.Theme.Glyphs.More))
	}
	last := len(rows) - 1
	if summary != "" {
		if row.Width(rows[last])+2+row.Width(summary) <= width {
			rows[last] += "  " + l.Theme.Hint.Render(summary)
		} else {
			rows = append(rows, "    "+l.Theme.Hint.Render(row.Cut(summary, width-2, l.Theme.Glyphs.More)))
			last++
		}
	}
	rows[last] = ends(rows[last], time, l)
	return rows
}

// endsOf splits a label in two rows; when that is not enough the middle goes: a path
// is told by its end.
func endsOf(label string, width int, mark string) []string {
	head := ansi.Truncate(label, width, "")
	rest := label[len(head):]
	if over := row.Width(rest) - (width - 2); over > 0 {
		rest = ansi.TruncateLeft(rest, over+row.Width(mark), mark)
	}
	return []string{head, rest}
}

func ends(left, time string, l *Look) string {
	return row.Ends(left, l.Theme.Hint.Render(time), l.Width-1, l.Theme.Glyphs.More)
}

func nameBold(th *theme.Theme, name, label string) string {
	if !strings.HasPrefix(label, name) {
		return label
	}
	return th.Bold.Render(name) + label[len(name):]
}

func (t *Tool) glyph(l *Look) (string, theme.Style) {
	g := l.Theme.Glyphs
	switch t.state {
	case Waiting:
		return g.Warn, l.Theme.Warn
	case Running:
		return l.spinner(), l.Theme.Accent
	case Succeeded:
		return g.Done, l.Theme.Good
	case Failed:
		return g.Failed, l.Theme.Bad
	case Denied:
		return g.Failed, l.Theme.Warn
	case Cancelled:
		return g.Failed, l.Theme.Hint
	default:
		return g.Todo, l.Theme.Hint
	}
}

func (t *Tool) time(l *Look) string {
	switch t.state {
	case Queued:
		return ""
	case Waiting, Running:
		return Duration(l.Now.Sub(t.since))
	default:
		return Duration(t.took)
	}
}

func (t *Tool) summary() string {
	switch t.state {
	case Queued:
		return "(queued)"
	case Waiting:
		return strings.TrimLeft(t.view.Summary+"  waiting for you", " ")
	case Denied:
		return "not run"
	case Cancelled:
		return "stopped"
	default:
		return t.view.Summary
	}
}

func (t *Tool) running(l *Look) []string {
	if len(t.tail) == 0 || len(t.tail) == 1 && t.tail[0] == "" {
		return nil
	}
	shown := tailRows
	if l.Width < narrow {
		shown = tailRowsNarrow
	}
	from := max(len(t.tail)-shown, 0)
	rows := view.Rows(tools.Text{Text: strings.Join(t.tail[from:], "\n")}, l.body(), l.Theme)
	rows = row.Indent(rows[max(len(rows)-shown, 0):], "    ")
	if shownBytes := len(strings.Join(t.tail[from:], "\n")); t.bytes > shownBytes+1 {
		rows = append(rows, "    "+l.Theme.Hint.Render(row.Cut(size(t.bytes-shownBytes)+" more above", l.body(), "")))
	}
	return rows
}

// body is what a finished call shows: all of it when expanded, the end of a
// failure, nothing of a success.
func (t *Tool) body(l *Look) []string {
	if t.state == Queued || t.state == Succeeded && !l.Expanded {
		return nil
	}
	var rows []string
	if t.note != "" && t.state != Succeeded {
		for _, r := range row.Prose(t.note, l.body()) {
			rows = append(rows, "    "+r)
		}
	}
	if l.Expanded && strings.Contains(t.view.Subject, "\n") { // the header has its first line only
		rows = append(rows, row.Indent(view.CommandRows(t.view.Subject, l.body(), l.Theme), "    ")...)
	}
	body := view.Rows(t.view.Body, l.body(), l.Theme)
	hidden := 0
	if !l.Expanded && t.state == Failed && len(body) > failureRows {
		hidden = len(body) - failureRows
		body = body[hidden:]
	}
	if t.state == Denied && !l.Expanded {
		body = nil
	}
	rows = append(rows, row.Indent(body, "    ")...)
	if hidden > 0 {
		more := fmt.Sprintf("+ %d earlier lines  (ctrl+o expand)", hidden)
		rows = append(rows, "    "+l.Theme.Hint.Render(row.Cut(more, l.body(), l.Theme.Glyphs.More)))
	}
	return rows
}

func firstLine(s string) string {
	line, rest, more := strings.Cut(strings.TrimSpace(s), "\n")
	if !more {
		return strings.ReplaceAll(line, "\t", " ")
	}
	return fmt.Sprintf("%s (+%d lines)", strings.ReplaceAll(line, "\t", " "), strings.Count(rest, "\n")+1)
}

// Duration writes a time as people read it on a screen: 6.4s, 1:48, 1:02:03.
func Duration(d time.Duration) string {
	d = max(d, 0)
	s := int(d.Seconds())
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	default:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
}

func size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}
