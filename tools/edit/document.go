package edit

import (
	"bytes"
	"hash/maphash"
	"sort"
	"strings"
)

const byteOrderMark = "\ufeff"

// plain takes what is not text off an argument: its byte order mark and the CR of its line ends.
func plain(s string) string {
	return strings.ReplaceAll(strings.TrimPrefix(s, byteOrderMark), "\r\n", "\n")
}

// document is a view on a file's bytes: the same text with LF line ends and without the byte order
// mark, and the way back from every offset of it to the raw bytes.
type document struct {
	raw      []byte
	bom      int    // length of the byte order mark
	text     []byte // raw[bom:] with LF line ends; the same memory when there is no CRLF
	start    []int  // offset in text of every line, and len(text)
	rawStart []int  // offset in raw of every line, and len(raw)
	term     string // the most frequent terminator
	ascii    bool

	seed   maphash.Seed
	keys   map[level][]uint64 // of every line, computed once for each level
	indent *indentStyle
}

func newDocument(raw []byte) *document {
	d := &document{raw: raw, seed: maphash.MakeSeed(), keys: map[level][]uint64{}, term: "\n"}
	if bytes.HasPrefix(raw, []byte(byteOrderMark)) {
		d.bom = len(byteOrderMark)
	}
	body := raw[d.bom:]
	d.ascii = isASCII(body)
	d.text = body
	crlf := bytes.Count(body, []byte("\r\n"))
	if crlf > 0 {
		d.text = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	}
	lines := bytes.Count(d.text, []byte("\n"))
	if 2*crlf > lines {
		d.term = "\r\n"
	}
	d.start = make([]int, 0, lines+2)
	for at := 0; at < len(d.text); {
		d.start = append(d.start, at)
		n := bytes.IndexByte(d.text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	d.start = append(d.start, len(d.text))
	if crlf == 0 && d.bom == 0 {
		d.rawStart = d.start
		return d
	}
	d.rawStart = make([]int, len(d.start))
	removed := d.bom
	for i, at := range d.start {
		if i > 0 && crlf > 0 && d.text[at-1] == '\n' {
			if r := at - 1 + removed; raw[r] == '\r' {
				removed++
			}
		}
		d.rawStart[i] = at + removed
	}
	return d
}

// count returns the number of lines.
func (d *document) count() int { return len(d.start) - 1 }

// line returns line i (0-based) without its terminator.
func (d *document) line(i int) string { return string(d.lineBytes(i)) }

func (d *document) lineBytes(i int) []byte {
	return bytes.TrimSuffix(d.text[d.start[i]:d.start[i+1]], []byte("\n"))
}

// terminator returns the raw line end of line i: "\n", "\r\n", or "" for a last line without one.
func (d *document) terminator(i int) string {
	end := d.rawStart[i+1]
	switch {
	case d.text[d.start[i+1]-1] != '\n':
		return ""
	case d.raw[end-1] == '\n' && end-2 >= d.rawStart[i] && d.raw[end-2] == '\r':
		return "\r\n"
	}
	return "\n"
}

// lineAt returns the line (0-based) that holds an offset of text.
func (d *document) lineAt(off int) int { return lineIn(d.start, off) }

// lineAtRaw returns the line (0-based) that holds an offset of raw.
func (d *document) lineAtRaw(off int) int { return lineIn(d.rawStart, off) }

func lineIn(starts []int, off int) int {
	i := sort.SearchInts(starts, off+1) - 1
	return max(0, min(i, len(starts)-2))
}

// rawOffset maps an offset of text to raw. The offset of a line end maps to the start of its terminator.
func (d *document) rawOffset(off int) int {
	if off == len(d.text) {
		return len(d.raw)
	}
	i := d.lineAt(off)
	return d.rawStart[i] + off - d.start[i]
}

// lineEnds returns the terminator of each of the lines first to last that has one, and the terminator
// for new lines there: that of most of them, the file's when they are even or have none.
func (d *document) lineEnds(first, last int) (mixed bool, term string) {
	lf, crlf := 0, 0
	for i := first; i <= last; i++ {
		switch d.terminator(i) {
		case "\n":
			lf++
		case "\r\n":
			crlf++
		}
	}
	term = d.term
	if lf > crlf {
		term = "\n"
	} else if crlf > lf {
		term = "\r\n"
	}
	return lf > 0 && crlf > 0, term
}

// splitLines returns the lines of an argument and whether it ends with a line end; "" has no lines.
func splitLines(s string) (lines []string, ended bool) {
	if s == "" {
		return nil, false
	}
	ended = strings.HasSuffix(s, "\n")
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n"), ended
}

func isASCII[T string | []byte](s T) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
