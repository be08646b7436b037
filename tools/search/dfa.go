package search

import (
	"encoding/binary"
	"slices"
)

// dfa runs an nfa as a deterministic automaton. States are made when they are
// first reached and kept until there are too many. It belongs to one worker.
//
// A state is the set of instructions that wait for a byte or for the end of
// the line. The search may begin anywhere in a line, so every state holds the
// start; after a line break the automaton is back at the beginning of a line.
type dfa struct {
	nfa   *nfa
	exact bool

	next   []stateID // 256 for each state, by byte
	sets   [][]int32 // by state
	index  map[string]stateID
	held   int // instructions in all sets
	resets int

	begin    stateID // at the beginning of a line
	beginSet []int32
	anywhere []int32 // what waits when a match may begin in mid-line

	work closure // scratch space
	key  []byte
}

type stateID uint16

const (
	unknown stateID = iota // not computed yet
	matched                // the line matches, whatever follows
	firstState
)

const (
	maxStates = 4096    // 2 MB of transitions
	maxHeld   = 1 << 20 // 4 MB of sets
	maxResets = 8       // then the expression is none for a dfa
)

func newDFA(n *nfa) *dfa {
	d := &dfa{nfa: n, exact: n.exact, work: closure{mark: make([]uint32, len(n.insts))}}
	d.anywhere = slices.Clone(d.close(n.start, false, false))
	d.beginSet = slices.Clone(d.close(n.start, true, false))
	d.reset()
	return d
}

func (d *dfa) reset() {
	d.next = append(d.next[:0], make([]stateID, 256*int(firstState))...)
	d.sets = append(d.sets[:0], nil, nil)
	d.held = 0
	d.index = map[string]stateID{}
	d.begin = d.state(d.beginSet)
}

// hopeless reports that states are thrown away faster than they are used. From
// then on every line may match.
func (d *dfa) hopeless() bool { return d.resets > maxResets }

// find returns a place in the first line of data that may match, or -1. data
// begins at the beginning of a line. The place is len(data) at most.
func (d *dfa) find(data []byte) int {
	if d.begin == matched && len(data) > 0 {
		return 0
	}
	s := d.begin
	next := d.next
	for i, b := range data {
		n := next[int(s)<<8|int(b)]
		if n <= matched {
			if n == unknown {
				n = d.step(s, b)
				next = d.next
			}
			if n == matched {
				return i
			}
		}
		s = n
	}
	if len(data) > 0 && data[len(data)-1] != '\n' && d.step(s, '\n') == matched {
		return len(data)
	}
	return -1
}

// step computes and stores the transition of s on b.
func (d *dfa) step(s stateID, b byte) stateID {
	if d.hopeless() {
		return matched
	}
	set := d.sets[s]
	// A carriage return may be the one before the line break.
	n := unknown
	if (b == '\n' || b == '\r') && d.endMatches(set) {
		n = matched
	} else if b == '\n' {
		n = d.begin
	} else {
		d.work.clear()
		for _, id := range set {
			if in := &d.nfa.insts[id]; in.kind == instByte && in.lo <= b && b <= in.hi {
				d.follow(in.out, false, false)
			}
		}
		for _, id := range d.anywhere {
			d.work.add(id)
		}
		slices.Sort(d.work.set)
		if len(d.sets) == maxStates || d.held > maxHeld {
			made := slices.Clone(d.work.set)
			d.resets++
			d.reset()
			return d.state(made)
		}
		n = d.state(d.work.set)
	}
	d.next[int(s)<<8|int(b)] = n
	return n
}

// state returns the state of a sorted set, a new one if need be.
func (d *dfa) state(set []int32) stateID {
	d.key = d.key[:0]
	for _, id := range set {
		if d.nfa.insts[id].kind == instMatch {
			return matched
		}
		d.key = binary.LittleEndian.AppendUint32(d.key, uint32(id))
	}
	s, found := d.index[string(d.key)]
	if !found {
		s = stateID(len(d.sets))
		d.index[string(d.key)] = s
		d.sets = append(d.sets, slices.Clone(set))
		d.held += len(set)
		d.next = append(d.next, make([]stateID, 256)...)
	}
	return s
}

// endMatches reports whether the line matches if it ends in a state of set.
func (d *dfa) endMatches(set []int32) bool {
	d.work.clear()
	for _, id := range set {
		if in := &d.nfa.insts[id]; in.kind == instEnd {
			d.follow(in.out, true, true)
		}
	}
	return slices.ContainsFunc(d.work.set, func(id int32) bool { return d.nfa.insts[id].kind == instMatch })
}

// close returns what is reached from id without a byte, sorted. The result is
// valid until the next call.
func (d *dfa) close(id int32, atBegin, atEnd bool) []int32 {
	d.work.clear()
	d.follow(id, atBegin, atEnd)
	slices.Sort(d.work.set)
	return d.work.set
}

// follow adds what is reached from id without a byte to the working set.
func (d *dfa) follow(id int32, atBegin, atEnd bool) {
	stack := append(d.work.stack[:0], id)
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !d.work.visit(id) {
			continue
		}
		switch in := &d.nfa.insts[id]; in.kind {
		case instSplit:
			stack = append(stack, in.alt, in.out)
		case instBegin:
			if atBegin {
				stack = append(stack, in.out)
			}
			if atBegin && atEnd {
				d.exact = false // "$^": the end need not be a beginning
			}
		case instEnd:
			if atEnd {
				stack = append(stack, in.out)
			} else {
				d.work.set = append(d.work.set, id)
			}
		case instByte, instMatch:
			d.work.set = append(d.work.set, id)
		}
	}
	d.work.stack = stack
}

// closure collects instructions, each once.
type closure struct {
	set   []int32
	stack []int32
	mark  []uint32 // by instruction: the round in which it was visited
	round uint32
}

func (c *closure) clear() {
	c.set = c.set[:0]
	c.round++
}

func (c *closure) visit(id int32) bool {
	if c.mark[id] == c.round {
		return false
	}
	c.mark[id] = c.round
	return true
}

func (c *closure) add(id int32) {
	if c.visit(id) {
		c.set = append(c.set, id)
	}
}
