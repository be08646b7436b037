package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/term"

	"beestown/cli/oneshot"
	"beestown/config"
	"beestown/llm"
	"beestown/tools/text"
)

// version is set by the linker for a release (-X beestown/cli.version=...).
var version = ""

// World is what the program knows of its surroundings; tests give another one.
type World struct {
	Stdin          *os.File
	Stdout, Stderr *os.File
	Environ        []string
	Dir, Home      string
}

// Process returns the world of this process and hides its environment from others.
func Process() World {
	hideEnvironment()
	w := World{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ()}
	w.Dir, _ = os.Getwd() // a deleted directory is reported when it is needed
	w.Home, _ = os.UserHomeDir()
	return w
}

func (w World) lookup(name string) (string, bool) {
	for _, kv := range w.Environ {
		if k, v, ok := strings.Cut(kv, "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}

func terminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

const exitConfig = oneshot.ExitConfig

// exit is an error with an exit code of its own. A nil Err says nothing more on stderr.
type exit struct {
	code int
	hint string
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

func usage(format string, args ...any) error {
	return &exit{code: oneshot.ExitUsage, err: fmt.Errorf(format, args...)}
}

// Main runs the program and returns its exit code. Errors go to stderr as one sentence, with a hint
// on a line of its own.
func Main(args []string, w World) int {
	a := &app{world: w}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(w.Stdout)
	root.SetErr(w.Stderr)
	err := root.ExecuteContext(context.Background())
	if err == nil {
		return a.code
	}
	return report(w.Stderr, err)
}

// report writes an error and returns the exit code for it.
func report(stderr io.Writer, err error) int {
	code, hint := exitOf(err)
	var e *exit
	if errors.As(err, &e) && e.err == nil {
		return code
	}
	fmt.Fprintf(stderr, "beestown: %s\n", text.Visible(err.Error()))
	if hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", text.Visible(hint))
	}
	return code
}

// exitOf returns the exit code for an error, and what to do about it if that is not in its words.
func exitOf(err error) (code int, hint string) {
	var e *exit
	var noModel *config.NoModelError
	var cfg *config.Error
	var model *llm.Error
	switch {
	case errors.As(err, &e):
		return e.code, e.hint
	case errors.As(err, &noModel), errors.As(err, &cfg):
		return oneshot.ExitConfig, ""
	case errors.As(err, &model):
		return oneshot.ExitOf(err), model.Hint
	}
	return oneshot.ExitUsage, ""
}

// Version is the program's version: the release, else the commit it was built from, else "dev".
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" {
			return v
		}
	}
	return "dev"
}
