package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProjectMayOnlyTighten(t *testing.T) {
	for _, tt := range []struct {
		name, user, project, key string
		want                     string
		notice                   bool
	}{
		{"a looser mode does not count", "", "mode: yolo", "mode", "ask", true},
		{"nor one looser than the user's", "mode: plan", "mode: ask", "mode", "plan", true},
		{"a stricter one does", "mode: yolo", "mode: ask", "mode", "ask", false},
		{"the strictest does", "", "mode: plan", "mode", "plan", false},
		{"a command list does", "", "tools: {bash: {policy: allowlist}}", "tools.bash.policy", "allowlist", false},
		{"lifting one does not", "tools: {bash: {policy: allowlist}}", "tools: {bash: {policy: auto}}", "tools.bash.policy", "allowlist", true},
		{"a sandbox may be demanded", "", "sandbox: {mode: require}", "sandbox.mode", "require", false},
		{"not switched off", "", "sandbox: {mode: 'off'}", "sandbox.mode", "auto", true},
		{"the log stays where it is", "", "audit: {path: /tmp/x}", "audit.path", "", true},
		{"the editor is the user's", "ui: {editor: vim}", "ui: {editor: ./evil}", "ui.editor", "vim", true},
		{"the model is the project's to choose", "model: a", "model: b", "model", "b", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			home, dir := filepath.Join(root, "home"), filepath.Join(root, "repo")
			for path, text := range map[string]string{
				filepath.Join(home, ".config", "beestown", "config.yml"): tt.user, filepath.Join(dir, ProjectFile): tt.project,
			} {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			l, err := Load(Options{Dir: dir, Home: home})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, e := range l.Entries() {
				if e.Key == tt.key {
					got = e.Value
				}
			}
			if got != tt.want {
				t.Errorf("%s = %q, want %q", tt.key, got, tt.want)
			}
			told := len(l.Notices) == 1 && strings.Contains(l.Notices[0].Text, "does not count")
			if told != tt.notice {
				t.Errorf("notices = %v", l.Notices)
			}
		})
	}
}

func TestTightKeysExist(t *testing.T) {
	known := map[string]bool{}
	for _, k := range leaves() {
		known[k.key] = true
	}
	for key := range tighter {
		if !known[key] {
			t.Errorf("there is no key %s", key)
		}
	}
}
