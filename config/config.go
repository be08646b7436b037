package config

import "time"

// Config is everything that can be configured, complete and checked. The zero
// value is of no use; Default and Load make one. It is plain data: copies share
// their maps and slices, so treat a loaded one as read-only.
type Config struct {
	// Provider names a preset (see Presets) or an entry of Providers; empty means the first one whose key is set.
	Provider string `yaml:"provider"`
	// Model is the model's name as the endpoint knows it; empty means the provider's default.
	Model string `yaml:"model"`
	// BaseURL is the address of an OpenAI-compatible API, up to and with its version ("https://host/v1").
	BaseURL string `yaml:"base_url" config:"expand"`
	// APIKey is the key for that API; better kept in the environment. Refused in a project file.
	APIKey string `yaml:"api_key" config:"secret,expand,personal"`
	// Providers adds endpoints of one's own, or changes a preset's, by name.
	Providers map[string]Provider `yaml:"providers"`
	// Mode is what happens to a call that no rule decides: ask, edits (allow file edits), plan (read only), yolo (allow).
	Mode string `yaml:"mode" config:"enum=ask|edits|plan|yolo"`
	// Agent sets how the loop works.
	Agent Agent `yaml:"agent"`
	// Permissions are the rules of all files together.
	Permissions Permissions `yaml:"permissions"`
	// Tools sets the built-in tools.
	Tools Tools `yaml:"tools"`
	// Sandbox sets how child processes are confined.
	Sandbox Sandbox `yaml:"sandbox"`
	// MCPServers are the MCP servers to start, by name.
	MCPServers map[string]MCPServer `yaml:"mcp_servers"`
	// Plugins says where plugins are, besides the two usual directories.
	Plugins Plugins `yaml:"plugins"`
	// Roles adds roles, or changes shipped ones, by name.
	Roles map[string]Role `yaml:"roles"`
	// RolesDir is one more directory of role files, besides the two usual ones.
	RolesDir string `yaml:"roles_dir" config:"path"`
	// Hooks are commands to run at an event, by the event's name; those of all files together.
	Hooks map[string][]Hook `yaml:"hooks" config:"add"`
	// Audit sets the log of tool calls.
	Audit Audit `yaml:"audit"`
	// Snippets sets the snippet store.
	Snippets Snippets `yaml:"snippets"`
	// Cron sets the store of schedules.
	Cron Cron `yaml:"cron"`
	// Channels are the places where the message tool delivers, by name.
	Channels map[string]Channel `yaml:"channels"`
	// Limits are the bounds of everything that could grow.
	Limits Limits `yaml:"limits"`
	// Prices are what a model's tokens cost, by the model's name.
	Prices map[string]Price `yaml:"prices"`
	// UI sets the interactive screen.
	UI UI `yaml:"ui"`
	// Language is the language of BeesTown's own messages.
	Language string `yaml:"language" config:"enum=en|zh"`
	// Workspace is the directory to work in; empty means the one BeesTown was started in.
	Workspace string `yaml:"workspace" config:"path"`
}

// Agent is how the plan, act, reflect loop works.
type Agent struct {
	// Role is the role of the main agent.
	Role string `yaml:"role"`
	// Plan says when a plan comes first: auto (when the task has several steps), always, off.
	Plan string `yaml:"plan" config:"enum=auto|always|off"`
	// Reflect says how a turn is judged: by rules, by the model when the rules are unsure, or not at all.
	Reflect string `yaml:"reflect" config:"enum=rules|model|off"`
	// CompactAt is the share of the context window, from 0 to 1, at which the conversation is compacted; 0 is never.
	CompactAt float64 `yaml:"compact_at" config:"min=0,max=1"`
	// FallbackModel answers when the model does not; empty means none.
	FallbackModel string `yaml:"fallback_model"`
}

// Permissions are rules such as "Bash(go test *)", in the order user file, project file.
type Permissions struct {
	// Allow lets a call through without asking.
	Allow []Rule `yaml:"allow" config:"add"`
	// Ask always asks, whatever is allowed.
	Ask []Rule `yaml:"ask" config:"add"`
	// Deny refuses, whatever is allowed or approved.
	Deny []Rule `yaml:"deny" config:"add"`
}

// A Rule is one permission rule with the place that it comes from.
type Rule struct {
	Text   string
	Origin Origin
}

// MarshalYAML writes a rule as its text; the place is not part of a file.
func (r Rule) MarshalYAML() (any, error) { return r.Text, nil }

// Sandbox is how child processes are confined.
type Sandbox struct {
	// Mode is auto (confine where the system can, and say so where not), off, or require (refuse to run unconfined).
	Mode string `yaml:"mode" config:"enum=auto|off|require"`
	// Network says whether child processes may reach the network.
	Network string `yaml:"network" config:"enum=on|off"`
}

// Plugins is where plugins are.
type Plugins struct {
	// Paths are directories with a plugin manifest.
	Paths []string `yaml:"paths" config:"path"`
}

// Role is who may use which groups of tools, with what prompt.
type Role struct {
	// Description says in one line what the role is for.
	Description string `yaml:"description"`
	// Prompt is added to the system prompt.
	Prompt string `yaml:"prompt"`
	// Model is the role's own model; empty means the session's.
	Model string `yaml:"model"`
	// ToolGroups are the groups of tools that the role sees; empty means all.
	ToolGroups []string `yaml:"tool_groups"`
	// Department is the department that the role's agents belong to.
	Department string `yaml:"department"`
	// Level is the level of the role's agents, compared with a tool's minimum.
	Level int `yaml:"level" config:"min=0"`
}

// Hook is a command that runs at an event.
type Hook struct {
	// Matcher is a rule that the call must match, such as "Edit(*.go)"; empty matches all.
	Matcher string `yaml:"matcher"`
	// Command is the program and its arguments; no shell is involved.
	Command []string `yaml:"command"`
	// Timeout ends the command; 0 means the timeout of tools.
	Timeout time.Duration `yaml:"timeout"`

	// Origin is the place that the hook comes from.
	Origin Origin `yaml:"-"`
}

// Audit is the log of tool calls.
type Audit struct {
	// Path is the directory of the log; empty means audit/ in the state directory.
	Path string `yaml:"path" config:"path"`
	// MaxResultBytes is how much of a result is kept.
	MaxResultBytes int `yaml:"max_result_bytes" config:"min=0"`
	// Redact are regular expressions (RE2); what they match is not written.
	Redact []string `yaml:"redact" config:"regexp,add"`
}

// Snippets is the snippet store.
type Snippets struct {
	// Dir is the personal store; empty means snippets/ in the config directory.
	Dir string `yaml:"dir" config:"path"`
}

// Cron is the store of schedules.
type Cron struct {
	// Store is the file of schedules; empty means cron.json in the state directory.
	Store string `yaml:"store" config:"path"`
}

// Channel is a place where the message tool delivers.
type Channel struct {
	// Type is console, file, webhook or command.
	Type string `yaml:"type" config:"enum=|console|file|webhook|command"`
	// Path is the file that a file channel appends to.
	Path string `yaml:"path" config:"path"`
	// URL is where a webhook channel posts to.
	URL string `yaml:"url" config:"expand"`
	// Headers are sent by a webhook channel.
	Headers map[string]string `yaml:"headers" config:"secret,expand"`
	// Command is the program and its arguments that a command channel runs; the message is its input.
	Command []string `yaml:"command" config:"expand"`

	// Err says why the channel cannot be used (an unset variable); nil if it can.
	Err error `yaml:"-"`
}

// Price is what tokens cost, in US dollars per million.
type Price struct {
	// Input is the price of a token that is read.
	Input float64 `yaml:"input" config:"min=0"`
	// Output is the price of a token that is written.
	Output float64 `yaml:"output" config:"min=0"`
	// Cached is the price of a token that is read from the provider's cache.
	Cached float64 `yaml:"cached" config:"min=0"`
}
