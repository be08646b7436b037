package vt

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// Modes that change how text is placed.
const (
	modeAutoWrap = 7
	modeGrapheme = 2027
)

// print places a rune: on its own, or as part of the cluster before it. With mode
// 2027 clusters are those of Unicode; without it a terminal joins only what has
// no width of its own, and so does this one.
func (t *Terminal) print(r rune) {
	text := string(r)
	if r >= 0x300 && t.join(text) {
		return
	}
	if width := t.clusterWidth(text); width > 0 {
		t.put(text, width)
	}
}

func (t *Terminal) clusterWidth(text string) int {
	if t.modes[modeGrapheme] {
		return ansi.StringWidth(text)
	}
	return ansi.StringWidthWc(text)
}

func (t *Terminal) join(text string) bool {
	if !t.joinable {
		return false
	}
	s := t.cur
	cell := &s.rows[s.glyphY][s.glyphX]
	joined := cell.Text + text
	if !t.modes[modeGrapheme] {
		if ansi.StringWidthWc(text) > 0 {
			return false
		}
		cell.Text, t.glyph = joined, joined
		return true
	}
	cluster, width := ansi.FirstGraphemeCluster(joined, ansi.GraphemeWidth)
	if len(cluster) != len(joined) {
		return false
	}
	cell.Text, t.glyph = joined, joined
	if width == 2 && cell.Width == 1 && s.glyphX+1 < t.width {
		s.split(s.glyphX+2, s.glyphY)
		cell.Width = 2
		s.rows[s.glyphY][s.glyphX+1] = Cell{Style: cell.Style}
		t.advance(1)
	}
	return true
}

// put writes a cluster at the cursor with deferred wrapping: the cursor stays in
// the last column until the next cluster comes.
func (t *Terminal) put(text string, width int) {
	s := t.cur
	if s.pendingWrap || s.x+width > t.width {
		if t.modes[modeAutoWrap] {
			s.x, s.pendingWrap = 0, false
			t.index()
		} else {
			s.x, s.pendingWrap = max(t.width-width, 0), false
		}
	}
	if width > t.width {
		return
	}
	row := s.rows[s.y]
	s.split(s.x, s.y)
	s.split(s.x+width, s.y)
	if width == 2 {
		row[s.x+1] = Cell{Style: t.style}
	}
	row[s.x] = Cell{Text: text, Width: width, Style: t.style}
	s.glyphX, s.glyphY = s.x, s.y
	t.glyph, t.joinable = text, true
	t.advance(width)
}

func (t *Terminal) advance(width int) {
	s := t.cur
	s.x += width
	if s.x >= t.width {
		s.x, s.pendingWrap = t.width-1, true
	}
}

// split makes sure that no wide cluster lies across the left edge of column x.
func (s *screen) split(x, y int) {
	row := s.rows[y]
	if x > 0 && x < len(row) && row[x].Width == 0 {
		row[x-1], row[x] = blank(row[x-1].Style), blank(row[x].Style)
	}
}

// index moves down one row and scrolls at the bottom of the region.
func (t *Terminal) index() {
	switch s := t.cur; s.y {
	case s.bottom:
		t.scrollUp(s.top, 1)
	case t.height - 1:
	default:
		s.y++
	}
}

// reverseIndex moves up one row and scrolls at the top of the region.
func (t *Terminal) reverseIndex() {
	switch s := t.cur; s.y {
	case s.top:
		t.scrollDown(s.top, 1)
	case 0:
	default:
		s.y--
	}
}

// scrollUp drops n rows at top and adds blank ones at the bottom of the region.
func (t *Terminal) scrollUp(top, n int) {
	s := t.cur
	n = min(n, s.bottom-top+1)
	if n <= 0 {
		return
	}
	if s == &t.main && top == 0 {
		t.keep(slices.Clone(s.rows[:n]))
	}
	copy(s.rows[top:], s.rows[top+n:s.bottom+1])
	for y := s.bottom - n + 1; y <= s.bottom; y++ {
		s.rows[y] = blankLine(t.width, t.style)
	}
}

// scrollDown adds n blank rows at top and drops as many at the region's bottom.
func (t *Terminal) scrollDown(top, n int) {
	s := t.cur
	n = min(n, s.bottom-top+1)
	if n <= 0 {
		return
	}
	copy(s.rows[top+n:s.bottom+1], s.rows[top:])
	for y := top; y < top+n; y++ {
		s.rows[y] = blankLine(t.width, t.style)
	}
}

// erase blanks columns from (included) to to (excluded) of a row.
func (t *Terminal) erase(y, from, to int) {
	to = min(to, t.width)
	t.cur.split(from, y)
	t.cur.split(to, y)
	t.fillBlank(t.cur.rows[y][from:to])
}

func (t *Terminal) insertCells(n int) {
	s := t.cur
	row := s.rows[s.y]
	n = min(n, t.width-s.x)
	s.split(s.x, s.y)
	s.split(t.width-n, s.y)
	copy(row[s.x+n:], row[s.x:t.width-n])
	t.fillBlank(row[s.x : s.x+n])
}

func (t *Terminal) deleteCells(n int) {
	s := t.cur
	row := s.rows[s.y]
	n = min(n, t.width-s.x)
	s.split(s.x, s.y)
	s.split(s.x+n, s.y)
	copy(row[s.x:], row[s.x+n:])
	t.fillBlank(row[t.width-n:])
}

func (t *Terminal) fillBlank(cells []Cell) {
	for i := range cells {
		cells[i] = blank(t.style)
	}
}
