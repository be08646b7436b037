package walk

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"
)

// Options chooses what a walk yields. The zero value walks the whole root and
// yields every file that no rule ignores.
type Options struct {
	// Dir is where the walk begins, a slash path relative to the root; "" is
	// the root. An ignored Dir is walked: whoever names it wants it.
	Dir string
	// Ignore holds rules from outside the root; nil means none.
	Ignore *Ignore
	// IncludeIgnored yields ignored entries too. VCS directories stay out.
	IncludeIgnored bool
	// Skip, if set, prunes more: a directory for which it returns true is not
	// entered, a file is not yielded. It must be safe for concurrent use.
	Skip func(path string, isDir bool) bool
	// Dirs yields directories as well, each before what is inside it.
	Dirs bool
	// Stat fills in Size and ModTime, at the price of a system call an entry.
	Stat bool
	// Depth limits how many levels are read; 1 is Dir alone, 0 no limit.
	Depth int
	// MaxEntries ends the walk after so many entries; 0 is no limit. Which
	// ones they are is then not defined.
	MaxEntries int
}

// Entry is one file, link or directory below the root.
type Entry struct {
	Path    string      // slash path relative to the root
	Type    fs.FileMode // type bits only; links are not followed
	Size    int64       // bytes; -1 unless Options.Stat was set
	ModTime time.Time   // zero unless Options.Stat was set
}

// IsDir reports whether e is a directory itself; a link to one is not.
func (e Entry) IsDir() bool { return e.Type.IsDir() }

// Report says what a walk could not yield.
type Report struct {
	// Unreadable holds one error for each directory or ignore file that could
	// not be read, by path.
	Unreadable []*fs.PathError
	// Truncated is set when MaxEntries ended the walk.
	Truncated bool
	// Files is how many files no rule ignores, those that Skip left out included.
	Files int
	// Portable is set when every program that knows ignore files would leave
	// out the same: the rules are plain, and all come from inside the root.
	Portable bool
}

// Walk calls visit with the entries of each directory below opts.Dir, sorted
// by name; the order of the directories is not defined. Directories are read
// concurrently, visit is called by one goroutine at a time. Walk blocks until
// all is visited and all its goroutines have ended.
//
// A directory that can not be read is reported and passed over, except
// opts.Dir itself. The other errors are those of ctx and of visit, which end
// the walk.
func Walk(ctx context.Context, root *os.Root, opts Options, visit func([]Entry) error) (Report, error) {
	dir := path.Clean("/" + opts.Dir)[1:]
	info, err := root.Stat(nonEmpty(dir))
	if err != nil {
		return Report{}, err
	}
	if !info.IsDir() {
		return Report{}, &fs.PathError{Op: "walk", Path: dir, Err: errors.New("is a file, not a directory")}
	}
	w := newWalker(ctx, root, opts, visit)
	if err := w.run(dir); err != nil {
		return Report{}, err
	}
	slices.SortFunc(w.report.Unreadable, func(a, b *fs.PathError) int { return cmp.Compare(a.Path, b.Path) })
	return w.report, nil
}

// Collect walks and returns the entries sorted by path, byte by byte.
func Collect(ctx context.Context, root *os.Root, opts Options) ([]Entry, Report, error) {
	var all []Entry
	report, err := Walk(ctx, root, opts, func(entries []Entry) error {
		all = append(all, entries...)
		return nil
	})
	if err != nil {
		return nil, Report{}, err
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) })
	return all, report, nil
}

// List returns what is in opts.Dir, directories too, with sizes and times and
// sorted by path: only its own entries, or, if recursive, everything below.
func List(ctx context.Context, root *os.Root, recursive bool, opts Options) ([]Entry, Report, error) {
	opts.Dirs, opts.Stat, opts.Depth = true, true, 1
	if recursive {
		opts.Depth = 0
	}
	return Collect(ctx, root, opts)
}

func nonEmpty(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}
