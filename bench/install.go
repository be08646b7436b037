package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// build makes the program as a release is made. The caller removes it.
func (b *bench) build() (remove func(), err error) {
	dir, err := os.MkdirTemp("", "beestown-bench-")
	if err != nil {
		return nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	b.bin = filepath.Join(dir, "beestown")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.bin, "beestown")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		remove()
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return remove, nil
}

// install measures what is there before any prompt: the file, and a start that does nothing.
func (b *bench) install() ([]row, error) {
	info, err := os.Stat(b.bin)
	if err != nil {
		return nil, err
	}
	w, err := newWorld(b.bin, "http://127.0.0.1:1/v1") // --version asks nobody
	if err != nil {
		return nil, err
	}
	defer w.remove()
	runs, err := w.repeat(b.n, "--version")
	if err != nil {
		return nil, err
	}
	return []row{
		{name: "install size, MB", goal: "<= 55, one file",
			figures: []figure{exactly(float64(info.Size())/1e6, 1).atMost(55)}},
		{name: "`--version`, ms", goal: "<= 30", figures: []figure{wallOf(runs).atMost(30)}},
	}, nil
}
