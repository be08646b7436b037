package edit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Edit is one change to one file, in exactly one of two modes. In text mode Old is replaced by New;
// StartLine may name the line on which the meant occurrence starts. In line mode NewContent replaces
// the lines StartLine to EndLine (1-based, inclusive), and Old, if given, must be what they hold.
type Edit struct {
	Old, New   string
	ReplaceAll bool // text mode: replace every occurrence
	StartLine  int  // 1-based; 0 is not given
	EndLine    int  // line mode only; 0 is not given
	NewContent *string
}

// Applied is the outcome of edits that were accepted.
type Applied struct {
	Content []byte // the whole new content; it shares no memory with the old
	Matched []Span // the lines that were matched, in the old content
	Spans   []Span // the lines that differ, in the new content; empty (End < Start) where lines were only removed
	Note    string // one line that says which tolerance was used; empty when every match was exact
}

// Span is a range of lines: 1-based, both ends inclusive. End is Start-1 when it holds no line.
type Span struct{ Start, End int }

// Code says why an edit was refused.
type Code string

// The codes of a Refusal.
const (
	CodeValidation Code = "validation"      // the call itself is wrong, whatever the file holds
	CodeNoMatch    Code = "no_match"        // the old text is not in the file
	CodeAmbiguous  Code = "ambiguous_match" // the old text is there several times
	CodeApplied    Code = "already_applied" // the file already holds the new text at that place
)

// Refusal is the only error of this package. Message is for the model: what, where, what to send next,
// in at most about 40 lines; the caller puts the file's name before it.
type Refusal struct {
	Code    Code
	Message string
	Near    Span // the lines that were probably meant; the zero Span when unknown
	Shown   Span // the lines that Message shows whole, with their numbers; the zero Span when none
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

func refuse(code Code, format string, args ...any) error {
	return &Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

// maxResult bounds what replace_all may blow a file up to, in bytes.
const maxResult = 64 << 20

// Apply carries out one edit on content, which it does not change. The content is UTF-8 or arbitrary
// bytes with LF, CRLF or mixed line ends; bytes outside the matched place come back as they were. The
// error is a *Refusal.
func Apply(content []byte, e Edit) (Applied, error) { return ApplyAll(content, []Edit{e}) }

// ApplyAll carries out several edits of one file, or none of them: every edit is matched against the
// content as it was given, and no two may touch the same bytes. The error is a *Refusal; with more than
// one edit its message says which.
func ApplyAll(content []byte, edits []Edit) (Applied, error) {
	if len(edits) == 0 {
		return Applied{}, refuse(CodeValidation, "no edit given; send old_string and new_string")
	}
	if isBinary(content) {
		return Applied{}, refuse(CodeValidation, "the file is binary (it holds a NUL byte); edit works on text only")
	}
	doc := newDocument(content)
	var all []splice
	var notes []string
	for i, e := range edits {
		p, err := doc.plan(e)
		if err != nil {
			return Applied{}, numbered(err, i, len(edits))
		}
		all = slices.Grow(all, len(p.splices))
		for _, s := range p.splices {
			s.edit = i
			all = append(all, s)
		}
		if p.note != "" && len(edits) > 1 {
			p.note = fmt.Sprintf("edit %d: %s", i+1, p.note)
		}
		if p.note != "" {
			notes = append(notes, p.note)
		}
	}
	slices.SortStableFunc(all, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
	if err := doc.checkSplices(all); err != nil {
		return Applied{}, err
	}
	out := doc.splice(all)
	out.Note = strings.Join(notes, "; ")
	return out, nil
}

// numbered says which of several edits was refused.
func numbered(err error, i, n int) error {
	var r *Refusal
	if n == 1 || !errors.As(err, &r) {
		return err
	}
	return &Refusal{
		Code:    r.Code,
		Message: fmt.Sprintf("edit %d of %d: %s\nNone of the %d edits was applied.", i+1, n, r.Message, n),
		Near:    r.Near,
		Shown:   r.Shown,
	}
}

// splice replaces the raw bytes start to end by text.
type splice struct {
	start, end int
	text       string
	edit       int // index of the edit that asked for it
}

// planned is what one edit would do.
type planned struct {
	splices []splice
	note    string
}

// plan works out what e does to the document.
func (d *document) plan(e Edit) (planned, error) {
	e.Old, e.New = plain(e.Old), plain(e.New)
	if e.NewContent != nil {
		text := plain(*e.NewContent)
		e.NewContent = &text
	}
	if err := d.check(e); err != nil {
		return planned{}, err
	}
	if e.NewContent != nil {
		return d.planLines(e)
	}
	return d.planText(e)
}

// checkSplices refuses splices that overlap or blow the file up; all are sorted by start.
func (d *document) checkSplices(all []splice) error {
	size := len(d.raw)
	for i, s := range all {
		if size += len(s.text) - (s.end - s.start); size > max(maxResult, len(d.raw)) {
			return refuse(CodeValidation, "the result would be larger than %d MiB; edit smaller parts", maxResult>>20)
		}
		if i > 0 && s.start < all[i-1].end {
			a, b := all[i-1], s
			return refuse(CodeValidation, "edits %d and %d overlap at line %d; every edit is matched against the file as it is now, so merge them into one. No edit was applied.",
				min(a.edit, b.edit)+1, max(a.edit, b.edit)+1, d.lineAtRaw(b.start)+1)
		}
	}
	return nil
}

// splice builds the new content and the line spans.
func (d *document) splice(all []splice) Applied {
	var out bytes.Buffer
	a := Applied{Matched: make([]Span, 0, len(all)), Spans: make([]Span, 0, len(all))}
	size := len(d.raw)
	for _, s := range all {
		size += len(s.text) - (s.end - s.start)
	}
	out.Grow(size)
	done, shift := 0, 0
	for _, s := range all {
		first := d.lineAtRaw(s.start)
		a.Matched = append(a.Matched, Span{first + 1, d.lineAtRaw(s.end-1) + 1})
		a.Spans = append(a.Spans, d.changedSpan(s, first+1+shift))
		out.Write(d.raw[done:s.start])
		out.WriteString(s.text)
		done = s.end
		shift += strings.Count(s.text, "\n") - bytes.Count(d.raw[s.start:s.end], []byte("\n"))
	}
	out.Write(d.raw[done:])
	a.Content = out.Bytes()
	return a
}

// changedSpan returns the lines of the new content that s changes; line is where s.text starts in it.
func (d *document) changedSpan(s splice, line int) Span {
	old := d.raw[s.start:s.end]
	p := 0
	for p < len(old) && p < len(s.text) && old[p] == s.text[p] {
		p++
	}
	q := 0
	for q < len(old)-p && q < len(s.text)-p && old[len(old)-1-q] == s.text[len(s.text)-1-q] {
		q++
	}
	changed := s.text[p : len(s.text)-q]
	line += strings.Count(s.text[:p], "\n")
	if changed == "" {
		gone := old[p : len(old)-q]
		at := s.start + p
		whole := len(gone) > 0 && gone[len(gone)-1] == '\n' && (at == d.bom || d.raw[at-1] == '\n')
		if whole {
			return Span{line, line - 1}
		}
		return Span{line, line}
	}
	end := line + strings.Count(changed, "\n")
	if strings.HasSuffix(changed, "\n") {
		end--
	}
	return Span{line, end}
}
