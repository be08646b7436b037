package walk

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// walker is the state of one walk. Its workers take directories from a stack,
// so that little is pending at a time.
type walker struct {
	ctx   context.Context
	root  *os.Root
	opts  Options
	visit func([]Entry) error

	mu     sync.Mutex
	wake   *sync.Cond // signalled when todo, busy or err change
	todo   []job
	busy   int // workers that may still add jobs
	seen   int // entries handed to visit
	err    error
	report Report

	files atomic.Int64
	odd   atomic.Bool // not Report.Portable
}

// job is one directory to be read.
type job struct {
	dir   string // "" is the root
	scope *scope // the rules of the directories above
	depth int    // 1 for the directory where the walk begins
}

var errEnough = errors.New("walk: enough entries")

func newWalker(ctx context.Context, root *os.Root, opts Options, visit func([]Entry) error) *walker {
	w := &walker{ctx: ctx, root: root, opts: opts, visit: visit}
	w.wake = sync.NewCond(&w.mu)
	return w
}

func (w *walker) run(dir string) error {
	w.todo = []job{{dir: dir, scope: w.scopeAbove(dir), depth: 1}}
	var wg sync.WaitGroup
	for range min(max(runtime.GOMAXPROCS(0), 4), 16) {
		wg.Go(w.work)
	}
	wg.Wait()
	w.report.Files, w.report.Portable = int(w.files.Load()), !w.odd.Load()
	if errors.Is(w.err, errEnough) {
		w.report.Truncated = true
		return nil
	}
	return w.err
}

// work reads directories until none is left or the walk has an error.
func (w *walker) work() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.todo) == 0 && w.busy > 0 && w.err == nil {
			w.wake.Wait()
		}
		if len(w.todo) == 0 || w.err != nil {
			return
		}
		j := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.busy++
		w.mu.Unlock()
		entries, subdirs, err := w.read(j)
		w.mu.Lock()
		w.busy--
		w.finish(j, entries, subdirs, err)
		w.wake.Broadcast()
	}
}

// finish hands over what one job found; w.mu is held.
func (w *walker) finish(j job, entries []Entry, subdirs []job, err error) {
	switch {
	case w.err != nil:
		return
	case w.ctx.Err() != nil:
		w.err = context.Cause(w.ctx)
		return
	case err != nil && j.depth == 1:
		w.err = err
		return
	case err != nil:
		w.unreadable(j.dir, err)
		return
	}
	w.todo = append(w.todo, subdirs...)
	if limit := w.opts.MaxEntries; limit > 0 && w.seen+len(entries) > limit {
		entries = entries[:limit-w.seen]
		w.err = errEnough
	}
	w.seen += len(entries)
	if len(entries) == 0 {
		return
	}
	if err := w.visit(entries); err != nil {
		w.err = err
	}
}

// unreadable notes a path that could not be read; w.mu is held.
func (w *walker) unreadable(name string, err error) {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	w.report.Unreadable = append(w.report.Unreadable, &fs.PathError{Op: "read", Path: name, Err: err})
}

// read lists one directory and judges what is in it.
func (w *walker) read(j job) (entries []Entry, subdirs []job, err error) {
	dir, list, err := w.open(j.dir)
	if err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	s := w.enter(j.scope, dir, j.dir, list)
	entries = make([]Entry, 0, len(list))
	files := 0
	for _, d := range list {
		isDir := d.IsDir()
		if isVCS(d.Name()) {
			continue
		}
		name := d.Name()
		if j.dir != "" {
			name = j.dir + "/" + name
		}
		if !w.opts.IncludeIgnored && s.ignored(name, isDir) {
			continue
		}
		if !isDir {
			files++
		}
		if w.opts.Skip != nil && w.opts.Skip(name, isDir) {
			continue
		}
		if isDir && (w.opts.Depth == 0 || j.depth < w.opts.Depth) {
			subdirs = append(subdirs, job{name, s, j.depth + 1})
		}
		if isDir && !w.opts.Dirs {
			continue
		}
		if e, ok := w.entry(dir, name, d); ok {
			entries = append(entries, e)
		}
	}
	w.files.Add(int64(files))
	return entries, subdirs, nil
}

// entry is false for a file that vanished since its directory was read.
func (w *walker) entry(dir *Dir, name string, d fs.DirEntry) (Entry, bool) {
	e := Entry{Path: name, Type: d.Type(), Size: -1}
	if !w.opts.Stat {
		return e, true
	}
	var err error
	e.Size, e.ModTime, err = dir.stat(d.Name())
	return e, err == nil
}

// open returns a directory, which the caller closes, and its entries by name.
func (w *walker) open(name string) (*Dir, []fs.DirEntry, error) {
	dir, err := OpenDir(w.root, name)
	if err != nil {
		return nil, nil, err
	}
	list, err := w.entries(dir)
	if err != nil {
		dir.Close()
		return nil, nil, err
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return dir, list, nil
}

// entries looks at the context in between: a directory may hold millions.
func (w *walker) entries(dir *Dir) ([]fs.DirEntry, error) {
	f, err := dir.list()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []fs.DirEntry
	for {
		if err := context.Cause(w.ctx); err != nil {
			return nil, err
		}
		list, err := f.ReadDir(4096)
		all = append(all, list...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func isVCS(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", ".bzr":
		return true
	}
	return false
}

// scopeAbove builds the rules of the directories between the root and dir,
// dir not included.
func (w *walker) scopeAbove(dir string) *scope {
	var s *scope
	for at, rest := "", dir; rest != ""; {
		if d, list, err := w.open(at); err == nil {
			s = w.enter(s, d, at, list)
			d.Close()
		}
		var step string
		step, rest, _ = strings.Cut(rest, "/")
		at = path.Join(at, step)
	}
	return s
}
