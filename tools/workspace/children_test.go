package workspace

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// hostVar makes the test binary a program that runs the shell line of this variable.
const hostVar = "BEESTOWN_TEST_WORKSPACE_HOST"

func TestMain(m *testing.M) {
	if line := os.Getenv(hostVar); line != "" {
		host(line)
		return
	}
	goleak.VerifyTestMain(m)
}

// host runs a shell line and passes on what it prints. Told to by a line on stdin it ends its
// children, says so, and stays.
func host(line string) {
	go func() {
		_, _ = Run(context.Background(), Command{Shell: line, OnOutput: func(chunk []byte) { os.Stdout.Write(chunk) }})
	}()
	in := bufio.NewReader(os.Stdin)
	for {
		if _, err := in.ReadString('\n'); err != nil {
			return
		}
		KillDescendants()
		fmt.Println("done")
	}
}

// hosted is a running host, which a test may kill, and the process that its shell line printed.
type hosted struct {
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Reader
	pid int
}

func startHost(t *testing.T, line string) *hosted {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), hostVar+"="+line)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	// A pipe that the host inherits and that we hold, like the jobserver of make: not its own.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	t.Cleanup(func() { r.Close() })
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	h := &hosted{cmd: cmd, in: in, out: bufio.NewReader(out)}
	if h.pid, err = strconv.Atoi(h.line(t)); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hosted) line(t *testing.T) string {
	t.Helper()
	line, err := h.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// awaitDead returns when a process is gone or waits to be reaped by a parent that is not us.
func awaitDead(t *testing.T, pid int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // far more than it takes
	defer cancel()
	for !readStat(pid).dead() {
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("process %d is still there: %+v", pid, readStat(pid))
		}
	}
}

func TestCommandsDieWithAKilledProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // elsewhere nothing tells a child that its parent was killed
	}
	tests := map[string]string{
		"direct":                  "echo $$; exec sleep 1000",
		"child":                   "sleep 1000 & echo $!; wait",
		"child that ignores TERM": "(trap '' TERM; echo $BASHPID; while :; do sleep 0.01; done) & wait",
		"quiet child":             "sleep 1000 >/dev/null 2>&1 & echo $!; wait",
	}
	for name, line := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := startHost(t, line)
			if err := h.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			awaitDead(t, h.pid)
		})
	}
}

func TestKillDescendants(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is no /proc
	}
	tests := map[string]string{
		"direct":             "echo $$; exec sleep 1000",
		"child":              "sleep 1000 & echo $!; wait",
		"own session":        "setsid sh -c 'echo $$; exec sleep 1000' & wait",
		"own session, quiet": "setsid sh -c 'echo $$; exec sleep 1000 3>&- >/dev/null 2>&1' & wait",
		"orphan":             "(setsid sh -c 'echo $$; exec sleep 1000' &); sleep 1000",
		"quiet orphan":       "(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &); sleep 1000",
	}
	for name, line := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := startHost(t, line)
			if _, err := io.WriteString(h.in, "end them\n"); err != nil {
				t.Fatal(err)
			}
			h.line(t)
			awaitDead(t, h.pid) // while the host lives
		})
	}
}
