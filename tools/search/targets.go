package search

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"beestown/tools/walk"
)

// target is one file to search.
type target struct {
	path string
	link bool // named by the caller: may be a link
}

// findTargets returns the files to search for p, by path, each once.
func findTargets(ctx context.Context, root *os.Root, o *GrepOptions, p *pattern) ([]target, []*fs.PathError, error) {
	include, err := compileFilter(o.Include)
	if err != nil {
		return nil, nil, err
	}
	exclude, err := compileFilter(o.Exclude)
	if err != nil {
		return nil, nil, err
	}
	if files, ok := o.Ripgrep.files(ctx, root, o, p); ok {
		return walked(files, include, exclude), nil, nil
	}
	paths := o.Paths
	if len(paths) == 0 {
		paths = []string{""}
	}
	var targets []target
	var unreadable []*fs.PathError
	for _, name := range paths {
		name = path.Clean("/" + name)[1:]
		info, err := root.Stat(cmp.Or(name, "."))
		if err != nil {
			return nil, nil, outside(name, err)
		}
		if !info.IsDir() {
			targets = append(targets, target{name, true})
			continue
		}
		entries, report, err := walk.Collect(ctx, root, walk.Options{
			Dir: name, Ignore: o.Ignore, IncludeIgnored: o.IncludeIgnored, Skip: skip(name, include, exclude),
		})
		if err != nil {
			return nil, nil, err
		}
		if len(o.Paths) == 0 && !o.IncludeIgnored && len(exclude) == 0 {
			o.Ripgrep.learn(o.Dir, report.Files, report.Portable && len(report.Unreadable) == 0)
		}
		unreadable = append(unreadable, report.Unreadable...)
		for _, e := range entries {
			if e.Type.IsRegular() {
				targets = append(targets, target{path: e.Path})
			}
		}
	}
	if len(paths) > 1 {
		slices.SortStableFunc(targets, func(a, b target) int { return cmp.Compare(a.path, b.path) })
		targets = slices.CompactFunc(targets, func(a, b target) bool { return a.path == b.path })
	}
	return targets, unreadable, nil
}

// walked returns those of the files that a walk would yield, by path.
func walked(files []string, include, exclude filter) []target {
	slices.Sort(files)
	skip := skip("", include, exclude)
	var targets []target
	for _, file := range files {
		skipped := skip != nil && skip(file, false)
		for i := 0; i < len(file) && !skipped && len(exclude) > 0; i++ {
			skipped = file[i] == '/' && skip(file[:i], true)
		}
		if !skipped {
			targets = append(targets, target{path: file})
		}
	}
	return targets
}

// skip returns what a walk of dir leaves out.
func skip(dir string, include, exclude filter) func(string, bool) bool {
	if len(include) == 0 && len(exclude) == 0 {
		return nil
	}
	either := func(f filter, path string) bool {
		return f.matches(path) || dir != "" && f.matches(below(dir, path))
	}
	return func(path string, isDir bool) bool {
		return either(exclude, path) || !isDir && len(include) > 0 && !either(include, path)
	}
}

// maxChunk is how many files a worker takes at a time.
const maxChunk = 16

// chunk is a run of files of one directory, which is opened once for them.
type chunk struct {
	dir   string
	files []target
}

// split divides sorted targets into chunks without changing their order.
func split(targets []target) []chunk {
	var chunks []chunk
	for _, t := range targets {
		dir := ""
		if i := strings.LastIndexByte(t.path, '/'); i >= 0 {
			dir = t.path[:i]
		}
		last := len(chunks) - 1
		if last < 0 || chunks[last].dir != dir || len(chunks[last].files) == maxChunk {
			chunks = append(chunks, chunk{dir: dir})
			last++
		}
		chunks[last].files = append(chunks[last].files, t)
	}
	return chunks
}
