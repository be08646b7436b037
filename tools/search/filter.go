package search

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// filter is a list of file patterns.
type filter []filePattern

// filePattern matches the name of a file at any depth when it holds no slash,
// and its path otherwise.
type filePattern struct {
	text   string
	path   bool
	suffix string // for "*.go" and "**/*.go", which need no matching
}

// compileFilter checks patterns and prepares them.
func compileFilter(patterns []string) (filter, error) {
	f := make(filter, 0, len(patterns))
	for _, text := range patterns {
		if !doublestar.ValidatePattern(text) {
			return nil, fmt.Errorf("file pattern %q: unbalanced bracket, brace or trailing backslash; write a glob such as src/**/*.{go,mod}", text)
		}
		p := filePattern{text: strings.TrimPrefix(text, "./")}
		if name, found := strings.CutSuffix(p.text, "/"); found {
			p.text = name + "/**" // a directory is what is in it
			if !strings.Contains(name, "/") {
				p.text = "**/" + p.text
			}
		}
		p.path = strings.Contains(p.text, "/")
		p.text = strings.TrimPrefix(p.text, "/")
		if tail, found := strings.CutPrefix(strings.TrimPrefix(p.text, "**/"), "*"); found && !strings.ContainsAny(tail, `*?[{\/`) {
			if !p.path || strings.HasPrefix(p.text, "**/") {
				p.suffix = tail
			}
		}
		f = append(f, p)
	}
	return f, nil
}

// matches reports whether one of the patterns matches the path.
func (f filter) matches(path string) bool {
	for i := range f {
		if f[i].matches(path) {
			return true
		}
	}
	return false
}

func (p *filePattern) matches(path string) bool {
	switch {
	case p.suffix != "":
		return strings.HasSuffix(path, p.suffix)
	case p.path:
		return doublestar.MatchUnvalidated(p.text, path)
	}
	return doublestar.MatchUnvalidated(p.text, path[strings.LastIndexByte(path, '/')+1:])
}

// below returns path relative to dir, "" being the root.
func below(dir, path string) string {
	if dir == "" {
		return path
	}
	return strings.TrimPrefix(path, dir+"/")
}
