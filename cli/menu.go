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
	"Read", "Edit", "file_write", "file_list", "Glob", "Grep", "Bash", "TodoWrite", "ask_user", "find_tools", "call_tool",
}

// menu is the tools that are advertised. It is safe for concurrent use.
type menu struct {
	registry *tools.Registry
	choice   []string

	mu    sync.Mutex
	names map[string]bool
}

func newMenu(registry *tools.Registry, choice []string) *menu {
	return &menu{registry: registry, choice: choice, names: map[string]bool{}}
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
	for _, name := range m.choice {
		if t, _, ok := m.registry.Resolve(name); ok {
			list = append(list, t)
		}
	}
	list = append(list, more...)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.names = map[string]bool{}
	for _, t := range list {
		m.names[t.Spec().Name] = true
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
