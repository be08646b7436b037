package search

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// nfa is an expression as an automaton over bytes. It accepts at least what
// package regexp accepts: word boundaries are taken to hold everywhere, and
// any byte above ASCII may be the one invalid character that "." matches, and
// large classes take in every character beyond ASCII.
type nfa struct {
	insts []inst
	start int32
	// exact says that on ASCII lines it accepts nothing more than regexp does.
	exact bool
}

type instKind uint8

const (
	instFail  instKind = iota
	instSplit          // go on at out and at alt
	instByte           // a byte of lo..hi, then out
	instBegin          // at the beginning of a line, then out
	instEnd            // at the end of a line, then out
	instMatch
)

type inst struct {
	kind     instKind
	lo, hi   byte
	out, alt int32
}

// maxInsts keeps the automaton of a huge expression from costing more than it
// gains.
const maxInsts = 20_000

// compileNFA translates prog; it returns nil if the result would be too large.
func compileNFA(prog *syntax.Prog) *nfa {
	c := &nfaCompiler{prog: prog, nfa: &nfa{exact: true}, shared: map[inst]int32{}}
	// The first instructions mirror those of prog, so that jumps keep their
	// targets; what a character needs beyond one is appended.
	c.nfa.insts = make([]inst, len(prog.Inst))
	c.nfa.start = int32(prog.Start)
	for pc := range prog.Inst {
		in := c.translate(&prog.Inst[pc]) // may move the slice
		c.nfa.insts[pc] = in
		if len(c.nfa.insts) > maxInsts {
			return nil
		}
	}
	return c.nfa
}

type nfaCompiler struct {
	prog   *syntax.Prog
	nfa    *nfa
	shared map[inst]int32 // equal tails of characters are stored once
}

func (c *nfaCompiler) translate(in *syntax.Inst) inst {
	out := int32(in.Out)
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return inst{kind: instSplit, out: out, alt: int32(in.Arg)}
	case syntax.InstCapture, syntax.InstNop:
		return inst{kind: instSplit, out: out, alt: out}
	case syntax.InstMatch:
		return inst{kind: instMatch}
	case syntax.InstEmptyWidth:
		switch op := syntax.EmptyOp(in.Arg); {
		case op&(syntax.EmptyBeginLine|syntax.EmptyBeginText) != 0:
			return inst{kind: instBegin, out: out}
		case op&(syntax.EmptyEndLine|syntax.EmptyEndText) != 0:
			return inst{kind: instEnd, out: out}
		}
		c.nfa.exact = false
		return inst{kind: instSplit, out: out, alt: out}
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return c.anyOf(runeRanges(in), out)
	}
	return inst{kind: instFail}
}

// anyOf accepts one character of the ranges, given as pairs, in UTF-8.
func (c *nfaCompiler) anyOf(ranges []rune, out int32) inst {
	if len(ranges) > maxRanges {
		ranges = coarse(ranges)
	}
	var entries []inst
	for i := 0; i < len(ranges); i += 2 {
		for seq := range utf8Sequences(ranges[i], ranges[i+1]) {
			next := out
			for k := len(seq) - 1; k > 0; k-- {
				next = c.share(inst{kind: instByte, lo: seq[k].lo, hi: seq[k].hi, out: next})
			}
			entries = append(entries, inst{kind: instByte, lo: seq[0].lo, hi: seq[0].hi, out: next})
		}
		if ranges[i] <= utf8.RuneError && utf8.RuneError <= ranges[i+1] {
			entries = append(entries, inst{kind: instByte, lo: utf8.RuneSelf, hi: 0xff, out: out})
		}
	}
	if len(entries) == 0 {
		return inst{kind: instFail}
	}
	for len(entries) > 1 {
		n := len(entries)
		split := inst{kind: instSplit, out: c.share(entries[n-2]), alt: c.share(entries[n-1])}
		entries = append(entries[:n-2], split)
	}
	return entries[0]
}

// maxRanges is the most bounds of a class that are kept apart. Classes such as
// \pL have hundreds, each of which would be in every state.
const maxRanges = 32

// coarse replaces all beyond ASCII by one range. It costs no exactness, which
// is claimed for ASCII lines only.
func coarse(ranges []rune) []rune {
	var ascii []rune
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] < utf8.RuneSelf {
			ascii = append(ascii, ranges[i], min(ranges[i+1], utf8.RuneSelf-1))
		}
	}
	return append(ascii, utf8.RuneSelf, unicode.MaxRune)
}

func (c *nfaCompiler) share(in inst) int32 {
	id, found := c.shared[in]
	if !found {
		id = int32(len(c.nfa.insts))
		c.nfa.insts = append(c.nfa.insts, in)
		c.shared[in] = id
	}
	return id
}

// runeRanges returns the characters of an instruction as pairs of bounds.
func runeRanges(in *syntax.Inst) []rune {
	switch {
	case in.Op == syntax.InstRuneAny || in.Op == syntax.InstRuneAnyNotNL:
		return []rune{0, unicode.MaxRune}
	case len(in.Rune) > 1:
		return in.Rune
	case len(in.Rune) == 0:
		return nil
	}
	r := in.Rune[0]
	ranges := []rune{r, r}
	if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			ranges = append(ranges, f, f)
		}
	}
	return ranges
}
