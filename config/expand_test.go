package config

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExpandVariables(t *testing.T) {
	lookup := func(name string) (string, bool) {
		v, ok := map[string]string{"A": "1", "B_2": "two", "EMPTY": "", "NESTED": "${A}"}[name]
		return v, ok
	}
	tests := []struct{ text, want, err string }{
		{"plain", "plain", ""},
		{"${A}", "1", ""},
		{"x${A}y${B_2}z", "x1ytwoz", ""},
		{"[${EMPTY}]", "[]", ""},
		{"${NESTED}", "${A}", ""},
		{"$A $ $$ }", "$A $ $$ }", ""},
		{"$${A}", "${A}", ""},
		{"$${A} ${A}", "${A} 1", ""},
		{"${C}", "", "the variable C is not set; set it, or write $${C} for the literal text"},
		{"${}", "", `"${}" is not of the form ${NAME}; write $${ for a literal ${`},
		{"${1A}", "", `"${1A}" is not of the form ${NAME}; write $${ for a literal ${`},
	}
	for _, test := range tests {
		got, err := expandVariables(test.text, lookup)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != test.want || text != test.err {
			t.Errorf("%s: got %q, %q; want %q, %q", test.text, got, text, test.want, test.err)
		}
	}
}

func TestServersThatCannotBeUsed(t *testing.T) {
	w := newWorld(t)
	w.project(`
mcp_servers:
  fine: {command: "${BIN}", args: ["${BIN}", b], env: {T: "${BIN}"}, cwd: "~/x", headers: {H: "${BIN}"}}
  unset: {command: x, env: {T: "${NOWHERE}"}}
  disabled: {command: "${NOWHERE}", enabled: false}
  nothing: {args: [a]}
  both: {command: a, url: b}
  remote: {type: sse}
channels: {team: {url: "${NOWHERE}"}}
`)
	w.env["BIN"] = "bin"
	l := w.load()
	got := map[string]string{}
	for name, server := range l.Config.MCPServers {
		if server.Err != nil {
			got[name] = server.Err.Error()
		}
	}
	want := map[string]string{
		"unset":   ".beestown.yml:4: mcp_servers.unset.env.T: the variable NOWHERE is not set; set it, or write $${NOWHERE} for the literal text",
		"nothing": `.beestown.yml:6: mcp server nothing: has no command; add "command: ...", or "url: ..." for a server over http`,
		"both":    ".beestown.yml:7: mcp server both: has both a command and a url; keep one",
		"remote":  `.beestown.yml:8: mcp server remote: has type sse but no url; add "url: ..."`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	fine := l.Config.MCPServers["fine"]
	if fine.Command != "bin" || fine.Args[0] != "bin" || fine.Env["T"] != "bin" || fine.Headers["H"] != "bin" || fine.Cwd != filepath.Join(w.home, "x") {
		t.Errorf("not expanded: %+v", fine)
	}
	if l.Config.Channels["team"].Err == nil {
		t.Error("a channel with an unset variable has no error")
	}
}

func TestOnlyTheValueInEffectIsExpanded(t *testing.T) {
	w := newWorld(t)
	w.project("base_url: ${NOWHERE}")
	w.user("tools: {allowed_paths: [~/shared, ./x]}")
	w.env["BEESTOWN_BASE_URL"] = "http://127.0.0.1:1"
	c := w.load().Config
	if diff := cmp.Diff([]string{filepath.Join(w.home, "shared"), "./x"}, c.Tools.AllowedPaths); diff != "" {
		t.Error(diff)
	}
}

func TestEntries(t *testing.T) {
	w := newWorld(t)
	w.user(`api_key: ${KEY}
base_url: https://${HOST}/v1
mcp_servers:
  s: {command: x, args: ["--token=${KEY}", plain], env: {TOKEN: sk-1234567890abcdef, SHORT: abc}}
permissions: {allow: [Read]}
hooks: {after_tool: [{command: [a, "b c"], timeout: 90s}]}
`)
	w.env["KEY"], w.env["HOST"] = "sk-secret-abcd", "h"
	w.env["BEESTOWN_MODE"] = "plan"
	file := "~/.config/beestown/config.yml"
	want := map[string]string{
		"api_key":                           "***abcd < " + file + ":1",
		"base_url":                          "https://${HOST}/v1 < " + file + ":2",
		"mode":                              "plan < BEESTOWN_MODE",
		"permissions.allow":                 "Read < " + file + ":5",
		"mcp_servers.s.args":                "['--token=${KEY}', plain] < " + file + ":4",
		"mcp_servers.s.env.TOKEN":           "***cdef < " + file + ":4",
		"mcp_servers.s.env.SHORT":           "*** < " + file + ":4",
		"hooks.after_tool":                  "{matcher: \"\", command: [a, b c], timeout: 1m30s} < " + file + ":6",
		"tools.bash.timeout":                "2m < default",
		"limits.first_event_local":          "10m < default",
		"tools.enabled":                     "[] < default",
		"tools.max_concurrent":              "3 < default",
		"tools.rate_limits.Edit.per_minute": "30 < default",
	}
	got := map[string]string{}
	entries := w.load().Entries()
	for _, e := range entries {
		if _, ok := want[e.Key]; ok {
			got[e.Key] = e.Value + " < " + e.Origin.String()
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if entries[0].Key != "provider" || entries[len(entries)-1].Key != "workspace" {
		t.Errorf("entries go from %s to %s", entries[0].Key, entries[len(entries)-1].Key)
	}
}
