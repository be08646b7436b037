package search

import (
	"bytes"
	"context"
	"slices"
	"strings"
)

// scanner searches files, one after the other. It belongs to one worker.
type scanner struct {
	opts    *GrepOptions
	matcher *matcher
	buf     []byte
}

// blockSize is how many bytes are searched between two looks at the context.
const blockSize = 1 << 20

// hit is what a search of one file found.
type hit struct {
	count   int // matching lines
	matches []Match
	binary  bool
	err     error
}

// scan searches the text of a file.
func (s *scanner) scan(ctx context.Context, file string, data []byte) (h hit) {
	data, ok := decode(data)
	if !ok {
		return hit{binary: true}
	}
	m := s.matcher
	m.reset(data)
	lines := lineCounter{data: data}
	for pos := 0; pos < len(data); {
		if err := context.Cause(ctx); err != nil {
			return hit{err: err}
		}
		limit := blockEnd(data, pos)
		for pos < limit {
			start, end, ok := m.next(pos, limit)
			if !ok {
				break
			}
			h.count++
			if s.opts.FilesOnly {
				return h.unlessBinary(data)
			}
			if !s.opts.CountOnly && (s.opts.Max == 0 || h.count <= s.opts.Max) {
				h.matches = append(h.matches, s.match(file, data, start, end, lines.at(start)))
			}
			pos = end + 1
		}
		pos = max(pos, limit)
	}
	if h.count == 0 {
		return h
	}
	return h.unlessBinary(data)
}

// unlessBinary drops what was found in a file that turns out to be no text. It
// is asked only when there is a match, so that other files are not read twice.
func (h hit) unlessBinary(data []byte) hit {
	if bytes.IndexByte(data, 0) >= 0 {
		return hit{binary: true}
	}
	return h
}

// blockEnd returns the end of the line in which the block from pos on ends.
func blockEnd(data []byte, pos int) int {
	end := pos + blockSize
	if end >= len(data) {
		return len(data)
	}
	if n := bytes.IndexByte(data[end:], '\n'); n >= 0 {
		return end + n + 1
	}
	return len(data)
}

// match describes the matching line data[start:end].
func (s *scanner) match(file string, data []byte, start, end, number int) Match {
	line := trimCR(data[start:end])
	loc := s.matcher.re.FindIndex(line)
	text, cut := display(line, loc[0], loc[1], s.opts.MaxLine)
	found, _ := display(line[loc[0]:loc[1]], 0, 0, s.opts.MaxLine)
	m := Match{File: file, Line: number, Column: loc[0] + 1, Match: found, Text: text, Cut: cut}
	for range s.opts.Context {
		if start == 0 {
			break
		}
		from := bytes.LastIndexByte(data[:start-1], '\n') + 1
		m.Before = append(m.Before, s.contextLine(data[from:start-1]))
		start = from
	}
	slices.Reverse(m.Before)
	for range s.opts.Context {
		if end+1 >= len(data) {
			break
		}
		from := end + 1
		end = lineEnd(data, from)
		m.After = append(m.After, s.contextLine(data[from:end]))
	}
	return m
}

func (s *scanner) contextLine(line []byte) string {
	text, _ := display(trimCR(line), 0, 0, s.opts.MaxLine)
	return text
}

func lineEnd(data []byte, from int) int {
	if n := bytes.IndexByte(data[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(data)
}

// lineCounter numbers lines from front to back.
type lineCounter struct {
	data []byte
	pos  int
	seen int
}

// at returns the number, from 1, of the line that begins at pos.
func (c *lineCounter) at(pos int) int {
	c.seen += bytes.Count(c.data[c.pos:pos], []byte{'\n'})
	c.pos = pos
	return c.seen + 1
}

// display returns a line as valid UTF-8, shortened to about limit bytes around
// the match at from..to. cut says that it was shortened.
func display(line []byte, from, to, limit int) (text string, cut bool) {
	if len(line) <= limit {
		return strings.ToValidUTF8(string(line), "\uFFFD"), false
	}
	// A quarter of the room goes to what stands before the match; more if
	// the line ends early.
	start := min(max(from-limit/4, 0), len(line)-limit)
	if to > from && to-from < limit {
		start = max(start, to-limit)
	}
	end := min(start+limit, len(line))
	start, end = runeStart(line, start), runeStart(line, end)
	text = strings.ToValidUTF8(string(line[start:end]), "\uFFFD")
	if start > 0 {
		text = "…" + text
	}
	if end < len(line) {
		text += "…"
	}
	return text, true
}

// runeStart moves i back to the beginning of a character.
func runeStart(line []byte, i int) int {
	for k := i; k > 0 && k > i-4 && k < len(line); k-- {
		if line[k]&0xc0 != 0x80 {
			return k
		}
	}
	return i
}
