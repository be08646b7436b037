package config

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// everySpelling holds each key of the specification in the specification's words.
const everySpelling = `
agent:
  maxConcurrentTools: 4
tools:
  workspaceDir: ./ws
  enabled: [Read]
  timeout: 31000
  networkTimeout: 61000
  maxConcurrent: 4
  allowedPaths: [./data, ./docs]
  deniedPaths: [./secret]
  maxFileSize: 5000
  bash: {timeout: 61s, allowCommands: [ls], denyPatterns: [mkfs], maxOutputBytes: 6000}
  webSearch: {provider: tavily, apiKey: "${WEB_SEARCH_API_KEY}", maxResults: 11}
  webFetch: {maxChars: 9000}
  rateLimits: {Edit: {maxCallsPerMinute: 31, maxCallsPerHour: 501}, Bash: {perMinute: 9}}
  mcpServers:
    - {name: Listed, url: "http://127.0.0.1:3000", enabled: true}
    - {name: off, url: "http://127.0.0.1:3001", enabled: false}
mcpServers:
  Mapped: {command: npx, args: [-y, x], startupTimeout: 5s}
modules: [./modules/chrome]
maxTurns: 20
rolesDir: ./roles
roles:
  myTester: {rolePrompt: test, toolGroups: [workspace], departmentId: qa, llmServiceId: m}
audit: {maxResultBytes: 7000}
`

func TestEverySpellingOfTheSpecification(t *testing.T) {
	w := newWorld(t)
	w.user(everySpelling)
	w.env["WEB_SEARCH_API_KEY"] = "search-key"
	got := w.load().Config

	want := Default()
	want.Workspace = "./ws"
	tools := &want.Tools
	tools.Enabled = []string{"Read"}
	tools.Timeout, tools.NetworkTimeout = 31*time.Second, 61*time.Second
	tools.MaxConcurrent, tools.MaxFileSize = 4, 5000
	tools.AllowedPaths, tools.DeniedPaths = []string{"./data", "./docs"}, []string{"./secret"}
	tools.Bash.Timeout, tools.Bash.MaxOutputBytes = 61*time.Second, 6000
	tools.Bash.AllowCommands, tools.Bash.DenyPatterns = []string{"ls"}, []string{"mkfs"}
	tools.WebSearch = WebSearch{"tavily", "search-key", 11}
	tools.WebFetch.MaxChars = 9000
	tools.RateLimits = map[string]RateLimit{"Edit": {31, 501}, "Bash": {9, 0}}
	listed, off, mapped := NewMCPServer(), NewMCPServer(), NewMCPServer()
	listed.Type, listed.URL = "http", "http://127.0.0.1:3000"
	off.URL, off.Enabled = "http://127.0.0.1:3001", false
	mapped.Type, mapped.Command, mapped.Args, mapped.StartupTimeout = "stdio", "npx", []string{"-y", "x"}, 5*time.Second
	want.MCPServers = map[string]MCPServer{"Listed": listed, "off": off, "Mapped": mapped}
	want.Plugins.Paths = []string{"./modules/chrome"}
	want.Limits.StepsPerTurn = 20
	want.RolesDir = "./roles"
	want.Roles = map[string]Role{"myTester": {Prompt: "test", ToolGroups: []string{"workspace"}, Department: "qa", Model: "m"}}
	want.Audit.MaxResultBytes = 7000
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	data, err := yaml.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	w.user(string(data))
	again := w.load().Config
	again.Tools.WebSearch.APIKey = got.Tools.WebSearch.APIKey
	checkSame(t, got, again)
}

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{
		"model": "model", "base_url": "base_url", "baseURL": "base_url", "baseUrl": "base_url", "mcpServers": "mcp_servers",
		"MCPServers": "mcp_servers", "maxCallsPerMinute": "max_calls_per_minute", "": "", "X": "x", "Über": "über",
	} {
		if got := snake(name); got != want {
			t.Errorf("snake(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"model", "mode", "provider", "base_url", "ui"}
	for word, want := range map[string]string{
		"modle": "model", "moed": "mode", "porvider": "provider", "url": "", "MODEL": "model", "u": "ui", "xyz": "", "": "",
	} {
		if got := nearest(word, candidates); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
