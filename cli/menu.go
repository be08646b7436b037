package cli

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"beestown/config"
	"beestown/tools"
)

// defaultMenu is what the model is told about in every request (architecture.md, section 5); what is
// registered but not here is reached through find_tools and call_tool.
var defaultMenu = []string{
	"Read", "Edit", "file_write", "file_list", "Glob", "Grep", "code_query", "Bash", "TodoWrite", "ask_user", "find_tools", "call_tool",
}

// menu is the tools that are advertised. It is safe for concurrent use.
type menu struct {
	registry *tools.Registry
	choice   []string
	aliases  bool // the other names of the chosen tools are advertised too

	mu    sync.Mutex
	names map[string]bool
}

func newMenu(registry *tools.Registry, choice []string, aliases bool) *menu {
	return &menu{registry: registry, choice: choice, aliases: aliases, names: map[string]bool{}}
}

// fixed tells whether the menu was given to the model.
func (m *menu) fixed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.names) > 0
}

// has tells whether the model was told about a tool.
func (m *menu) has(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.names[name]
}

// list returns the names in the order in which they were registered.
func (m *menu) list() []string {
	names := []string{}
	for _, t := range m.registry.List(func(s tools.Spec) bool { return m.has(s.Name) }) {
		names = append(names, t.Spec().Name)
	}
	return names
}

// pick fixes the menu: the chosen tools that exist, then more, the tools of ready servers that fit.
func (m *menu) pick(more []tools.Tool) []tools.Tool {
	var list []tools.Tool
	names := map[string]bool{}
	add := func(added ...tools.Tool) {
		for _, t := range added {
			if name := t.Spec().Name; !names[name] { // endpoints refuse a name that comes twice
				names[name] = true
				list = append(list, t)
			}
		}
	}
	for _, name := range m.choice {
		if t, _, ok := m.registry.Resolve(name); ok {
			add(t)
			if m.aliases {
				add(aliasesOf(t)...)
			}
		}
	}
	add(more...)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.names = names
	return list
}

// alias advertises a tool under another name. Calls of that name never get here: the gate resolves
// it to the tool itself.
type alias struct {
	tools.Tool
	name string
}

// Spec implements tools.Tool.
func (a alias) Spec() tools.Spec {
	s := a.Tool.Spec()
	s.Description = "Another name for " + s.Name + "."
	s.Name, s.Aliases = a.name, nil
	return s
}

// aliasesOf is a tool under its other names, as far as they take the same parameters: the schema of
// one that does not (shell_exec counts milliseconds) would be a lie.
func aliasesOf(t tools.Tool) []tools.Tool {
	var list []tools.Tool
	for _, a := range t.Spec().Aliases {
		if a.In == nil {
			list = append(list, alias{Tool: t, name: a.Name})
		}
	}
	return list
}

// choice is which tools are advertised in this run.
func (a *app) choice(c config.Config, w wiring) []string {
	names := slices.Concat(defaultMenu, c.Tools.Advertise)
	if w.headless && len(a.flags.answers) == 0 {
		names = slices.DeleteFunc(names, func(n string) bool { return n == "ask_user" })
	}
	if !w.headless && tools.Mode(c.Mode) == tools.ModePlan {
		names = append(names, "propose_plan")
	}
	return names
}

// enabled keeps the tools that the configuration has not switched off.
func enabled(list []tools.Tool, c config.Tools) []tools.Tool {
	in := func(names []string, s tools.Spec) bool {
		return slices.ContainsFunc(names, func(n string) bool {
			return n == s.Name || slices.ContainsFunc(s.Aliases, func(a tools.Alias) bool { return a.Name == n })
		})
	}
	return slices.DeleteFunc(list, func(t tools.Tool) bool {
		s := t.Spec()
		return len(c.Enabled) > 0 && !in(c.Enabled, s) || in(c.Disabled, s)
	})
}

// restrict applies --tools: none, read, or a list of names.
func (a *app) restrict(registry *tools.Registry) error {
	spec := a.flags.tools
	if spec == "" {
		return nil
	}
	keep := map[string]bool{}
	switch spec {
	case "none":
	case "read":
		for _, t := range registry.List(func(s tools.Spec) bool { return s.Effect == tools.ReadOnly }) {
			keep[t.Spec().Name] = true
		}
	default:
		for name := range strings.SplitSeq(spec, ",") {
			t, _, ok := registry.Resolve(strings.TrimSpace(name))
			if !ok {
				return usage("--tools: Tool '%s' not found%s", name, didYouMean(registry.Nearest(name)))
			}
			keep[t.Spec().Name] = true
		}
	}
	for _, t := range registry.List(nil) {
		if name := t.Spec().Name; !keep[name] {
			registry.Unregister(name)
		}
	}
	return nil
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", name)
}
