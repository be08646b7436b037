package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"beestown/config"
	"beestown/llm/llmtest"
	"beestown/tools"
	"beestown/tools/policy"
)

// readme returns the README and its code blocks by language.
func readme(t *testing.T) (text string, blocks map[string][]string) {
	t.Helper()
	data, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks = map[string][]string{}
	for _, m := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		blocks[m[1]] = append(blocks[m[1]], m[2])
	}
	return string(data), blocks
}

// TestReadmeCommands runs every beestown command of the README as it is written, but for the address
// of the endpoint. What would open the screen is given a prompt instead; screen_test.go opens it.
func TestReadmeCommands(t *testing.T) {
	_, blocks := readme(t)
	program, err := exec.LookPath("beestown")
	if err != nil {
		t.Fatal(err)
	}
	server := llmtest.NewFunc(func(int, llmtest.Request) llmtest.Turn { return llmtest.Say("answered") })
	t.Cleanup(server.Close)
	ran := 0
	for line := range strings.Lines(strings.Join(blocks["sh"], "")) {
		line = strings.TrimSpace(line)
		i := strings.Index(line, "beestown ")
		if i < 0 || line[max(0, i-1)] == '/' || strings.Contains(line, "make build") {
			continue
		}
		ran++
		t.Run(line, func(t *testing.T) {
			command := strings.ReplaceAll(line, "http://127.0.0.1:8000/v1", server.URL)
			if !strings.Contains(command, " -p ") {
				command += " -p hello"
			}
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = t.TempDir()
			if out, err := exec.Command("git", "-C", cmd.Dir, "init", "-q").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			cmd.Env = []string{
				"HOME=" + t.TempDir(), "PATH=" + filepath.Dir(program) + ":" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(),
				"OPENAI_API_KEY=sk-readme", "BEESTOWN_BASE_URL=" + server.URL, "BEESTOWN_MODEL=m",
			}
			out, err := cmd.Output()
			if err != nil || !strings.Contains(string(out), "answered") {
				t.Errorf("%v\n%s\n%s", err, out, stderrOf(err))
			}
		})
	}
	if ran < 6 {
		t.Errorf("only %d commands were found", ran)
	}
}

func stderrOf(err error) string {
	if e, ok := err.(*exec.ExitError); ok {
		return string(e.Stderr)
	}
	return ""
}

func TestReadmeConfiguration(t *testing.T) {
	_, blocks := readme(t)
	if len(blocks["yaml"]) == 0 {
		t.Fatal("no YAML example was found")
	}
	for _, block := range blocks["yaml"] {
		home := t.TempDir()
		put(t, mkdir(t, filepath.Join(home, ".config", "beestown", "config.yml")), block)
		cfg, err := config.Load(config.Options{Dir: t.TempDir(), Home: home})
		if err != nil {
			t.Fatalf("%v\n%s", err, block)
		}
		var rules []policy.Rule
		for _, r := range slices.Concat(cfg.Config.Permissions.Allow, cfg.Config.Permissions.Deny) {
			rules = append(rules, policy.Rule{Verdict: tools.Allow, Text: r.Text})
		}
		if _, err := policy.New(policy.Options{Root: home, Rules: rules}); err != nil || len(rules) == 0 {
			t.Errorf("%d rules: %v", len(rules), err)
		}
	}
}

func mkdir(t *testing.T, file string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestReadmeTables holds the README's tables against the program.
func TestReadmeTables(t *testing.T) {
	text, _ := readme(t)
	for _, p := range config.Presets() {
		row := regexp.MustCompile("(?m)^\\|.*`" + p.Name + "`.*$").FindString(text)
		if row == "" {
			t.Errorf("provider %s is missing", p.Name)
		}
		for _, v := range p.KeyVariables {
			if !strings.Contains(row, v) {
				t.Errorf("provider %s: %s is missing in %s", p.Name, v, row)
			}
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Z]\\w*\\([^`]*\\)|mcp__[^`]*)`").FindAllStringSubmatch(text, -1) {
		if _, err := policy.New(policy.Options{Root: t.TempDir(), Rules: []policy.Rule{{Verdict: tools.Allow, Text: m[1]}}}); err != nil {
			t.Errorf("rule %s: %v", m[1], err)
		}
	}
	for _, mode := range []tools.Mode{tools.ModeAsk, tools.ModeEdits, tools.ModePlan, tools.ModeYolo} {
		if !strings.Contains(text, "| `"+string(mode)+"` |") {
			t.Errorf("mode %s is missing", mode)
		}
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Errorf("link %s: %v", m[1], err)
		}
	}
}
