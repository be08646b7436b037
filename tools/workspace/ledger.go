package workspace

import (
	"slices"
	"sync"
	"time"
)

// Bounds of the contents that a Ledger keeps, in bytes.
const (
	maxKeptFile  = 1 << 20
	maxKeptTotal = 16 << 20
)

// Freshness says how what a session knows about a file compares with the file.
type Freshness int

// The answers of Ledger.Check.
const (
	Unread Freshness = iota // the session has not seen the file
	Fresh                   // the file is what was seen
	Stale                   // the file was changed by somebody else
)

// Lines is a range of lines, counted from 1, both ends included.
type Lines struct{ First, Last int }

// Seen is what a Ledger knows about one file.
type Seen struct {
	Size    int64
	ModTime time.Time
	Hash    Hash
	Shown   []Lines // the lines that the model has seen, sorted, not touching each other
	Content []byte  // the whole file, nil when it was too large to keep; not to be changed
}

// Ledger records the state of every file that a session has read or written, by real path. It is
// safe for concurrent use; the zero value is empty and ready.
type Ledger struct {
	mu    sync.Mutex
	files map[string]*record
	kept  int // bytes in contents
	clock int // orders the records by last use
}

type record struct {
	Seen
	used int
}

// Record notes that the session has seen a file: after a read, with the lines that were shown, and
// after an own write, with all of them. While the hash stays the same, ranges add up. Content, when
// given, is kept as it is: the caller does not change it afterwards.
func (l *Ledger) Record(path string, s Seen) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.files == nil {
		l.files = map[string]*record{}
	}
	l.clock++
	old := l.files[path]
	if old == nil {
		old = &record{}
		l.files[path] = old
	}
	if old.Hash == s.Hash {
		s.Shown = slices.Concat(old.Shown, s.Shown)
		if s.Content == nil {
			s.Content = old.Content
		}
	}
	if len(s.Content) > maxKeptFile {
		s.Content = nil
	}
	s.Shown = mergeLines(s.Shown)
	l.kept += len(s.Content) - len(old.Content)
	old.Seen, old.used = s, l.clock
	l.evict()
}

// evict forgets the contents that were used longest ago; hashes and ranges stay.
func (l *Ledger) evict() {
	for l.kept > maxKeptTotal {
		var oldest *record
		for _, r := range l.files {
			if r.Content != nil && (oldest == nil || r.used < oldest.used) {
				oldest = r
			}
		}
		l.kept -= len(oldest.Content)
		oldest.Content = nil
	}
}

// Check compares the hash of the file as it is now with the record.
func (l *Ledger) Check(path string, now Hash) Freshness {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch r := l.files[path]; {
	case r == nil:
		return Unread
	case r.Hash == now:
		return Fresh
	}
	return Stale
}

// Seen returns the record of a file, for example to show what changed since.
func (l *Ledger) Seen(path string) (Seen, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.files[path]
	if r == nil {
		return Seen{}, false
	}
	l.clock++
	r.used = l.clock
	s := r.Seen
	s.Shown = slices.Clone(s.Shown)
	return s, true
}

// Forget drops the record of a file that was deleted or moved away.
func (l *Ledger) Forget(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.files[path]; r != nil {
		l.kept -= len(r.Content)
		delete(l.files, path)
	}
}

// mergeLines sorts ranges and joins those that overlap or touch. Empty ones are dropped.
func mergeLines(in []Lines) []Lines {
	in = slices.DeleteFunc(slices.Clone(in), func(r Lines) bool { return r.Last < r.First })
	slices.SortFunc(in, func(a, b Lines) int { return a.First - b.First })
	out := in[:0]
	for _, r := range in {
		if n := len(out); n > 0 && r.First <= out[n-1].Last+1 {
			out[n-1].Last = max(out[n-1].Last, r.Last)
			continue
		}
		out = append(out, r)
	}
	return out
}
