package tools

// Spec says everything about a tool except how it runs. It is a value: built once, never changed.
type Spec struct {
	// Name is canonical and unique: [A-Za-z0-9_-]{1,64}.
	Name string
	// Description is read by the model: when to use the tool, what it returns, what it refuses.
	Description string
	Category    Category
	Group       GroupID
	// Effect is the most that the tool can do. The zero value is invalid on purpose.
	Effect      Effect
	Aliases     []Alias
	Permissions Permissions
	// Adapt rewrites decoded arguments before they are checked: synonyms of parameter names, other
	// spellings of values. It may be nil. It sees the arguments after an alias' In adapter.
	Adapt func(args map[string]any) error
	// Source says where the tool comes from; the zero value is built in.
	Source  Source
	Version string // semantic version; empty means that of the program
	Author  string
	Tags    []string
}

// Category sorts tools by what they are about (specification 000, ToolCategory).
type Category string

// The categories.
const (
	CategoryFile          Category = "file"
	CategorySearch        Category = "search"
	CategoryExecution     Category = "execution"
	CategoryCommunication Category = "communication"
	CategoryData          Category = "data"
	CategoryAnalysis      Category = "analysis"
	CategoryUtility       Category = "utility"
	CategorySystem        Category = "system"
	CategoryNetwork       Category = "network"
)

// Effect is what a tool, or one call, can change.
type Effect int

// The effects, in rising order of concern. The zero value is invalid.
const (
	ReadOnly    Effect = iota + 1 // reads files or the session, changes nothing
	Interacts                     // talks to the user or changes the session's own lists
	WritesFiles                   // changes files
	Network                       // talks to other machines
	Manages                       // starts or stops agents, schedules, settings
	Executes                      // runs a program, which can do anything
)

var effectNames = [...]string{"invalid", "read-only", "interacts", "writes files", "network", "manages", "executes"}

// String returns the effect in words.
func (e Effect) String() string {
	if e < 0 || int(e) >= len(effectNames) {
		return effectNames[0]
	}
	return effectNames[e]
}

// Permissions is the specification's ToolPermissions (000, section 3): who may call a tool, how
// often, and whether a person has to agree first. Empty lists allow everybody.
type Permissions struct {
	AllowedRoles, AllowedDepartments []string
	MinLevel                         int
	RequireConfirmation              bool
	Rate                             RateLimit
}

// RateLimit bounds the calls of one tool by one agent; 0 means no limit.
type RateLimit struct{ PerMinute, PerHour int }

// SourceKind sorts tools by where they come from (specification 000, the three layers).
type SourceKind string

// The kinds of source.
const (
	SourceBuiltin SourceKind = "builtin"
	SourceMCP     SourceKind = "mcp"
	SourceCustom  SourceKind = "custom"
)

// Source says where a tool comes from.
type Source struct {
	Kind   SourceKind // empty means SourceBuiltin
	Server string     // the MCP server or plugin
	Tool   string     // its own name for the tool
}

// ID is the specification's identifier: builtin:Read, mcp:server:tool, custom:plugin:tool.
func (s Spec) ID() string {
	switch s.Source.Kind {
	case SourceMCP, SourceCustom:
		return string(s.Source.Kind) + ":" + s.Source.Server + ":" + s.Source.Tool
	default:
		return string(SourceBuiltin) + ":" + s.Name
	}
}

// Principal is who calls: an agent in a role. Groups is nil when the role is in every group.
type Principal struct {
	Agent, Role, Department string
	Level                   int
	Groups                  []GroupID
}
