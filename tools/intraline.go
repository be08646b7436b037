package tools

import (
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Limits of what is compared within lines: characters of a line, above which nobody compares by eye;
// the product of the characters that differ, and the pairs of lines in a run of changes that are looked
// at, which are the time that it takes.
const (
	intralineMax  = 500
	intralineWork = 40_000
	pairingWork   = 100_000
)

// Span is a part of a line, by byte offsets: from Start to before End.
type Span struct{ Start, End int }

// Partners tells for each line of the hunk which other line it became or came from, as an index into
// Lines, or -1. Lines are partners when they belong to one run of removed and then added lines, are
// in the same order in both, and look alike.
func (h Hunk) Partners() []int {
	partners := make([]int, len(h.Lines))
	for i := range partners {
		partners[i] = -1
	}
	for at := 0; at < len(h.Lines); {
		first := run(h.Lines, at, '-')
		last := run(h.Lines, first, '+')
		if last == at {
			at++
			continue
		}
		gone, came := first-at, last-first
		if min(gone, came)*(max(gone, came)-min(gone, came)+1) <= pairingWork {
			pair(h.Lines, at, first, last, partners)
		}
		at = last
	}
	return partners
}

// run returns the end of the lines from at on that have an operation.
func run(lines []DiffLine, at int, op byte) int {
	for at < len(lines) && lines[at].Op == op {
		at++
	}
	return at
}

// pair finds partners for the removed lines from old to new among the added ones from new to end.
// As many lines as there are more on one side may be passed over to find a better one.
func pair(lines []DiffLine, old, new, end int, partners []int) {
	for i, j := old, new; i < new && j < end; {
		best, di, dj := 0, 0, 0
		for k := range max(1, end-j-(new-i)+1) {
			if s := likeness(lines[i].Text, lines[j+k].Text); s > best {
				best, di, dj = s, 0, k
			}
		}
		for k := range max(0, new-i-(end-j)) {
			if s := likeness(lines[i+k+1].Text, lines[j].Text); s > best {
				best, di, dj = s, k+1, 0
			}
		}
		i, j = i+di, j+dj
		if best >= alike {
			partners[i], partners[j] = j, i
		}
		i, j = i+1, j+1
	}
}

// alike is the likeness in percent from which on a line is the other one changed, not another line.
const alike = 50

// likeness is how much of the longer of two lines is made of bytes that the other has too, in percent.
// It costs next to nothing; whether they stand in the same order is for the real comparison.
func likeness(a, b string) int {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	longer := max(len(a), len(b))
	if longer == 0 || longer > utf8.UTFMax*intralineMax {
		return 0
	}
	var counts [256]int16
	for i := range len(a) {
		counts[a[i]]++
	}
	shared := 0
	for i := range len(b) {
		if counts[b[i]] > 0 {
			counts[b[i]]--
			shared++
		}
	}
	return 100 * shared / longer
}

// ChangedSpans returns what differs between two versions of a line: parts of old that are gone, and
// parts of new that came. Both are nil where marking them would not help: the lines have little in
// common, are longer than 500 characters or not UTF-8, or are equal.
func ChangedSpans(old, new string) (gone, came []Span) {
	if old == new || !utf8.ValidString(old) || !utf8.ValidString(new) {
		return nil, nil
	}
	a, b := []rune(old), []rune(new)
	if len(a) > intralineMax || len(b) > intralineMax || likeness(old, new) < alike || work(a, b) > intralineWork {
		return nil, nil
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // the lines are short, and the answer is always the same
	same, i, j := 0, 0, 0
	for _, d := range dmp.DiffCleanupSemantic(dmp.DiffMainRunes(a, b, false)) {
		n := len(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			same += len(strings.TrimSpace(d.Text))
			i, j = i+n, j+n
		case diffmatchpatch.DiffDelete:
			gone = append(gone, Span{i, i + n})
			i += n
		case diffmatchpatch.DiffInsert:
			came = append(came, Span{j, j + n})
			j += n
		}
	}
	// The shorter side counts: a line to which much was added is still the same line.
	if 100*same < alike*min(len(strings.TrimSpace(old)), len(strings.TrimSpace(new))) {
		return nil, nil
	}
	return gone, came
}

// work is the product of what remains of two lines when what they share at both ends is cut.
func work(a, b []rune) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) * len(b)
}
