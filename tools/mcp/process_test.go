package mcp

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"beestown/tools"
)

// awaitDead returns when a process is gone or waits to be reaped by a parent that is not us; the
// deadline of the test bounds it.
func awaitDead(t *testing.T, pid int) {
	t.Helper()
	for t.Context().Err() == nil {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil && syscall.Kill(pid, 0) != nil {
			return
		}
		if _, rest, _ := strings.Cut(string(stat), ") "); strings.HasPrefix(rest, "Z") {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func (f *fixture) pid(t *testing.T, server string) int {
	t.Helper()
	pid, err := strconv.Atoi(f.call(t, "mcp__"+server+"__do", `{"what":"pid"}`).Text)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func TestCloseEndsEverything(t *testing.T) {
	exe := fakeServer(t, "", "").Command
	wrapper := func(name, mode string) ServerOptions {
		so := fakeServer(t, name, mode)
		// The shell does not replace itself by a command that is not its last one.
		so.Command, so.Args = "sh", []string{"-c", `"$0"; exit 0`, exe}
		return so
	}
	f := startServers(t, Options{}, fakeServer(t, "plain", "normal"), fakeServer(t, "stubborn", "stubborn"),
		wrapper("wrapped", "normal"), wrapper("grandchild", "stubborn"))
	var pids []int
	for _, name := range []string{"plain", "stubborn", "wrapped", "grandchild"} {
		pids = append(pids, f.pid(t, name))
	}
	f.Close()
	for _, pid := range pids {
		awaitDead(t, pid)
	}
	if len(f.names()) != 0 {
		t.Errorf("tools after Close: %v", f.names())
	}
	f.Close() // again
}

func TestCloseDuringStart(t *testing.T) {
	registry := tools.NewRegistry()
	m := Start(t.Context(), []ServerOptions{fakeServer(t, "a", "silent"), fakeServer(t, "b", "normal")}, registry, Options{})
	m.Close()
	if n := len(registry.List(nil)); n != 0 {
		t.Errorf("%d tools after Close", n)
	}
}

func TestEnvironmentAndDirectory(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	so := fakeServer(t, "a", "normal")
	so.Env["GITHUB_TOKEN"] = "given"
	so.Command, so.Args = "sh", []string{"-c", `PWD_OF_SERVER=$(pwd) exec "$0"`, so.Command}
	f := startServers(t, Options{Dir: dir, Environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=/h", "OPENAI_API_KEY=secret"}}, so)
	env := strings.Split(f.call(t, "mcp__a__do", `{"what":"env"}`).Text, "\n")
	for entry, want := range map[string]bool{
		"HOME=/h": true, "GITHUB_TOKEN=given": true, "OPENAI_API_KEY=secret": false, "PWD_OF_SERVER=" + dir: true,
	} {
		if slices.Contains(env, entry) != want {
			t.Errorf("%s in the environment: %v, want %v", entry, !want, want)
		}
	}
}

// hostUntilKilled is a program with a server that does not end with its input. It prints the
// server's process and then waits to be killed.
func hostUntilKilled() {
	exe, _ := os.Executable()
	registry := tools.NewRegistry()
	so := ServerOptions{Name: "a", Command: exe, Env: map[string]string{modeVar: "lingers"}}
	Start(context.Background(), []ServerOptions{so}, registry, Options{}).Wait(context.Background())
	tool, _, _ := registry.Resolve("mcp__a__do")
	c, _ := tool.Prepare(context.Background(), []byte(`{"what":"pid"}`))
	r, _ := c.Run(context.Background())
	fmt.Println(r.Text)
	select {}
}

func TestServersDieWithAKilledProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // elsewhere nothing tells a child that its parent was killed, but the end of its input
	}
	host := exec.Command(fakeServer(t, "", "").Command)
	host.Env = append(os.Environ(), modeVar+"=host")
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = host.Wait()
	awaitDead(t, pid)
}
