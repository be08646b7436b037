package config

import "time"

// Provider is an endpoint with an OpenAI-compatible API.
type Provider struct {
	// BaseURL is the address, up to and with its version; empty means the preset's.
	BaseURL string `yaml:"base_url" config:"expand"`
	// APIKey is the key; empty means the preset's variable or the credentials file. Refused in a project file.
	APIKey string `yaml:"api_key" config:"secret,expand,personal"`
	// Models are the models to choose from, the default first.
	Models []string `yaml:"models"`

	// Err says why the entry cannot be used (an unset variable); nil if it can.
	Err error `yaml:"-"`
}

// MCPServer is an MCP server to start or to connect to.
type MCPServer struct {
	// Type is stdio (a program is started), http or sse; empty means http if URL is set, else stdio.
	Type string `yaml:"type" config:"enum=|stdio|http|sse"`
	// Command is the program of a stdio server.
	Command string `yaml:"command" config:"expand"`
	// Args are the program's arguments.
	Args []string `yaml:"args" config:"expand"`
	// Env is added to the program's environment.
	Env map[string]string `yaml:"env" config:"secret,expand"`
	// Cwd is the program's working directory; empty means the workspace.
	Cwd string `yaml:"cwd" config:"expand,path"`
	// URL is the address of an http or sse server.
	URL string `yaml:"url" config:"expand"`
	// Headers are sent with every request to an http or sse server.
	Headers map[string]string `yaml:"headers" config:"secret,expand"`
	// Enabled says whether the server is used.
	Enabled bool `yaml:"enabled"`
	// StartupTimeout ends a server that is not ready by then.
	StartupTimeout time.Duration `yaml:"startup_timeout" config:"min=1"`
	// Timeout ends a call of one of its tools.
	Timeout time.Duration `yaml:"timeout" config:"min=1"`
	// Tools chooses among the server's tools.
	Tools MCPTools `yaml:"tools"`
	// Trust lets calls that the server says only read run without asking.
	Trust bool `yaml:"trust"`

	// Err says why the server cannot be used (an unset variable, no command), with file and line; nil if it can.
	Err error `yaml:"-"`
}

// MCPTools chooses among the tools of a server, by the server's names.
type MCPTools struct {
	// Include are the only tools to use; empty means all.
	Include []string `yaml:"include"`
	// Exclude are tools not to use.
	Exclude []string `yaml:"exclude"`
}

// NewMCPServer returns a server with the defaults of every key.
func NewMCPServer() MCPServer {
	return MCPServer{Enabled: true, StartupTimeout: 60 * time.Second, Timeout: 60 * time.Second}
}
