package tools

// GroupID names a group of tools; roles are given groups.
type GroupID string

// The built-in groups; an MCP server or plugin adds one of its own.
const (
	GroupWorkspace   GroupID = "workspace"
	GroupCommand     GroupID = "command"
	GroupTask        GroupID = "task"
	GroupInteraction GroupID = "interaction"
	GroupControl     GroupID = "control"
)

// Group is a set of tools that belong together, as the registry knows it now.
type Group struct {
	ID    GroupID
	Tools []string // canonical names in order of registration
}

// MCPGroup is the group of an MCP server's tools.
func MCPGroup(server string) GroupID { return GroupID("mcp." + server) }
