package builtin

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"beestown/tools"
	"beestown/tools/workspace"
)

// page collects the lines of one Read in the form that the edit engine can strip again: number, tab,
// line.
type page struct {
	first, limit int
	maxBytes     int
	total        int // lines of the file so far
	count        int // lines shown
	text         strings.Builder
	content      strings.Builder
	shown        []string // for the view
	full         bool     // a limit ended the page
	cut          bool     // a line was too long
}

// newPage starts a page at line first, of limit lines at most; 0 is as many as one Read may have.
func (f *Files) newPage(first, limit int) *page {
	if limit <= 0 || limit > f.maxLines() {
		limit = f.maxLines()
	}
	return &page{first: first, limit: limit, maxBytes: f.maxBytes()}
}

// add takes the next line of the file, with its terminator; missing is how many bytes the caller has
// left out at its end.
func (p *page) add(line []byte, missing int) {
	p.total++
	if p.total == 1 {
		line = bytes.TrimPrefix(line, byteOrderMark)
	}
	if p.total < p.first {
		return
	}
	if p.count >= p.limit || p.text.Len() > p.maxBytes {
		p.full = true
		return
	}
	p.count++
	shown := showable(bytes.TrimRight(line, "\r\n"))
	if len(shown) > readLineLen {
		p.cut = true
		head := strings.ToValidUTF8(shown[:readLineLen], "")
		rest := len(shown) - len(head) + missing
		p.content.WriteString(head + "\n")
		shown = head + fmt.Sprintf("  [%d more bytes: sed -n %dp FILE | cut -b%d-]", rest, p.total, len(head)+1)
	} else {
		p.content.WriteString(showable(line))
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
		Data: ReadData{
			Path: name, Content: p.content.String(), Size: size, Chars: utf8.RuneCountInString(p.content.String()),
			TotalLines: p.total, Encoding: encoding, Truncated: p.full || p.cut,
		},
		View: tools.View{Subject: name, Summary: summary, Body: tools.File{Path: name, First: p.first, Lines: p.shown, Total: p.total}},
	}
}

// huge reads a page of a file that is too large to be read as a whole, which is what cause says; any
// other cause is the result. It cannot be edited: no record of it is kept.
func (c *readCall) huge(ctx context.Context, p workspace.Path, cause error) (tools.Result, error) {
	refusal := fileError("Failed to read file: ", cause)
	if !errors.Is(cause, workspace.ErrTooLarge) {
		return tools.Result{}, refusal
	}
	file, info, err := c.f.Workspace.OpenRegular(p)
	if err != nil {
		return tools.Result{}, fileError("Failed to read file: ", err)
	}
	defer file.Close()
	pg := c.f.newPage(max(c.in.Offset, 1), c.in.Limit)
	r := bufio.NewReaderSize(file, 256<<10)
	if head, _ := r.Peek(8 << 10); binary(head) {
		return tools.Result{}, refusal
	}
	for ctx.Err() == nil {
		line, missing, err := boundedLine(r)
		if len(line) > 0 {
			pg.add(line, missing)
		}
		if errors.Is(err, io.EOF) {
			return pg.result(p.Name, info.Size(), "utf-8"), nil
		}
		if err != nil {
			return tools.Result{}, fileError("Failed to read file: ", err)
		}
	}
	return tools.Result{}, ctx.Err()
}

// boundedLine reads a line and keeps little more of it than a page shows; missing counts the rest.
func boundedLine(r *bufio.Reader) (line []byte, missing int, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= readLineLen {
			line = append(line, part...)
		} else {
			missing += len(bytes.TrimRight(part, "\r\n"))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, missing, err
		}
	}
}
