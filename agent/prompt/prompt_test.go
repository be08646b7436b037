package prompt

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// systemBudget keeps our own text small: with the tool definitions at most 10,000 bytes.
const systemBudget = 2600

func TestSystemStaysSmall(t *testing.T) {
	for _, plan := range []string{"auto", "always", "off"} {
		text := System(Facts{Dir: "/home/user/src/project", Platform: "linux/amd64", Date: "2026-01-02", Plan: plan, Headless: true, PlanMode: true})
		if len(text) > systemBudget {
			t.Errorf("plan %s: %d bytes, the budget is %d", plan, len(text), systemBudget)
		}
		if strings.Contains(text, "{{") {
			t.Errorf("plan %s: a placeholder is left", plan)
		}
	}
}

func TestSystemSaysWhatItWasGiven(t *testing.T) {
	text := System(Facts{Dir: "/w", Platform: "p/q", Date: "2026-01-02", Role: "ROLE", Project: "PROJECT", Append: "APPEND"})
	last := 0
	for _, part := range []string{"Directory: /w\n", "Platform: p/q\n", "Date: 2026-01-02\n", "ROLE", "PROJECT", "APPEND"} {
		i := strings.Index(text, part)
		if i < last {
			t.Errorf("%q is missing or in the wrong place", part)
		}
		last = i
	}
	for _, absent := range []string{"Nobody is at the terminal", "Plan mode is on"} {
		if strings.Contains(text, absent) {
			t.Errorf("%q is said although it is not so", absent)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestReadProject(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string // relative to the temporary directory
		dir   string
		want  []string // files, in order
		parts []string // of the text
	}{
		{"nothing", map[string]string{"repo/.git/HEAD": "x"}, "repo", nil, nil},
		{"agents", map[string]string{"repo/.git/HEAD": "x", "repo/AGENTS.md": "use tabs"}, "repo", []string{"repo/AGENTS.md"}, []string{"use tabs"}},
		{"claude", map[string]string{"repo/.git/HEAD": "x", "repo/CLAUDE.md": "be kind"}, "repo", []string{"repo/CLAUDE.md"}, []string{"be kind"}},
		{"agents wins", map[string]string{"repo/.git/HEAD": "x", "repo/AGENTS.md": "A", "repo/CLAUDE.md": "C"}, "repo", []string{"repo/AGENTS.md"}, []string{"A"}},
		{"outermost first", map[string]string{"repo/.git/HEAD": "x", "repo/AGENTS.md": "outer", "repo/a/CLAUDE.md": "inner"}, "repo/a/b",
			[]string{"repo/AGENTS.md", "repo/a/CLAUDE.md"}, []string{"outer", "inner"}},
		{"nothing from above the repository", map[string]string{"AGENTS.md": "above", "repo/.git/HEAD": "x"}, "repo", nil, nil},
		{"outside of a repository only the directory", map[string]string{"AGENTS.md": "above", "dir/AGENTS.md": "here"}, "dir", []string{"dir/AGENTS.md"}, []string{"here"}},
		{"empty files do not count", map[string]string{"repo/.git/HEAD": "x", "repo/AGENTS.md": " \n", "repo/CLAUDE.md": "C"}, "repo", []string{"repo/CLAUDE.md"}, []string{"C"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range tt.files {
				write(t, filepath.Join(root, name), text)
			}
			dir := filepath.Join(root, tt.dir)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			p := ReadProject(dir, 32_000)
			var got []string
			for _, f := range p.Files {
				rel, err := filepath.Rel(root, f)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, rel)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			last := 0
			for _, part := range tt.parts {
				i := strings.Index(p.Text, part)
				if i < last {
					t.Errorf("%q is missing or in the wrong place in %q", part, p.Text)
				}
				last = i
			}
			if tt.parts == nil && p.Text != "" {
				t.Errorf("text = %q", p.Text)
			}
		})
	}
}

func TestReadProjectCutsAndSaysSo(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, ".git", "HEAD"), "x")
	write(t, filepath.Join(root, "AGENTS.md"), strings.Repeat("äöü ", 1000))
	p := ReadProject(root, 500)
	if !p.Cut || len(p.Text) > 500+200 || !strings.Contains(p.Text, "[cut at 500 bytes: read AGENTS.md for the rest]") {
		t.Errorf("cut %v, %d bytes, end %q", p.Cut, len(p.Text), p.Text[max(0, len(p.Text)-100):])
	}
	if !slices.Equal(p.Files, []string{filepath.Join(root, "AGENTS.md")}) {
		t.Errorf("files = %v", p.Files)
	}
	if none := ReadProject(root, 0); none.Text != "" || none.Files != nil {
		t.Errorf("without a limit above 0: %+v", none)
	}
}

func TestReadProjectIgnoresWhatIsNoFile(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, ".git", "HEAD"), "x")
	if err := os.Mkdir(filepath.Join(root, "AGENTS.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	if p := ReadProject(root, 500); p.Text != "" {
		t.Errorf("text = %q", p.Text)
	}
}
