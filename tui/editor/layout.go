package editor

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const tabWidth = 4

// row is one drawn row: the bytes from start to end of the text, without the
// newline that may follow.
type row struct{ start, end int }

// layoutKey says what the rows were computed for.
type layoutKey struct {
	text  string
	width int
}

// Lines returns the visible rows for width columns: at least one, at most the
// maximum height, and the cursor is always among them. Rows are plain text.
func (e *Editor) Lines(width int) []string {
	rows := e.visible(width)
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = e.draw(r)
	}
	return lines
}

// Cursor returns the column and the row, within Lines of the same width, where the
// terminal's cursor belongs; input methods open their window there.
func (e *Editor) Cursor(width int) (x, y int) {
	e.visible(width)
	at := e.cursorRow(e.rows)
	return min(e.column(e.rows[at]), e.width-1), at - e.top
}

// Hidden returns how many rows are out of sight above and below.
func (e *Editor) Hidden(width int) (above, below int) {
	n := len(e.visible(width))
	return e.top, len(e.rows) - e.top - n
}

// visible lays out the text, scrolls to the cursor and returns the rows in view.
func (e *Editor) visible(width int) []row {
	e.width = max(width, 1)
	rows := e.layout(e.width)
	at := e.cursorRow(rows)
	height := min(e.maxHeight, len(rows))
	e.top = max(min(e.top, at, len(rows)-height), at-height+1, 0)
	return rows[e.top : e.top+height]
}

// layout breaks the text into rows: after blanks where possible, else anywhere. A
// text that fills its last row gets one more, for the cursor.
func (e *Editor) layout(width int) []row {
	if key := (layoutKey{e.text, width}); e.rows == nil || e.rowsFor != key {
		e.rowsFor = key
		e.rows = e.rows[:0]
		for start := 0; ; {
			end := e.lineEnd(start)
			e.layoutLine(start, end, width)
			if end == len(e.text) {
				break
			}
			start = end + 1
		}
	}
	return e.rows
}

func (e *Editor) layoutLine(start, end, width int) {
	columns, blank := 0, start // blank: after the last blank of the row
	for at := start; at < end; {
		shown, n := e.shown(at)
		w := ansi.StringWidth(shown)
		if columns+w > width && at > start && shown != " " { // blanks hang over the edge
			to := at
			if blank > start {
				to = blank
			}
			e.rows = append(e.rows, row{start, to})
			start, blank, at, columns = to, to, to, 0
			continue
		}
		columns += w
		at += n
		if shown == " " {
			blank = at
		}
	}
	e.rows = append(e.rows, row{start, end})
	if columns >= width && end > start {
		e.rows = append(e.rows, row{end, end})
	}
}

// shown returns how the cluster at offset is drawn, and its length in bytes.
func (e *Editor) shown(offset int) (string, int) {
	n := e.clusterLen(offset)
	cluster := e.text[offset : offset+n]
	if cluster == "\t" {
		return strings.Repeat(" ", min(tabWidth, e.width)), n
	}
	r, _ := utf8.DecodeRuneInString(cluster)
	if paste, ok := (Draft{Pastes: e.pastes}).paste(r); ok {
		return ansi.Truncate(pasteLabel(int(r-pasteBase), paste), e.width, ""), n
	}
	return cluster, n
}

func (e *Editor) draw(r row) string {
	var b strings.Builder
	for at := r.start; at < r.end; {
		shown, n := e.shown(at)
		b.WriteString(shown)
		at += n
	}
	return ansi.Truncate(b.String(), e.width, "")
}

// cursorRow returns the index of the row that the cursor is in: where two rows
// meet, the later one.
func (e *Editor) cursorRow(rows []row) int {
	for i := len(rows) - 1; i > 0; i-- {
		if rows[i].start <= e.cursor {
			return i
		}
	}
	return 0
}

// column returns the column of the cursor in r.
func (e *Editor) column(r row) int {
	return ansi.StringWidth(e.draw(row{r.start, min(e.cursor, r.end)}))
}

// offsetAt returns the offset in r that is closest to a column, without leaving r.
func (e *Editor) offsetAt(r row, column int) int {
	at, columns := r.start, 0
	for at < r.end {
		shown, n := e.shown(at)
		columns += ansi.StringWidth(shown)
		if columns > column || at+n == r.end && r.end < len(e.text) && e.text[r.end] != '\n' {
			break
		}
		at += n
	}
	return at
}
