package transcript

import (
	"fmt"
	"strings"

	"beestown/tui/md"
	"beestown/tui/row"
)

// Answer is text of the model, rendered as Markdown while it arrives.
type Answer struct {
	renderer *md.Renderer
	stream   *md.Stream
	void     bool

	rows  []string // of width and size
	width int
	size  int
}

// NewAnswer returns an empty answer.
func NewAnswer(r *md.Renderer) *Answer {
	return &Answer{renderer: r, stream: md.NewStream(r)}
}

// NewPlan returns a proposed plan.
func NewPlan(r *md.Renderer, plan string) *Answer {
	a := NewAnswer(r)
	a.Append(plan)
	a.Finish()
	return a
}

// Append adds clean text.
func (a *Answer) Append(text string) { a.stream.Append(text) }

// Finish says that the text is complete.
func (a *Answer) Finish() {
	a.stream.Finish()
	a.size = -1
}

// Void marks the text as not part of the conversation.
func (a *Answer) Void() {
	a.Finish()
	a.void = true
}

// Tight implements Item.
func (a *Answer) Tight() bool { return false }

// Forget implements Item.
func (a *Answer) Forget() {
	a.rows, a.size = nil, -1
	a.stream.Release()
}

// Height implements Item.
func (a *Answer) Height(l *Look) int {
	return max(len(a.lines(l)), 1)
}

// Row implements Item.
func (a *Answer) Row(l *Look, i int) string {
	lines := a.lines(l)
	if i >= len(lines) || lines[i] == "" {
		return ""
	}
	if a.void {
		return gutter + l.Theme.Hint.Render(l.Theme.Strike.Render(lines[i]))
	}
	return gutter + lines[i]
}

func (a *Answer) lines(l *Look) []string {
	if a.renderer != l.Markdown {
		source := a.stream.Source()
		a.renderer, a.stream = l.Markdown, md.NewStream(l.Markdown)
		a.stream.Append(source)
		a.size = -1
	}
	if width := l.prose(); a.rows == nil || a.width != width || a.size != a.stream.Len() {
		a.rows, a.width, a.size = a.stream.Lines(width), width, a.stream.Len()
	}
	return a.rows
}

// Thinking is the visible reasoning of the model: one row unless expanded.
type Thinking struct {
	cache
	text strings.Builder
	over bool
}

// Append adds clean text.
func (t *Thinking) Append(text string) {
	t.text.WriteString(text)
	t.touch()
}

// Finish says that the model stopped thinking.
func (t *Thinking) Finish() {
	t.over = true
	t.touch()
}

// Tight implements Item.
func (t *Thinking) Tight() bool { return false }

// Height implements Item.
func (t *Thinking) Height(l *Look) int { return len(t.rowsAt(l)) }

// Row implements Item.
func (t *Thinking) Row(l *Look, i int) string { return t.rowsAt(l)[i] }

func (t *Thinking) rowsAt(l *Look) []string {
	return t.get(l, func() []string {
		g := l.Theme.Glyphs
		if l.Expanded {
			rows := []string{l.Theme.Hint.Render(g.Open + " Thinking")}
			for _, r := range row.Prose(strings.TrimSpace(t.text.String()), l.prose()) {
				rows = append(rows, gutter+l.Theme.Faint.Render(r))
			}
			return rows
		}
		label := "Thinking " + g.More
		if t.over {
			label = fmt.Sprintf("Thought, %d words", len(strings.Fields(t.text.String())))
		}
		return []string{l.Theme.Hint.Render(row.Cut(g.Closed+" "+label+"  (ctrl+o expand)", l.Width-1, g.More))}
	})
}
