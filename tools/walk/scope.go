package walk

// A scope holds the ignore rules that begin at one directory. Directories
// without ignore files share the scope of their parent. Scopes are immutable.
type scope struct {
	parent *scope

	// A path of the walk becomes relative to the scope's directory by cutting
	// base bytes, or, for a directory above the root, by adding prefix.
	base   int
	prefix string

	dot     rules // .ignore
	git     rules // .gitignore
	exclude rules // .git/info/exclude of a repository that begins here
	global  rules // the user's own file, weaker than all others
	top     bool  // a repository begins here: git rules from above do not hold
	anyDot  bool  // this scope or one above has dot rules
}

func (s *scope) rel(path string) string {
	if s.prefix != "" {
		return s.prefix + path
	}
	return path[s.base:]
}

// ignored judges a path of the walk. As in ripgrep, .ignore wins over
// .gitignore wherever it stands; otherwise the nearest file wins.
func (s *scope) ignored(path string, isDir bool) bool {
	if s.anyDot {
		for l := s; l != nil; l = l.parent {
			if v := l.dot.match(l.rel(path), isDir); v != undecided {
				return v == ignore
			}
		}
	}
	for l := s; l != nil; l = l.parent {
		rel := l.rel(path)
		for _, rs := range [...]rules{l.git, l.exclude, l.global} {
			if v := rs.match(rel, isDir); v != undecided {
				return v == ignore
			}
		}
		if l.top {
			break
		}
	}
	return false
}
