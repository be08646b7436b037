package builtin

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"beestown/tools"
)

func TestBash(t *testing.T) {
	k := newKit(t, map[string]string{"src/x": ""})
	tests := []struct {
		in      args
		want    string
		summary string
	}{
		{args{"command": "echo hi"}, "hi\n", "exit 0"},
		{args{"command": "true"}, "(no output)\n", "exit 0"},
		{args{"command": "printf no-end"}, "no-end\n", "exit 0"},
		{args{"command": "echo out; echo err >&2"}, "out\n[stderr]\nerr\n", "exit 0"},
		{args{"command": "echo err >&2; exit 3"}, "err\n[exit 3]\n", "exit 3"}, // D4: the output stays
		{args{"command": "no-such-program-here 2>/dev/null"}, "(no output)\n[exit 127]\n", "exit 127"},
		{args{"command": "pwd", "working_dir": "src"}, k.root + "/src\n", "exit 0"},
		{args{"command": "pwd", "cwd": "src"}, k.root + "/src\n", "exit 0"},
		{args{"cmd": "pwd"}, k.root + "\n", "exit 0"},
		{args{"command": `echo "$A $FROM"`, "env": args{"A": "it's"}}, "it's config\n", "exit 0"},
		{args{"command": `echo "$A"`, "env": args{"A": 5}}, "5\n", "exit 0"},
		{args{"command": "kill -9 $$"}, "(no output)\n[ended by signal 9: killed]\n", "signal killed"},
		{args{"command": "cat; echo end"}, "end\n", "exit 0"},
		{args{"command": `printf 'a\033[31mb\n'`}, "ab\n", "exit 0"},
	}
	for _, tt := range tests {
		r := k.do("Bash", tt.in)
		if r.Text != tt.want || r.View.Summary != tt.summary {
			t.Errorf("%v: %q, %s; want %q", tt.in, r.Text, r.View.Summary, tt.want)
		}
		body := r.View.Body.(tools.Command)
		if (body.Exit == nil) != strings.HasPrefix(tt.summary, "signal") || body.Dir == "" {
			t.Errorf("%v: view %+v", tt.in, body)
		}
	}
	d := k.do("Bash", args{"command": "echo out; echo err >&2; exit 3"}).Data.(BashData)
	if d.ExitCode != 3 || d.Stdout != "out\n" || d.Stderr != "err\n" || d.TimedOut || d.Duration <= 0 {
		t.Errorf("data %+v", d)
	}
}

func TestBashRefuses(t *testing.T) {
	k := newKit(t, nil)
	tests := []struct {
		in   args
		code tools.Code
		text string
	}{
		{args{"command": " \n"}, tools.CodeValidation, "Parameter 'command' is empty"},
		{args{"command": "a\x00b"}, tools.CodeValidation, "has a NUL"},
		{args{"command": strings.Repeat("x", 100_001)}, tools.CodeValidation, "more than 100000 bytes"},
		{args{"command": "x", "timeout": 601}, tools.CodeValidation, "Parameter 'timeout' is 601 seconds, the limit is 600 seconds (timeout counts seconds)"},
		{args{"command": "x", "timeout_ms": 700_000}, tools.CodeValidation, "the limit is 600 seconds"},
		{args{"command": "x", "timeout_ms": "soon"}, tools.CodeValidation, "parameter 'timeout_ms' expected number, got soon"},
		{args{"command": "x", "timeout": -1}, tools.CodeValidation, "Parameter 'timeout' must be at least 0, got -1"},
		// Names are part of the command line that policy judges: this one would make a comment of it.
		{args{"command": "rm -rf x", "env": args{"ls #": "1"}}, tools.CodeValidation, `Parameter 'env' has the name "ls #"`},
		{args{"command": "rm -rf x", "env": args{"": "1"}}, tools.CodeValidation, "Parameter 'env'"},
		{args{"command": "x", "env": args{"A": "a\x00b"}}, tools.CodeFailed, "environment variable contains NUL"},
		{args{"command": "x", "working_dir": "none"}, tools.CodeFailed, "Command execution failed: "},
	}
	for _, tt := range tests {
		k.refused("Bash", tt.in, tt.code, tt.text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := k.tryIn(ctx, "Bash", args{"command": "true"}); r.Err == nil || r.Err.Code != tools.CodeCancelled {
		t.Errorf("a cancelled call: %+v", r.Err)
	}
}

func TestBashTimeouts(t *testing.T) {
	k := newKit(t, nil)
	for name, want := range map[string]int{"Bash": 120, "run_command": 120, "exec": 60, "shell_exec": 30} {
		call, err := k.prepare(name, args{"command": "true"})
		if err != nil {
			t.Fatal(err)
		}
		if got := call.Preview().Body.(tools.Command).TimeoutSec; got != want {
			t.Errorf("%s: %d s, want %d", name, got, want)
		}
		_, timed := call.(tools.Timed)
		if insister := call.(tools.Insister); !timed || insister.NeedsConfirmation() {
			t.Errorf("%s: timed %v", name, timed)
		}
	}
	within(t, 20*time.Second, func() {
		r := k.try("shell_exec", args{"command": "echo before; sleep 100", "timeout": 100})
		if r.Err == nil || r.Err.Code != tools.CodeTimeout || r.Err.Message != "Tool execution timed out after 100ms" || !r.Data.(BashData).TimedOut {
			t.Errorf("%+v", r.Err)
		}
		holds(t, r.ModelText(), "before\n[Tool execution timed out after 100ms; raise timeout (at most 600 s) or do less at once]\n")
	})
}

// Output arrives while the command runs, and what was printed survives a cancellation.
func TestBashStreamsAndIsCancelled(t *testing.T) {
	k := newKit(t, nil)
	p := &port{seen: make(chan struct{})}
	ctx, cancel := context.WithCancel(tools.WithPort(t.Context(), p, "1"))
	defer cancel()
	go func() {
		<-p.seen
		cancel()
	}()
	within(t, 20*time.Second, func() {
		r := k.tryIn(ctx, "Bash", args{"command": "echo running; sleep 100"})
		if r.Err == nil || r.Err.Code != tools.CodeCancelled || r.View.Summary != "cancelled" {
			t.Errorf("%+v", r.Err)
		}
		holds(t, r.ModelText(), "running\n[cancelled by the user]\n")
	})
	if p.output.String() != "running\n" {
		t.Errorf("streamed %q", p.output.String())
	}
}

// However long the output is, the model sees no more than the limit, both ends, and where the rest is.
func TestBashLongOutput(t *testing.T) {
	k := newKit(t, nil)
	for name, command := range map[string]string{
		"stdout": "seq 1 5000", "stderr": "seq 1 5000 >&2", "both": "seq 1 5000; seq 1 5000 >&2",
		"just too long": "seq 1 700", "escapes": `for i in $(seq 1 900); do printf '\001'; done; seq 1 5000`,
	} {
		r := k.do("Bash", args{"command": command})
		if len(r.Text) > 4000 {
			t.Errorf("%s: %d bytes", name, len(r.Text))
		}
		file := regexp.MustCompile(`output is in (\S+?)[ \]]`).FindStringSubmatch(r.Text)
		if name == "just too long" {
			continue // the limit for the text is reached, that for a file may not be
		}
		if file == nil {
			t.Errorf("%s: no file is named in %q", name, r.Text)
			continue
		}
		data, err := os.ReadFile(file[1])
		if err != nil || !strings.HasSuffix(string(data), "\n5000\n") || !strings.HasPrefix(file[1], k.spill) {
			t.Errorf("%s: the file %s ends with %.20q, %v", name, file[1], string(data[max(0, len(data)-20):]), err)
		}
		holds(t, r.Text, "\n5000\n")
	}
	r := k.do("Bash", args{"command": "seq 1 600; seq 1 600 >&2"}) // 2.3 kB each, together too long
	holds(t, r.Text, "1\n2\n", "\n600\n[stderr]\n1\n", "\n600\n", "to see the rest, send the output to a file")
}

func TestBashSurvivors(t *testing.T) {
	k := newKit(t, nil)
	within(t, 20*time.Second, func() {
		r := k.do("Bash", args{"command": "sleep 100 & echo started"})
		if !regexp.MustCompile(`^started\n\[background process \d+ sleep was ended with the call\]\n$`).MatchString(r.Text) {
			t.Errorf("text %q", r.Text)
		}
	})
}

func TestBashAmend(t *testing.T) {
	k := newKit(t, nil)
	call, err := k.prepare("Bash", args{"command": "echo mine", "env": args{"A": "1"}, "require_confirmation": true})
	if err != nil {
		t.Fatal(err)
	}
	if !call.(tools.Insister).NeedsConfirmation() {
		t.Error("the model's wish for a confirmation is lost")
	}
	if name, draft := call.(tools.Amender).Draft(); name != "command.sh" || string(draft) != "echo mine" {
		t.Errorf("draft %s: %s", name, draft)
	}
	if _, err := call.(tools.Amender).Amend(t.Context(), []byte("\n")); err == nil {
		t.Error("an empty command was accepted")
	}
	amended, err := call.(tools.Amender).Amend(t.Context(), []byte("echo users\n"))
	if err != nil {
		t.Fatal(err)
	}
	for c, want := range map[tools.Call]string{call: "A='1' echo mine", amended: "A='1' echo users"} {
		if got := c.(tools.Accessor).Accesses()[0].Command; got != want {
			t.Errorf("judged as %s, want %s", got, want)
		}
	}
	r := k.run(t.Context(), amended)
	want := "The user changed the command before approving it. This is what ran:\necho users\nusers\n"
	if r.Text != want {
		t.Errorf("text %q", r.Text)
	}
}
