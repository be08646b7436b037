package symbols

import (
	"bytes"
	"slices"
)

// matcher of brackets: the open ones, and those of the branches of #if.
type brackets struct {
	*source
	open     []int
	branches []branch
	twin     map[int]int // of a bracket in an earlier branch, the one in the last branch
}

// branch is an #if: what was open before it, and what its branches opened and
// did not close.
type branch struct {
	before []int
	opened []int
	deep   bool // too much is open for it to be kept apart
}

// maxOpen bounds how many brackets are copied for an #if.
const maxOpen = 100

// match finds the partners of brackets. One that is closed by the wrong bracket
// is closed there, so that a mistake does not reach far.
func (s *source) match() {
	s.pair = make([]int32, len(s.tok))
	b := brackets{source: s, twin: map[int]int{}}
	for i, t := range s.tok {
		s.pair[i] = int32(len(s.tok))
		switch {
		case t.kind == directive:
			b.conditional(s.bytes(i))
		case t.kind != punct:
		case t.ch == '(' || t.ch == '[' || t.ch == '{':
			b.open = append(b.open, i)
		case t.ch == ')' || t.ch == ']' || t.ch == '}':
			b.close(i)
		}
	}
	for from, to := range b.twin {
		if int(s.pair[from]) == len(s.tok) {
			s.pair[from] = s.pair[to]
		}
	}
}

func (b *brackets) close(i int) {
	want := byte('(')
	switch b.tok[i].ch {
	case ']':
		want = '['
	case '}':
		want = '{'
	}
	for k := len(b.open) - 1; k >= 0; k-- {
		c := b.tok[b.open[k]].ch
		if c == want {
			for _, o := range b.open[k:] {
				b.pair[o] = int32(i)
			}
			b.open = b.open[:k]
			return
		}
		if c == '{' {
			return // a brace is closed by a brace
		}
	}
}

// conditional keeps the brackets of one #if apart: only one of its branches is
// there at a time, so each begins with what was open before.
func (b *brackets) conditional(line []byte) {
	word := bytes.TrimLeft(line[1:], " \t")
	last := len(b.branches) - 1
	switch {
	case bytes.HasPrefix(word, []byte("if")):
		br := branch{deep: len(b.open) > maxOpen}
		if !br.deep {
			br.before = slices.Clone(b.open)
		}
		b.branches = append(b.branches, br)
	case last < 0:
	case b.branches[last].deep:
		if bytes.HasPrefix(word, []byte("endif")) {
			b.branches = b.branches[:last]
		}
	case bytes.HasPrefix(word, []byte("el")):
		br := &b.branches[last]
		if n := len(br.before); len(b.open) > n {
			br.opened = slices.Clone(b.open[n:])
		}
		b.open = slices.Clone(br.before)
	case bytes.HasPrefix(word, []byte("endif")):
		br := b.branches[last]
		b.branches = b.branches[:last]
		if n := len(br.before); len(b.open) >= n && len(b.open)-n == len(br.opened) {
			for k, o := range br.opened {
				b.twin[o] = b.open[n+k]
			}
		}
	}
}
