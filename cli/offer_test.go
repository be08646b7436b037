package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beestown/llm/llmtest"
)

// TestOfferedRule checks that the flag that a denial names, pasted into a shell, allows the call.
func TestOfferedRule(t *testing.T) {
	t.Parallel()
	write := func(path string) llmtest.Call {
		args, err := json.Marshal(map[string]string{"file_path": path, "content": "x"})
		if err != nil {
			t.Fatal(err)
		}
		return llmtest.Tool("file_write", string(args))
	}
	bash := func(command string) llmtest.Call {
		args, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		return llmtest.Tool("Bash", string(args))
	}
	nothing := map[string]bool{"odd directory": true, "environment": true, "redirect": true}
	for name, call := range map[string]llmtest.Call{
		"file":          write("plain.txt"),
		"blank":         write("two words.txt"),
		"quote":         write("it's.txt"),
		"brackets":      write("a[1].txt"),
		"star":          write("a*.txt"),
		"braces":        write("{a,b}.txt"),
		"backslash":     write(`a\b.txt`),
		"dollar":        write("$HOME.txt"),
		"unicode":       write("größe.txt"),
		"directory":     write("dir/sub/a.txt"),
		"odd directory": write("di[r]'s $(x)/sub/a.txt"),
		"hidden":        write(".hidden/a.txt"),
		"command":       bash("touch made"),
		"bare command":  bash("mkfifo made"),
		"options":       bash("touch -c made"),
		"two commands":  bash("touch made && mkdir other"),
		"quoted words":  bash(`touch 'it''s made'`),
		"pipe":          bash("date | logger-of-mine"),
		"environment":   bash("A=1 touch made"),
		"redirect":      bash("touch made 2>/dev/null"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkOffer(t, call, !nothing[name])
		})
	}
}

func checkOffer(t *testing.T, call llmtest.Call, offered bool) {
	server := llmtest.Start(t, llmtest.CallTools(call), llmtest.Say("denied"), llmtest.CallTools(call), llmtest.Say("allowed"))
	home := t.TempDir()
	repo := filepath.Join(home, "repo")
	if err := os.Mkdir(repo, 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(args string) (code int, denied []struct{ Tool, Input, Hint string }) {
		cmd := exec.Command("sh", "-c", "exec beestown -p go -o json "+args)
		cmd.Dir = repo
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "BEESTOWN_BASE_URL=" + server.URL, "BEESTOWN_MODEL=test-model", "GORACE=" + quickRace}
		out, err := cmd.Output()
		var ended *exec.ExitError
		if err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		var result struct {
			Denied []struct{ Tool, Input, Hint string }
		}
		if err := json.Unmarshal(bytes.TrimSpace(out), &result); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		return cmd.ProcessState.ExitCode(), result.Denied
	}
	code, denied := run("")
	if code != 4 || len(denied) != 1 {
		t.Fatalf("exit code %d, denied %v; want 4 and one", code, denied)
	}
	if got := strings.HasPrefix(denied[0].Hint, "--allow "); got != offered {
		t.Fatalf("a rule is offered: %v, in %s", got, denied[0].Hint)
	}
	if !offered {
		return
	}
	if code, again := run(denied[0].Hint); code != 0 {
		t.Errorf("%s does not allow the call: exit code %d, denied %v", denied[0].Hint, code, again)
	}
}
