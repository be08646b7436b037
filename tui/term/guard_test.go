package term

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"beestown/tui/term/termtest"
	"beestown/tui/term/vt"

	tea "charm.land/bubbletea/v2"
)

// programVar makes the test binary run a guarded program; its value is a scenario.
const programVar = "TERM_PROGRAM_UNDER_TEST"

func TestMain(m *testing.M) {
	scenario := os.Getenv(programVar)
	if scenario == "" {
		os.Exit(m.Run())
	}
	os.Exit(run(scenario))
}

// run is how a front end uses the guard.
func run(scenario string) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	guard := NewGuard(os.Stdout)
	defer guard.Restore()
	program := tea.NewProgram(&screen{scenario: scenario, guard: guard}, tea.WithoutSignalHandler())
	guard.Attach(program.Send)
	guard.WatchSignals(ctx)
	_, err := program.Run()
	guard.Release()
	cancel()
	guard.Wait()
	if caught := guard.Err(); caught != nil {
		fmt.Println("caught:", caught)
	} else if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	return guard.ExitCode()
}

type screen struct {
	scenario string
	guard    *Guard
}

func (s *screen) Init() tea.Cmd { return nil }

func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case PanicMsg, SignalMsg:
		return s, tea.Quit
	case tea.KeyPressMsg:
		switch {
		case msg.String() == "q":
			return s, tea.Quit
		case s.scenario == "stuck":
			fmt.Print("\x1b]2;stuck\a")
			select {}
		case s.scenario == "panic":
			s.guard.Go("worker", func() { panic("out of honey") })
		}
	}
	return s, nil
}

func (s *screen) View() tea.View {
	v := tea.NewView("running " + s.scenario)
	v.AltScreen, v.MouseMode, v.ReportFocus = true, tea.MouseModeAllMotion, true
	return v
}

func TestTerminalIsGivenBack(t *testing.T) {
	type session = *termtest.Session
	signal := func(sig os.Signal) func(session) { return func(s session) { s.Signal(sig) } }
	tests := map[string]struct {
		scenario string
		act      func(session)
		code     int
	}{
		"quit":    {"quit", func(s session) { s.Type("q") }, 0},
		"panic":   {"panic", func(s session) { s.Type("x") }, 1},
		"hang up": {"signal", signal(syscall.SIGHUP), 129},
		"int":     {"signal", signal(syscall.SIGINT), 130},
		"term":    {"signal", signal(syscall.SIGTERM), 143},
		"stuck, two signals": {"stuck", func(s session) {
			s.Type("x")
			s.WaitFor("the program to hang", func(v *vt.Terminal) bool { return v.Title() == "stuck" })
			s.Signal(syscall.SIGTERM)
			s.Signal(syscall.SIGHUP)
		}, 143},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), programVar+"="+tc.scenario, "TERM=xterm-256color")
			s := termtest.Start(ctx, t, cmd, 60, 5)
			s.WaitForText("running")
			tc.act(s)
			if code := s.Wait(); code != tc.code && !(tc.scenario == "stuck" && code == 129) {
				t.Errorf("exit code %d, want %d; screen:\n%s", code, tc.code, s.Screen())
			}
			s.Look(func(v *vt.Terminal) {
				for _, mode := range []int{1002, 1003, 1004, 1006, 2004} {
					if v.Mode(mode) {
						t.Errorf("mode %d is still set", mode)
					}
				}
				if v.Alt() || !v.Mode(25) || v.KeyboardFlags() != 0 {
					t.Errorf("alt %v, cursor %v, keyboard %d", v.Alt(), v.Mode(25), v.KeyboardFlags())
				}
				if tc.scenario == "panic" && !termtest.Contains(v, "caught: worker panicked: out of honey") {
					t.Errorf("the panic is not reported:\n%s", v)
				}
			})
		})
	}
}

func TestGo(t *testing.T) {
	g := NewGuard(os.Stdin)
	g.Go("fine", func() {})
	g.Go("first", func() { panic(errors.New("boom")) })
	g.Wait()
	g.Go("second", func() { panic("again") })
	g.Wait()
	var caught *PanicError
	if !errors.As(g.Err(), &caught) || caught.Goroutine != "first" || !strings.Contains(string(caught.Stack), "TestGo") {
		t.Errorf("caught %v", g.Err())
	}
	var got []tea.Msg
	g.Attach(func(msg tea.Msg) { got = append(got, msg) })
	if len(got) != 1 || got[0].(PanicMsg).Err != caught || g.ExitCode() != 1 {
		t.Errorf("Attach sent %v, exit code %d", got, g.ExitCode())
	}
}

func TestDeadlineAfterASignal(t *testing.T) {
	tests := map[string]struct {
		signals []os.Signal
		code    int
		after   time.Duration
	}{
		"one signal":        {[]os.Signal{syscall.SIGTERM}, 143, grace},
		"a second one":      {[]os.Signal{syscall.SIGINT, syscall.SIGTERM}, 130, 0},
		"a closed terminal": {[]os.Signal{syscall.SIGHUP, syscall.SIGHUP}, 129, grace},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				code, cleaned := 0, false
				g := NewGuard(os.Stdin)
				g.exit = func(c int) { code = c }
				g.BeforeExit(func() { cleaned = code == 0 })
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				g.Attach(func(tea.Msg) { <-ctx.Done() }) // a program that takes no messages
				signals := make(chan os.Signal, len(tc.signals))
				for _, s := range tc.signals {
					signals <- s
				}
				start := time.Now()
				g.watch(ctx, signals)
				if code != tc.code || time.Since(start) != tc.after || !cleaned {
					t.Errorf("exit code %d after %v, cleaned %v; want %d after %v", code, time.Since(start), cleaned, tc.code, tc.after)
				}
			})
		})
	}
}
