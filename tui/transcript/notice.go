package transcript

import (
	"fmt"
	"strings"
	"time"

	"beestown/tui/row"
	"beestown/tui/theme"
	"beestown/tui/view"

	"beestown/tools"
)

// promptRows is how much of a long prompt is shown unasked.
const promptRows = 20

// NewUser returns the item of a prompt; what was pasted can be long.
func NewUser(text string) *Fixed {
	return &Fixed{draw: func(l *Look) []string {
		rows := row.Prose(text, l.prose())
		hidden := 0
		if !l.Expanded && len(rows) > promptRows {
			hidden = len(rows) - promptRows
			rows = rows[:promptRows]
		}
		for i := range rows {
			rows[i] = l.Theme.Bold.Render(rows[i])
			if i == 0 {
				rows[i] = l.Theme.Accent.Render(l.Theme.Glyphs.Prompt) + " " + rows[i]
			} else {
				rows[i] = gutter + rows[i]
			}
		}
		if hidden > 0 {
			more := fmt.Sprintf("+ %d more rows  (ctrl+o expand)", hidden)
			rows = append(rows, gutter+l.Theme.Hint.Render(row.Cut(more, l.prose(), l.Theme.Glyphs.More)))
		}
		return rows
	}}
}

// NewNotice returns something that the user should know. Level is "info", "warn"
// or "error"; hint says what to do next.
func NewNotice(level, text, hint string) *Fixed {
	return &Fixed{draw: func(l *Look) []string {
		glyph, style := levelGlyph(level, l.Theme)
		rows := row.Prose(text, l.prose())
		for i := range rows {
			if i == 0 {
				rows[i] = style.Render(glyph) + " " + rows[i]
			} else {
				rows[i] = gutter + rows[i]
			}
		}
		if hint != "" {
			for _, r := range row.Prose(hint, l.prose()) {
				rows = append(rows, gutter+l.Theme.Hint.Render(r))
			}
		}
		return rows
	}}
}

func levelGlyph(level string, th *theme.Theme) (string, theme.Style) {
	switch level {
	case "error":
		return th.Glyphs.Failed, th.Bad
	case "warn":
		return th.Glyphs.Warn, th.Warn
	default:
		return th.Glyphs.Bullet, th.Hint
	}
}

// NewView returns an item that shows a view, such as the answer of a command.
func NewView(title string, v tools.View) *Fixed {
	return &Fixed{draw: func(l *Look) []string {
		head := gutter + l.Theme.Bold.Render(title)
		if v.Summary != "" {
			head += "  " + l.Theme.Hint.Render(v.Summary)
		}
		rows := []string{row.Cut(head, l.Width, l.Theme.Glyphs.More)}
		return append(rows, row.Indent(view.Rows(v.Body, l.body(), l.Theme), "    ")...)
	}}
}

// Reflection is a judgement of the agent on its work.
type Reflection struct {
	Verdict, Assessment, Focus string
	Lessons                    []string
}

// NewReflection returns the card of a reflection.
func NewReflection(r Reflection) *Fixed {
	return &Fixed{draw: func(l *Look) []string {
		var rows []string
		add := func(label, text string) {
			for i, part := range row.Prose(text, l.prose()-11) {
				if i > 0 {
					label = ""
				}
				rows = append(rows, gutter+l.Theme.Hint.Render(row.Pad(label, 11)+part))
			}
		}
		add("Reflect", strings.TrimSpace(r.Verdict+"  "+r.Assessment))
		for _, lesson := range r.Lessons {
			add("  lesson", lesson)
		}
		if r.Focus != "" {
			add("  next", r.Focus)
		}
		return rows
	}}
}

// Retry is a wait before a request is sent again; once the wait is over it stays as
// a record.
type Retry struct {
	cache
	Attempt, Max int
	Cause        string
	Until        time.Time
	Void         bool // text that was streamed is not part of the answer
	over, unsent bool
}

// Over tells that the wait ended: the request is sent again, unless the user interrupted the wait.
func (r *Retry) Over(now time.Time, interrupted bool) {
	r.over, r.unsent = true, interrupted && now.Before(r.Until)
	r.touch()
}

// Hurry ends the countdown.
func (r *Retry) Hurry(now time.Time) { r.Until = now }

// Active tells that the countdown runs.
func (r *Retry) Active() bool { return !r.over }

// Tight implements Item.
func (r *Retry) Tight() bool { return false }

// Height implements Item.
func (r *Retry) Height(l *Look) int { return len(r.rowsAt(l)) }

// Row implements Item.
func (r *Retry) Row(l *Look, i int) string {
	rows := r.rowsAt(l)
	return rows[min(i, len(rows)-1)]
}

func (r *Retry) rowsAt(l *Look) []string {
	if r.Active() {
		return r.draw(l)
	}
	return r.get(l, func() []string { return r.draw(l) })
}

func (r *Retry) draw(l *Look) []string {
	glyph := l.Theme.Warn.Render(l.Theme.Glyphs.Warn)
	text := fmt.Sprintf("Sent again, attempt %d of %d  (%s)", r.Attempt, r.Max, r.Cause)
	if r.unsent {
		text = fmt.Sprintf("Not sent again  (%s)", r.Cause)
	}
	if !r.over {
		glyph = l.Theme.Accent.Render(l.spinner())
		text = fmt.Sprintf("Retrying in %s  attempt %d of %d  (%s)", seconds(r.Until.Sub(l.Now)), r.Attempt, r.Max, r.Cause)
	}
	rows := row.Indent(row.Prose(text, l.prose()), gutter)
	rows[0] = glyph + rows[0][1:]
	if r.Void {
		rows = append(rows, gutter+l.Theme.Hint.Render(row.Cut("The partial answer above is void.", l.prose(), l.Theme.Glyphs.More)))
	}
	if !r.over {
		keys := "enter retry now (empty prompt)   /model change   esc stop"
		if l.Width < narrow {
			keys = "enter now  /model  esc stop"
		}
		rows = append(rows, gutter+l.Theme.Hint.Render(row.Cut(keys, l.Width-len(gutter), l.Theme.Glyphs.More)))
	}
	return rows
}

func seconds(d time.Duration) string {
	return fmt.Sprintf("%ds", int((max(d, 0)+999*time.Millisecond)/time.Second))
}
