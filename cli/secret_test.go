package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"beestown/llm/llmtest"
)

// nobody is the user and the group that own nothing.
const nobody = 65534

// ordinary is a run of beestown as an ordinary user, which we may not be: for root nothing is hidden.
func ordinary(t *testing.T, server *llmtest.Server, args ...string) *exec.Cmd {
	t.Helper()
	base := t.TempDir()
	program := filepath.Join(base, "beestown") // see TestMain
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, append(args, "--mode", "yolo", "--base-url", server.URL, "-m", "test-model")...)
	cmd.Dir = filepath.Join(base, "home")
	cmd.Env = []string{
		"HOME=" + cmd.Dir, "TMPDIR=" + cmd.Dir, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "GORACE=" + quickRace,
		"BEESTOWN_API_KEY=our-key-0123456789", "OTHER_TOKEN=our-token-0123456789",
	}
	if err := os.Mkdir(cmd.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 {
		return cmd
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	for _, dir := range []string{filepath.Dir(base), base} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(cmd.Dir, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func bash(command string) llmtest.Turn {
	args, _ := json.Marshal(map[string]string{"command": command})
	return llmtest.Turn{Calls: []llmtest.Call{{Name: "Bash", Args: string(args)}}}
}

func TestCommandsCannotReadOurEnvironment(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is no /proc
	}
	// The name shows that the parent is the program itself. Lines are counted because the value of a
	// key would not be shown in any case.
	const look = `cat /proc/$PPID/comm; grep -c 0123456789 /proc/$PPID/environ; grep -c 0123456789 /proc/self/environ`
	server := llmtest.Start(t, bash(look), llmtest.Turn{Text: "done"})
	out, err := ordinary(t, server, "-p", "go").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := server.Requests()[1].Last().Content
	if !strings.Contains(got, "beestown\n") || !strings.Contains(got, "environ: Permission denied") || !strings.Contains(got, "\n0\n") {
		t.Errorf("a command sees\n%s", got)
	}
}

func TestDoctorTellsWhoCanReadOurEnvironment(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is nothing to tell apart
	}
	const shown = "a child can read our environment"
	server := llmtest.Start(t)
	cmd := ordinary(t, server, "doctor", "--offline")
	out, err := cmd.Output()
	if err != nil || bytes.Contains(out, []byte(shown)) {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
	if os.Geteuid() != 0 {
		return
	}
	again := exec.CommandContext(t.Context(), cmd.Path, cmd.Args[1:]...)
	again.Dir, again.Env = cmd.Dir, cmd.Env
	if out, err = again.Output(); err != nil || !bytes.Contains(out, []byte(shown)) {
		t.Errorf("as root: %v\n%s", err, out)
	}
}

// The second signal also ends what has left the command's group and session. The command itself is
// stubborn, so that the program is still waiting for it then.
func TestSecondSignalEndsOtherSessions(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is no /proc
	}
	const stubborn = `mkfifo up
		setsid sh -c 'echo $$ > up; exec sleep 1000' & read -r pid < up
		(setsid sh -c 'echo $$ > up; exec sleep 1000' &); read -r orphan < up
		trap 'echo told > told' TERM
		echo $pid $orphan > started; while :; do sleep 0.01; done`
	server := llmtest.Start(t, bash(stubborn), llmtest.Turn{Text: "done"})
	cmd := ordinary(t, server, "-p", "go")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	for _, fifo := range []string{"started", "told"} {
		makeFIFO(t, cmd.Dir, fifo)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pids := strings.Fields(readAll(t, filepath.Join(cmd.Dir, "started")))
	if len(pids) != 2 {
		t.Fatalf("started: %q", pids)
	}
	interrupt(t, cmd)
	readAll(t, filepath.Join(cmd.Dir, "told"))
	interrupt(t, cmd)
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("%v\n%s", err, stderr.String())
	}
	for _, field := range pids {
		pid, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(10 * time.Second); !dead(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("process %d of %v is still there", pid, pids)
			}
		}
	}
}

func interrupt(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
}

// makeFIFO makes a pipe that everybody may use.
func makeFIFO(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
}

func readAll(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
