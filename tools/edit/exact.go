package edit

import (
	"bytes"
	"slices"
	"strings"
)

// maxPlaces bounds how many places are collected when a call must be refused for having several.
const maxPlaces = 100

// request is a text-mode call as it is looked for: as written, or unwrapped.
type request struct {
	old, new   string
	replaceAll bool
	startLine  int    // 1-based, 0 when not given
	note       string // how it was unwrapped
	lineStart  bool   // a match must start at the start of a line
	onlyLine   int    // 1-based: a match must start on this line; 0 is anywhere
}

// planText finds the one place (or, with replace_all, the places) that e means. The call as written
// comes first; every unwrapping is tried only when all before it found nothing at all.
func (d *document) planText(e Edit) (planned, error) {
	asked := request{old: e.Old, new: e.New, replaceAll: e.ReplaceAll, startLine: e.StartLine}
	for _, unwrap := range unwrappings() {
		r, ok, err := unwrap(asked)
		if err != nil {
			return planned{}, err
		}
		if !ok || strings.TrimSpace(r.old) == "" || r.old == r.new {
			continue
		}
		if err := checkOmission("new_string", r.old, r.new); err != nil {
			return planned{}, err
		}
		p, found, err := d.find(r)
		if found || err != nil {
			return p, err
		}
	}
	return planned{}, d.notFound(asked)
}

// find looks for one request: exactly, then by whole lines.
func (d *document) find(r request) (p planned, found bool, err error) {
	if r.replaceAll {
		p.splices, err = d.replaceAll(r)
		p.note = r.note
		if err != nil || len(p.splices) > 0 {
			return p, true, err
		}
	}
	places := d.places(r)
	switch {
	case len(places) == 0:
		return d.findLines(r)
	case len(places) > 1:
		at, ok := d.atStartLine(r, places)
		if !ok {
			return p, true, d.ambiguous(r, d.linesAt(places), "")
		}
		places = []int{at}
	}
	p.splices = []splice{d.exactSplice(places[0], r)}
	p.note = r.note
	return p, true, nil
}

// places returns the offsets in text at which r.old stands, overlapping ones too, at most maxPlaces.
// With a start line those on that line come first, so that the bound cannot hide them.
func (d *document) places(r request) []int {
	var out []int
	if r.startLine > 0 && r.startLine <= d.count() {
		out = d.placesIn(r, max(0, d.start[r.startLine-1]-leadingBreaks(r.old)), d.start[r.startLine], out)
	}
	near := len(out)
	for _, at := range d.placesIn(r, 0, len(d.text), nil) {
		if !slices.Contains(out[:near], at) {
			out = append(out, at)
		}
	}
	return out
}

// placesIn appends the places that start in [from, to).
func (d *document) placesIn(r request, from, to int, out []int) []int {
	old := []byte(r.old)
	end := min(len(d.text), to+len(old)-1)
	for at := from; len(out) < maxPlaces && at < end; {
		i := bytes.Index(d.text[at:end], old)
		if i < 0 {
			break
		}
		if d.allowed(r, at+i) {
			out = append(out, at+i)
		}
		at += i + 1
	}
	return out
}

// allowed says whether an unwrapped request may match at an offset.
func (d *document) allowed(r request, at int) bool {
	if r.lineStart && at > 0 && d.text[at-1] != '\n' {
		return false
	}
	return r.onlyLine == 0 || d.lineAt(at)+1 == r.onlyLine
}

// atStartLine returns the only place that starts on the request's start line. Old text that begins with
// line ends may be counted from either end of them.
func (d *document) atStartLine(r request, places []int) (int, bool) {
	found, n := 0, 0
	for _, at := range places {
		first, last := d.lineAt(at)+1, d.lineAt(at+leadingBreaks(r.old))+1
		if first <= r.startLine && r.startLine <= last {
			found = at
			n++
		}
	}
	return found, n == 1
}

func (d *document) linesAt(places []int) []int {
	lines := make([]int, len(places))
	for i, at := range places {
		lines[i] = d.lineAt(at)
	}
	return lines
}

// replaceAll returns a splice for every occurrence, left to right without overlap.
func (d *document) replaceAll(r request) ([]splice, error) {
	old := []byte(r.old)
	n := bytes.Count(d.text, old)
	if n > 0 && len(r.new) > maxResult/n {
		return nil, refuse(CodeValidation, "replace_all would write new_string %d times, more than %d MiB together; edit smaller parts", n, maxResult>>20)
	}
	out := make([]splice, 0, n)
	for at := 0; ; {
		i := bytes.Index(d.text[at:], old)
		if i < 0 {
			return out, nil
		}
		at += i
		if !d.allowed(r, at) {
			at++
			continue
		}
		out = append(out, d.exactSplice(at, r))
		at += len(old)
	}
}

// exactSplice replaces r.old, which stands at an offset of text, by r.new as it was written. Its line
// ends become those of the place; where the place has both kinds, a line that stays keeps its own.
func (d *document) exactSplice(at int, r request) splice {
	end := at + len(r.old)
	s := splice{start: d.rawOffset(at), end: d.rawOffset(end), text: r.new}
	if len(d.raw) == len(d.text)+d.bom || !strings.Contains(r.new, "\n") {
		return s
	}
	first, last := d.lineAt(at), d.lineAt(end-1)
	breaks := strings.Count(r.old, "\n")
	if breaks > 0 {
		last = first + breaks - 1
	}
	mixed, term := d.lineEnds(first, last)
	if !mixed {
		s.text = strings.ReplaceAll(r.new, "\n", term)
		return s
	}
	news := strings.Split(r.new, "\n")
	kept, ok := align(strings.Split(r.old, "\n"), news)
	var b strings.Builder
	for j, line := range news {
		b.WriteString(line)
		switch {
		case j == len(news)-1:
		case ok && kept[j] >= 0 && kept[j] < breaks:
			b.WriteString(d.terminator(first + kept[j]))
		default:
			b.WriteString(term)
		}
	}
	s.text = b.String()
	return s
}

func leadingBreaks(s string) int { return len(s) - len(strings.TrimLeft(s, "\n")) }
