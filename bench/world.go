package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// world is where the program runs: a git repository with a few files, and a home that is new for
// every run, so that nothing of an earlier one is found.
type world struct {
	bin, root, repo string
	url             string // of the model
}

// lines is how long the files of the repository are; a Read of one is about 1 kB.
const lines = 20

// newWorld makes the repository, with files for the steps to read. The caller removes the world.
func newWorld(bin, url string) (*world, error) {
	root, err := os.MkdirTemp("", "beestown-bench-")
	if err != nil {
		return nil, err
	}
	w := &world{bin: bin, root: root, repo: filepath.Join(root, "repo"), url: url}
	if err := w.fill(); err != nil {
		w.remove()
		return nil, err
	}
	return w, nil
}

func (w *world) fill() error {
	if err := os.MkdirAll(filepath.Join(w.repo, "notes"), 0o755); err != nil {
		return err
	}
	for i := range steps {
		var b strings.Builder
		for line := range lines {
			fmt.Fprintf(&b, "note %d, line %d: the river is %d m wide\n", i, line, i*line)
		}
		if err := os.WriteFile(filepath.Join(w.repo, noteName(i)), []byte(b.String()), 0o644); err != nil {
			return err
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "notes"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = w.repo
		cmd.Env = append(w.env(w.root), "GIT_AUTHOR_NAME=b", "GIT_AUTHOR_EMAIL=b@localhost", "GIT_COMMITTER_NAME=b", "GIT_COMMITTER_EMAIL=b@localhost")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return nil
}

func noteName(i int) string { return fmt.Sprintf("notes/note%03d.txt", i) }

func (w *world) remove() { os.RemoveAll(w.root) }

// env is the environment of a run with the given home.
func (w *world) env(home string) []string {
	return []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + home + "/config", "XDG_STATE_HOME=" + home + "/state",
		"XDG_DATA_HOME=" + home + "/data", "XDG_CACHE_HOME=" + home + "/cache", "TMPDIR=" + home,
		"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TERM=xterm-256color", "COLORTERM=truecolor",
		"BEESTOWN_BASE_URL=" + w.url, "BEESTOWN_API_KEY=sk-bench", "BEESTOWN_MODEL=bench-model",
	}
}

// command prepares a run with a new home; remove takes the home away.
func (w *world) command(args ...string) (cmd *exec.Cmd, remove func(), err error) {
	home, err := os.MkdirTemp(w.root, "home-")
	if err != nil {
		return nil, nil, err
	}
	cmd = exec.Command(w.bin, args...)
	cmd.Dir, cmd.Env = w.repo, w.env(home)
	return cmd, func() { os.RemoveAll(home) }, nil
}
