package search

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"

	"beestown/tools/walk"
)

// GlobOptions says which files to find.
type GlobOptions struct {
	// Pattern is a glob with "**" and {a,b}, relative to Path. Without a
	// slash it matches names at any depth.
	Pattern string
	// Path is the directory to look in, a slash path relative to the root; ""
	// means the root.
	Path string
	// Exclude are patterns of files and directories to leave out, with the
	// meaning that they have in GrepOptions.
	Exclude        []string
	Limit          int // the most files that are returned; 0 is no limit
	IncludeIgnored bool
	Ignore         *walk.Ignore // rules from outside the root
}

// GlobResult is what Glob found.
type GlobResult struct {
	Files      []string // slash paths relative to the root, sorted
	Total      int      // matching files, also of those beyond Limit
	Unreadable []*fs.PathError
}

// Glob finds the files whose path matches a pattern: regular files, and links
// to regular files inside the root. It blocks until the walk is done and is
// safe for concurrent use. Errors are those of [Grep].
func Glob(ctx context.Context, root *os.Root, o GlobOptions) (*GlobResult, error) {
	if o.Pattern == "" {
		return nil, errors.New(`file pattern is empty; "**" finds every file`)
	}
	pattern, err := compileFilter([]string{o.Pattern})
	if err != nil {
		return nil, err
	}
	exclude, err := compileFilter(o.Exclude)
	if err != nil {
		return nil, err
	}
	dir := path.Clean("/" + o.Path)[1:]
	entries, report, err := walk.Collect(ctx, root, walk.Options{
		Dir: dir, Ignore: o.Ignore, IncludeIgnored: o.IncludeIgnored, Skip: skip(dir, nil, exclude),
	})
	if err != nil {
		return nil, outside(dir, err)
	}
	result := &GlobResult{Unreadable: report.Unreadable}
	for _, e := range entries {
		if !pattern.matches(below(dir, e.Path)) || !isFile(root, e) {
			continue
		}
		result.Total++
		if o.Limit == 0 || len(result.Files) < o.Limit {
			result.Files = append(result.Files, e.Path)
		}
	}
	return result, nil
}

func isFile(root *os.Root, e walk.Entry) bool {
	if e.Type&fs.ModeSymlink == 0 {
		return e.Type.IsRegular()
	}
	info, err := root.Stat(e.Path)
	return err == nil && info.Mode().IsRegular()
}
