package search

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Ripgrep lets Grep use the program of that name in large trees, where it walks
// faster than we do. It only says which files may match: Grep then reads those
// through its own root and decides, so that the result is the same in every
// detail, and what is outside of the root stays there.
//
// It is used for a directory whose last walk was large and found nothing that
// ripgrep would ignore differently, and for patterns that require some text: on
// others our automaton is as fast. It is safe for concurrent use.
type Ripgrep struct {
	program string
	minimum int  // files from which on it pays
	always  bool // also for patterns where it does not pay: tests compare them too

	mu     sync.Mutex
	trust  map[string]int // by directory: searches until the next walk
	broken bool           // it failed once, for example because it is too old
}

const (
	ripgrepMinimum = 10_000
	// ripgrepTrust is how many searches rely on one walk. In between somebody
	// may write an ignore file that ripgrep reads differently.
	ripgrepTrust = 16
)

// FindRipgrep looks for the program on the PATH, but not inside workspace, whose
// programs nobody has approved; nil, which Grep accepts, when there is none.
func FindRipgrep(workspace string) *Ripgrep {
	program, err := exec.LookPath("rg")
	if err != nil {
		return nil
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return nil
	}
	if rel, err := filepath.Rel(workspace, program); err == nil && filepath.IsLocal(rel) {
		return nil
	}
	return &Ripgrep{program: program, minimum: ripgrepMinimum}
}

// learn takes in what a walk of all of dir saw.
func (rg *Ripgrep) learn(dir string, files int, portable bool) {
	if rg == nil {
		return
	}
	rg.mu.Lock()
	defer rg.mu.Unlock()
	if files < rg.minimum || !portable || rg.broken {
		delete(rg.trust, dir)
		return
	}
	if rg.trust == nil {
		rg.trust = map[string]int{}
	}
	rg.trust[dir] = ripgrepTrust
}

// use reports whether a search of dir may rely on ripgrep, and counts it.
func (rg *Ripgrep) use(dir string) bool {
	rg.mu.Lock()
	defer rg.mu.Unlock()
	if rg.broken || rg.trust[dir] == 0 {
		return false
	}
	rg.trust[dir]--
	return true
}

// files returns the files that may match, in no order; ok is false when the
// search has to do without ripgrep.
func (rg *Ripgrep) files(ctx context.Context, root *os.Root, o *GrepOptions, p *pattern) (files []string, ok bool) {
	if rg == nil || len(o.Paths) > 0 || o.IncludeIgnored || len(p.literals) == 0 && !rg.always {
		return nil, false
	}
	expr, ok := superset(p.tree)
	if !ok || !isRoot(o.Dir, root) || !rg.use(o.Dir) {
		return nil, false
	}
	cmd := exec.CommandContext(ctx, rg.program, ripgrepArgs(expr)...)
	cmd.Dir = o.Dir
	cmd.Env = []string{} // no configuration of the user
	out, err := cmd.Output()
	// 1 is "no match"; anything else may be a file that could not be read,
	// which Grep reports and ripgrep's list does not.
	if err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1) {
		if ctx.Err() == nil {
			rg.mu.Lock()
			rg.broken = true
			rg.mu.Unlock()
		}
		return nil, false
	}
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if len(name) > 0 {
			files = append(files, strings.TrimPrefix(string(name), "./"))
		}
	}
	return files, true
}

// ripgrepArgs asks for the names of the files that may match, by the ignore
// rules of package walk.
func ripgrepArgs(expr string) []string {
	args := []string{
		"--no-config", "--files-with-matches", "--null", "--color=never", "--path-separator=/",
		"--hidden", "--no-require-git", "--no-ignore-global", "--no-ignore-parent", "--no-follow",
		"--no-mmap", "--no-unicode", "--case-sensitive", "--threads=" + threads(),
	}
	for _, dir := range []string{".git", ".hg", ".svn", ".jj", ".bzr"} {
		args = append(args, "--glob=!"+dir)
	}
	return append(args, "-e", expr, "--", "./")
}

func threads() string {
	// More than these only wait for each other in the kernel.
	return string('0' + rune(min(max(runtime.GOMAXPROCS(0), 2), 8)))
}

// isRoot reports whether dir is still the directory that was opened as root.
func isRoot(dir string, root *os.Root) bool {
	if !filepath.IsAbs(dir) {
		return false
	}
	there, err := os.Stat(dir)
	if err != nil {
		return false
	}
	here, err := root.Stat(".")
	return err == nil && os.SameFile(there, here)
}
