package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxIgnoreFile is the most that is read of one ignore file, in bytes.
const maxIgnoreFile = 16 << 20

// Ignore holds the ignore rules that apply in a directory but are written
// outside of it. It is immutable and may be shared by walks.
type Ignore struct {
	above   *scope // the directories between the top of the repository and ours
	exclude rules  // of our own repository, when its .git is a file
	global  rules
}

// LoadIgnore reads the rules from outside dir that hold inside it: the ignore
// files of the enclosing directories up to the top of the git repository, that
// repository's info/exclude, and globalFile, the user's own excludes file (""
// if there is none). It runs no git. Files that do not exist are no error;
// whatever could be read is returned even with an error.
func LoadIgnore(dir, globalFile string) (*Ignore, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return &Ignore{}, err
	}
	l := loader{}
	ig := &Ignore{}
	if globalFile != "" {
		ig.global = l.rules(globalFile)
	}
	top := repositoryTop(dir)
	if top == "" {
		return ig, l.err
	}
	exclude := l.rules(excludeFile(top))
	if top == dir {
		ig.exclude = exclude
		return ig, l.err
	}
	ig.above = l.above(top, dir)
	outermost := ig.above
	for outermost.parent != nil {
		outermost = outermost.parent
	}
	outermost.top, outermost.exclude, outermost.global = true, exclude, ig.global
	return ig, l.err
}

// loader reads ignore files by absolute path and keeps the errors.
type loader struct{ err error }

func (l *loader) rules(file string) rules {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		defer f.Close()
		var content []byte
		if content, err = io.ReadAll(io.LimitReader(f, maxIgnoreFile)); err == nil {
			return parseRules(content)
		}
	}
	l.err = errors.Join(l.err, err)
	return nil
}

// above builds the chain of scopes from top down to the parent of dir.
func (l *loader) above(top, dir string) *scope {
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		rel = filepath.Base(dir)
	}
	steps := strings.Split(filepath.ToSlash(rel), "/")
	var s *scope
	for i := range steps {
		at := filepath.Join(top, filepath.Join(steps[:i]...))
		s = &scope{
			parent: s,
			prefix: strings.Join(steps[i:], "/") + "/",
			dot:    l.rules(filepath.Join(at, ".ignore")),
			git:    l.rules(filepath.Join(at, ".gitignore")),
		}
		s.anyDot = len(s.dot) > 0 || s.parent != nil && s.parent.anyDot
	}
	return s
}

// repositoryTop returns the nearest directory at or above dir that holds a
// .git, or "".
func repositoryTop(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// excludeFile returns the info/exclude of the repository whose top is given.
// In a linked work tree .git is a file that says where the repository is.
func excludeFile(top string) string {
	git := filepath.Join(top, ".git")
	if data, err := os.ReadFile(git); err == nil {
		to, _ := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
		git = resolve(top, to)
	}
	if data, err := os.ReadFile(filepath.Join(git, "commondir")); err == nil {
		git = resolve(git, strings.TrimSpace(string(data)))
	}
	return filepath.Join(git, "info", "exclude")
}

func resolve(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, filepath.FromSlash(path))
}
