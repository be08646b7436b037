// Command tokens measures what a model is sent, in bytes: the system prompt, the definition of each
// tool, and typical results of calls. It builds the program, runs it once against a model server on
// loopback that plays a list of calls, and reads the requests: what it prints is what goes out.
//
//	go run ./bench/tokens
//
// It ends with 1 when prompt and definitions are above the limit.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"beestown/llm/llmtest"
)

// Bytes of prompt and definitions together: what is aimed at, and what may not be exceeded.
const (
	goal  = 8_000
	limit = 10_000
)

func main() {
	bin := flag.String("bin", "", "measure this program instead of building one")
	flag.Parse()
	if err := run(*bin); err != nil {
		fmt.Fprintln(os.Stderr, "tokens:", err)
		os.Exit(1)
	}
}

func run(bin string) error {
	dir, err := os.MkdirTemp("", "beestown-tokens-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if bin == "" {
		bin = filepath.Join(dir, "beestown")
		if out, err := exec.Command("go", "build", "-o", bin, "beestown").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	requests, err := play(bin, dir)
	if err != nil {
		return err
	}
	fixed, err := printFixed(requests[0])
	if err != nil {
		return err
	}
	if err := printResults(requests); err != nil {
		return err
	}
	if fixed > limit {
		return fmt.Errorf("prompt and definitions are %d bytes, %d above the limit of %d", fixed, fixed-limit, limit)
	}
	return nil
}

// play runs the program through all samples and returns the requests that it sent.
func play(bin, dir string) ([]llmtest.Request, error) {
	var turns []llmtest.Turn
	for _, s := range samples {
		turns = append(turns, llmtest.CallTools(llmtest.Tool(s.tool, s.args)))
	}
	model := llmtest.New(append(turns, llmtest.Turn{Text: "done", Repeat: llmtest.Forever})...)
	defer model.Close()
	repo := filepath.Join(dir, "repo")
	if err := writeRepo(repo); err != nil {
		return nil, err
	}
	// With an answer at hand ask_user is offered, as it is to a user at a terminal.
	cmd := exec.Command(bin, "-p", "measure", "-q", "--mode", "yolo", "--answer", "yes")
	cmd.Dir = repo
	cmd.Env = []string{
		"HOME=" + dir, "TMPDIR=" + dir, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8",
		"BEESTOWN_BASE_URL=" + model.URL, "BEESTOWN_API_KEY=sk-tokens", "BEESTOWN_MODEL=tokens-model",
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the program: %w\n%s", err, out)
	}
	requests := model.Requests()
	if len(requests) < 2 {
		return nil, errors.New("the program made no calls")
	}
	return requests, nil
}

// printFixed prints what is in every request, and returns its bytes.
func printFixed(first llmtest.Request) (int, error) {
	var parts struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(first.Body, &parts); err != nil {
		return 0, fmt.Errorf("the first request: %w", err)
	}
	system := 0
	for _, m := range first.Messages {
		if m.Role == "system" {
			system += len(m.Content)
		}
	}
	all := 1 + len(parts.Tools) // brackets and commas
	type definition struct {
		name  string
		bytes int
	}
	var list []definition
	for i, t := range parts.Tools {
		all += len(t)
		list = append(list, definition{first.Tools[i], len(t)})
	}
	slices.SortStableFunc(list, func(a, b definition) int { return cmp.Compare(b.bytes, a.bytes) })
	fmt.Printf("| in every request | bytes |\n|---|---:|\n| system prompt, without a project's text | %d |\n", system)
	for _, d := range list {
		fmt.Printf("| %s | %d |\n", d.name, d.bytes)
	}
	fmt.Printf("| all %d definitions | %d |\n| **prompt and definitions** (goal %d, limit %d) | **%d** |\n| first request | %d |\n\n",
		len(list), all, goal, limit, system+all, len(first.Body))
	return system + all, nil
}

// printResults prints the results of the samples as the model read them.
func printResults(requests []llmtest.Request) error {
	last := requests[len(requests)-1]
	var results []string
	for _, m := range last.Messages {
		if m.Role == "tool" {
			results = append(results, m.Content)
		}
	}
	if len(results) != len(samples) {
		return fmt.Errorf("%d calls, %d results", len(samples), len(results))
	}
	fmt.Printf("| result of | bytes | begins |\n|---|---:|---|\n")
	for i, s := range samples {
		head, _, _ := strings.Cut(results[i], "\n")
		if len(head) > 60 {
			head = strings.ToValidUTF8(head[:60], "") + "…"
		}
		fmt.Printf("| %s | %d | `%s` |\n", s.what, len(results[i]), strings.NewReplacer("\t", " ", "|", `\|`, "`", "'").Replace(head))
	}
	return nil
}
