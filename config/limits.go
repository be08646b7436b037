package config

import "time"

// Limits are the bounds of everything that could grow. Sizes are in bytes.
type Limits struct {
	// StepsPerTurn is how many model answers one prompt may take (--max-turns).
	StepsPerTurn int `yaml:"steps_per_turn" config:"min=1"`
	// CallsPerStep is how many tool calls one answer may ask for.
	CallsPerStep int `yaml:"calls_per_step" config:"min=1"`
	// OutputBytes is how much of a command's output the model sees, head and tail.
	OutputBytes int `yaml:"output_bytes" config:"min=1000"`
	// ReadLines is how many lines one Read gives.
	ReadLines int `yaml:"read_lines" config:"min=1"`
	// ReadBytes is how much one Read gives.
	ReadBytes int `yaml:"read_bytes" config:"min=1000"`
	// CommandBytes is the longest command line.
	CommandBytes int `yaml:"command_bytes" config:"min=1"`
	// ArgumentBytes is how long the arguments of a call may be.
	ArgumentBytes int `yaml:"argument_bytes" config:"min=1000"`
	// ArgumentDepth is how deep the JSON of a call's arguments may be nested.
	ArgumentDepth int `yaml:"argument_depth" config:"min=1"`
	// FetchTimeout ends one fetch of a page.
	FetchTimeout time.Duration `yaml:"fetch_timeout" config:"min=1"`
	// ProjectTextBytes is how much of AGENTS.md and CLAUDE.md goes into the prompt.
	ProjectTextBytes int `yaml:"project_text_bytes" config:"min=0"`
	// StreamLineBytes is the longest line of a model's stream.
	StreamLineBytes int `yaml:"stream_line_bytes" config:"min=1000"`
	// StreamIdle is the longest silence within a stream, before the request is tried again.
	StreamIdle time.Duration `yaml:"stream_idle" config:"min=1"`
	// FirstEvent is the longest silence before a stream begins, from a remote endpoint.
	FirstEvent time.Duration `yaml:"first_event" config:"min=1"`
	// FirstEventLocal is the same from an endpoint on this machine, which may have to load the model.
	FirstEventLocal time.Duration `yaml:"first_event_local" config:"min=1"`
	// Retries is how often a request is tried again.
	Retries int `yaml:"retries" config:"min=0,max=100"`
	// RetryWindow is the time within which it is tried again, unless the endpoint asks to wait longer.
	RetryWindow time.Duration `yaml:"retry_window"`
	// SubagentDepth is how deep agents may start agents.
	SubagentDepth int `yaml:"subagent_depth" config:"min=0,max=8"`
	// Subagents is how many sub-agents work at once.
	Subagents int `yaml:"subagents" config:"min=0,max=64"`
	// SubagentSteps is how many model answers one sub-agent may take.
	SubagentSteps int `yaml:"subagent_steps" config:"min=1"`
	// MCPTools is how many tools all MCP servers may have together.
	MCPTools int `yaml:"mcp_tools" config:"min=0"`
	// MCPDescriptionBytes is the longest description of an MCP tool.
	MCPDescriptionBytes int `yaml:"mcp_description_bytes" config:"min=0"`
	// MCPAdvertiseBytes is how long all definitions of a server may be, to be sent with every request.
	MCPAdvertiseBytes int `yaml:"mcp_advertise_bytes" config:"min=0"`
	// MCPLineBytes is the longest line from an MCP server.
	MCPLineBytes int `yaml:"mcp_line_bytes" config:"min=1000"`
	// MCPWait is how long the first request waits for servers that are starting.
	MCPWait time.Duration `yaml:"mcp_wait"`
}
