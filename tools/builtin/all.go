package builtin

import "beestown/tools"

// Ports is what the built-in tools need of the program.
type Ports struct {
	Files      *Files
	Bash       BashOptions
	Todos      TodoStore
	Registry   *tools.Registry
	Advertised func(name string) bool // whether the model was told about a tool
}

// All returns the built-in tools in the order in which they are advertised.
func All(p Ports) []tools.Tool {
	return []tools.Tool{
		Read(p.Files), Edit(p.Files), FileWrite(p.Files), FileList(p.Files), Glob(p.Files), Grep(p.Files), CodeQuery(p.Files),
		Bash(p.Files, p.Bash), TodoWrite(p.Todos), AskUser(), ProposePlan(),
		FindTools(p.Registry, p.Advertised), CallTool(),
		NotebookRead(p.Files), NotebookEdit(p.Files),
	}
}
