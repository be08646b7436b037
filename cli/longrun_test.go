package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beestown/llm/llmtest"
)

const longSteps = 200

// longTurn is step n of a run that reads and runs commands in turn, with arguments of its own each.
func longTurn(n, steps int) llmtest.Turn {
	switch {
	case n == steps-1:
		return llmtest.Say("done")
	case n%2 == 0:
		return llmtest.CallTools(llmtest.Tool("Read", fmt.Sprintf(`{"file_path":"f.txt","offset":%d,"limit":20}`, n+1)))
	default:
		return llmtest.CallTools(llmtest.Tool("Bash", fmt.Sprintf(`{"command":"echo step %d < f.txt"}`, n)))
	}
}

// runLong runs the program for so many steps and returns what it asked for and when.
func runLong(tb testing.TB, steps int) (requests []llmtest.Request, at []time.Time) {
	tb.Helper()
	server := llmtest.NewFunc(func(n int, _ llmtest.Request) llmtest.Turn {
		at = append(at, time.Now())
		return longTurn(n, steps)
	})
	defer server.Close()
	dir := tb.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "repo"), 0o700); err != nil {
		tb.Fatal(err)
	}
	text := strings.Repeat("a line of the file that is read piece by piece\n", 2*steps)
	if err := os.WriteFile(filepath.Join(dir, "repo", "f.txt"), []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command("beestown", "-p", "go", "--mode", "yolo", "--base-url", server.URL, "-m", "test-model")
	cmd.Dir = filepath.Join(dir, "repo")
	cmd.Env = []string{"HOME=" + dir, "TMPDIR=" + tb.TempDir(), "PATH=" + os.Getenv("PATH"), "GORACE=" + quickRace}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || string(out) != "done\n" {
		tb.Fatalf("%v, answered %q; stderr ends with\n%s", err, out, stderr.Bytes()[max(0, stderr.Len()-2000):])
	}
	return server.Requests(), at
}

// TestLongRun checks that every request of a long run is the one before and what came since, byte
// for byte: this is what providers' prompt caches live by.
func TestLongRun(t *testing.T) {
	t.Parallel()
	requests, _ := runLong(t, longSteps)
	if len(requests) != longSteps {
		t.Fatalf("%d requests for %d steps", len(requests), longSteps)
	}
	for i := 1; i < len(requests); i++ {
		before, ok := bytes.CutSuffix(requests[i-1].Body, []byte("]}"))
		if !ok {
			t.Fatalf("request %d does not end with its messages: ...%s", i, tail(requests[i-1].Body))
		}
		if !bytes.HasPrefix(requests[i].Body, append(before, ',')) {
			t.Fatalf("request %d does not continue request %d, which ended with %s", i+1, i, tail(before))
		}
	}
	if n := len(requests[0].Body); n > 12_000 {
		t.Errorf("the first request has %d bytes, the budget is 12,000", n)
	}
}

func tail(b []byte) []byte { return b[max(0, len(b)-80):] }

// BenchmarkLongRun tells how the time of a step grows: the last quarter of the steps against the
// first, 1.0 being no growth.
func BenchmarkLongRun(b *testing.B) {
	for b.Loop() {
		_, at := runLong(b, longSteps)
		quarter := longSteps / 4
		first := at[quarter].Sub(at[0])
		last := at[longSteps-1].Sub(at[longSteps-1-quarter])
		b.ReportMetric(float64(last)/float64(first), "last/first")
		b.ReportMetric(float64(at[longSteps-1].Sub(at[0]).Microseconds())/longSteps, "µs/step")
	}
}
