package search

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"beestown/tools/walk"
)

// GrepOptions says what to search for, where, and how much to return.
type GrepOptions struct {
	// Pattern is a regular expression in RE2 syntax, matched against each
	// line on its own: ^ and $ are the ends of the line.
	Pattern    string
	Literal    bool // Pattern is plain text
	IgnoreCase bool

	// Paths are the files and directories to search, as slash paths relative
	// to the root; none means the root. A file that is named is searched even
	// if it is ignored or not included.
	Paths []string
	// Include and Exclude are file patterns; no Include means every file. A
	// pattern without a slash matches names at any depth, one with a slash
	// the path, relative to the root or to the directory in Paths. Exclude
	// also matches directories, and wins.
	Include, Exclude []string
	IncludeIgnored   bool
	Ignore           *walk.Ignore // rules from outside the root

	// Ripgrep, which may be nil, is used where it is faster. Dir is then the
	// absolute path of the root.
	Ripgrep *Ripgrep
	Dir     string

	Context   int  // lines to return before and after each match
	FilesOnly bool // return the names of matching files only
	CountOnly bool // return the number of matching lines of each file only

	// Max is the most matches (with FilesOnly or CountOnly, files) that are
	// returned; 0 is no limit.
	Max int
	// MaxLine is the number of bytes above which a line is shortened for
	// display; 0 means 400.
	MaxLine int
	// MaxFileSize is the size in bytes above which a file is passed over;
	// 0 means 32 MiB.
	MaxFileSize int64
}

const (
	defaultMaxLine     = 400
	defaultMaxFileSize = 32 << 20
)

// GrepResult is what a search found. All lists are ordered by path.
type GrepResult struct {
	// Matches holds one entry for each matching line, by path and line.
	Matches []Match
	// Files holds the matching files as far as they were searched.
	Files []FileCount
	// Total is the number of matching lines, with FilesOnly of matching
	// files, also of those beyond Max.
	Total int
	// AtLeast is set when the search stopped at Max before it had seen every
	// file that may match: Total is then a lower bound. Counting never stops early.
	AtLeast bool
	// Searched is the number of files that were read as text. Where ripgrep
	// passed over files, this and the next two know nothing of them.
	Searched int
	// Binary is the number of files passed over because they hold a NUL: near
	// the beginning, or, in a file that would match, anywhere.
	Binary int
	// TooLarge names the files above MaxFileSize.
	TooLarge []string
	// Unreadable holds one error for each file or directory not read.
	Unreadable []*fs.PathError
}

// FileCount is a file with the number of its matching lines, which is 1 with
// FilesOnly.
type FileCount struct {
	File  string
	Count int
}

// Match is one matching line, described by the first match in it.
type Match struct {
	File   string // slash path relative to the root
	Line   int    // from 1
	Column int    // in bytes, from 1
	Match  string // the matching text, shortened like Text
	Text   string // the line, without its end
	Cut    bool   // Text is shortened around the match, "…" where it was cut
	Before []string
	After  []string
}

// Grep searches the files below root. It blocks until the search is done and
// all its goroutines have ended, and is safe for concurrent use.
//
// Errors are a pattern that does not compile, a path that does not exist or
// leads out of the root, and the cause of a cancelled ctx. Files that can not
// be read are part of the result.
func Grep(ctx context.Context, root *os.Root, o GrepOptions) (*GrepResult, error) {
	if o.MaxLine <= 0 {
		o.MaxLine = defaultMaxLine
	}
	if o.MaxFileSize <= 0 {
		o.MaxFileSize = defaultMaxFileSize
	}
	p, err := parse(o)
	if err != nil {
		return nil, err
	}
	targets, unreadable, err := findTargets(ctx, root, &o, p)
	if err != nil {
		return nil, err
	}
	s := &search{root: root, opts: &o, pattern: p, chunks: split(targets)}
	s.result.Unreadable = unreadable
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	return &s.result, nil
}

// add takes in what was found in one file. full reports that Max is reached.
func (r *GrepResult) add(o *GrepOptions, file string, h hit) (full bool) {
	switch {
	case errors.Is(h.err, walk.ErrTooLarge):
		r.TooLarge = append(r.TooLarge, file)
	case errors.Is(h.err, fs.ErrNotExist), errors.Is(h.err, walk.ErrNotRegular):
		// Gone, or replaced, since the walk.
	case h.err != nil:
		r.Unreadable = append(r.Unreadable, pathError(file, h.err))
	case h.binary:
		r.Binary++
	default:
		r.Searched++
	}
	if h.count == 0 {
		return false
	}
	r.Total += h.count
	if o.Max == 0 || len(r.Files) < o.Max {
		r.Files = append(r.Files, FileCount{file, h.count})
	}
	if o.Max == 0 {
		r.Matches = append(r.Matches, h.matches...)
		return false
	}
	room := o.Max - len(r.Matches)
	r.Matches = append(r.Matches, h.matches[:min(room, len(h.matches))]...)
	switch {
	case o.CountOnly:
		return false
	case o.FilesOnly:
		return len(r.Files) == o.Max
	}
	return len(r.Matches) == o.Max
}

func pathError(file string, err error) *fs.PathError {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "read", Path: file, Err: err}
}

// outside explains a path that can not be searched.
func outside(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("path %s does not exist; give a path relative to the workspace", path)
	}
	return fmt.Errorf("path %s: %w", path, err)
}
