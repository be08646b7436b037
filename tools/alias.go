package tools

import "fmt"

// Alias is another name for a tool: accepted wherever a tool name is, and not advertised by itself.
type Alias struct {
	Name string
	// In turns the alias' parameters into the canonical ones; nil means that they are the same.
	In func(args map[string]any) error
	// Out turns the canonical Data into the one with the specification's output keys for this name;
	// nil means that they are the same.
	Out func(data any) any
}

// Rename returns an adapter that renames parameters: old name to new name, in pairs. A null counts
// as not given; a call that gives both names with different values is an error.
func Rename(pairs ...string) func(map[string]any) error {
	return func(args map[string]any) error {
		for i := 0; i+1 < len(pairs); i += 2 {
			from, to := pairs[i], pairs[i+1]
			v := args[from]
			delete(args, from)
			if v == nil {
				continue
			}
			if old := args[to]; old != nil && fmt.Sprint(old) != fmt.Sprint(v) {
				return fmt.Errorf("parameters '%s' and '%s' are the same thing and differ; give one of them", from, to)
			}
			args[to] = v
		}
		return nil
	}
}

// Both returns an adapter that applies a, then b; either may be nil.
func Both(a, b func(map[string]any) error) func(map[string]any) error {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return func(args map[string]any) error {
		if err := a(args); err != nil {
			return err
		}
		return b(args)
	}
}
