package builtin

import (
	"os"
	"path"
	"path/filepath"

	"beestown/tools"
	"beestown/tools/walk"
	"beestown/tools/workspace"
)

// scope is a directory, or one file in it, that a search looks at.
type scope struct {
	f    *Files
	dir  *os.Root
	file string // the one file, as a name in dir; empty means all of dir
	name string // dir as the user knows it
	abs  string
	// ignore holds the rules from outside dir.
	ignore *walk.Ignore
}

// openScope opens what p names for a search. The caller closes it.
func (f *Files) openScope(p workspace.Path) (*scope, error) {
	info, err := f.Workspace.Stat(p.Approved())
	if err != nil {
		return nil, err
	}
	s := &scope{f: f, name: p.Name, abs: p.Abs}
	at := p
	if !info.IsDir() {
		s.file, s.name, s.abs = filepath.Base(p.Abs), path.Dir(p.Name), filepath.Dir(p.Abs)
		if at, err = f.Workspace.Resolve(s.abs); err != nil {
			return nil, err
		}
	}
	if s.ignore, err = walk.LoadIgnore(s.abs, ""); err != nil {
		return nil, err
	}
	s.dir, err = f.Workspace.OpenDir(at.Approved())
	return s, err
}

func (s *scope) close() { s.dir.Close() }

// display is a found path as the user knows it.
func (s *scope) display(found string) string { return path.Join(s.name, found) }

// hidden tells whether a found file may not be shown because somebody has to be asked first: it may
// hold credentials, or is denied. A file that was named itself was asked about already.
func (s *scope) hidden(found string) bool {
	if s.file != "" {
		return false
	}
	p, err := s.f.Workspace.Resolve(filepath.Join(s.abs, filepath.FromSlash(found)))
	return err != nil || p.Secret || p.Denied
}

// searchAccess resolves the path of a search; "" is the workspace.
func (f *Files) searchAccess(name string) (workspace.Path, tools.Access, error) {
	if name == "" {
		name = "."
	}
	return f.resolve(name, tools.ReadOnly)
}
