package search

import (
	"cmp"
	"slices"
	"strings"
)

// Files ranks a fixed set of paths by how well they fit what a user types. It
// remembers the last query, so that each further letter looks only at the
// paths that still fit. It is not safe for concurrent use.
type Files struct {
	paths []string
	lower []string
	query string  // the last one, in lower case
	fits  []int32 // the paths that fit it; nil means all
}

// NewFiles indexes slash paths; it keeps the slice and does not change it.
func NewFiles(paths []string) *Files {
	f := &Files{paths: paths, lower: make([]string, len(paths))}
	for i, p := range paths {
		f.lower[i] = strings.ToLower(p)
	}
	return f
}

// Rank returns the best limit paths for query without regard to case, best
// first. A name that begins with the query is better than one that contains
// it, that is better than a path that contains it, and that is better than a
// path that holds its letters in order. Among equals the shorter path wins.
func (f *Files) Rank(query string, limit int) []string {
	query = strings.ToLower(query)
	if f.fits == nil || !strings.HasPrefix(query, f.query) {
		f.fits = make([]int32, len(f.paths))
		for i := range f.fits {
			f.fits[i] = int32(i)
		}
	}
	f.query = query
	best := top{limit: limit, files: f}
	kept := f.fits[:0]
	for _, i := range f.fits {
		if s, ok := score(f.lower[i], query); ok {
			kept = append(kept, i)
			best.offer(ranked{i, s})
		}
	}
	f.fits = kept
	return best.paths()
}

// Rank is [Files.Rank] for paths that are ranked once.
func Rank(paths []string, query string, limit int) []string {
	return NewFiles(paths).Rank(query, limit)
}

// How a path fits a query, best first.
const (
	namePrefix = iota
	nameContains
	pathContains
	inOrder
)

// score says how well a path fits; less is better. ok is false if the letters
// of the query do not even occur in order.
func score(path, query string) (s int32, ok bool) {
	const class = 1 << 20 // more than any span
	name := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case strings.HasPrefix(name, query):
		return namePrefix * class, true
	case strings.Contains(name, query):
		return nameContains * class, true
	case strings.Contains(path, query):
		return pathContains * class, true
	}
	span, ok := spread(path, query)
	return inOrder*class + int32(min(span, class-1)), ok
}

// spread returns over how many bytes the letters of query are spread in path,
// matched from the end, where the name is.
func spread(path, query string) (span int, ok bool) {
	q := len(query)
	end := 0
	for i := len(path) - 1; i >= 0 && q > 0; i-- {
		if path[i] != query[q-1] {
			continue
		}
		if q == len(query) {
			end = i
		}
		if q--; q == 0 {
			return end - i, true
		}
	}
	return 0, false
}

type ranked struct {
	file  int32
	score int32
}

// top keeps the best few of many.
type top struct {
	files *Files
	limit int
	best  []ranked // sorted
}

func (t *top) compare(a, b ranked) int {
	if a.score != b.score {
		return cmp.Compare(a.score, b.score)
	}
	p, q := t.files.paths[a.file], t.files.paths[b.file]
	return cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q))
}

func (t *top) offer(r ranked) {
	full := len(t.best) >= t.limit
	if full && (t.limit <= 0 || t.compare(r, t.best[len(t.best)-1]) >= 0) {
		return
	}
	if full {
		t.best = t.best[:len(t.best)-1]
	}
	at, _ := slices.BinarySearchFunc(t.best, r, t.compare)
	t.best = slices.Insert(t.best, at, r)
}

func (t *top) paths() []string {
	list := make([]string, len(t.best))
	for i, r := range t.best {
		list[i] = t.files.paths[r.file]
	}
	return list
}
