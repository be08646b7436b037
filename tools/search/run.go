package search

import (
	"context"
	"os"
	"runtime"
	"sync"

	"beestown/tools/walk"
)

// search is the state of one Grep. Workers take chunks in order; what they
// find is added to the result in the same order, so that the result does not
// depend on who was faster.
type search struct {
	root    *os.Root
	opts    *GrepOptions
	pattern *pattern
	chunks  []chunk

	mu     sync.Mutex
	next   int           // the next chunk to be taken
	found  map[int][]hit // by chunk: searched, not yet added
	added  int           // chunks that are part of the result
	full   bool          // Max is reached: the result is final
	err    error
	result GrepResult
}

func (s *search) run(ctx context.Context) error {
	s.found = map[int][]hit{}
	var wg sync.WaitGroup
	for range min(max(runtime.GOMAXPROCS(0), 2), len(s.chunks)) {
		wg.Go(func() { s.work(ctx) })
	}
	wg.Wait()
	return s.err
}

func (s *search) work(ctx context.Context) {
	w := &scanner{opts: s.opts, matcher: newMatcher(s.pattern), buf: make([]byte, 0, 64<<10)}
	for {
		i, ok := s.take(ctx)
		if !ok {
			return
		}
		hits := w.chunk(ctx, s.root, s.chunks[i])
		s.deliver(i, hits)
	}
}

// take returns the index of a chunk that nobody has yet.
func (s *search) take(ctx context.Context) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil && ctx.Err() != nil {
		s.err = context.Cause(ctx)
	}
	if s.full || s.err != nil || s.next == len(s.chunks) {
		return 0, false
	}
	s.next++
	return s.next - 1, true
}

// deliver adds to the result all chunks that are next in order.
func (s *search) deliver(i int, hits []hit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found[i] = hits
	for !s.full {
		hits, ok := s.found[s.added]
		if !ok {
			return
		}
		delete(s.found, s.added)
		files := s.chunks[s.added].files
		s.added++
		for k, h := range hits {
			if s.full = s.result.add(s.opts, files[k].path, h); s.full {
				s.result.AtLeast = k < len(files)-1 || s.added < len(s.chunks)
				return
			}
		}
	}
}

// chunk searches the files of one chunk; the hits are in their order.
func (s *scanner) chunk(ctx context.Context, root *os.Root, c chunk) []hit {
	hits := make([]hit, len(c.files))
	dir, err := walk.OpenDir(root, c.dir)
	if err == nil {
		defer dir.Close()
	}
	for i, t := range c.files {
		if hits[i].err = err; err != nil {
			continue
		}
		data, err := s.read(root, dir, c.dir, t)
		if err != nil {
			hits[i].err = err
			continue
		}
		hits[i] = s.scan(ctx, t.path, data)
	}
	return hits
}

// read returns the content of a file; it is valid until the next call.
func (s *scanner) read(root *os.Root, dir *walk.Dir, in string, t target) (data []byte, err error) {
	if t.link {
		data, err = walk.ReadFile(root, t.path, s.buf, s.opts.MaxFileSize)
	} else {
		data, err = dir.Read(below(in, t.path), s.buf, s.opts.MaxFileSize)
	}
	if cap(data) > cap(s.buf) {
		s.buf = data
	}
	return data, err
}
