package builtin

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"beestown/tools"
	"beestown/tools/workspace"
)

// page collects the lines of one Read in the form that the edit engine can strip again: number, tab,
// line.
type page struct {
	first, limit int
	total        int // lines of the file so far
	count        int // lines shown
	text         strings.Builder
	shown        []string // for the view
	full         bool     // a limit ended the page
}

func newPage(first, limit int) *page {
	if limit <= 0 || limit > readLines {
		limit = readLines
	}
	return &page{first: first, limit: limit}
}

// add takes the next line of the file, with its terminator.
func (p *page) add(line []byte) {
	p.total++
	if p.total < p.first {
		return
	}
	if p.count >= p.limit || p.text.Len() > readBytes {
		p.full = true
		return
	}
	p.count++
	shown := showable(bytes.TrimRight(line, "\r\n"))
	if len(shown) > readLineLen {
		rest := len(shown) - readLineLen
		shown = strings.ToValidUTF8(shown[:readLineLen], "") +
			fmt.Sprintf("  [%d more bytes: sed -n %dp FILE | cut -c%d-]", rest, p.total, readLineLen+1)
	}
	p.text.WriteString(strconv.Itoa(p.total))
	p.text.WriteByte('\t')
	p.text.WriteString(shown)
	p.text.WriteByte('\n')
	p.shown = append(p.shown, shown)
}

// result is the page as the model and the user see it. Size is that of the file in bytes.
func (p *page) result(name string, size int64, encoding string) tools.Result {
	last := p.first + p.count - 1
	text := p.text.String()
	switch {
	case p.total == 0:
		text = "(empty file)\n"
	case p.count == 0:
		text = fmt.Sprintf("(the file has %d lines, none from line %d)\n", p.total, p.first)
	case p.full:
		text += fmt.Sprintf("(lines %d-%d of %d; go on with offset %d)\n", p.first, last, p.total, last+1)
	}
	summary := "(empty)"
	if p.total > 0 {
		summary = fmt.Sprintf("(%d-%d of %d)", p.first, last, p.total)
	}
	return tools.Result{
		Text: text,
		Data: ReadData{Path: name, Content: strings.Join(p.shown, "\n"), Size: size, TotalLines: p.total, Encoding: encoding, Truncated: p.full},
		View: tools.View{Subject: name, Summary: summary, Body: tools.File{Path: name, First: p.first, Lines: p.shown, Total: p.total}},
	}
}

// huge reads a page of a file that is too large to be read as a whole. It cannot be edited: no
// record of it is kept.
func (c *readCall) huge(p workspace.Path, cause error) (tools.Result, bool) {
	if !errors.Is(cause, workspace.ErrTooLarge) {
		return tools.Result{}, false
	}
	file, info, err := c.f.Workspace.OpenRegular(p)
	if err != nil {
		return tools.Result{}, false
	}
	defer file.Close()
	pg := newPage(max(c.in.Offset, 1), c.in.Limit)
	r := bufio.NewReaderSize(file, 256<<10)
	if head, _ := r.Peek(8 << 10); binary(head) {
		return tools.Result{}, false
	}
	for {
		line, err := boundedLine(r)
		if len(line) > 0 {
			pg.add(line)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return tools.Failed(fileError("Failed to read file: ", err)), true
		}
	}
	return pg.result(p.Name, info.Size(), "utf-8"), true
}

// boundedLine reads a line and keeps no more of it than a page shows.
func boundedLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= readLineLen {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
