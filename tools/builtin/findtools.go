package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"beestown/tools"
)

type findArgs struct {
	Query string `json:"query,omitempty" jsonschema:"words; empty lists all"`
	Limit int    `json:"limit,omitempty" jsonschema:"default 10"`
}

// Subject implements tools.Subjecter.
func (in findArgs) Subject() string { return in.Query }

// FoundTool is one entry of the Data of a find_tools.
type FoundTool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  any    `json:"parameters"`
}

// FindTools makes the tool that searches the registry; advertised tells which tools the model was
// told about anyway.
func FindTools(registry *tools.Registry, advertised func(name string) bool) tools.Tool {
	return tools.Define(tools.Spec{
		Name: "find_tools", Category: tools.CategorySystem, Group: tools.GroupControl, Effect: tools.ReadOnly,
		Description: "Search the tools that are not in your list (MCP servers, rare ones). Returns names, descriptions, parameters; run one with call_tool.",
	}, func(_ context.Context, in findArgs) (tools.Result, error) {
		list := registry.List(func(s tools.Spec) bool { return !advertised(s.Name) })
		found := rankTools(list, strings.Fields(strings.ToLower(in.Query)))
		limit := in.Limit
		if limit <= 0 {
			limit = 10
		}
		more := max(len(found)-limit, 0)
		return foundResult(in.Query, found[:len(found)-more], more), nil
	})
}

// rankTools orders tools by how many of the words they have, in the name first; without words all
// are kept.
func rankTools(list []tools.Tool, words []string) []tools.Tool {
	if len(words) == 0 {
		return list
	}
	score := func(t tools.Tool) int {
		s := t.Spec()
		name, text := strings.ToLower(s.Name), strings.ToLower(s.Description+" "+strings.Join(s.Tags, " "))
		n := 0
		for _, w := range words {
			if strings.Contains(name, w) {
				n += 3
			}
			if strings.Contains(text, w) {
				n++
			}
		}
		return n
	}
	list = slices.DeleteFunc(list, func(t tools.Tool) bool { return score(t) == 0 })
	slices.SortStableFunc(list, func(a, b tools.Tool) int { return score(b) - score(a) })
	return list
}

func foundResult(query string, found []tools.Tool, more int) tools.Result {
	var b strings.Builder
	data := []FoundTool{}
	var shown tools.List
	for _, t := range found {
		s := t.Spec()
		schema, err := tools.Encode(t.Schema())
		if err != nil {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n  parameters: %s\n", s.Name, s.Description, schema)
		data = append(data, FoundTool{Name: s.Name, Description: s.Description, Parameters: t.Schema()})
		shown.Items = append(shown.Items, s.Name)
	}
	if len(data) == 0 {
		b.WriteString("no such tools; those in your list are all there are for this\n")
	}
	if more > 0 {
		fmt.Fprintf(&b, "(%d more; search with other words or a higher limit)\n", more)
	}
	shown.More = more
	return tools.Result{
		Text: b.String(), Data: map[string]any{"tools": data, "total": len(data) + more},
		View: tools.View{Subject: query, Summary: count(len(data)+more, "tool", "tools"), Body: shown},
	}
}
