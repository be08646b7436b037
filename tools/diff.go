package tools

import (
	"bytes"
	"strings"
	"time"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Limits of a diff: context lines around a change, the time that finding a minimal one may take,
// and the size above which only the fact of a change is shown.
const (
	diffContext = 3
	diffTimeout = 200 * time.Millisecond
	diffMaxSize = 10 << 20
	// diffMaxLines is what fits into the runes that number the lines; above it the changed middle is
	// shown as replaced.
	diffMaxLines = 1_000_000
)

// NewDiff compares two versions of a file line by line; a nil old means that the file is new.
func NewDiff(path string, old, new []byte) Diff {
	d := Diff{Path: path, New: old == nil}
	switch {
	case bytes.IndexByte(old, 0) >= 0 || bytes.IndexByte(new, 0) >= 0:
		d.Omitted = "binary content"
		return d
	case len(old)+len(new) > diffMaxSize:
		d.Omitted = "too large to show"
		return d
	}
	a, b := splitLines(string(old)), splitLines(string(new))
	ops := compareLines(a, b)
	for _, op := range ops {
		switch op.kind {
		case '-':
			d.Removed++
		case '+':
			d.Added++
		}
	}
	d.Hunks = hunks(ops, a, b)
	return d
}

// lineOp is one line of a comparison: kind ' ', '-' or '+', and its index in a or b.
type lineOp struct {
	kind byte
	a, b int
}

// compareLines cuts what both ends share, which is all of it for most edits, and gives only the
// rest to the diff algorithm.
func compareLines(a, b []string) []lineOp {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	ops := make([]lineOp, 0, len(a)+len(b)-head-tail)
	for i := range head {
		ops = append(ops, lineOp{' ', i, i})
	}
	ops = appendMiddle(ops, a[head:len(a)-tail], b[head:len(b)-tail], head)
	for i := range tail {
		ops = append(ops, lineOp{' ', len(a) - tail + i, len(b) - tail + i})
	}
	return ops
}

func appendMiddle(ops []lineOp, a, b []string, offset int) []lineOp {
	ra, rb, shared := lineRunes(a, b)
	i, j := offset, offset
	emit := func(kind byte, n int) {
		for range n {
			ops = append(ops, lineOp{kind, i, j})
			if kind != '+' {
				i++
			}
			if kind != '-' {
				j++
			}
		}
	}
	if !shared {
		emit('-', len(a))
		emit('+', len(b))
		return ops
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = diffTimeout
	for _, d := range dmp.DiffMainRunes(ra, rb, false) {
		n := len([]rune(d.Text))
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			emit(' ', n)
		case diffmatchpatch.DiffDelete:
			emit('-', n)
		case diffmatchpatch.DiffInsert:
			emit('+', n)
		}
	}
	return ops
}

// lineRunes numbers the distinct lines so that each becomes one rune; shared tells whether any line
// is in both. Surrogates and the replacement character are left out: they do not survive a string.
func lineRunes(a, b []string) (ra, rb []rune, shared bool) {
	if len(a)+len(b) > diffMaxLines {
		return nil, nil, false
	}
	number := make(map[string]rune, len(a))
	next := rune(1)
	code := func(line string) (rune, bool) {
		r, known := number[line]
		if !known {
			r = next
			number[line] = r
			next++
			if next == 0xD800 {
				next = 0xE000
			}
			if next == 0xFFFD {
				next++
			}
		}
		return r, known
	}
	ra, rb = make([]rune, len(a)), make([]rune, len(b))
	for i, line := range a {
		ra[i], _ = code(line)
	}
	limit := next
	for i, line := range b {
		var known bool
		rb[i], known = code(line)
		shared = shared || known && rb[i] < limit
	}
	return ra, rb, shared
}

func hunks(ops []lineOp, a, b []string) []Hunk {
	var list []Hunk
	for start := 0; start < len(ops); {
		if ops[start].kind == ' ' {
			start++
			continue
		}
		from, end := max(start-diffContext, 0), start
		for i, gap := start, 0; i < len(ops) && gap <= 2*diffContext; i++ {
			gap++
			if ops[i].kind != ' ' {
				gap, end = 0, i+1
			}
		}
		to := min(end+diffContext, len(ops))
		list = append(list, hunk(ops[from:to], a, b))
		start = to
	}
	return list
}

func hunk(ops []lineOp, a, b []string) Hunk {
	h := Hunk{OldStart: ops[0].a + 1, NewStart: ops[0].b + 1, Lines: make([]DiffLine, 0, len(ops))}
	for _, op := range ops {
		line := ""
		if op.kind == '+' {
			line = b[op.b]
		} else {
			line = a[op.a]
		}
		text, ended := strings.CutSuffix(line, "\n")
		h.Lines = append(h.Lines, DiffLine{Op: op.kind, Text: text, NoNewline: !ended})
		if op.kind != '+' {
			h.OldLines++
		}
		if op.kind != '-' {
			h.NewLines++
		}
	}
	h.Section = section(a, ops[0].a)
	return h
}

// section is the nearest line above index that starts in the first column with a letter, as diff -p
// shows it.
func section(lines []string, index int) string {
	for i := min(index, len(lines)) - 1; i >= 0; i-- {
		line := lines[i]
		if line != "" && (line[0] >= 'a' && line[0] <= 'z' || line[0] >= 'A' && line[0] <= 'Z' || line[0] == '_') {
			return shorten(strings.TrimRight(line, "\r\n {"), 80)
		}
	}
	return ""
}

// splitLines cuts text after each newline; the terminators stay on the lines.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
