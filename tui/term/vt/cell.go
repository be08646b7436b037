package vt

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Attr is a set of text attributes.
type Attr uint16

// The attributes that SGR can switch on.
const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Underline
	Blink
	Reverse
	Conceal
	Strike
)

// Style is how a cell is drawn. A nil colour is the terminal's default; the
// others are ansi.BasicColor, ansi.IndexedColor or color.RGBA, so two styles
// compare with ==.
type Style struct {
	Fg, Bg color.Color
	Attrs  Attr
}

// Cell is one column of a row. A wide cluster has Width 2 and is followed by a
// cell with an empty Text and Width 0.
type Cell struct {
	Text  string
	Width int
	Style Style
}

// blank is what erasing leaves: only the background of the style survives.
func blank(st Style) Cell {
	return Cell{Text: " ", Width: 1, Style: Style{Bg: st.Bg}}
}

func blankLine(width int, st Style) []Cell {
	line := make([]Cell, width)
	for i := range line {
		line[i] = blank(st)
	}
	return line
}

func lineText(line []Cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteString(c.Text)
	}
	return strings.TrimRight(b.String(), " ")
}

// resizeLine cuts or pads a line; a wide cluster that is cut in half is dropped.
func resizeLine(line []Cell, width int) []Cell {
	if len(line) > width {
		line = line[:width:width]
		if width > 0 && line[width-1].Width == 2 {
			line[width-1] = blank(Style{})
		}
		return line
	}
	for len(line) < width {
		line = append(line, blank(Style{}))
	}
	return line
}

// sgr applies Select Graphic Rendition parameters to a style.
func sgr(st Style, params ansi.Params) Style {
	if len(params) == 0 {
		return Style{}
	}
	for i := 0; i < len(params); i++ {
		p, more, _ := params.Param(i, 0)
		switch {
		case p == 0:
			st = Style{}
		case p == 38 || p == 48 || p == 58:
			var c color.Color
			n := ansi.ReadStyleColor(params[i:], &c)
			if n == 0 {
				return st
			}
			i += n - 1
			if p == 38 {
				st.Fg = plain(c)
			} else if p == 48 {
				st.Bg = plain(c)
			}
		default:
			if more { // the only subparameter left is the underline's shape
				shape, _, _ := params.Param(i+1, 1)
				i++
				if p == 4 && shape == 0 {
					p = 24
				}
			}
			st = sgrSimple(st, p)
		}
	}
	return st
}

func sgrSimple(st Style, p int) Style {
	switch {
	case p >= 1 && p <= 9:
		on := [...]Attr{1: Bold, 2: Faint, 3: Italic, 4: Underline, 5: Blink, 6: Blink, 7: Reverse, 8: Conceal, 9: Strike}
		st.Attrs |= on[p]
	case p == 22:
		st.Attrs &^= Bold | Faint
	case p >= 23 && p <= 29:
		off := [...]Attr{23: Italic, 24: Underline, 25: Blink, 27: Reverse, 28: Conceal, 29: Strike}
		st.Attrs &^= off[p]
	case p >= 30 && p <= 37:
		st.Fg = ansi.BasicColor(p - 30)
	case p == 39:
		st.Fg = nil
	case p >= 40 && p <= 47:
		st.Bg = ansi.BasicColor(p - 40)
	case p == 49:
		st.Bg = nil
	case p >= 90 && p <= 97:
		st.Fg = ansi.BasicColor(p - 90 + 8)
	case p >= 100 && p <= 107:
		st.Bg = ansi.BasicColor(p - 100 + 8)
	}
	return st
}

// plain turns a direct colour into color.RGBA so that styles stay comparable.
func plain(c color.Color) color.Color {
	switch c := c.(type) {
	case ansi.BasicColor, ansi.IndexedColor, nil:
		return c
	default:
		return color.RGBAModel.Convert(c)
	}
}
