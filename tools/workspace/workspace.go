package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// DefaultMaxFileSize is the largest file, in bytes, that is read or written as a whole when Options
// names no other.
const DefaultMaxFileSize = 10 << 20

// Options are the limits of a workspace beyond its root.
type Options struct {
	// AllowedPaths are further directories that count as inside. Relative ones start at the root.
	// One that does not exist is an error.
	AllowedPaths []string
	// DeniedPaths are files and directories that no operation touches, with all they hold. They
	// need not exist.
	DeniedPaths []string
	// MaxFileSize is in bytes; 0 stands for DefaultMaxFileSize.
	MaxFileSize int64
}

// Workspace gives access to the files below its root. It is safe for concurrent use.
type Workspace struct {
	roots   []*root // the workspace itself, then the allowed paths
	denied  []string
	maxSize int64
	home    string
	locks   pathLocks
}

// root is a directory that counts as inside, opened once so that later renames of its parents or
// links in its path cannot move it.
type root struct {
	dir string // real path
	fs  *os.Root
}

// Open opens the workspace at dir, an existing directory, which may be reached through links. The
// caller closes it.
func Open(dir string, o Options) (*Workspace, error) {
	w := &Workspace{maxSize: o.MaxFileSize}
	if w.maxSize <= 0 {
		w.maxSize = DefaultMaxFileSize
	}
	w.home, _ = os.UserHomeDir() // without one, "~" is a name like any other
	if err := w.addRoot(dir); err != nil {
		return nil, fmt.Errorf("workspace %s: %w", dir, err)
	}
	for _, p := range o.AllowedPaths {
		if err := w.addRoot(w.absolute(p)); err != nil {
			return nil, errors.Join(fmt.Errorf("allowed path %s: %w", p, err), w.Close())
		}
	}
	for _, p := range o.DeniedPaths {
		lexical := filepath.Clean(w.absolute(p))
		real, _, err := resolveLinks(lexical)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("denied path %s: %w", p, err), w.Close())
		}
		w.denied = append(w.denied, lexical, real)
	}
	return w, nil
}

func (w *Workspace) addRoot(dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return err
	}
	fs, err := os.OpenRoot(real)
	if err != nil {
		return err
	}
	w.roots = append(w.roots, &root{dir: real, fs: fs})
	return nil
}

// Close releases the directories. Files that were opened stay open.
func (w *Workspace) Close() error {
	var errs []error
	for _, r := range w.roots {
		errs = append(errs, r.fs.Close())
	}
	return errors.Join(errs...)
}

// Root returns the real path of the workspace's root, without a trailing separator.
func (w *Workspace) Root() string { return w.roots[0].dir }

// MaxFileSize returns the limit for whole files in bytes.
func (w *Workspace) MaxFileSize() int64 { return w.maxSize }

// absolute joins a relative path to the root and replaces a leading "~". It does not clean: a ".."
// behind a link means the parent of the link's target.
func (w *Workspace) absolute(p string) string {
	if w.home != "" && (p == "~" || strings.HasPrefix(p, "~/")) {
		return w.home + p[1:]
	}
	if filepath.IsAbs(p) {
		return p
	}
	return w.Root() + string(filepath.Separator) + p
}

// rootOf returns the innermost root that holds the real path abs, or nil.
func (w *Workspace) rootOf(abs string) *root {
	var best *root
	for _, r := range w.roots {
		if within(r.dir, abs) && (best == nil || len(r.dir) > len(best.dir)) {
			best = r
		}
	}
	return best
}

// isDenied tells whether the absolute path abs is a denied path or below one.
func (w *Workspace) isDenied(abs string) bool {
	return slices.ContainsFunc(w.denied, func(dir string) bool { return within(dir, abs) })
}

// within tells whether abs is dir or below it; both are clean and absolute.
func within(dir, abs string) bool {
	rest, ok := strings.CutPrefix(abs, dir)
	return ok && dir != "" && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(dir, string(filepath.Separator)))
}
