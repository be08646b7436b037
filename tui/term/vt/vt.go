// Package vt is a small terminal emulator: it turns the bytes that a full-screen
// program writes into the screen that a user would see. The tests of the front
// end read it, and the pictures of the documentation are drawn from it. It knows
// the sequences that Bubble Tea's renderer emits, not every terminal ever built.
package vt

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// maxScrollback bounds the rows kept above the main screen.
const maxScrollback = 10_000

// Terminal is a screen of cells. It is not safe for concurrent use.
type Terminal struct {
	parser *ansi.Parser
	reply  io.Writer

	width, height int
	main, alt     screen
	cur           *screen
	style         Style
	modes         map[int]bool
	tabs          []bool
	kitty         []int  // stack of keyboard flags
	glyph         string // last cluster printed, for REP
	joinable      bool   // nothing moved the cursor since glyph was printed
	scrollback    [][]Cell

	title, clipboard string
	bells            int
	cursorStyle      int
	background       string
}

// screen is one of the two buffers with its cursor and its scroll region.
type screen struct {
	rows        [][]Cell
	x, y        int
	pendingWrap bool
	top, bottom int // the scroll region, bottom included
	savedX      int
	savedY      int
	savedStyle  Style
	glyphX      int // where the last cluster starts
	glyphY      int
}

// New returns a terminal of width columns and height rows that answers no
// queries until AnswerTo is called.
func New(width, height int) *Terminal {
	t := &Terminal{background: "0000/0000/0000"}
	t.width, t.height = max(width, 1), max(height, 1)
	t.parser = ansi.NewParser()
	t.parser.SetHandler(ansi.Handler{
		Print:     t.print,
		Execute:   t.execute,
		HandleCsi: t.csi,
		HandleEsc: t.esc,
		HandleOsc: t.osc,
	})
	t.reset()
	return t
}

// AnswerTo sends the answers to queries (device attributes, modes, colours,
// cursor position) to w; nil means that the terminal stays silent. Errors of w
// are ignored, as a terminal would.
func (t *Terminal) AnswerTo(w io.Writer) { t.reply = w }

// SetBackground sets the colour that is reported for OSC 11, in X11 form without
// the rgb: prefix, such as "ffff/ffff/ffff" for a light terminal.
func (t *Terminal) SetBackground(rgb string) { t.background = rgb }

// Write feeds program output to the terminal. It never fails.
func (t *Terminal) Write(p []byte) (int, error) {
	for _, b := range p {
		t.parser.Advance(b)
	}
	return len(p), nil
}

// Resize changes the size as a terminal without reflow does: rows are cut or
// padded; rows that no longer fit above the cursor go to the scrollback.
func (t *Terminal) Resize(width, height int) {
	t.width, t.height = max(width, 1), max(height, 1)
	for _, s := range []*screen{&t.main, &t.alt} {
		if over := s.y - t.height + 1; over > 0 {
			if s == &t.main {
				t.keep(s.rows[:over])
			}
			s.rows = s.rows[over:]
			s.y -= over
		}
		for i := range s.rows {
			s.rows[i] = resizeLine(s.rows[i], t.width)
		}
		for len(s.rows) < t.height {
			s.rows = append(s.rows, blankLine(t.width, Style{}))
		}
		s.rows = s.rows[:t.height]
		s.x, s.pendingWrap = min(s.x, t.width-1), false
		s.top, s.bottom = 0, t.height-1
	}
	t.defaultTabs()
	t.joinable = false
}

// Size returns columns and rows.
func (t *Terminal) Size() (width, height int) { return t.width, t.height }

// Cursor returns the column and row of the cursor, from 0.
func (t *Terminal) Cursor() (x, y int) { return t.cur.x, t.cur.y }

// CursorStyle returns the last DECSCUSR parameter (0 is the default shape).
func (t *Terminal) CursorStyle() int { return t.cursorStyle }

// Alt reports whether the alternate screen is shown.
func (t *Terminal) Alt() bool { return t.cur == &t.alt }

// Mode reports whether a DEC private mode, such as 25 or 2004, is set.
func (t *Terminal) Mode(number int) bool { return t.modes[number] }

// KeyboardFlags returns the flags of the kitty keyboard protocol in force.
func (t *Terminal) KeyboardFlags() int {
	if len(t.kitty) == 0 {
		return 0
	}
	return t.kitty[len(t.kitty)-1]
}

// Title returns the window title.
func (t *Terminal) Title() string { return t.title }

// Clipboard returns the last text that the program stored with OSC 52.
func (t *Terminal) Clipboard() string { return t.clipboard }

// Bells returns how often the bell rang.
func (t *Terminal) Bells() int { return t.bells }

// Cell returns the cell at a column and row; outside the screen it is empty.
func (t *Terminal) Cell(x, y int) Cell {
	if x < 0 || y < 0 || x >= t.width || y >= t.height {
		return Cell{}
	}
	return t.cur.rows[y][x]
}

// Row returns the text of a row without trailing blanks.
func (t *Terminal) Row(y int) string {
	if y < 0 || y >= t.height {
		return ""
	}
	return lineText(t.cur.rows[y])
}

// String returns the rows of the visible screen without trailing blanks, joined
// by newlines; empty rows at the end are kept.
func (t *Terminal) String() string {
	rows := make([]string, t.height)
	for y := range rows {
		rows[y] = t.Row(y)
	}
	return strings.Join(rows, "\n")
}

// Scrollback returns the rows that left the main screen at its top, oldest first.
func (t *Terminal) Scrollback() []string {
	rows := make([]string, len(t.scrollback))
	for i, line := range t.scrollback {
		rows[i] = lineText(line)
	}
	return rows
}

func (t *Terminal) reset() {
	t.main, t.alt = t.newScreen(), t.newScreen()
	t.cur = &t.main
	t.style = Style{}
	t.modes = map[int]bool{7: true, 25: true}
	t.kitty = nil
	t.cursorStyle = 0
	t.joinable = false
	t.defaultTabs()
}

func (t *Terminal) newScreen() screen {
	rows := make([][]Cell, t.height)
	for y := range rows {
		rows[y] = blankLine(t.width, Style{})
	}
	return screen{rows: rows, bottom: t.height - 1}
}

func (t *Terminal) defaultTabs() {
	t.tabs = make([]bool, t.width)
	for x := 8; x < t.width; x += 8 {
		t.tabs[x] = true
	}
}

func (t *Terminal) keep(lines [][]Cell) {
	t.scrollback = append(t.scrollback, lines...)
	if over := len(t.scrollback) - maxScrollback; over > 0 {
		t.scrollback = t.scrollback[over:]
	}
}
