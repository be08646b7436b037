package md

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// splitter holds the unfinished end of a growing text and finds where finished
// blocks can be cut off it. Lines are looked at once, as they arrive, for places
// that may start a block; the parser then proves it: in Markdown the blocks of a
// document are decided line by line, and once a line has opened a new top-level
// block, nothing that follows can change the blocks before it (but for link
// reference definitions, which are collected here).
type splitter struct {
	parser parser.Parser
	tail   strings.Builder

	scanned   int    // start of the first line of tail not looked at yet
	early     bool   // that line was already tried although incomplete
	prevBlank bool   // the line before it is blank, or there is none
	closed    bool   // the line before it closes a fence
	fence     string // the open fence, such as "```"; a hint, wrong inside HTML
	retry     int    // no proofs for lines before this one

	defs string // link reference definitions so far, one per line
}

// add appends text and calls cut with each block that is finished now.
func (s *splitter) add(text string, cut func(block string)) {
	s.tail.WriteString(text)
	for {
		rest := s.tail.String()[s.scanned:]
		line, _, complete := strings.Cut(rest, "\n")
		if !complete {
			if s.early || !startsProse(line) {
				return
			}
			s.early = true
		}
		if at := s.scanned; s.candidate(line) && s.proved(at, at+len(line)) {
			all := s.tail.String()
			cut(all[:at])
			s.tail.Reset()
			s.tail.WriteString(all[at:])
			s.scanned, s.retry, s.fence = 0, 0, ""
		}
		if !complete {
			return
		}
		s.scanned += len(line) + 1
		s.early = false
		s.pass(line)
	}
}

// end collects the definitions of the unfinished end, which is complete now.
func (s *splitter) end() {
	_, definitions := s.parse(s.tail.String())
	s.defs += definitions
}

// startsProse reports whether an incomplete line can only be the start of a
// paragraph, so that the block before it need not wait for the line's end.
func startsProse(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLetter(r)
}

// candidate reports whether line, the one at s.scanned, may start a top-level block.
func (s *splitter) candidate(line string) bool {
	if s.scanned == 0 || strings.TrimSpace(line) == "" || s.scanned < s.retry {
		return false
	}
	if s.closed {
		return true
	}
	if line[0] == ' ' || line[0] == '\t' {
		return false
	}
	return s.prevBlank || line[0] == '#' || fenceOf(line) != ""
}

// proved asks the parser whether the line from at to end opens a new block.
func (s *splitter) proved(at, end int) bool {
	all := s.tail.String()
	before, definitions := s.parse(all[:at])
	if after, _ := s.parse(all[:end]); after != before+1 {
		s.retry = at * 5 / 4 // keeps failing proofs linear in sum
		return false
	}
	s.defs += definitions
	return true
}

// parse counts the top-level blocks and returns the link reference definitions.
func (s *splitter) parse(markdown string) (blocks int, definitions string) {
	ctx := parser.NewContext()
	doc := s.parser.Parse(text.NewReader([]byte(markdown)), parser.WithContext(ctx))
	return doc.ChildCount(), definitionsOf(ctx)
}

// definitionsOf writes the definitions that a parse found as Markdown, without
// their titles, which a terminal does not show.
func definitionsOf(ctx parser.Context) string {
	refs := ctx.References()
	if len(refs) == 0 {
		return ""
	}
	lines := make([]string, len(refs))
	for i, ref := range refs {
		target := strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(string(ref.Destination()))
		lines[i] = "[" + string(ref.Label()) + "]: <" + target + ">\n"
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// pass records what the next line needs to know of line, which is complete.
func (s *splitter) pass(line string) {
	s.closed = false
	switch mark := fenceOf(line); {
	case s.fence == "":
		s.fence = mark
		if mark != "" { // what follows is most likely code, where proofs fail
			s.retry = max(s.retry, s.scanned*5/4)
		}
	case mark != "" && strings.HasPrefix(mark, s.fence) && strings.TrimSpace(line) == mark:
		s.fence, s.closed, s.retry = "", true, 0
	}
	s.prevBlank = strings.TrimSpace(line) == ""
}

// fenceOf returns the run of ` or ~ that makes line a fence, "" if it is none.
func fenceOf(line string) string {
	indented := strings.TrimLeft(line, " ")
	if len(line)-len(indented) > 3 || indented == "" {
		return ""
	}
	rest := strings.TrimLeft(indented, indented[:1])
	mark := indented[:len(indented)-len(rest)]
	if len(mark) < 3 || mark[0] != '`' && mark[0] != '~' || mark[0] == '`' && strings.Contains(rest, "`") {
		return ""
	}
	return mark
}
