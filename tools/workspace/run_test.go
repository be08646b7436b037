package workspace

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func run(t *testing.T, ctx context.Context, c Command) Exit {
	t.Helper()
	e, err := Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name     string
		c        Command
		code     int
		out, err string
	}{
		{"argv", Command{Argv: []string{"printf", "%s|", "a b", "$HOME"}}, 0, "a b|$HOME|", ""},
		{"shell", Command{Shell: "echo out; echo err >&2; exit 3"}, 3, "out\n", "err\n"},
		{"combined", Command{Shell: "echo out; echo err >&2; echo out", Combined: true}, 0, "out\nerr\nout\n", ""},
		{"dir", Command{Shell: "pwd -P", Dir: dir}, 0, dir + "\n", ""},
		{"env", Command{Argv: []string{"env"}, Env: []string{"A=1"}}, 0, "A=1\n", ""},
		{"empty env", Command{Argv: []string{"/usr/bin/env"}, Env: []string{}}, 0, "", ""},
		{"stdin is empty", Command{Argv: []string{"cat"}}, 0, "", ""},
		{"no terminal", Command{Shell: "true 2>/dev/null </dev/tty && echo has one"}, 1, "", ""},
		{"session leader", Command{Shell: `read -r _ _ _ _ group session _ < /proc/$$/stat; test $$ = $group -a $$ = $session`}, 0, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := run(t, t.Context(), tt.c)
			if e.Code != tt.code || e.Stdout.Text != tt.out || e.Stderr.Text != tt.err || len(e.Survivors) > 0 || e.Signal != 0 {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		ctx  context.Context
		c    Command
		want string
	}{
		{t.Context(), Command{}, "give either argv or a shell line"},
		{t.Context(), Command{Argv: []string{"true"}, Shell: "true"}, "give either argv or a shell line"},
		{t.Context(), Command{Argv: []string{"no-such-program"}}, "no-such-program"},
		{t.Context(), Command{Shell: "true", Dir: "/no/such/dir"}, "working directory: stat /no/such/dir"},
		{done, Command{Shell: "true"}, "context canceled"},
	}
	for _, tt := range tests {
		if _, err := Run(tt.ctx, tt.c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.c, err, tt.want)
		}
	}
}

func TestRunSignal(t *testing.T) {
	e := run(t, t.Context(), Command{Shell: "kill -SEGV $$"})
	if e.Code != -1 || e.Signal != syscall.SIGSEGV || e.TimedOut || e.Cancelled {
		t.Errorf("got %+v", e)
	}
}

func TestRunTimeout(t *testing.T) {
	e := run(t, t.Context(), Command{Shell: "echo begun; sleep 100", Timeout: 500 * time.Millisecond})
	if !e.TimedOut || e.Cancelled || e.Signal != syscall.SIGTERM || e.Stdout.Text != "begun\n" {
		t.Errorf("got %+v", e)
	}
}

// whenSaid calls do once the output so far holds text.
func whenSaid(text string, do func()) func([]byte) {
	var seen strings.Builder
	return func(chunk []byte) {
		seen.Write(chunk)
		if do != nil && strings.Contains(seen.String(), text) {
			do()
			do = nil
		}
	}
}

func TestRunCancel(t *testing.T) {
	tests := []struct {
		name, shell string
		signal      syscall.Signal
		code        int
	}{
		{"ends on TERM", "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done", 0, 7},
		{"ignores TERM", "trap '' TERM; echo ready; while :; do sleep 0.01; done", syscall.SIGKILL, -1},
		{"child ignores TERM", "(trap '' TERM; echo ready; while :; do sleep 0.01; done) & wait", syscall.SIGTERM, -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			e := run(t, ctx, Command{Shell: tt.shell, OnOutput: whenSaid("ready", cancel)})
			if !e.Cancelled || e.TimedOut || e.Signal != tt.signal || e.Code != tt.code {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// Whatever a command leaves behind is gone, and named, when Run returns.
func TestRunLeavesNothing(t *testing.T) {
	tests := map[string]string{
		"background":           "sleep 1000 & echo $!",
		"background, no pipes": "sleep 1000 >/dev/null 2>&1 & echo $!",
		"own session":          `setsid sh -c 'echo $$; echo > FIFO; exec sleep 1000' & read -r _ < FIFO`,
		"own session, quiet":   `setsid sh -c 'echo $$ > PIDS; exec >/dev/null 2>&1; echo > FIFO; exec sleep 1000' & read -r _ < FIFO; cat PIDS`,
		"closes everything":    `(echo $BASHPID; exec 1>&- 2>&- 3>&-; echo > FIFO; exec sleep 1000) & read -r _ < FIFO`,
		"ignores TERM":         `(trap '' TERM; echo $BASHPID; echo > FIFO; while :; do sleep 0.01; done) & read -r _ < FIFO`,
	}
	for name, shell := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			fifo := filepath.Join(dir, "fifo")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Fatal(err)
			}
			shell = strings.NewReplacer("FIFO", fifo, "PIDS", filepath.Join(dir, "pids")).Replace(shell)
			e := run(t, t.Context(), Command{Shell: shell})
			pid, err := strconv.Atoi(strings.TrimSpace(e.Stdout.Text))
			if err != nil {
				t.Fatalf("got %+v", e)
			}
			if !hasPID(e.Survivors, pid) || e.Code != 0 {
				t.Errorf("survivors %v, code %d; want %d among them", e.Survivors, e.Code, pid)
			}
			if s := readStat(pid); !s.dead() {
				t.Errorf("process %d is still there: %+v", pid, s)
			}
		})
	}
}

func hasPID(ps []Process, pid int) bool {
	for _, p := range ps {
		if p.PID == pid && p.Name != "" {
			return true
		}
	}
	return false
}

// A process that was not started by the command holds the pipe: Run gives up on the pipe.
func TestRunSharedPipe(t *testing.T) {
	dir := t.TempDir()
	said := make(chan struct{})
	opened := make(chan *os.File, 1)
	go func() {
		<-said
		pid := content(t, filepath.Join(dir, "pid"))
		f, err := os.OpenFile("/proc/"+strings.TrimSpace(pid)+"/fd/1", os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
		}
		opened <- f
		if err := os.WriteFile(filepath.Join(dir, "fifo"), []byte("go\n"), 0); err != nil {
			t.Error(err)
		}
	}()
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := run(t, t.Context(), Command{Dir: dir, Shell: "echo $$ > pid; echo ready; read -r _ < fifo; echo done",
		OnOutput: whenSaid("ready", func() { close(said) })})
	defer (<-opened).Close()
	if e.Stdout.Text != "ready\ndone\n" || e.Code != 0 || len(e.Survivors) != 0 {
		t.Errorf("got %+v", e)
	}
}

// A process substitution ends a moment after the shell, and may.
func TestRunLetsLastStageFinish(t *testing.T) {
	dir := t.TempDir()
	e := run(t, t.Context(), Command{Dir: dir, Shell: "seq 1000 > >(cat > copy; echo copied)"})
	if e.Stdout.Text != "copied\n" || strings.Count(content(t, dir+"/copy"), "\n") != 1000 || len(e.Survivors) > 0 {
		t.Errorf("got %+v", e)
	}
}

func TestRunManyAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 3 {
				e, err := Run(t.Context(), Command{Shell: "sleep 1000 & echo " + strconv.Itoa(i)})
				if err != nil || e.Stdout.Text != strconv.Itoa(i)+"\n" || len(e.Survivors) != 1 || e.Code != 0 {
					t.Errorf("got %+v, %v", e, err)
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkRun compares Run with the least that os/exec does for the same command.
func BenchmarkRun(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("/bin/bash", "-c", "true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("run", func(b *testing.B) {
		for b.Loop() {
			if _, err := Run(b.Context(), Command{Shell: "true"}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestRunContextDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	e := run(t, ctx, Command{Shell: "sleep 1000"})
	if !e.Cancelled || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("got %+v", e)
	}
}
