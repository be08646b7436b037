package config

import (
	"fmt"
	"reflect"
	"slices"
)

// tighter says which values of a project's file count, for keys that decide what may happen without
// asking: a repository may ask for less than its user allows, never for more. It gets the project's
// value and the one that holds without it. Keys that are not here are the project's to set.
var tighter = map[string]func(project, without reflect.Value) bool{
	"mode":                      func(p, w reflect.Value) bool { return strictness(p.String()) >= strictness(w.String()) },
	"tools.bash.policy":         func(p, _ reflect.Value) bool { return p.String() == "allowlist" },
	"sandbox.mode":              func(p, _ reflect.Value) bool { return p.String() == "require" },
	"sandbox.network":           never,
	"tools.allowed_paths":       never,
	"tools.bash.allow_commands": never,
	"audit.path":                never,
	"audit.max_result_bytes":    never,
	"ui.editor":                 never,
}

func never(reflect.Value, reflect.Value) bool { return false }

// strictness orders the modes by how much they ask.
func strictness(mode string) int { return slices.Index([]string{"yolo", "edits", "ask", "plan"}, mode) }

// tighten removes what a project's file may not set, and says so.
func (l *loader) tighten(user, project map[string]setting) {
	config := reflect.ValueOf(&l.Config).Elem() // holds the defaults until the layers are put together
	for _, k := range l.keys {
		counts, limited := tighter[k.key]
		set, given := project[k.key]
		if !limited || !given || set.origin.Kind != FromProject {
			continue
		}
		without := config.FieldByIndex(k.index)
		if u, ok := user[k.key]; ok {
			without = u.value
		}
		if counts(set.value, without) {
			continue
		}
		delete(project, k.key)
		what := k.key
		if set.value.Kind() == reflect.String {
			what += " " + set.value.String()
		}
		l.Notices = append(l.Notices, Problem{
			File: set.origin.Name, Line: set.origin.Line,
			Text: fmt.Sprintf("%s comes with the project and does not count; set it in your own config.yml if you want it", what),
		})
	}
}
