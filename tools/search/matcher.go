package search

import (
	"bytes"
	"unicode/utf8"
)

// matcher finds the matching lines of one text after the other. It belongs to
// one worker.
type matcher struct {
	*pattern
	finders []*finder // one for each literal
	dfa     *dfa      // nil if the expression is not made for it
	data    []byte
	literal bool // the finders find all there is in data
}

func newMatcher(p *pattern) *matcher {
	m := &matcher{pattern: p}
	for _, l := range p.literals {
		m.finders = append(m.finders, newFinder(l))
	}
	if p.nfa != nil {
		m.dfa = newDFA(p.nfa)
	}
	return m
}

// reset makes data the text to search in.
func (m *matcher) reset(data []byte) {
	m.data = data
	m.literal = len(m.finders) > 0
	for _, f := range m.finders {
		f.reset(data)
		m.literal = m.literal && !f.blind(data)
	}
}

// next returns the first matching line that begins at or after pos, which is
// the beginning of a line, and before limit; it is data[start:end], without its
// line break. The next search begins at end+1.
func (m *matcher) next(pos, limit int) (start, end int, ok bool) {
	for pos < limit {
		at, checked := m.candidate(pos, limit)
		if at < 0 {
			return 0, 0, false
		}
		start = pos + bytes.LastIndexByte(m.data[pos:at], '\n') + 1
		end = lineEnd(m.data, at)
		if start >= limit {
			return 0, 0, false
		}
		if m.confirm(m.data[start:end], checked) {
			return start, end, true
		}
		pos = end + 1
	}
	return 0, 0, false
}

// candidate returns a place in the first line from pos on that may match, or
// -1. checked says that the whole expression was looked at, not just a literal.
func (m *matcher) candidate(pos, limit int) (at int, checked bool) {
	switch {
	case m.literal:
		at = notFound
		for _, f := range m.finders {
			at = min(at, f.next(pos, limit))
		}
		if at == notFound {
			at = -1
		}
		return at, false
	case m.dfa == nil:
		return pos, false // every line
	}
	if at = m.dfa.find(m.data[pos:limit]); at < 0 {
		return -1, true
	}
	return pos + at, true
}

// confirm reports whether a line that may match does.
func (m *matcher) confirm(line []byte, checked bool) bool {
	if m.whole && m.literal {
		return true
	}
	if m.dfa != nil && !checked && m.dfa.find(line) < 0 {
		return false
	}
	if m.dfa != nil && m.dfa.hopeless() {
		m.dfa = nil // what it found last was a guess
	}
	if m.dfa != nil && m.dfa.exact && plain(line) {
		return true
	}
	return m.re.Match(trimCR(line))
}

// plain reports whether a line is ASCII without carriage returns, which the
// automaton judges as regexp does.
func plain(line []byte) bool {
	for _, c := range line {
		if c >= utf8.RuneSelf || c == '\r' {
			return false
		}
	}
	return true
}

func trimCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte("\r")) }
