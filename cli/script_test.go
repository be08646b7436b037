package cli_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"beestown/cli"
)

// TestMain makes the test binary a program of two names for the scripts: beestown itself, and a
// small MCP server.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"beestown":  func() { os.Exit(cli.Main(os.Args[1:], cli.Process())) },
		"mcpserver": serveMCP,
	})
}

// exitCodes is the table of tui.md, section 7.2. Every code must be seen in a script.
var exitCodes = map[int]string{
	0:   "answered",
	1:   "the run failed",
	2:   "usage",
	3:   "configuration, key or model",
	4:   "answered, but a call was denied",
	5:   "limit reached",
	129: "SIGHUP",
	130: "SIGINT",
	143: "SIGTERM",
}

// seenCodes collects which scripts saw which exit code.
type seenCodes struct {
	mu    sync.Mutex
	codes map[int]map[string]int
}

func (s *seenCodes) add(code int, script string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.codes[code] == nil {
		s.codes[code] = map[string]int{}
	}
	s.codes[code][script]++
}

// TestScripts runs the scripts of testdata/script, each against a server of its own that plays the
// model. The files of an archive lie in $WORK; a script starts in $WORK/repo, its home is $WORK/home.
func TestScripts(t *testing.T) {
	seen := &seenCodes{codes: map[int]map[string]int{}}
	scripts, err := filepath.Glob("../testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	t.Run("script", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Files:               scripts,
			RequireExplicitExec: true,
			RequireUniqueNames:  true,
			Setup: func(e *testscript.Env) error {
				seen.mu.Lock()
				ran++
				seen.mu.Unlock()
				return setup(e, seen)
			},
			Cmds: commands(),
		})
	})
	if ran < len(scripts) {
		return // -run chose some: the table would have holes
	}
	t.Log(exitTable(seen))
	for code := range exitCodes {
		if len(seen.codes[code]) == 0 {
			t.Errorf("no script saw exit code %d", code)
		}
	}
	for code := range seen.codes {
		if exitCodes[code] == "" {
			t.Errorf("exit code %d is in no table", code)
		}
	}
}

func exitTable(seen *seenCodes) string {
	var b strings.Builder
	b.WriteString("exit codes as tested:\n")
	for _, code := range slices.Sorted(maps.Keys(exitCodes)) {
		runs := 0
		for _, n := range seen.codes[code] {
			runs += n
		}
		fmt.Fprintf(&b, "%4d  %-32s %3d runs in %s\n", code, exitCodes[code], runs,
			strings.Join(slices.Sorted(maps.Keys(seen.codes[code])), ", "))
	}
	return b.String()
}

// quickRace keeps a program that was built with -race from sleeping for a second before it exits.
const quickRace = "atexit_sleep_ms=0"

// setup gives a script an empty home, no variable of the machine, and fast failures.
func setup(e *testscript.Env, seen *seenCodes) error {
	for _, dir := range []string{"home", "repo"} {
		if err := os.MkdirAll(filepath.Join(e.WorkDir, dir), 0o700); err != nil {
			return err
		}
	}
	e.Cd = filepath.Join(e.WorkDir, "repo")
	e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
	e.Setenv("LANG", "C.UTF-8")
	e.Setenv("GORACE", quickRace)
	e.Values[stageKey{}] = &stage{work: e.WorkDir, seen: seen}
	return nil
}
