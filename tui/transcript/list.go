package transcript

import "strings"

// Limits of the list: items whose drawn rows are kept, and rows that are counted
// while the reader is further up.
const (
	keptItems = 512
	maxBelow  = 999
)

// List shows a window of items. While the last row is visible it follows what is
// added; otherwise the text under the reader's eye stays where it is. It is not
// safe for concurrent use.
type List struct {
	items  []Item
	look   Look
	height int
	follow bool
	top    anchor // first row shown, when not following
	mark   anchor // the end at the time when following stopped
	drawn  []Item // items with cached rows, oldest first
	cached map[Item]bool
}

// anchor is a row of an item; the blank row before an item is its row 0.
type anchor struct{ item, row int }

func (a anchor) before(b anchor) bool {
	return a.item < b.item || a.item == b.item && a.row < b.row
}

// NewList returns an empty list that follows.
func NewList() *List { return &List{follow: true, cached: map[Item]bool{}} }

// SetLook changes how items are drawn. The anchor stays.
func (l *List) SetLook(look Look) { l.look = look }

// SetHeight changes the number of rows of the window.
func (l *List) SetHeight(rows int) { l.height = max(rows, 0) }

// Append adds an item at the end.
func (l *List) Append(i Item) { l.items = append(l.items, i) }

// Clear removes all items but the first n.
func (l *List) Clear(n int) {
	l.items = l.items[:min(n, len(l.items))]
	l.drawn, l.cached = nil, map[Item]bool{}
	l.Bottom()
}

// Following tells whether the window follows what is added.
func (l *List) Following() bool { return l.follow }

// Bottom shows the end and follows.
func (l *List) Bottom() { l.follow = true }

// Top shows the beginning.
func (l *List) Top() {
	l.leave()
	l.top = anchor{}
}

// Scroll moves the window by rows: down when n is positive.
func (l *List) Scroll(n int) {
	if n > 0 && l.follow {
		return
	}
	l.leave()
	l.top = l.move(l.top, n)
	if !l.top.before(l.end()) {
		l.follow = true
	}
}

// Below is the number of rows that were added since following stopped, at most
// 999; 0 while it follows.
func (l *List) Below() int {
	if l.follow {
		return 0
	}
	n := 0
	for i := len(l.items) - 1; i > l.mark.item && n < maxBelow; i-- {
		n += l.rows(i)
	}
	if l.mark.item < len(l.items) && n < maxBelow {
		n += max(l.rows(l.mark.item)-l.mark.row, 0)
	}
	return min(n, maxBelow)
}

// View returns the rows of the window, at most its height.
func (l *List) View() []string {
	if len(l.items) == 0 || l.height == 0 {
		return nil
	}
	end := l.end()
	if !l.follow && !l.top.before(end) {
		l.follow = true
	}
	at := l.top
	if l.follow {
		at = end
	}
	out := make([]string, 0, l.height)
	for at.item < len(l.items) && len(out) < l.height {
		n := l.rows(at.item)
		for at.row = min(at.row, n-1); at.row < n && len(out) < l.height; at.row++ {
			out = append(out, l.row(at))
		}
		at = anchor{at.item + 1, 0}
	}
	return out
}

// leave stops following without moving the window.
func (l *List) leave() {
	if !l.follow {
		return
	}
	l.top, l.follow = l.end(), false
	if last := len(l.items) - 1; last >= 0 {
		l.mark = anchor{last, l.rows(last)}
	}
}

// end is the anchor that shows the last row at the bottom of the window.
func (l *List) end() anchor {
	left := l.height
	for i := len(l.items) - 1; i >= 0; i-- {
		n := l.rows(i)
		if n >= left {
			return anchor{i, n - left}
		}
		left -= n
	}
	return anchor{}
}

func (l *List) move(a anchor, n int) anchor {
	if a.item < len(l.items) {
		a.row = min(a.row, l.rows(a.item)-1)
	}
	for ; n < 0 && a != (anchor{}); n++ {
		if a.row > 0 {
			a.row--
			continue
		}
		a.item--
		a.row = l.rows(a.item) - 1
	}
	for ; n > 0 && a.item < len(l.items); n-- {
		if a.row++; a.row >= l.rows(a.item) {
			a = anchor{a.item + 1, 0}
		}
	}
	return a
}

// rows is the height of an item with the blank row before it.
func (l *List) rows(i int) int {
	l.keep(l.items[i])
	return l.gap(i) + l.items[i].Height(&l.look)
}

func (l *List) gap(i int) int {
	if i == 0 || l.items[i].Tight() && l.items[i-1].Tight() {
		return 0
	}
	return 1
}

func (l *List) row(a anchor) string {
	gap := l.gap(a.item)
	if a.row < gap {
		return ""
	}
	return strings.TrimRight(l.items[a.item].Row(&l.look, a.row-gap), " ")
}

// keep bounds the memory of drawn rows.
func (l *List) keep(i Item) {
	if l.cached[i] {
		return
	}
	l.cached[i] = true
	l.drawn = append(l.drawn, i)
	if len(l.drawn) > keptItems {
		old := l.drawn[0]
		old.Forget()
		delete(l.cached, old)
		l.drawn = l.drawn[1:]
	}
}
