package config

import "time"

const (
	kB  = 1_000
	mB  = 1_000_000
	miB = 1 << 20
)

// Default returns the value of every key that nobody has set. Each call returns a
// copy of its own.
func Default() Config {
	return Config{
		Mode:     "ask",
		Agent:    Agent{Role: "developer", Plan: "auto", Reflect: "rules", CompactAt: 0.8},
		Tools:    defaultTools(),
		Sandbox:  Sandbox{Mode: "auto", Network: "on"},
		Audit:    Audit{MaxResultBytes: 10 * kB},
		Limits:   defaultLimits(),
		UI:       UI{Screen: "full", Theme: "auto", Glyphs: "auto", Animation: true, Notify: "auto"},
		Language: "en",
	}
}

func defaultTools() Tools {
	return Tools{
		Timeout:        30 * time.Second,
		NetworkTimeout: 60 * time.Second,
		MaxConcurrent:  3,
		MaxFileSize:    10 * mB,
		Bash: Bash{
			Timeout:        120 * time.Second,
			MaxTimeout:     600 * time.Second,
			Policy:         "confirm",
			MaxOutputBytes: 10 * miB,
		},
		WebSearch:  WebSearch{Provider: "duckduckgo", MaxResults: 10},
		WebFetch:   WebFetch{MaxChars: 10_000},
		RateLimits: map[string]RateLimit{"Edit": {PerMinute: 30, PerHour: 500}},
	}
}

func defaultLimits() Limits {
	return Limits{
		StepsPerTurn:        500,
		CallsPerStep:        64,
		OutputBytes:         30 * kB,
		ReadLines:           2_000,
		ReadBytes:           2 * mB,
		CommandBytes:        100 * kB,
		ArgumentBytes:       4 * mB,
		ArgumentDepth:       200,
		FetchTimeout:        20 * time.Second,
		ProjectTextBytes:    32 * kB,
		StreamLineBytes:     4 * mB,
		StreamIdle:          59 * time.Second, // so that a silent stream is told within the minute
		FirstEvent:          59 * time.Second,
		FirstEventLocal:     10 * time.Minute,
		Retries:             5,
		RetryWindow:         30 * time.Second,
		SubagentDepth:       1,
		Subagents:           8,
		SubagentSteps:       100,
		MCPTools:            500,
		MCPDescriptionBytes: 8 * kB,
		MCPAdvertiseBytes:   8 * kB,
		MCPLineBytes:        8 * mB,
		MCPWait:             3 * time.Second,
	}
}
