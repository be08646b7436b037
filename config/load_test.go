package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPrecedence(t *testing.T) {
	type layers struct {
		user, project, env string
		flags              []Flag
	}
	flag := []Flag{{Key: "model", Name: "-m", Value: "from-flag"}}
	tests := map[string]struct {
		layers
		want, origin string
	}{
		"default":     {layers{}, "", "default"},
		"user":        {layers{user: "model: u"}, "u", "~/.config/beestown/config.yml:1"},
		"project":     {layers{user: "model: u", project: "\nmodel: p"}, "p", ".beestown.yml:2"},
		"environment": {layers{user: "model: u", project: "model: p", env: "e"}, "e", "BEESTOWN_MODEL"},
		"flag":        {layers{user: "model: u", project: "model: p", env: "e", flags: flag}, "from-flag", "flag -m"},
		"empty key":   {layers{user: "model: u", project: "model:"}, "u", "~/.config/beestown/config.yml:1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.user(test.user)
			w.project(test.project)
			w.env["BEESTOWN_MODEL"] = test.env
			w.flags = test.flags
			l := w.load()
			if l.Config.Model != test.want || l.Origin("model").String() != test.origin {
				t.Errorf("model %q from %s, want %q from %s", l.Config.Model, l.Origin("model"), test.want, test.origin)
			}
		})
	}
}

func TestEnvironmentReachesEveryScalarKey(t *testing.T) {
	w := newWorld(t)
	w.env["BEESTOWN_TOOLS_BASH_TIMEOUT"] = "1500"
	w.env["BEESTOWN_UI_MOUSE"] = "true"
	w.env["BEESTOWN_AGENT_COMPACT_AT"] = "0.5"
	w.env["BEESTOWN_LIMITS_STEPS_PER_TURN"] = "7"
	w.env["BEESTOWN_API_KEY"] = "literal-${X}"
	c := w.load().Config
	got := []any{c.Tools.Bash.Timeout, c.UI.Mouse, c.Agent.CompactAt, c.Limits.StepsPerTurn, c.APIKey}
	want := []any{1500 * time.Millisecond, true, 0.5, 7, "literal-${X}"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestProjectIsFoundUpwards(t *testing.T) {
	w := newWorld(t)
	w.project("model: up")
	w.mkdir("app/a/b")
	o := w.options()
	o.Dir = filepath.Join(w.home, "app/a/b")
	l, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	if l.Config.Model != "up" || l.Origin("model").String() != "~/app/.beestown.yml:1" {
		t.Errorf("model %q from %s", l.Config.Model, l.Origin("model"))
	}
}

func TestSearchEndsAtHome(t *testing.T) {
	w := newWorld(t)
	w.write(".beestown.yml", "model: above")
	o := w.options()
	o.Home = o.Dir
	l, err := Load(o)
	if err != nil {
		t.Fatal(err)
	}
	if l.ProjectFile != "" {
		t.Errorf("read %s, above the home directory", l.ProjectFile)
	}
}

func TestMapsMergeAndKeepTheirCase(t *testing.T) {
	w := newWorld(t)
	w.user(`
mcp_servers:
  MyServer: {command: run, env: {GITHUB_TOKEN: t, Mixed.Case: m}}
  other.dotted: {url: "http://127.0.0.1:1/mcp"}
tools: {enabled: [Read, Edit], disabled: [Bash], rate_limits: {Grep: {per_minute: 5}}}
`)
	w.project(`
mcp_servers:
  MyServer: {args: [-v], env: {EXTRA: x}, timeout: 500}
tools: {enabled: [Grep], disabled: [web_fetch], rate_limits: {Edit: {per_minute: 1}}}
`)
	l := w.load()
	want := map[string]MCPServer{
		"MyServer": {
			Type: "stdio", Command: "run", Args: []string{"-v"}, Enabled: true,
			Env:            map[string]string{"GITHUB_TOKEN": "t", "Mixed.Case": "m", "EXTRA": "x"},
			StartupTimeout: time.Minute, Timeout: 500 * time.Millisecond,
		},
		"other.dotted": {Type: "http", URL: "http://127.0.0.1:1/mcp", Enabled: true, StartupTimeout: time.Minute, Timeout: time.Minute},
	}
	if diff := cmp.Diff(want, l.Config.MCPServers); diff != "" {
		t.Error(diff)
	}
	wantTools := []any{[]string{"Grep"}, []string{"Bash", "web_fetch"}, map[string]RateLimit{"Edit": {1, 500}, "Grep": {5, 0}}}
	gotTools := []any{l.Config.Tools.Enabled, l.Config.Tools.Disabled, l.Config.Tools.RateLimits}
	if diff := cmp.Diff(wantTools, gotTools); diff != "" {
		t.Error(diff)
	}
	origins := map[string]string{
		"mcp_servers.MyServer":         ".beestown.yml:3",
		"mcp_servers.MyServer.command": "~/.config/beestown/config.yml:3",
		"mcp_servers.other.dotted":     "~/.config/beestown/config.yml:4",
		"tools.enabled":                ".beestown.yml:4",
	}
	for key, want := range origins {
		if got := l.Origin(key).String(); got != want {
			t.Errorf("%s comes from %s, want %s", key, got, want)
		}
	}
}

func TestRulesAndHooksAreAddedUp(t *testing.T) {
	w := newWorld(t)
	w.user("permissions: {allow: [Read], deny: [\"Bash(rm *)\"]}\nhooks: {after_tool: [{command: [a], timeout: 1s}]}")
	w.project("permissions: {allow: [\"Bash(go test *)\"]}\nhooks: {after_tool: [{command: [b]}]}")
	c := w.load().Config
	user := func(line int) Origin { return Origin{FromUser, "~/.config/beestown/config.yml", line} }
	project := func(line int) Origin { return Origin{FromProject, ".beestown.yml", line} }
	want := Permissions{
		Allow: []Rule{{"Read", user(1)}, {"Bash(go test *)", project(1)}},
		Deny:  []Rule{{"Bash(rm *)", user(1)}},
	}
	if diff := cmp.Diff(want, c.Permissions); diff != "" {
		t.Error(diff)
	}
	hooks := map[string][]Hook{"after_tool": {
		{Command: []string{"a"}, Timeout: time.Second, Origin: user(2)},
		{Command: []string{"b"}, Origin: project(2)},
	}}
	if diff := cmp.Diff(hooks, c.Hooks); diff != "" {
		t.Error(diff)
	}
}

func TestProjectCannotSetKeys(t *testing.T) {
	w := newWorld(t)
	w.user("api_key: mine\nproviders: {work: {api_key: secret}}")
	w.project("api_key: theirs\nproviders:\n  work:\n    api_key: stolen\n    models: [m]\n")
	l := w.load()
	if l.Config.APIKey != "mine" || l.Config.Providers["work"].APIKey != "secret" {
		t.Errorf("a project file set a key: %+v", l.Config)
	}
	var got []string
	for _, n := range l.Notices {
		got = append(got, n.String())
	}
	want := []string{
		".beestown.yml:1: api_key is ignored: a key never comes from a project file; set it in the environment or in your own config.yml",
		".beestown.yml:4: providers.work.api_key is ignored: a key never comes from a project file; set it in the environment or in your own config.yml",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPlacesFollowXDG(t *testing.T) {
	w := newWorld(t)
	w.env["XDG_CONFIG_HOME"] = filepath.Join(w.home, "conf")
	w.env["XDG_STATE_HOME"] = "relative"
	w.write("conf/beestown/config.yml", "model: xdg")
	l := w.load()
	want := Places{w.home, filepath.Join(w.home, "conf/beestown"), filepath.Join(w.home, ".local/state/beestown")}
	if diff := cmp.Diff(want, l.Places); diff != "" {
		t.Error(diff)
	}
	if l.Config.Model != "xdg" || l.UserFile != filepath.Join(w.home, "conf/beestown/config.yml") {
		t.Errorf("read %s, model %q", l.UserFile, l.Config.Model)
	}
}

// BenchmarkLoad loads a user file and a project file: short ones, as most are, and
// ones that hold every key.
func BenchmarkLoad(b *testing.B) {
	example, err := os.ReadFile("../.beestown.example.yml")
	if err != nil {
		b.Fatal(err)
	}
	short := "model: m\npermissions: {allow: [Read, \"Bash(go test *)\"]}\nmcp_servers: {files: {command: npx, args: [-y, x]}}\n"
	for name, text := range map[string]string{"short": short, "every key": string(example)} {
		b.Run(name, func(b *testing.B) {
			home := b.TempDir()
			dir := filepath.Join(home, ".config/beestown")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				b.Fatal(err)
			}
			for _, path := range []string{filepath.Join(dir, "config.yml"), filepath.Join(home, ProjectFile)} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if _, err := Load(Options{Dir: home, Home: home}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
