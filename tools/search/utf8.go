package search

import (
	"iter"
	"unicode/utf8"
)

type byteRange struct{ lo, hi byte }

// utf8Sequences yields byte ranges that together accept the UTF-8 forms of the
// characters lo to hi: each sequence holds one range for every byte.
func utf8Sequences(lo, hi rune) iter.Seq[[]byteRange] {
	return func(yield func([]byteRange) bool) {
		// Surrogates have no UTF-8 form, and each length is a range of its own.
		for _, part := range [][2]rune{{0, 0x7f}, {0x80, 0x7ff}, {0x800, 0xd7ff}, {0xe000, 0xffff}, {0x10000, utf8.MaxRune}} {
			from, to := max(lo, part[0]), min(hi, part[1])
			if from <= to && !splitRange(from, to, yield) {
				return
			}
		}
	}
}

// splitRange divides a range whose characters have one length until every
// byte but the first varies over all its values or over one stretch of them.
func splitRange(lo, hi rune, yield func([]byteRange) bool) bool {
	n := utf8.RuneLen(lo)
	for i := 1; i < n; i++ {
		mask := rune(1)<<(6*i) - 1 // the bits of the last i bytes
		if lo&^mask == hi&^mask {
			continue
		}
		if lo&mask != 0 {
			return splitRange(lo, lo|mask, yield) && splitRange(lo|mask+1, hi, yield)
		}
		if hi&mask != mask {
			return splitRange(lo, hi&^mask-1, yield) && splitRange(hi&^mask, hi, yield)
		}
	}
	var first, last [utf8.UTFMax]byte
	utf8.EncodeRune(first[:], lo)
	utf8.EncodeRune(last[:], hi)
	seq := make([]byteRange, n)
	for i := range seq {
		seq[i] = byteRange{first[i], last[i]}
	}
	return yield(seq)
}
