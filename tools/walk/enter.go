package walk

import (
	"errors"
	"io/fs"
	"path"
)

// enter returns the scope that holds inside a directory, given the one above
// it and its entries.
func (w *walker) enter(above *scope, d *Dir, dir string, list []fs.DirEntry) *scope {
	if above == nil {
		above = w.outermost()
	}
	s := &scope{parent: above}
	if dir != "" {
		s.base = len(dir) + 1
	}
	for _, e := range list {
		switch name := e.Name(); {
		case name == ".gitignore" && e.Type().IsRegular():
			s.git = w.rules(path.Join(dir, name), func() ([]byte, error) { return d.Read(name, nil, maxIgnoreFile) })
		case name == ".ignore" && e.Type().IsRegular():
			s.dot = w.rules(path.Join(dir, name), func() ([]byte, error) { return d.Read(name, nil, maxIgnoreFile) })
		case name == ".gitignore", name == ".ignore", name == ".rgignore":
			w.odd.Store(true) // a link that git does not follow, or a file that only ripgrep reads
		case name == ".git":
			s.top = true
			if dir != "" || !e.IsDir() {
				w.odd.Store(true) // where a repository inside begins is judged differently
			}
			s.global = above.userRules()
			if file := path.Join(dir, ".git/info/exclude"); e.IsDir() {
				s.exclude = w.rules(file, func() ([]byte, error) { return ReadFile(w.root, file, nil, maxIgnoreFile) })
			} else if dir == "" && w.opts.Ignore != nil {
				s.exclude = w.opts.Ignore.exclude
			}
		}
	}
	s.anyDot = len(s.dot) > 0 || above.anyDot
	if len(s.git) == 0 && len(s.dot) == 0 && !s.top {
		return above
	}
	return s
}

// outermost is the scope around the root.
func (w *walker) outermost() *scope {
	ig := w.opts.Ignore
	switch {
	case ig == nil:
		return &scope{}
	case ig.above != nil:
		w.odd.Store(true)
		return ig.above
	}
	if len(ig.global)+len(ig.exclude) > 0 {
		w.odd.Store(true)
	}
	return &scope{global: ig.global}
}

// userRules finds the user's own rules, which the outermost scope holds.
func (s *scope) userRules() rules {
	for s.parent != nil {
		s = s.parent
	}
	return s.global
}

// rules reads an ignore file; one that is missing holds no rules, one that can
// not be read is reported.
func (w *walker) rules(name string, read func() ([]byte, error)) rules {
	content, err := read()
	switch {
	case err == nil:
		if !portable(content) {
			w.odd.Store(true)
		}
		return parseRules(content)
	case !errors.Is(err, fs.ErrNotExist):
		w.mu.Lock()
		defer w.mu.Unlock()
		w.unreadable(name, err)
	}
	return nil
}
