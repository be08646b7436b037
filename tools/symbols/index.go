package symbols

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"beestown/tools/walk"
)

// The limits of an index.
const (
	maxFile     = 2 << 20   // bytes of a file that is scanned
	maxMeanLine = 500       // bytes of a line on average: a minified or generated file has more
	maxIndexed  = 3_000_000 // definitions in memory, about 64 bytes each
)

// Index remembers the definitions of every file that a query looked at. It is
// empty until then. It is safe for concurrent use; it holds no files open.
type Index struct {
	turn  chan struct{}    // whoever holds its one token may use what follows
	files map[string]*file // by absolute path
	total int              // symbols in files
}

// New returns an empty index.
func New() *Index {
	return &Index{turn: make(chan struct{}, 1), files: map[string]*file{}}
}

// file is what is known of one file. It does not change; a new version of the
// file is a new one. Those without definitions are files too.
type file struct {
	name    string // slash path below the root of the walk that found it
	size    int64
	modTime time.Time
	fresh   bool // the file may have changed again with the same time
	lang    *language
	pkg     string
	symbols []symbol
	place   place
	skipped bool // too large, or its lines are too long
}

// renamed is f as another root sees it.
func (f *file) renamed(name string) *file {
	g := *f
	if g.name, g.place = name, placeOf(name); f.place == generatedPlace {
		g.place = max(g.place, generatedPlace)
	}
	return &g
}

// racy is how long after a change a file may change again without a new time
// (the coarsest clocks of file systems).
const racy = 2 * time.Second

// current tells whether f is still the file that the walk saw.
func (f *file) current(e walk.Entry) bool {
	return f != nil && !f.fresh && f.size == e.Size && f.modTime.Equal(e.ModTime)
}

// refresh walks the tree and returns its files, by path, with the definitions of
// those that have a language. Files that did not change are not read.
func (x *Index) refresh(ctx context.Context, root *os.Root, o *Options) ([]*file, error) {
	entries, err := o.entries(ctx, root)
	if err != nil {
		return nil, err
	}
	select {
	case x.turn <- struct{}{}:
		defer func() { <-x.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	var stale []*file
	files := make([]*file, 0, len(entries))
	for _, e := range entries {
		if !e.Type.IsRegular() {
			continue
		}
		f := x.files[o.Dir+"/"+e.Path]
		switch {
		case !f.current(e):
			f = &file{name: e.Path, size: e.Size, modTime: e.ModTime, lang: languageOf(e.Path), place: placeOf(e.Path)}
			if f.lang != nil {
				stale = append(stale, f)
			}
		case f.name != e.Path: // it was found from another root
			f = f.renamed(e.Path)
		}
		files = append(files, f)
	}
	if o.File == "" {
		x.forget(o.Dir, files)
	}
	if err := scanAll(ctx, root, stale); err != nil {
		return nil, err
	}
	x.remember(o.Dir, files)
	return files, nil
}

// entries lists the files that a query is about.
func (o *Options) entries(ctx context.Context, root *os.Root) ([]walk.Entry, error) {
	if o.File == "" {
		entries, _, err := walk.Collect(ctx, root, walk.Options{Ignore: o.Ignore, Stat: true})
		return entries, err
	}
	info, err := root.Stat(o.File)
	if err != nil {
		return nil, err
	}
	return []walk.Entry{{Path: o.File, Type: info.Mode().Type(), Size: info.Size(), ModTime: info.ModTime()}}, nil
}

// forget drops the files below dir that are no longer there.
func (x *Index) forget(dir string, files []*file) {
	known := 0
	for _, f := range files {
		if x.files[dir+"/"+f.name] != nil {
			known++
		}
	}
	if known == len(x.files) {
		return
	}
	there := make(map[string]bool, len(files))
	for _, f := range files {
		there[f.name] = true
	}
	for name, f := range x.files {
		if below, ok := strings.CutPrefix(name, dir+"/"); ok && !there[below] {
			x.total -= len(f.symbols)
			delete(x.files, name)
		}
	}
}

// remember keeps what was scanned, all of it or, above the limit, what fits.
func (x *Index) remember(dir string, files []*file) {
	for _, f := range files {
		name := dir + "/" + f.name
		old := x.files[name]
		if old == f {
			continue
		}
		if old != nil {
			x.total -= len(old.symbols)
			delete(x.files, name)
		}
		if x.total+len(f.symbols) <= maxIndexed {
			x.files[name] = f
			x.total += len(f.symbols)
		}
	}
}

// chunkSize is how many files a worker takes at a time.
const chunkSize = 16

// scanAll reads and scans files that nobody else has yet, in parallel.
func scanAll(ctx context.Context, root *os.Root, files []*file) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	chunks := (len(files) + chunkSize - 1) / chunkSize
	for range min(runtime.GOMAXPROCS(0), chunks) {
		wg.Go(func() {
			r := &reader{root: root}
			defer r.close()
			for ctx.Err() == nil {
				i := int(next.Add(1)-1) * chunkSize
				if i >= len(files) {
					return
				}
				for _, f := range files[i:min(i+chunkSize, len(files))] {
					r.scan(f)
				}
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// reader reads files directory by directory.
type reader struct {
	root *os.Root
	name string // of dir
	dir  *walk.Dir
	buf  []byte
}

func (r *reader) close() {
	if r.dir != nil {
		r.dir.Close()
		r.dir = nil
	}
}

// read returns the content of a file until the next call.
func (r *reader) read(name string) ([]byte, error) {
	dir, base := path.Split(name)
	dir = strings.TrimSuffix(dir, "/")
	if r.dir == nil || r.name != dir {
		r.close()
		d, err := walk.OpenDir(r.root, dir)
		if err != nil {
			return nil, err
		}
		r.dir, r.name = d, dir
	}
	data, err := r.dir.Read(base, r.buf, maxFile)
	if cap(data) > cap(r.buf) {
		r.buf = data
	}
	return data, err
}

// scan fills in the definitions of f. A file that
// can not be read defines nothing, and is tried again at the next query.
func (r *reader) scan(f *file) {
	f.fresh = time.Since(f.modTime) < racy
	src, err := r.read(f.name)
	switch {
	case errors.Is(err, walk.ErrTooLarge):
		f.skipped = true
		return
	case err != nil:
		f.fresh = !errors.Is(err, fs.ErrPermission)
		return
	case unreadable(src):
		f.skipped = len(src) > 0
		return
	}
	var out sink
	f.lang.scan(src, &out)
	f.pkg, f.symbols = out.pkg, out.symbols(src)
	if generated(src) {
		f.place = max(f.place, generatedPlace)
	}
}

// unreadable tells whether src is no text that a person wrote.
func unreadable(src []byte) bool {
	head := src[:min(len(src), 8<<10)]
	if bytes.IndexByte(head, 0) >= 0 {
		return true
	}
	return len(src) > 10*maxMeanLine && len(src)/(bytes.Count(src, []byte{'\n'})+1) > maxMeanLine
}
