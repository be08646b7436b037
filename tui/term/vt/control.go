package vt

import (
	"github.com/charmbracelet/x/ansi"
)

// maxParam bounds counts, so that a hostile sequence cannot make a loop long.
const maxParam = 9_999

func (t *Terminal) execute(b byte) {
	s := t.cur
	t.joinable = false
	switch b {
	case '\a':
		t.bells++
	case '\b':
		s.x, s.pendingWrap = max(s.x-1, 0), false
	case '\t':
		t.tab(1)
	case '\n', '\v', '\f':
		t.index()
		s.pendingWrap = false
	case '\r':
		s.x, s.pendingWrap = 0, false
	}
}

func (t *Terminal) esc(cmd ansi.Cmd) {
	if cmd.Intermediate() != 0 {
		return // character sets
	}
	t.joinable = false
	s := t.cur
	switch cmd.Final() {
	case '7':
		t.save()
	case '8':
		t.restore()
	case 'D':
		t.index()
	case 'E':
		s.x, s.pendingWrap = 0, false
		t.index()
	case 'H':
		t.tabs[s.x] = true
	case 'M':
		t.reverseIndex()
	case 'c':
		t.reset()
	}
}

// csi handles the control sequences without a private prefix; the others are in
// private.go.
func (t *Terminal) csi(cmd ansi.Cmd, params ansi.Params) {
	if cmd.Final() == 'm' && cmd.Prefix() == 0 && cmd.Intermediate() == 0 {
		t.style = sgr(t.style, params)
		return
	}
	t.joinable = t.joinable && cmd.Prefix() != 0
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 {
		t.private(cmd, params)
		return
	}
	n := count(params, 0)
	switch cmd.Final() {
	case 'b':
		t.repeat(n)
	case 'c':
		t.answer("\x1b[?62;22c")
	case 'g':
		t.clearTabs(raw(params, 0, 0))
	case 'n':
		t.status(raw(params, 0, 0))
	case 's':
		t.save()
	case 'u':
		t.restore()
	case 'r':
		t.region(n, raw(params, 1, 0))
	default:
		if !t.move(cmd.Final(), n, params) {
			t.edit(cmd.Final(), n, raw(params, 0, 0))
		}
	}
}

// move handles the sequences that only move the cursor.
func (t *Terminal) move(final byte, n int, params ansi.Params) bool {
	s := t.cur
	x, y := s.x, s.y
	switch final {
	case 'A', 'F':
		y = max(y-n, s.ceiling())
	case 'B', 'E':
		y = min(y+n, s.floor(t.height))
	case 'C', 'a':
		x += n
	case 'D':
		x -= n
	case 'G', '`':
		x = n - 1
	case 'H', 'f':
		y, x = n-1, count(params, 1)-1
	case 'I':
		t.tab(n)
		return true
	case 'Z':
		t.tab(-n)
		return true
	case 'd':
		y = n - 1
	case 'e':
		y += n
	default:
		return false
	}
	if final == 'E' || final == 'F' {
		x = 0
	}
	t.moveTo(x, y)
	return true
}

// edit handles the sequences that change cells.
func (t *Terminal) edit(final byte, n, kind int) {
	s := t.cur
	switch final {
	case '@':
		t.insertCells(n)
	case 'P':
		t.deleteCells(n)
	case 'X':
		t.erase(s.y, s.x, s.x+n)
	case 'J':
		t.eraseDisplay(kind)
		return
	case 'K':
		t.eraseLine(kind)
	case 'L', 'M':
		if s.y < s.top || s.y > s.bottom {
			return
		}
		if final == 'L' {
			t.scrollDown(s.y, n)
		} else {
			t.deleteLines(n)
		}
	case 'S':
		t.scrollUp(s.top, n)
	case 'T':
		t.scrollDown(s.top, n)
	default:
		return
	}
	s.pendingWrap = false
}

// deleteLines is scrollUp from the cursor's row, without the scrollback.
func (t *Terminal) deleteLines(n int) {
	kept := t.scrollback
	t.scrollUp(t.cur.y, n)
	t.scrollback = kept
	t.cur.x = 0
}

func (t *Terminal) eraseLine(kind int) {
	s := t.cur
	switch kind {
	case 0:
		t.erase(s.y, s.x, t.width)
	case 1:
		t.erase(s.y, 0, s.x+1)
	case 2:
		t.erase(s.y, 0, t.width)
	}
}

func (t *Terminal) eraseDisplay(kind int) {
	s := t.cur
	from, to := 0, t.height
	switch kind {
	case 0:
		t.eraseLine(0)
		from = s.y + 1
	case 1:
		t.eraseLine(1)
		to = s.y
	case 3:
		t.scrollback = nil
		return
	}
	for y := from; y < to; y++ {
		t.erase(y, 0, t.width)
	}
}

func (t *Terminal) repeat(n int) {
	if t.glyph == "" {
		return
	}
	width := t.clusterWidth(t.glyph)
	for range min(n, t.width*t.height) {
		t.put(t.glyph, width)
	}
}

func (t *Terminal) moveTo(x, y int) {
	s := t.cur
	s.x = min(max(x, 0), t.width-1)
	s.y = min(max(y, 0), t.height-1)
	s.pendingWrap = false
}

// ceiling and floor stop relative moves at the region that the cursor is in.
func (s *screen) ceiling() int {
	if s.y >= s.top {
		return s.top
	}
	return 0
}

func (s *screen) floor(height int) int {
	if s.y <= s.bottom {
		return s.bottom
	}
	return height - 1
}

func (t *Terminal) region(top, bottom int) {
	if bottom == 0 || bottom > t.height {
		bottom = t.height
	}
	if top >= bottom {
		return
	}
	t.cur.top, t.cur.bottom = top-1, bottom-1
	t.moveTo(0, 0)
}

func (t *Terminal) tab(n int) {
	step := 1
	if n < 0 {
		n, step = -n, -1
	}
	x := t.cur.x
	for range min(n, t.width) {
		x += step
		for x > 0 && x < t.width-1 && !t.tabs[x] {
			x += step
		}
	}
	t.moveTo(x, t.cur.y)
}

func (t *Terminal) clearTabs(kind int) {
	switch kind {
	case 0:
		t.tabs[t.cur.x] = false
	case 3:
		clear(t.tabs)
	}
}

func (t *Terminal) save() {
	s := t.cur
	s.savedX, s.savedY, s.savedStyle = s.x, s.y, t.style
}

func (t *Terminal) restore() {
	s := t.cur
	t.style = s.savedStyle
	t.moveTo(s.savedX, s.savedY)
}

// count reads a parameter that means "how many": missing and 0 are 1.
func count(params ansi.Params, i int) int {
	return max(raw(params, i, 1), 1)
}

func raw(params ansi.Params, i, def int) int {
	n, _, _ := params.Param(i, def)
	return min(max(n, 0), maxParam)
}
