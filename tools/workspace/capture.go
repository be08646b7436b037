package workspace

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"unicode/utf8"
)

// Output is what a command printed on one stream.
type Output struct {
	// Text is the output, or its beginning and end with a note between them that says how much is
	// left out and where to find it.
	Text    string
	Bytes   int64  // printed in all
	Omitted int64  // not in Text
	File    string // private file with the beginning, written when Omitted is not 0; the caller removes it
	Stored  int64  // in File: all, or Command.MaxSpill
}

// Truncated tells whether Text is not the whole output.
func (o Output) Truncated() bool { return o.Omitted > 0 }

// capture keeps the first and the last half of limit bytes of a stream, and the whole of it in a file
// when that is not enough. It belongs to one goroutine.
type capture struct {
	limit    int
	dir      string
	maxSpill int64 // bytes of the file

	head, tail []byte
	total      int64
	spill      *os.File
	noSpill    bool // it could not be written; the rest goes on without it
	spilled    int64
}

// read reads until the end of the pipe.
func (c *capture) read(r *os.File, emit func([]byte)) {
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			c.write(buf[:n])
			emit(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

func (c *capture) write(p []byte) {
	c.total += int64(len(p))
	if c.total > int64(c.limit) && c.spill == nil && !c.noSpill {
		// Until here nothing was dropped, so that the file gets everything.
		c.openSpill()
		c.store(c.head)
		c.store(c.tail)
	}
	if c.spill != nil {
		c.store(p)
	}
	if room := c.limit/2 - len(c.head); room > 0 {
		n := min(room, len(p))
		c.head, p = append(c.head, p[:n]...), p[n:]
	}
	c.tail = append(c.tail, p...)
	// Twice the size before the front is cut off: each byte moves once, on average.
	if keep := c.limit - c.limit/2; c.total > int64(c.limit) && len(c.tail) > 2*keep {
		c.tail = c.tail[:copy(c.tail, c.tail[len(c.tail)-keep:])]
	}
}

func (c *capture) openSpill() {
	f, err := os.CreateTemp(c.dir, "beestown-output-*.log")
	if err != nil {
		c.noSpill = true
		return
	}
	c.spill = f
}

// store appends to the file; a full disk costs the file, not the command.
func (c *capture) store(p []byte) {
	p = p[:min(int64(len(p)), c.maxSpill-c.spilled)]
	if c.spill == nil || len(p) == 0 {
		return
	}
	n, err := c.spill.Write(p)
	c.spilled += int64(n)
	if err != nil {
		c.spill.Close()
		os.Remove(c.spill.Name())
		c.spill, c.noSpill = nil, true
	}
}

// finish closes the file and puts the text together.
func (c *capture) finish() Output {
	o := Output{Bytes: c.total}
	if c.spill != nil {
		o.File, o.Stored = c.spill.Name(), c.spilled
		c.spill.Close()
	}
	if c.total <= int64(c.limit) {
		o.Text = string(c.head) + string(c.tail)
		return o
	}
	head, tail := c.head, c.tail[max(0, len(c.tail)-(c.limit-c.limit/2)):]
	head, tail = trimHead(head), trimTail(tail)
	o.Omitted = c.total - int64(len(head)+len(tail))
	o.Text = string(head) + c.note(o) + string(tail)
	return o
}

func (c *capture) note(o Output) string {
	note := thousands(o.Omitted) + " bytes omitted"
	switch {
	case o.File == "":
		note += "; they could not be stored"
	case o.Stored < o.Bytes:
		note += "; the first " + thousands(o.Stored) + " bytes are in " + o.File
	default:
		note += "; the whole output is in " + o.File
	}
	return fmt.Sprintf("\n[... %s ...]\n", note)
}

// trimHead cuts back to the end of a line, or of a character where the line is too long for that.
func trimHead(b []byte) []byte {
	if i := bytes.LastIndexByte(b, '\n'); i >= len(b)/2 {
		return b[:i]
	}
	for n := 1; n <= min(utf8.UTFMax-1, len(b)); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return b[:len(b)-n]
			}
			break
		}
	}
	return b
}

// trimTail cuts forward to the beginning of a line, or of a character.
func trimTail(b []byte) []byte {
	if i := bytes.IndexByte(b, '\n'); i >= 0 && i < len(b)/2 {
		return b[i+1:]
	}
	for n := 0; n < min(utf8.UTFMax, len(b)); n++ {
		if utf8.RuneStart(b[n]) {
			return b[n:]
		}
	}
	return b
}

// thousands writes 1234567 as 1,234,567.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
