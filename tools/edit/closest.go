package edit

import (
	"fmt"
	"strings"
)

// candidate is a window that a refusal may show.
type candidate struct {
	at       int // first line, 0-based
	equal    int // lines that equal old_string's, blanks at both ends apart
	distance int // of the other lines
}

const (
	maxTies       = 20      // windows that are compared in full
	maxCompared   = 200_000 // lines that are compared in full, over all windows
	maxRepeats    = 16      // a line that old has more often than this says nothing about the place
	maxDistance   = 200     // bytes of a line that are compared
	minSimilarity = 60      // percent of shared byte pairs that make a line similar
)

// closest returns the window that most probably was meant: the one with most lines equal, at least half
// of them; for want of one, the window round the line that is most similar to old's longest. It only
// chooses what a refusal shows.
func (d *document) closest(olds []string) (candidate, bool) {
	if len(olds) > d.count() {
		return candidate{}, false
	}
	best := candidate{equal: -1}
	for _, at := range d.votedWindows(olds) {
		c := d.compare(at, olds)
		if c.equal > best.equal || c.equal == best.equal && c.distance < best.distance {
			best = c
		}
	}
	if 2*best.equal >= len(olds) {
		return best, true
	}
	at, ok := d.mostSimilar(olds)
	if !ok {
		return candidate{}, false
	}
	return d.compare(at, olds), true
}

// votedWindows returns the starts with most votes; every line that old and the file share votes for the
// window in which it would stand at its place.
func (d *document) votedWindows(olds []string) []int {
	keys := d.lineKeys(level{indent: true})
	places := map[uint64][]int{}
	for j, k := range d.hashLines(level{indent: true}, olds) {
		if strings.TrimSpace(olds[j]) != "" {
			places[k] = append(places[k], j)
		}
	}
	for k, p := range places {
		if len(p) > maxRepeats {
			delete(places, k)
		}
	}
	votes := make([]int32, len(keys)-len(olds)+1)
	most := int32(1)
	for i, k := range keys {
		for _, j := range places[k] {
			if at := i - j; at >= 0 && at < len(votes) {
				votes[at]++
				most = max(most, votes[at])
			}
		}
	}
	var out []int
	ties := max(1, min(maxTies, maxCompared/len(olds)))
	for at, n := range votes {
		if n == most && len(out) < ties {
			out = append(out, at)
		}
	}
	return out
}

// compare counts the equal lines of a window.
func (d *document) compare(at int, olds []string) candidate {
	c := candidate{at: at}
	for i, old := range olds {
		a, b := strings.Trim(old, blanks), strings.Trim(d.line(at+i), blanks)
		if a == b {
			c.equal++
		} else if i < maxRepeats {
			c.distance += distance(a, b)
		}
	}
	return c
}

// distance is the Levenshtein distance of the first bytes of two lines.
func distance(a, b string) int {
	a, b = a[:min(len(a), maxDistance)], b[:min(len(b), maxDistance)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// mostSimilar finds the line that shares most byte pairs with old's longest line and returns the start
// of the window round it.
func (d *document) mostSimilar(olds []string) (at int, ok bool) {
	longest := 0
	for j, old := range olds {
		if len(strings.Trim(old, blanks)) > len(strings.Trim(olds[longest], blanks)) {
			longest = j
		}
	}
	want := strings.Trim(olds[longest], blanks)
	if nonBlank(want, minIndentText) < minIndentText {
		return 0, false
	}
	pairs := newPairSet(want)
	best := 0
	for i := longest; i <= d.count()-len(olds)+longest; i++ {
		line := trimBlanks(d.lineBytes(i), true)
		if len(line) < len(want)/2 || len(line) > 2*len(want) {
			continue
		}
		if s := pairs.similarity(line); s > best {
			best, at = s, i-longest
		}
	}
	return at, best >= minSimilarity
}

// pairSet counts the neighbouring byte pairs of one line, in a table that is reset after every use.
type pairSet struct {
	count []int16
	size  int
	used  []int
}

func newPairSet(s string) *pairSet {
	p := &pairSet{count: make([]int16, 1<<16)}
	for i := 1; i < len(s); i++ {
		if n := &p.count[int(s[i-1])<<8|int(s[i])]; *n < 1<<14 {
			*n++
		}
	}
	p.size = max(0, len(s)-1)
	return p
}

// similarity is the share of pairs in common, in percent (Dice).
func (p *pairSet) similarity(line []byte) int {
	common := 0
	p.used = p.used[:0]
	for i := 1; i < len(line); i++ {
		k := int(line[i-1])<<8 | int(line[i])
		if p.count[k] > 0 {
			p.count[k]--
			p.used = append(p.used, k)
			common++
		}
	}
	for _, k := range p.used {
		p.count[k]++
	}
	return 200 * common / max(1, p.size+len(line)-1)
}

// rarest names where the line of old that the file has least often stands.
func (d *document) rarest(olds []string) string {
	keys := d.lineKeys(level{indent: true})
	at := map[uint64][]int{}
	wanted := d.hashLines(level{indent: true}, olds)
	for j, k := range wanted {
		if strings.TrimSpace(olds[j]) != "" {
			at[k] = nil
		}
	}
	for i, k := range keys {
		if places, ok := at[k]; ok && len(places) <= maxListed {
			at[k] = append(places, i)
		}
	}
	best := -1
	for j, k := range wanted {
		if n := len(at[k]); n > 0 && (best < 0 || n < len(at[wanted[best]])) {
			best = j
		}
	}
	if best < 0 {
		return ""
	}
	places := at[wanted[best]]
	noun := "line "
	if len(places) > 1 {
		noun = "lines "
	}
	return fmt.Sprintf("; of the lines of old_string %q is at %s%s", clip(strings.TrimSpace(olds[best]), 100), noun, listLines(places))
}
