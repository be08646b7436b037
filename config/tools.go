package config

import "time"

// Tools sets the built-in tools.
type Tools struct {
	// Enabled are the only tools there are; empty means all.
	Enabled []string `yaml:"enabled"`
	// Disabled are tools that there are not.
	Disabled []string `yaml:"disabled" config:"add"`
	// Advertise are the tools whose definitions every request carries; empty means the usual ones, others are found with find_tools.
	Advertise []string `yaml:"advertise"`
	// AdvertiseAliases also sends the definitions of aliases, which costs context.
	AdvertiseAliases bool `yaml:"advertise_aliases"`
	// Timeout ends a call of a tool that has no timeout of its own.
	Timeout time.Duration `yaml:"timeout" config:"min=1"`
	// NetworkTimeout ends a call of a tool that uses the network.
	NetworkTimeout time.Duration `yaml:"network_timeout" config:"min=1"`
	// MaxConcurrent is how many read-only calls run at once.
	MaxConcurrent int `yaml:"max_concurrent" config:"min=1,max=64"`
	// AllowedPaths are directories outside the workspace that tools may use too.
	AllowedPaths []string `yaml:"allowed_paths" config:"path"`
	// DeniedPaths are files and directories that no tool may use.
	DeniedPaths []string `yaml:"denied_paths" config:"path,add"`
	// MaxFileSize is the largest file that is edited or written, in bytes.
	MaxFileSize int64 `yaml:"max_file_size" config:"min=1"`
	// Bash sets the shell tool.
	Bash Bash `yaml:"bash"`
	// WebSearch sets the search tool.
	WebSearch WebSearch `yaml:"web_search"`
	// WebFetch sets the fetch tool.
	WebFetch WebFetch `yaml:"web_fetch"`
	// RateLimits bounds the calls of a tool, by the tool's name.
	RateLimits map[string]RateLimit `yaml:"rate_limits"`
}

// Bash sets the shell tool.
type Bash struct {
	// Timeout ends a command that asked for no timeout.
	Timeout time.Duration `yaml:"timeout" config:"min=1"`
	// MaxTimeout is the most that a command may ask for.
	MaxTimeout time.Duration `yaml:"max_timeout" config:"min=1"`
	// Policy is a guard on top of the mode: allowlist lets only AllowCommands through; confirm and auto mean none.
	Policy string `yaml:"policy" config:"enum=confirm|allowlist|auto"`
	// AllowCommands are the programs of the policy allowlist.
	AllowCommands []string `yaml:"allow_commands"`
	// DenyPatterns are regular expressions (RE2) of commands that are refused, besides the built-in ones.
	DenyPatterns []string `yaml:"deny_patterns" config:"regexp,add"`
	// MaxOutputBytes is how much of a command's output is captured.
	MaxOutputBytes int64 `yaml:"max_output_bytes" config:"min=1"`
}

// WebSearch sets the search tool.
type WebSearch struct {
	// Provider is the search service.
	Provider string `yaml:"provider" config:"enum=duckduckgo|tavily|brave|google|bing"`
	// APIKey is the key of that service.
	APIKey string `yaml:"api_key" config:"secret,expand"`
	// MaxResults is how many results a search gives.
	MaxResults int `yaml:"max_results" config:"min=1,max=100"`
}

// WebFetch sets the fetch tool.
type WebFetch struct {
	// MaxChars is how many characters of a page the model sees.
	MaxChars int `yaml:"max_chars" config:"min=1"`
}

// RateLimit bounds the calls of one tool by one agent; 0 is no bound.
type RateLimit struct {
	// PerMinute is the most calls within any minute.
	PerMinute int `yaml:"per_minute" config:"min=0"`
	// PerHour is the most calls within any hour.
	PerHour int `yaml:"per_hour" config:"min=0"`
}
