package edit

import (
	"hash/maphash"
	"strings"
)

// level is one rung of the whole-line ladder: what two equal lines may differ in.
type level struct {
	fold   bool // Unicode form and typographic variants of punctuation
	indent bool // blanks at the start
}

// ladder is the order in which levels are tried; trailing blanks are ignored by all of them.
var ladder = [...]level{{}, {fold: true}, {indent: true}, {fold: true, indent: true}}

// minIndentText is how many characters old text needs, blanks apart, before its indentation is ignored.
const minIndentText = 6

const blanks = " \t"

// key returns what must be equal for two lines to agree.
func (lv level) key(line string) string {
	if lv.fold {
		line = fold(line)
	}
	line = strings.TrimRight(line, blanks)
	if lv.indent {
		line = strings.TrimLeft(line, blanks)
	}
	return line
}

// String names the tolerance for notes.
func (lv level) String() string {
	switch lv {
	case level{}:
		return "trailing blanks"
	case level{fold: true}:
		return "Unicode form and punctuation variants"
	case level{indent: true}:
		return "indentation"
	}
	return "indentation, Unicode form and punctuation variants"
}

// window is a place at which every line of old agrees with the file's under a level.
type window struct {
	level      level
	at         int // first line, 0-based
	olds, news []string
	oldEnded   bool // old ends with a line end
	newEnded   bool
}

// findLines tries the levels in order, first with old as it is, then without blank lines at its ends.
// The first level that holds anywhere decides.
func (d *document) findLines(r request) (p planned, found bool, err error) {
	w := window{}
	w.olds, w.oldEnded = splitLines(r.old)
	w.news, w.newEnded = splitLines(r.new)
	if p, found, err = d.climb(r, w); found || err != nil {
		return p, found, err
	}
	if !w.cutBlankEnds() {
		return p, false, nil
	}
	r.note = withNote(r.note, "matched without the blank lines at the ends of old_string")
	return d.climb(r, w)
}

func (d *document) climb(r request, w window) (p planned, found bool, err error) {
	enough := nonBlank(r.old, minIndentText) == minIndentText
	ascii := d.ascii && isASCII(r.old)
	for _, w.level = range ladder {
		if w.level.indent && !enough || w.level.fold && ascii {
			continue
		}
		first, last := 0, d.count()
		if r.onlyLine > 0 {
			first, last = r.onlyLine-1, r.onlyLine-1
		}
		starts := d.windows(w.level, w.olds, first, last)
		if len(starts) == 0 {
			continue
		}
		w.at = starts[0]
		if len(starts) > 1 {
			named := d.windows(w.level, w.olds, r.startLine-1, r.startLine-1)
			if r.startLine == 0 || len(named) == 0 {
				return p, true, d.ambiguous(r, starts, w.level.String())
			}
			w.at = named[0]
		}
		if !d.agrees(w.level, w.at, w.olds) {
			continue
		}
		p, err = d.place(r, w)
		return p, true, err
	}
	return p, false, nil
}

// cutBlankEnds takes the blank lines off both ends of old, and as many off new; false if there are none.
func (w *window) cutBlankEnds() bool {
	isBlank := func(s string) bool { return strings.Trim(s, blanks) == "" }
	head, tail := 0, 0
	for head < len(w.olds) && isBlank(w.olds[head]) {
		head++
	}
	for tail < len(w.olds)-head && isBlank(w.olds[len(w.olds)-1-tail]) {
		tail++
	}
	w.olds = w.olds[head : len(w.olds)-tail]
	for i := 0; i < head && len(w.news) > 0 && isBlank(w.news[0]); i++ {
		w.news = w.news[1:]
	}
	for i := 0; i < tail && len(w.news) > 0 && isBlank(w.news[len(w.news)-1]); i++ {
		w.news = w.news[:len(w.news)-1]
	}
	if tail > 0 && len(w.news) > 0 && w.oldEnded != w.newEnded {
		w.oldEnded, w.newEnded = false, false // line ends that the file does not have join no lines
	}
	return head+tail > 0
}

// lineKeys returns the hashed key of every line of the file.
func (d *document) lineKeys(lv level) []uint64 {
	if lv.fold && d.ascii {
		lv.fold = false
	}
	if keys, ok := d.keys[lv]; ok {
		return keys
	}
	keys := make([]uint64, d.count())
	for i := range keys {
		line := d.lineBytes(i)
		if lv.fold && !isASCII(line) {
			keys[i] = maphash.String(d.seed, lv.key(string(line)))
			continue
		}
		keys[i] = maphash.Bytes(d.seed, trimBlanks(line, lv.indent))
	}
	d.keys[lv] = keys
	return keys
}

func trimBlanks(line []byte, left bool) []byte {
	for len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
		line = line[:len(line)-1]
	}
	for left && len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		line = line[1:]
	}
	return line
}

func (d *document) hashLines(lv level, lines []string) []uint64 {
	keys := make([]uint64, len(lines))
	for i, line := range lines {
		keys[i] = maphash.String(d.seed, lv.key(line))
	}
	return keys
}

// windows returns the first lines of the windows whose every line agrees with olds and that start in
// first to last, at most maxPlaces. It searches the hashes as Knuth, Morris and Pratt search a string,
// so its time is linear whatever the file repeats.
func (d *document) windows(lv level, olds []string, first, last int) []int {
	want, file := d.hashLines(lv, olds), d.lineKeys(lv)
	first, last = max(first, 0), min(last, len(file)-len(want))
	if len(want) == 0 || last < first {
		return nil
	}
	back := make([]int, len(want))
	for i, k := 1, 0; i < len(want); i++ {
		for k > 0 && want[i] != want[k] {
			k = back[k-1]
		}
		if want[i] == want[k] {
			k++
		}
		back[i] = k
	}
	var out []int
	for i, k := first, 0; i < last+len(want) && len(out) < maxPlaces; i++ {
		for k > 0 && file[i] != want[k] {
			k = back[k-1]
		}
		if file[i] == want[k] {
			k++
		}
		if k < len(want) {
			continue
		}
		k = back[k-1]
		out = append(out, i-len(want)+1)
	}
	return out
}

// agrees compares the keys themselves, so that no edit rests on a hash.
func (d *document) agrees(lv level, at int, olds []string) bool {
	for i, line := range olds {
		if lv.key(d.line(at+i)) != lv.key(line) {
			return false
		}
	}
	return true
}
