package cli

import (
	"context"
	"os"
	"sync"
	"time"

	"beestown/tools/search"
	"beestown/tools/walk"
	"beestown/tui/editor"
	"beestown/tui/term"
)

const (
	// completions is how many files @ offers at a time.
	completions = 8
	// indexWait is how long the first @ waits for the index: nothing draws the list again when the
	// index of a small workspace is there a moment later.
	indexWait = 50 * time.Millisecond
)

// fileIndex is the names of the workspace's files for @. It is built in the background when it is
// first asked for.
type fileIndex struct {
	ctx   context.Context
	guard *term.Guard
	dir   string
	once  sync.Once
	built chan struct{} // closed when files is final; nil files offer nothing
	files *search.Files
}

func newFileIndex(ctx context.Context, guard *term.Guard, dir string) *fileIndex {
	return &fileIndex{ctx: ctx, guard: guard, dir: dir, built: make(chan struct{})}
}

// find returns the files that fit best, none while the index of a large workspace is being built.
func (f *fileIndex) find(query string) []editor.Candidate {
	f.once.Do(func() {
		f.guard.Go("files", f.build)
		select {
		case <-f.built:
		case <-time.After(indexWait):
		}
	})
	select {
	case <-f.built:
	default:
		return nil
	}
	if f.files == nil {
		return nil
	}
	var list []editor.Candidate
	for _, path := range f.files.Rank(query, completions) {
		list = append(list, editor.Candidate{Text: path})
	}
	return list
}

// build walks the workspace. What cannot be read is simply not offered.
func (f *fileIndex) build() {
	defer close(f.built)
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return
	}
	defer root.Close()
	ignore, err := walk.LoadIgnore(f.dir, "")
	if err != nil {
		ignore = nil
	}
	entries, _, err := walk.Collect(f.ctx, root, walk.Options{Ignore: ignore, MaxEntries: 200_000})
	if err != nil {
		return
	}
	paths := make([]string, len(entries))
	for i, e := range entries {
		paths[i] = e.Path
	}
	f.files = search.NewFiles(paths)
}
