package vt

import (
	"bufio"
	"fmt"
	"html"
	"image/color"
	"io"

	"github.com/charmbracelet/x/ansi"
)

// The measures of a picture, in SVG user units.
const (
	cellWidth  = 8.4
	cellHeight = 18.0
	baseline   = 13.5
	border     = 12.0
)

// palette is what the 16 colours look like in a picture; terminals differ.
var palette = [16]string{
	"#2b303b", "#d05a63", "#7fae68", "#cfa95b", "#5f93d3", "#ae74c4", "#4fa6ae", "#c5cad3",
	"#6b7280", "#e8818a", "#a3cc8d", "#e6c883", "#8db7ea", "#cb9bdc", "#7cc6cd", "#f2f4f8",
}

const (
	paper = "#1b1f27"
	ink   = "#d8dce4"
)

// Picture writes the visible screen as an SVG image with real, selectable text.
func (t *Terminal) Picture(w io.Writer) error {
	out := bufio.NewWriter(w)
	width := float64(t.width)*cellWidth + 2*border
	height := float64(t.height)*cellHeight + 2*border
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %.1f" width="%.0f" height="%.0f">`+"\n", width, height, width, height)
	fmt.Fprintf(out, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", paper)
	fmt.Fprintln(out, `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" xml:space="preserve">`)
	for y := range t.height {
		t.pictureRow(out, y)
	}
	fmt.Fprintln(out, "</g>\n</svg>")
	return out.Flush()
}

// pictureRow draws one row as runs of equal style. Wide clusters and glyphs that
// a fallback font may draw at another width get a run of their own, so that the
// columns stay aligned whatever font the viewer has.
func (t *Terminal) pictureRow(out io.Writer, y int) {
	row := t.cur.rows[y]
	for x := 0; x < len(row); {
		start, text, columns := x, "", 0
		for x < len(row) && row[x].Style == row[start].Style {
			cell := row[x]
			alone := cell.Width != 1 || len(cell.Text) > 1
			if alone && columns > 0 {
				break
			}
			text += cell.Text
			columns += max(cell.Width, 1)
			x += max(cell.Width, 1)
			if alone {
				break
			}
		}
		t.pictureRun(out, start, y, columns, text, row[start].Style)
	}
}

func (t *Terminal) pictureRun(out io.Writer, x, y, columns int, text string, st Style) {
	fg, bg := hex(st.Fg, ink), hex(st.Bg, paper)
	if st.Attrs&Reverse != 0 {
		fg, bg = bg, fg
	}
	left, top := border+float64(x)*cellWidth, border+float64(y)*cellHeight
	if bg != paper {
		fmt.Fprintf(out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, left, top, float64(columns)*cellWidth, cellHeight, bg)
	}
	if lineText([]Cell{{Text: text}}) == "" || st.Attrs&Conceal != 0 {
		return
	}
	fmt.Fprintf(out, `<text x="%.1f" y="%.1f" textLength="%.1f" fill="%s"%s>%s</text>`+"\n",
		left, top+baseline, float64(columns)*cellWidth, fg, textAttributes(st.Attrs), html.EscapeString(text))
}

func textAttributes(attrs Attr) string {
	s := ""
	if attrs&Bold != 0 {
		s += ` font-weight="bold"`
	}
	if attrs&Faint != 0 {
		s += ` opacity="0.6"`
	}
	if attrs&Italic != 0 {
		s += ` font-style="italic"`
	}
	switch {
	case attrs&Underline != 0:
		s += ` text-decoration="underline"`
	case attrs&Strike != 0:
		s += ` text-decoration="line-through"`
	}
	return s
}

// hex names a colour for SVG; nil is the fallback.
func hex(c color.Color, fallback string) string {
	if c == nil {
		return fallback
	}
	if n, ok := index16(c); ok {
		return palette[n]
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func index16(c color.Color) (int, bool) {
	switch c := c.(type) {
	case ansi.BasicColor:
		return int(c), int(c) < len(palette)
	case ansi.IndexedColor:
		return int(c), int(c) < len(palette)
	}
	return 0, false
}
