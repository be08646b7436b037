// Package transcript is the scrollable record of a session: a list of items of
// which only the visible rows are ever drawn. An item is a struct with methods; it
// holds clean text only, so that drawing never has to look at single characters.
package transcript

import (
	"time"

	"beestown/tui/md"
	"beestown/tui/theme"
)

// Look is how items are drawn at the moment.
type Look struct {
	Width    int
	Expanded bool // show bodies whole
	Theme    *theme.Theme
	Markdown *md.Renderer // in the styles of Theme
	Now      time.Time
	Frame    int // of the spinner
}

// Item is one entry of the transcript.
type Item interface {
	// Height is the number of rows, at least 1.
	Height(l *Look) int
	// Row draws one of them, 0 <= i < Height. It fits into the width.
	Row(l *Look, i int) string
	// Tight tells that no blank row separates the item from a tight neighbour.
	Tight() bool
	// Forget drops what was cached for drawing.
	Forget()
}

// proseWidth is the widest that running text gets; longer lines are hard to read.
const proseWidth = 100

// gutter is the cells left of an item's text.
const gutter = "  "

// prose is the width of running text inside the gutter.
func (l *Look) prose() int { return max(min(l.Width-2*len(gutter), proseWidth), 8) }

// body is the width of code and output, which is indented by four cells.
func (l *Look) body() int { return max(l.Width-4, 8) }

// spinner is the current frame of the spinner.
func (l *Look) spinner() string {
	frames := l.Theme.Glyphs.Spinner
	return frames[l.Frame%len(frames)]
}

// cache keeps the rows of an item until the look or the item changes.
type cache struct {
	version, built int
	width          int
	expanded       bool
	th             *theme.Theme
	rows           []string
}

// touch tells that the rows are no longer right.
func (c *cache) touch() { c.version++ }

// Forget implements Item.
func (c *cache) Forget() { c.rows = nil }

func (c *cache) get(l *Look, build func() []string) []string {
	if c.rows == nil || c.built != c.version || c.width != l.Width || c.expanded != l.Expanded || c.th != l.Theme {
		c.rows = build()
		if len(c.rows) == 0 {
			c.rows = []string{""}
		}
		c.built, c.width, c.expanded, c.th = c.version, l.Width, l.Expanded, l.Theme
	}
	return c.rows
}

// Fixed is an item that draws itself with a function; it changes only with the look.
type Fixed struct {
	cache
	draw func(l *Look) []string
}

// Height implements Item.
func (f *Fixed) Height(l *Look) int { return len(f.rowsAt(l)) }

// Row implements Item.
func (f *Fixed) Row(l *Look, i int) string { return f.rowsAt(l)[i] }

// Tight implements Item.
func (f *Fixed) Tight() bool { return false }

func (f *Fixed) rowsAt(l *Look) []string {
	return f.get(l, func() []string { return f.draw(l) })
}
