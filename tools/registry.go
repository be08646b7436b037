package tools

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Registry holds the tools of a program by canonical name and alias. It is safe for concurrent use:
// MCP servers add and remove tools while sessions run.
type Registry struct {
	mu      sync.RWMutex
	tools   map[string]Tool
	order   []string // canonical names in order of registration
	aliases map[string]string
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry {
	return &Registry{tools: map[string]Tool{}, aliases: map[string]string{}}
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Register adds tools. It adds none of them when one is invalid or a name is taken.
func (r *Registry) Register(added ...Tool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[string]bool{}
	for _, t := range added {
		s := t.Spec()
		if err := valid(s); err != nil {
			return err
		}
		for _, name := range namesOf(s) {
			if seen[name] || r.taken(name) {
				return Errorf(CodeAlreadyExists, "Tool '%s' already registered", name)
			}
			seen[name] = true
		}
	}
	for _, t := range added {
		s := t.Spec()
		r.tools[s.Name] = t
		r.order = append(r.order, s.Name)
		for _, a := range s.Aliases {
			r.aliases[a.Name] = s.Name
		}
	}
	return nil
}

// Unregister removes tools by canonical name; unknown names are ignored.
func (r *Registry) Unregister(names ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range names {
		t, ok := r.tools[name]
		if !ok {
			continue
		}
		delete(r.tools, name)
		for _, a := range t.Spec().Aliases {
			delete(r.aliases, a.Name)
		}
		r.order = slices.DeleteFunc(r.order, func(n string) bool { return n == name })
	}
}

// Resolve finds a tool by canonical name, alias or identifier (mcp:server:tool). The alias is nil
// unless the name was one.
func (r *Registry) Resolve(name string) (Tool, *Alias, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if t, ok := r.tools[name]; ok {
		return t, nil, true
	}
	if canonical, ok := r.aliases[name]; ok {
		t := r.tools[canonical]
		for _, a := range t.Spec().Aliases {
			if a.Name == name {
				return t, &a, true
			}
		}
	}
	if strings.Contains(name, ":") {
		for _, t := range r.tools {
			if t.Spec().ID() == name {
				return t, nil, true
			}
		}
	}
	return nil, nil, false
}

// List returns the tools in order of registration; keep may be nil.
func (r *Registry) List(keep func(Spec) bool) []Tool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var list []Tool
	for _, name := range r.order {
		if t := r.tools[name]; keep == nil || keep(t.Spec()) {
			list = append(list, t)
		}
	}
	return list
}

// Groups returns the groups that have tools, in order of first registration.
func (r *Registry) Groups() []Group {
	var groups []Group
	for _, t := range r.List(nil) {
		s := t.Spec()
		i := slices.IndexFunc(groups, func(g Group) bool { return g.ID == s.Group })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Group{ID: s.Group})
		}
		groups[i].Tools = append(groups[i].Tools, s.Name)
	}
	return groups
}

// Nearest returns the known tool name that is most like the given one, "" when none is.
func (r *Registry) Nearest(name string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	names := slices.Clone(r.order)
	for a := range r.aliases {
		names = append(names, a)
	}
	slices.Sort(names)
	return nearest(name, names)
}

func (r *Registry) taken(name string) bool {
	_, tool := r.tools[name]
	_, alias := r.aliases[name]
	return tool || alias
}

func namesOf(s Spec) []string {
	names := []string{s.Name}
	for _, a := range s.Aliases {
		names = append(names, a.Name)
	}
	return names
}

func valid(s Spec) error {
	switch {
	case !nameForm.MatchString(s.Name):
		return fmt.Errorf("tool name %q is not of the form [A-Za-z0-9_-]{1,64}", s.Name)
	case s.Effect < ReadOnly || s.Effect > Executes:
		return fmt.Errorf("tool %s states no effect", s.Name)
	case s.Description == "":
		return fmt.Errorf("tool %s has no description", s.Name)
	case s.Group == "":
		return fmt.Errorf("tool %s is in no group", s.Name)
	}
	return nil
}
