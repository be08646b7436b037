package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Path is a resolved path with what is known about it. The flags are facts, not decisions.
type Path struct {
	Asked string // as it was given
	Abs   string // absolute, every link followed, also above a leaf that does not exist yet
	Name  string // for display: slash path relative to the workspace's root, or Abs when not below it
	Root  string // the real path of the root or allowed path that holds it; empty outside

	Exists  bool // something was there when it was resolved
	Inside  bool // below the root or an allowed path
	Denied  bool // below a denied path: no operation accepts it
	Git     bool // inside a .git directory, or a .git file
	Config  bool // BeesTown's own configuration: .beestown.yml, .beestown/
	Secret  bool // looks like a file that holds credentials
	Missing int  // how many trailing components of Abs do not exist

	approved bool
}

// Approved returns p with leave to be used although it is outside. Only two callers have that leave:
// Call.Run, which the gate reaches after its decision, and a preview that nobody but the user sees.
func (p Path) Approved() Path {
	p.approved = true
	return p
}

// Resolve works out what a path means, without opening it. Relative paths start at the root and "~"
// is the home directory. Errors: an empty path, a NUL, a loop of links.
func (w *Workspace) Resolve(path string) (Path, error) {
	if path == "" {
		return Path{}, &FileError{Path: path, Err: ErrBadPath, Detail: "path is empty; name a file or directory"}
	}
	if strings.IndexByte(path, 0) >= 0 {
		return Path{}, &FileError{Path: path, Err: ErrBadPath, Detail: "path holds a NUL byte; names cannot"}
	}
	asked := w.absolute(path)
	abs, missing, err := w.follow(asked)
	if err != nil {
		return Path{}, &FileError{Path: path, Err: ErrBadPath, Detail: "resolve " + path + ": " + err.Error()}
	}
	p := Path{Asked: path, Abs: abs, Name: filepath.ToSlash(abs), Missing: missing, Exists: missing == 0}
	// The spelling counts beside the target: a denied or protected name stays so when it is a link.
	lexical := filepath.Clean(asked)
	p.Denied = w.isDenied(abs) || w.isDenied(lexical)
	if r := w.rootOf(abs); r != nil {
		p.Inside, p.Root = true, r.dir
	}
	if within(w.Root(), abs) {
		p.Name = filepath.ToSlash(strings.TrimPrefix(abs[len(w.Root()):], string(filepath.Separator)))
		if p.Name == "" {
			p.Name = "."
		}
	}
	for _, s := range [2]string{abs, lexical} {
		p.Git = p.Git || hasComponent(s, ".git")
		if within(p.Root, s) {
			s = s[len(p.Root):] // what the root itself is called says nothing about a file
		}
		p.Config = p.Config || isOwnConfig(s)
		p.Secret = p.Secret || looksSecret(s)
	}
	return p, nil
}

// follow is resolveLinks with a head start: the root is real already, and most paths are below it.
func (w *Workspace) follow(asked string) (string, int, error) {
	base := w.Root()
	if within(base, asked) {
		return walkLinks(base, strings.TrimPrefix(asked, base))
	}
	return resolveLinks(asked)
}

// maxLinks is how many links one path may pass through; Linux has the same limit.
const maxLinks = 40

// resolveLinks follows the links of an absolute path, component by component as the kernel does.
// What does not exist is kept as it is written. It returns how many trailing components that are.
func resolveLinks(abs string) (real string, missing int, err error) {
	return walkLinks(string(filepath.Separator), abs)
}

func walkLinks(cur, rest string) (string, int, error) {
	const sep = string(filepath.Separator)
	missing, links := 0, 0
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, sep)
		switch {
		case name == "" || name == ".":
			continue
		case name == "..":
			cur, missing = filepath.Dir(cur), max(missing-1, 0)
			continue
		}
		next := filepath.Join(cur, name)
		if missing > 0 {
			cur, missing = next, missing+1
			continue
		}
		info, err := os.Lstat(next)
		switch {
		case err != nil:
			// Also without permission to look: whatever opens it later meets the same refusal.
			cur, missing = next, 1
			continue
		case info.Mode()&fs.ModeSymlink == 0:
			cur = next
			continue
		}
		if links++; links > maxLinks {
			return "", 0, errors.New("too many levels of symbolic links")
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", 0, err
		}
		if filepath.IsAbs(target) {
			cur = sep
		}
		rest = target + sep + rest
	}
	return cur, missing, nil
}
