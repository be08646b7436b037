// Package md shows Markdown that is still being written. A Stream renders every
// finished block once and only the unfinished end again, so a long answer costs as
// much per token as a short one.
package md

import (
	"strings"
	"unicode/utf8"
)

// The unfinished end is rendered at each look up to these sizes in bytes. A longer
// one is rendered again each time it has grown by a quarter; what came since is
// shown as plain text. Code costs more to colour than text, whose finished leaves
// are cached.
const (
	maxLiveText = 4 << 10
	maxLiveCode = 512
)

// Stream is a growing Markdown text and its rows. It is not safe for concurrent use.
type Stream struct {
	renderer *Renderer
	split    splitter
	partial  string // the first bytes of a character whose last ones are missing
	size     int
	defs     int // how much of the link reference definitions was seen
	finished bool

	blocks []block
	width  int
	rows   []string // the rows of blocks[:joined], then those of the tail
	joined int
	stable int // how many of rows belong to blocks

	tail tail
}

// block is a finished piece of the text: one or more top-level blocks of Markdown.
type block struct {
	source string
	width  int // of rows; 0 if they are not rendered
	rows   []string
}

// tail is the last rendering of the unfinished end.
type tail struct {
	size, width int // rows show this much of the end at this width
	rows        []string
}

// NewStream returns an empty stream that is rendered by r. Streams may share a
// renderer when they are used by one goroutine.
func NewStream(r *Renderer) *Stream {
	return &Stream{renderer: r, split: splitter{parser: r.parser, prevBlank: true}}
}

// Append adds text as it came; it may end inside a character. Control characters
// except newline and tab are dropped.
func (s *Stream) Append(text string) {
	text = s.partial + text
	cut := completeLen(text)
	s.partial = text[cut:]
	s.add(clean(text[:cut]))
}

func (s *Stream) add(text string) {
	if text == "" || s.finished {
		return
	}
	s.size += len(text)
	s.split.add(text, func(source string) {
		s.blocks = append(s.blocks, block{source: strings.Clone(source)})
		s.tail = tail{}
	})
	s.noteDefinitions()
}

// noteDefinitions forgets the rows that a new definition may turn into links.
func (s *Stream) noteDefinitions() {
	if s.defs == len(s.split.defs) {
		return
	}
	s.defs = len(s.split.defs)
	for i := range s.blocks {
		if strings.Contains(s.blocks[i].source, "[") {
			s.blocks[i].rows, s.blocks[i].width = nil, 0
		}
	}
	s.rows, s.joined, s.stable, s.tail = nil, 0, 0, tail{}
}

// Finish says that the text is complete. Later calls of Append do nothing.
func (s *Stream) Finish() {
	if s.finished {
		return
	}
	s.add(clean(s.partial))
	s.split.end()
	s.noteDefinitions()
	s.finished, s.partial = true, ""
	if rest := s.split.tail.String(); strings.TrimSpace(rest) != "" {
		s.blocks = append(s.blocks, block{source: rest})
	}
	s.split.tail, s.tail = strings.Builder{}, tail{}
}

// Len returns the size of the text in bytes, a cheap way to see that it changed.
func (s *Stream) Len() int { return s.size }

// Source returns the text as far as it was appended, without control characters.
func (s *Stream) Source() string {
	var b strings.Builder
	for i := range s.blocks {
		b.WriteString(s.blocks[i].source)
	}
	b.WriteString(s.split.tail.String())
	return b.String()
}

// Lines returns all rows for width columns. The slice is valid until the next call
// and must not be changed. After a change of width every block is rendered again;
// Blocks and Block do that for the visible ones only.
func (s *Stream) Lines(width int) []string {
	width = max(width, 1)
	if s.width != width {
		s.width, s.rows, s.joined, s.stable = width, nil, 0, 0
	}
	s.rows = s.rows[:s.stable]
	for ; s.joined < len(s.blocks); s.joined++ {
		s.join(s.block(s.joined, width))
	}
	s.stable = len(s.rows)
	s.join(s.tailRows(width))
	return s.rows
}

func (s *Stream) join(rows []string) {
	if len(rows) > 0 && len(s.rows) > 0 {
		s.rows = append(s.rows, "")
	}
	s.rows = append(s.rows, rows...)
}

// Blocks returns how many blocks there are; the last one is the unfinished end,
// which may be empty.
func (s *Stream) Blocks() int { return len(s.blocks) + 1 }

// Block returns the rows of block i for width columns, without the empty row that
// separates it from its neighbours. A block may have no rows at all.
func (s *Stream) Block(i, width int) []string {
	width = max(width, 1)
	if i < len(s.blocks) {
		return s.block(i, width)
	}
	return s.tailRows(width)
}

func (s *Stream) block(i, width int) []string {
	b := &s.blocks[i]
	if b.width != width {
		b.rows = s.renderer.render(b.source, s.split.defs, width)
		b.width = width
	}
	return b.rows
}

// Release drops the rendered rows to save memory; the next look renders again.
func (s *Stream) Release() {
	for i := range s.blocks {
		s.blocks[i].rows, s.blocks[i].width = nil, 0
	}
	s.rows, s.joined, s.stable, s.tail = nil, 0, 0, tail{}
}

// tailRows renders the unfinished end, or what is due of it.
func (s *Stream) tailRows(width int) []string {
	source := s.split.tail.String()
	if strings.TrimSpace(source) == "" {
		return nil
	}
	live := maxLiveText
	if s.split.fence != "" {
		live = maxLiveCode
	}
	t := &s.tail
	if t.width == width && t.size == len(source) {
		return t.rows
	}
	if t.width != width || t.size > len(source) || len(source) <= live || len(source) > t.size+t.size/4 {
		*t = tail{size: len(source), width: width}
		if len(source) > live {
			t.size = strings.LastIndexByte(source, '\n') + 1
		}
		t.rows = s.renderer.render(source[:t.size], s.split.defs, width)
	}
	return append(t.rows[:len(t.rows):len(t.rows)], s.plainRows(source[t.size:], width)...)
}

// plainRows shows text that was not rendered yet.
func (s *Stream) plainRows(source string, width int) []string {
	if source == "" {
		return nil
	}
	if s.split.fence != "" {
		return s.renderer.codeRows(source, "", width)
	}
	var rows []string
	for line := range strings.SplitSeq(strings.TrimRight(expandTabs(source), "\n"), "\n") {
		rows = append(rows, wrap(line, width)...)
	}
	return rows
}

// clean makes text harmless for a terminal.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if isControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}

// completeLen returns the length of text without an unfinished last character.
func completeLen(text string) int {
	for i := len(text) - 1; i >= max(len(text)-utf8.UTFMax, 0); i-- {
		if utf8.RuneStart(text[i]) {
			if utf8.FullRuneInString(text[i:]) {
				break
			}
			return i
		}
	}
	return len(text)
}
