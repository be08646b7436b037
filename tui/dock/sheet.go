package dock

import (
	"fmt"
	"strings"

	"beestown/tui/row"
	"beestown/tui/theme"
)

// content is what a question is about: drawn row by row, so that a long diff costs
// no more than what is seen of it.
type content interface {
	Height(width int) int
	Rows(width, from, n int) []string
}

// drawn is content that was drawn by a function, once per width.
type drawn struct {
	draw  func(width int) []string
	width int
	rows  []string
}

// Height implements content.
func (d *drawn) Height(width int) int {
	if d.rows == nil || d.width != width {
		d.rows, d.width = d.draw(width), width
	}
	return len(d.rows)
}

// Rows implements content.
func (d *drawn) Rows(width, from, n int) []string {
	all := d.Height(width)
	from = min(max(from, 0), all)
	return d.rows[from:min(from+n, all)]
}

// option is one answer of a sheet.
type option struct {
	label, short string // short is for narrow screens; empty means label
	key          string // shown at the right, such as "(y)"
}

// sheet is content with options below: the body of the dialogs that ask to approve.
// Nothing of the content is cut: what does not fit is scrolled to, and seen tells
// whether its end was ever visible.
type sheet struct {
	th       *theme.Theme
	head     func(width int) []string
	content  content
	warnings []string
	question string // between content and options, may be empty
	options  []option
	focus    int
	armed    bool
	field    *field // replaces the label of option fieldAt
	fieldAt  int
	prompt   string // before the field

	width, height int
	offset        int
	seen          bool
	plan          plan
}

// plan is the division of the rows; it is made when something changed.
type plan struct {
	head, warn, opts []string
	window           int // rows of the content
	total            int
	gaps             bool
	cursorRow        int // within opts, -1 without a field
	cursorCol        int
}

// resize divides at most height rows.
func (s *sheet) resize(width, height int) {
	s.width, s.height = width, height
	p := plan{head: s.head(width), cursorRow: -1}
	for _, w := range s.warnings {
		for i, r := range row.Prose(w, width-4) {
			lead := "   "
			if i == 0 {
				lead = " " + s.th.Warn.Render(s.th.Glyphs.Warn) + " "
			}
			p.warn = append(p.warn, lead+r)
		}
	}
	if s.question != "" {
		p.warn = append(p.warn, " "+row.Cut(s.question, width-1, s.th.Glyphs.More))
	}
	p.opts, p.cursorRow, p.cursorCol = s.optionRows()
	p.total = s.content.Height(width)
	fixed := len(p.head) + len(p.warn) + len(p.opts)
	p.gaps = fixed+p.total+3 <= height
	if p.gaps {
		fixed += 2
	}
	p.window = p.total
	if fixed+p.total > height {
		p.window = max(height-fixed-1, min(p.total, 2)) // one row says what is hidden
	}
	s.plan = p
	s.clamp()
	s.shrink(height)
}

// shrink gives up what can be done without when the screen is too low for all:
// the head but its first row, warnings, then options but the focused one. The
// content keeps a row: otherwise nothing could be approved.
func (s *sheet) shrink(height int) {
	p := &s.plan
	over := func() int { return len(p.head) + len(p.warn) + len(p.opts) + p.window + s.statusRows() - height }
	if n := min(over(), len(p.head)-1); n > 0 {
		p.head = p.head[:len(p.head)-n]
	}
	if n := over(); n > 0 && len(p.opts) > 1 {
		first := min(s.focusRow(), len(p.opts)-1)
		keep := max(len(p.opts)-n, 1)
		from := min(max(first-keep+1, 0), len(p.opts)-keep)
		p.opts = p.opts[from : from+keep]
		p.cursorRow -= from
	}
	if n := min(over(), len(p.warn)); n > 0 {
		p.warn = p.warn[:len(p.warn)-n]
	}
}

func (s *sheet) arm(on bool) { s.armed = on }

// focusRow is the last row of the focused option.
func (s *sheet) focusRow() int {
	n := 0
	for i := 0; i <= s.focus && i < len(s.options); i++ {
		n += len(s.optionLabel(i))
	}
	return n - 1
}

func (s *sheet) statusRows() int {
	if s.plan.window < s.plan.total {
		return 1
	}
	return 0
}

func (s *sheet) clamp() {
	s.offset = min(max(s.offset, 0), max(s.plan.total-s.plan.window, 0))
	if s.offset+s.plan.window >= s.plan.total {
		s.seen = true
	}
}

// scroll moves the content by rows.
func (s *sheet) scroll(n int) {
	s.offset += n
	s.clamp()
}

// page is how far pgdn goes.
func (s *sheet) page() int { return max(s.plan.window-1, 1) }

// move changes the focus by n options.
func (s *sheet) move(n int) {
	s.focus = min(max(s.focus+n, 0), len(s.options)-1)
}

// draw returns the rows and the cursor, which is nil outside of a field.
func (s *sheet) draw() ([]string, *Cursor) {
	p := &s.plan
	rows := append([]string{}, p.head...)
	if p.gaps && len(p.warn) == 0 {
		rows = append(rows, "")
	}
	rows = append(rows, s.content.Rows(s.width, s.offset, p.window)...)
	if s.statusRows() == 1 {
		rows = append(rows, s.status())
	}
	if p.gaps && len(p.warn) > 0 {
		rows = append(rows, "")
	}
	rows = append(rows, p.warn...)
	if p.gaps {
		rows = append(rows, "")
	}
	var cursor *Cursor
	if p.cursorRow >= 0 {
		cursor = &Cursor{X: p.cursorCol, Y: len(rows) + p.cursorRow}
	}
	return append(rows, p.opts...), cursor
}

func (s *sheet) status() string {
	first := s.offset + 1
	last := min(s.offset+s.plan.window, s.plan.total)
	text := fmt.Sprintf(" rows %d-%d of %d   pgdn/pgup scroll   f full screen", first, last, s.plan.total)
	if !s.seen {
		text += "   y shows the rest"
	}
	if s.width < 60 {
		text = fmt.Sprintf(" rows %d-%d of %d  pgdn  f full", first, last, s.plan.total)
	}
	return s.th.Hint.Render(row.Cut(text, s.width-1, s.th.Glyphs.More))
}

// optionRows draws all options; cursorRow is -1 unless a field is open.
func (s *sheet) optionRows() (rows []string, cursorRow, cursorCol int) {
	cursorRow = -1
	for i, o := range s.options {
		marker := "  "
		if i == s.focus && s.armed {
			marker = s.th.Accent.Render(s.th.Glyphs.Prompt) + " "
		}
		lead := fmt.Sprintf(" %s%d ", marker, i+1)
		if s.field != nil && i == s.fieldAt {
			indent := row.Width(lead + s.prompt)
			value, at := s.field.draw(max(s.width-indent-1, 1))
			cursorRow, cursorCol = len(rows), min(indent+at, s.width-1)
			rows = append(rows, row.Cut(lead+s.prompt+value, s.width, ""))
			continue
		}
		for j, part := range s.optionLabel(i) {
			if i == s.focus {
				part = s.th.Bold.Render(part)
			}
			if j > 0 {
				rows = append(rows, strings.Repeat(" ", row.Width(lead))+part)
				continue
			}
			rows = append(rows, row.Ends(lead+part, s.th.Hint.Render(o.key), s.width-1, s.th.Glyphs.More))
		}
	}
	return rows, cursorRow, cursorCol
}

func (s *sheet) optionLabel(i int) []string {
	o := s.options[i]
	label := o.label
	if s.width < 60 && o.short != "" {
		label = o.short
	}
	return row.Prose(label, max(s.width-6-len(o.key)-2, 10))
}
