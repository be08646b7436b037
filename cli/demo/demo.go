// Package demo is the offline tour: a tiny sample project with one failing test, and a script that
// plays the model's part in fixing it. Everything but the model is real.
package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

//go:embed sample
var sample embed.FS

// Prompt is what the tour asks for.
const Prompt = "One test of this project fails. Find out why and fix it."

// TestCommand runs the sample's tests; it needs nothing but sh.
const TestCommand = "sh test.sh"

// Copy writes the sample project to a new temporary directory. The caller removes root, which holds
// the project and, beside it, the tour's own state.
func Copy() (root, project, state string, err error) {
	root, err = os.MkdirTemp("", "beestown-demo-")
	if err != nil {
		return "", "", "", fmt.Errorf("the tour needs a temporary directory: %w", err)
	}
	project, state = filepath.Join(root, "slug"), filepath.Join(root, "state")
	if err = write(project); err == nil {
		err = os.Mkdir(state, 0o700)
	}
	if err != nil {
		os.RemoveAll(root)
		return "", "", "", fmt.Errorf("the tour's sample project: %w", err)
	}
	return root, project, state, nil
}

func write(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	files, err := fs.ReadDir(sample, "sample")
	if err != nil {
		return err
	}
	for _, f := range files {
		data, err := sample.ReadFile(path.Join("sample", f.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
