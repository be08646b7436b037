package config

import (
	"iter"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// spelling is another place at which a key is accepted. A star stands for any name.
type spelling struct{ from, to []string }

// spellings lists the keys that the specification puts elsewhere or calls by another
// word, in snake_case; that every key is accepted in camelCase too is no entry here,
// see snake.
func spellings() []spelling {
	table := [][2]string{
		{"tools.workspace_dir", "workspace"},
		{"agent.max_concurrent_tools", "tools.max_concurrent"},
		{"tools.mcp_servers", "mcp_servers"},
		{"modules", "plugins.paths"},
		{"max_turns", "limits.steps_per_turn"},
		{"tools.rate_limits.*.max_calls_per_minute", "tools.rate_limits.*.per_minute"},
		{"tools.rate_limits.*.max_calls_per_hour", "tools.rate_limits.*.per_hour"},
		{"roles.*.role_prompt", "roles.*.prompt"},
		{"roles.*.department_id", "roles.*.department"},
		{"roles.*.llm_service_id", "roles.*.model"},
	}
	list := make([]spelling, len(table))
	for i, row := range table {
		list[i] = spelling{strings.Split(row[0], "."), strings.Split(row[1], ".")}
	}
	return list
}

// respell rewrites the tree of a file to the canonical places of its keys. A key that
// is in both places with different values is left twice, for the decoder to report.
func (d *decoder) respell(root *yaml.Node) {
	d.serverList(lookup(root, "mcp_servers"))
	d.serverList(lookup(lookup(root, "tools"), "mcp_servers"))
	for _, s := range spellings() {
		take(root, s.from, func(names []string, key, value *yaml.Node) {
			put(root, fill(s.to, names), key, value)
		})
	}
}

// serverList turns the list form of MCP servers, [{name, url, enabled}], into the map form.
func (d *decoder) serverList(node *yaml.Node) {
	if node == nil || node.Kind != yaml.SequenceNode {
		return
	}
	var content []*yaml.Node
	for _, server := range node.Content {
		name := remove(server, "name")
		if name == nil || name.Kind != yaml.ScalarNode {
			d.problem(server, "mcp_servers: a server of the list has no name; add \"name: ...\"")
			continue
		}
		content = append(content, name, server)
	}
	node.Kind, node.Tag, node.Content = yaml.MappingNode, "!!map", content
}

// take removes every key at path and hands it on, with the names that the stars stood for.
func take(node *yaml.Node, path []string, found func(names []string, key, value *yaml.Node)) {
	if node == nil || node.Kind != yaml.MappingNode {
		return
	}
	if len(path) == 1 {
		for i := 0; i+1 < len(node.Content); i += 2 {
			if snake(node.Content[i].Value) == path[0] {
				key, value := node.Content[i], node.Content[i+1]
				node.Content = append(node.Content[:i:i], node.Content[i+2:]...)
				found(nil, key, value)
				return
			}
		}
		return
	}
	for key, value := range pairs(node) {
		if path[0] == "*" {
			take(value, path[1:], func(names []string, k, v *yaml.Node) {
				found(append([]string{key.Value}, names...), k, v)
			})
		} else if snake(key.Value) == path[0] {
			take(value, path[1:], found)
		}
	}
}

// put sets the key at path to value, making the sections above it.
func put(root *yaml.Node, path []string, key, value *yaml.Node) {
	node := root
	for _, name := range path[:len(path)-1] {
		next := lookup(node, name)
		if next == nil || next.Kind != yaml.MappingNode {
			next = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: key.Line}
			node.Content = append(node.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name, Line: key.Line}, next)
		}
		node = next
	}
	last := path[len(path)-1]
	there := lookup(node, last)
	switch {
	case there != nil && there.Kind == yaml.MappingNode && value.Kind == yaml.MappingNode:
		there.Content = append(there.Content, value.Content...)
	case there != nil && there.Kind == yaml.ScalarNode && value.Kind == yaml.ScalarNode && there.Value == value.Value:
	default:
		named := *key
		named.Value = last
		node.Content = append(node.Content, &named, value)
	}
}

// fill puts names in the place of the stars.
func fill(path, names []string) []string {
	filled := make([]string, len(path))
	for i, name := range path {
		if name == "*" {
			name, names = names[0], names[1:]
		}
		filled[i] = name
	}
	return filled
}

// lookup returns the value of a key, spelled in any way, or nil. An exact name wins,
// because below a map the names are the user's own.
func lookup(node *yaml.Node, name string) *yaml.Node {
	var near *yaml.Node
	for key, value := range pairs(node) {
		if key.Value == name {
			return value
		}
		if near == nil && snake(key.Value) == name {
			near = value
		}
	}
	return near
}

// remove takes a key out of a mapping and returns its value, or nil.
func remove(node *yaml.Node, name string) *yaml.Node {
	var removed *yaml.Node
	take(node, []string{name}, func(_ []string, _, value *yaml.Node) { removed = value })
	return removed
}

// pairs goes through the keys and values of a mapping; nil and other nodes have none.
func pairs(node *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		if node == nil || node.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(node.Content); i += 2 {
			if !yield(node.Content[i], node.Content[i+1]) {
				return
			}
		}
	}
}

// snake turns camelCase into snake_case: maxConcurrent, baseURL, mcpServers.
func snake(name string) string {
	if strings.IndexFunc(name, unicode.IsUpper) < 0 {
		return name
	}
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
