package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProblemsOfAFile(t *testing.T) {
	tests := map[string]struct{ file, want string }{
		"unknown key":         {"api_kye: 1", `.beestown.yml:1: unknown key "api_kye"; did you mean "api_key"?`},
		"misspelt":            {"mode: ask\n\nmodle: x", `.beestown.yml:3: unknown key "modle"; did you mean "model"?`},
		"misspelt below":      {"tools:\n  bash:\n    timout: 1", `.beestown.yml:3: unknown key "tools.bash.timout"; did you mean "tools.bash.timeout"?`},
		"misspelt camel":      {"baseUrll: x", `.beestown.yml:1: unknown key "baseUrll"; did you mean "base_url"?`},
		"in another section":  {"max_concurrent: 4", `.beestown.yml:1: unknown key "max_concurrent"; did you mean "tools.max_concurrent"?`},
		"nothing near":        {"cron: {zzzzzz: 1}", `.beestown.yml:1: unknown key "cron.zzzzzz"; known here: store`},
		"unknown in a server": {"mcp_servers:\n  s:\n    comand: x", `.beestown.yml:3: unknown key "mcp_servers.s.comand"; did you mean "mcp_servers.s.command"?`},
		"key is a list":       {"? [a]\n: 1", `.beestown.yml:1: expected the name of a key, got a list`},
		"escape sequences":    {`"\e[2J": 1`, `.beestown.yml:1: unknown key "\x1b[2J"; known here: `},
		"twice":               {"model: a\nmode: ask\nmodel: b", `.beestown.yml:3: model is set twice (also on line 1); keep one`},
		"twice in two words":  {"base_url: a\nbaseURL: b", `.beestown.yml:2: base_url is set twice (also on line 1); keep one`},
		"twice as a name":     {"prices: {m: {input: 1}, m: {input: 2}}", `.beestown.yml:1: prices.m is set twice (also on line 1); keep one`},
		"two places differ":   {"tools: {max_concurrent: 2}\nagent: {maxConcurrentTools: 3}", `.beestown.yml:2: tools.max_concurrent is set twice (also on line 1); keep one`},
		"no text":             {"model: [a]", `.beestown.yml:1: model: expected text, got a list`},
		"no bool":             {"ui: {mouse: 1}", `.beestown.yml:1: ui.mouse: expected true or false, got "1"`},
		"no int":              {"limits: {retries: many}", `.beestown.yml:1: limits.retries: expected a whole number, got "many"`},
		"no whole int":        {"limits: {retries: 1.5}", `.beestown.yml:1: limits.retries: expected a whole number, got "1.5"`},
		"huge int":            {"limits: {retries: 99999999999999999999}", `.beestown.yml:1: limits.retries: expected a whole number, got "99999999999999999999"`},
		"no number":           {"agent: {compact_at: x}", `.beestown.yml:1: agent.compact_at: expected a number, got "x"`},
		"infinite number":     {"agent: {compact_at: .nan}", `.beestown.yml:1: agent.compact_at: expected a number, got ".nan"`},
		"no duration":         {"tools: {timeout: soon}", `.beestown.yml:1: tools.timeout: expected a duration (text such as "60s", or a number of milliseconds), got "soon"`},
		"huge duration":       {"tools: {timeout: 1e300}", `.beestown.yml:1: tools.timeout: expected a duration (text such as "60s", or a number of milliseconds), got "1e300"`},
		"zero duration":       {"tools: {timeout: 0}", `.beestown.yml:1: tools.timeout: 0s is too short; give a duration above zero, such as "60s"`},
		"negative duration":   {"limits: {mcp_wait: -1s}", `.beestown.yml:1: limits.mcp_wait: -1s is too short; give a duration above zero, such as "60s"`},
		"no list":             {"tools: {enabled: Read}", `.beestown.yml:1: tools.enabled: expected a list, got "Read"`},
		"list in a list":      {"tools: {enabled: [[a]]}", `.beestown.yml:1: tools.enabled: expected text, got a list`},
		"no section":          {"tools: 3", `.beestown.yml:1: tools: expected a section of keys, got "3"`},
		"no map":              {"providers: [a]", `.beestown.yml:1: providers: expected a section of keys, got a list`},
		"no rules":            {"permissions: {allow: Read}", `.beestown.yml:1: permissions.allow: expected a list, got "Read"`},
		"no rule":             {"permissions: {allow: [{a: b}]}", `.beestown.yml:1: permissions.allow: expected text, got a section of keys`},
		"empty rule":          {"permissions: {deny: [\"\"]}", `.beestown.yml:1: permissions.deny: a rule is empty; write one such as "Bash(go test *)"`},
		"no hook":             {"hooks: {x: [y]}", `.beestown.yml:1: hooks.x: expected a section of keys, got "y"`},
		"enum":                {"mode: fast", `.beestown.yml:1: mode: "fast" is not one of ask, edits, plan, yolo`},
		"enum of a server":    {"mcp_servers: {s: {type: tcp}}", `.beestown.yml:1: mcp_servers.s.type: "tcp" is not one of stdio, http, sse`},
		"too small":           {"tools: {max_concurrent: 0}", `.beestown.yml:1: tools.max_concurrent: 0 is too small; the least is 1`},
		"too large":           {"agent: {compact_at: 1.5}", `.beestown.yml:1: agent.compact_at: 1.5 is too large; the most is 1`},
		"regexp":              {"tools: {bash: {deny_patterns: ['(']}}", ".beestown.yml:1: tools.bash.deny_patterns: \"(\" is not a regular expression (RE2): error parsing regexp: missing closing ): `(`"},
		"timeouts":            {"tools:\n  bash:\n    timeout: 11m", `.beestown.yml:3: tools.bash.timeout (11m0s) is longer than tools.bash.max_timeout (10m0s); change one of them`},
		"empty name":          {"prices: {\"\": {input: 1}}", `.beestown.yml:1: prices: a name is missing here`},
		"strange name":        {`prices: {"a\e": {input: 1}}`, `.beestown.yml:1: prices: the name "a\x1b" has characters that cannot be shown; use another`},
		"server with no name": {"tools: {mcpServers: [{url: x}]}", `.beestown.yml:1: mcp_servers: a server of the list has no name; add "name: ..."`},
		"reference":           {"model: &m x\nprovider: *m", `.beestown.yml:2: provider: YAML references (*m) are not supported; write the value out`},
		"unset variable":      {"mode: ask\nbase_url: http://${NOWHERE}/v1", `.beestown.yml:2: base_url: the variable NOWHERE is not set; set it, or write $${NOWHERE} for the literal text`},
		"bad variable":        {"base_url: a${b c}", `.beestown.yml:1: base_url: "${b c}" is not of the form ${NAME}; write $${ for a literal ${`},
		"open variable":       {"base_url: a${b", `.beestown.yml:1: base_url: "${b" is not of the form ${NAME}; write $${ for a literal ${`},
		"broken YAML":         {"model: x\n  mode: ask\n", `.beestown.yml:2: is not valid YAML: mapping values are not allowed in this context`},
		"tab":                 {"tools:\n\tbash: 1\n", `.beestown.yml:2: is not valid YAML: found character that cannot start any token; indent with spaces, not tabs, and put quotes around text that begins with a special character`},
		"unclosed":            {"tools: [", `.beestown.yml:1: is not valid YAML: did not find expected node content`},
		"two documents":       {"model: a\n---\nmodel: b", `.beestown.yml: holds more than one YAML document; remove the lines from the second --- on`},
		"no mapping":          {"- a", `.beestown.yml:1: expected keys such as "model: ...", got a list`},
		"not text":            {"\xff\xfe\xff\xff\x00", `.beestown.yml: is not valid YAML: `},
		"too large a file":    {"#" + strings.Repeat("x", maxFileBytes), `.beestown.yml: is larger than 1 MB (1000001 bytes); is it the right file?`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.project(test.file)
			got := w.loadError()
			prefix := strings.HasSuffix(test.want, ": ") && strings.HasPrefix(got, test.want)
			if got != test.want && !prefix {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAllProblemsAtOnceInTheOrderOfLines(t *testing.T) {
	w := newWorld(t)
	w.user("mode: x\n")
	w.project("agent: {maxConcurrentTools: none}\nui: {mouse: maybe}\nmodle: m\n")
	w.env["BEESTOWN_LIMITS_RETRIES"] = "x"
	w.flags = []Flag{{"limits.steps_per_turn", "--max-turns", "0"}, {"mdoel", "-x", ""}, {"tools.enabled", "-y", ""}}
	want := strings.Join([]string{
		`~/.config/beestown/config.yml:1: mode: "x" is not one of ask, edits, plan, yolo`,
		`.beestown.yml:1: tools.max_concurrent: expected a whole number, got "none"`,
		`.beestown.yml:2: ui.mouse: expected true or false, got "maybe"`,
		`.beestown.yml:3: unknown key "modle"; did you mean "model"?`,
		`BEESTOWN_LIMITS_RETRIES: expected a whole number, got "x"`,
		`flag --max-turns: 0 is too small; the least is 1`,
		`flag -x: unknown key "mdoel"; did you mean "model"?`,
		`flag -y: "tools.enabled" is not a key with a single value`,
	}, "\n")
	if diff := cmp.Diff(want, w.loadError()); diff != "" {
		t.Error(diff)
	}
}

func TestProblemsOfAWrongFileAreCut(t *testing.T) {
	w := newWorld(t)
	var file strings.Builder
	for i := range 2_000 {
		fmt.Fprintf(&file, "line%d: %d\n", i, i)
	}
	w.project(file.String())
	lines := strings.Split(w.loadError(), "\n")
	want := ".beestown.yml: and 1950 more problems; is it the right file?"
	if len(lines) != maxProblems+1 || lines[maxProblems] != want {
		t.Errorf("%d lines, the last one %s", len(lines), lines[len(lines)-1])
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	t.Run("directory", func(t *testing.T) {
		w := newWorld(t)
		w.mkdir("app/.beestown.yml")
		if got, want := w.loadError(), ".beestown.yml: is a directory, not a file; move it away"; got != want {
			t.Errorf("got %s", got)
		}
	})
	t.Run("parent is a file", func(t *testing.T) {
		w := newWorld(t)
		w.write(".config/beestown", "")
		w.load()
	})
	t.Run("loop of links", func(t *testing.T) {
		w := newWorld(t)
		path := w.home + "/app/" + ProjectFile
		if err := os.Symlink(path, path); err != nil {
			t.Fatal(err)
		}
		want := "cannot look for " + path + ": too many levels of symbolic links"
		if got := w.loadError(); got != want {
			t.Errorf("got %s", got)
		}
	})
	t.Run("device", func(t *testing.T) {
		w := newWorld(t)
		if err := os.Symlink(os.DevNull, w.home+"/app/"+ProjectFile); err != nil {
			t.Fatal(err)
		}
		if got, want := w.loadError(), ".beestown.yml: is not a regular file; move it away"; got != want {
			t.Errorf("got %s", got)
		}
	})
	t.Run("relative directory", func(t *testing.T) {
		_, err := Load(Options{Dir: "work", Home: "/home"})
		if want := `config: the directories "work" and "/home" must be absolute`; err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
	})
}
