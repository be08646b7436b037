package md

import (
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// cluster is what a terminal draws in one go: a grapheme cluster with its style.
type cluster struct {
	text  string
	width int
	style int // index into line.styles
}

// line is styled text taken apart, so that it can be broken into rows that carry
// their own styles: a row on screen never depends on the rows above it.
type line struct {
	clusters []cluster
	styles   []uv.Style
}

// parseLine takes s apart. Of all escape sequences only SGR survives; other control
// characters become blanks.
func parseLine(s string) line {
	l := line{clusters: make([]cluster, 0, len(s)), styles: []uv.Style{{}}}
	var parser *ansi.Parser
	for len(s) > 0 {
		if c := s[0]; c >= ' ' && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf) {
			l.clusters = append(l.clusters, cluster{s[:1], 1, len(l.styles) - 1})
			s = s[1:]
			continue
		}
		if parser == nil {
			parser = ansi.GetParser()
			defer ansi.PutParser(parser)
		}
		seq, width, n, _ := ansi.DecodeSequence(s, 0, parser)
		s = s[max(n, 1):]
		switch {
		case width > 0:
			l.clusters = append(l.clusters, cluster{seq, width, len(l.styles) - 1})
		case ansi.HasCsiPrefix(seq):
			l.sgr(parser)
		case seq == "\t" || seq == "\n":
			l.clusters = append(l.clusters, cluster{" ", 1, len(l.styles) - 1})
		}
	}
	return l
}

func (l *line) sgr(parser *ansi.Parser) {
	if parser.Command() != 'm' {
		return
	}
	last := l.styles[len(l.styles)-1]
	next := last
	uv.ReadStyle(parser.Params(), &next)
	if !next.Equal(&last) {
		l.styles = append(l.styles, next)
	}
}

// row writes clusters with as few SGR sequences as possible and without trailing
// blanks.
func (l *line) row(clusters []cluster) string {
	for len(clusters) > 0 && clusters[len(clusters)-1].text == " " {
		clusters = clusters[:len(clusters)-1]
	}
	var b strings.Builder
	var pen uv.Style
	for _, c := range clusters {
		if style := &l.styles[c.style]; !style.Equal(&pen) {
			b.WriteString(uv.StyleDiff(&pen, style))
			pen = *style
		}
		b.WriteString(c.text)
	}
	if !pen.IsZero() {
		b.WriteString(ansi.ResetStyle)
	}
	return b.String()
}

// wrap breaks s into rows of at most width columns: at blanks, between wide
// characters, and inside a word only when it is longer than a row.
func wrap(s string, width int) []string {
	l := parseLine(s)
	width = max(width, 1)
	var rows []string
	start, columns, breakAt := 0, 0, 0 // breakAt: the last place to break after start
	for i := 0; i < len(l.clusters); i++ {
		c := l.clusters[i]
		if i > start && breakable(l.clusters[i-1], c) {
			breakAt = i
		}
		columns += c.width
		if columns <= width || c.text == " " || i == start {
			continue
		}
		end := i
		if breakAt > start {
			end = breakAt
		}
		rows = append(rows, l.row(l.clusters[start:end]))
		for end < len(l.clusters) && l.clusters[end].text == " " {
			end++
		}
		start, columns, i = end, 0, end-1
	}
	return append(rows, l.row(l.clusters[min(start, len(l.clusters)):]))
}

// breakable says whether a row may end between a and b: after blanks and around
// wide characters, but closing punctuation stays with what it closes.
func breakable(a, b cluster) bool {
	if a.text == " " {
		return b.text != " "
	}
	if a.width < 2 && b.width < 2 || b.text == " " {
		return false
	}
	return !strings.Contains("，。！？；：、）》」』】〉”’,.!?;:)]}%", b.text) && !strings.Contains("（《「『【〈“‘([{", a.text)
}

// chop breaks s after exactly width columns, wherever that is: nothing of code may
// move or vanish. Every row but the last ends with mark, which has one column, unless
// the width is too small to spare it.
func chop(s string, width int, mark string) []string {
	room := width - 1
	if width < 4 {
		room, mark = width, ""
	}
	l := parseLine(s)
	var rows []string
	start, columns := 0, 0
	for i, c := range l.clusters {
		if i > start && columns+c.width > room && !l.fits(i, width-columns) {
			rows = append(rows, l.row(l.clusters[start:i])+mark)
			start, columns = i, 0
		}
		columns += c.width
	}
	return append(rows, l.row(l.clusters[start:]))
}

// fits reports whether everything from cluster i on fits into room columns.
func (l *line) fits(i, room int) bool {
	for ; i < len(l.clusters); i++ {
		if room -= l.clusters[i].width; room < 0 {
			return false
		}
	}
	return true
}
