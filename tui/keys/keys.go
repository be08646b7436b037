// Package keys is the one table of key bindings: it dispatches keys, and the help
// screen and the footers are made from it.
package keys

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Action is what a key does.
type Action string

// Context is where a key is pressed; a binding may hold in several.
type Context uint8

// The contexts.
const (
	Editor  Context = 1 << iota // the prompt is being written
	Dock                        // a question is open
	Overlay                     // help is open
)

// Everywhere is all contexts.
const Everywhere = Editor | Dock | Overlay

// Group is a heading of the help screen.
type Group string

// The groups, in the order of the help screen.
const (
	Writing    Group = "Writing"
	Working    Group = "While it works"
	Confirming Group = "Confirming"
	Leaving    Group = "Leaving"
)

// The actions.
const (
	None     Action = ""
	Send     Action = "send"
	Newline  Action = "newline"
	Mention  Action = "mention"
	Command  Action = "command"
	History  Action = "history"
	Search   Action = "search"
	External Action = "editor"
	Complete Action = "complete"

	Cancel   Action = "cancel"
	Unqueue  Action = "unqueue"
	Expand   Action = "expand"
	Todo     Action = "todo"
	PageUp   Action = "page_up"
	PageDown Action = "page_down"
	LineUp   Action = "line_up"
	LineDown Action = "line_down"
	Top      Action = "top"
	Bottom   Action = "bottom"
	Mode     Action = "mode"
	Repaint  Action = "repaint"

	Confirm Action = "confirm"
	Up      Action = "up"
	Down    Action = "down"
	Pick    Action = "pick"
	Yes     Action = "yes"
	Always  Action = "always"
	Change  Action = "change"
	No      Action = "no"
	Next    Action = "next"
	Toggle  Action = "toggle"
	Full    Action = "full_screen"

	Stop    Action = "stop"
	Quit    Action = "quit"
	Suspend Action = "suspend"
	Help    Action = "help"
)

// Binding is one row of the table.
type Binding struct {
	Action Action
	Keys   []string // as Bubble Tea names them
	Show   string   // the keys as the help shows them; empty means Keys
	In     Context
	Group  Group
	Help   string
	// Typed marks keys that the editor itself understands: they are listed, not dispatched.
	Typed bool
}

// Map dispatches keys. It is immutable.
type Map struct {
	table []Binding
	index map[Context]map[string]Action
}

// Default returns the map without changes by the user.
func Default() *Map { return build(table()) }

// New returns the map with the keys of some actions replaced: from the action's name
// to keys separated by blanks. An unknown action, a key without a meaning left for
// ctrl+c and esc together, or a key that is bound twice is an error.
func New(changes map[string]string) (*Map, error) {
	rows := table()
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		known := false
		for i := range rows {
			if string(rows[i].Action) == name && !rows[i].Typed {
				rows[i].Keys, rows[i].Show, known = strings.Fields(changes[name]), "", true
			}
		}
		if !known {
			return nil, fmt.Errorf("ui.keys.%s: no such action; see /help for the names", name)
		}
	}
	m := build(rows)
	if m.Lookup(Editor, "ctrl+c") == None && m.Lookup(Editor, "esc") == None {
		return nil, fmt.Errorf("ui.keys: ctrl+c and esc cannot both be unbound; keep one of them for stop or cancel")
	}
	return m, m.conflict()
}

func build(rows []Binding) *Map {
	m := &Map{table: rows, index: map[Context]map[string]Action{}}
	for _, c := range []Context{Editor, Dock, Overlay} {
		m.index[c] = map[string]Action{}
		for _, b := range rows {
			if b.In&c == 0 || b.Typed {
				continue
			}
			for _, k := range b.Keys {
				if _, taken := m.index[c][k]; !taken {
					m.index[c][k] = b.Action
				}
			}
		}
	}
	return m
}

func (m *Map) conflict() error {
	for c, index := range m.index {
		for _, b := range m.table {
			if b.In&c == 0 || b.Typed {
				continue
			}
			for _, k := range b.Keys {
				if index[k] != b.Action {
					return fmt.Errorf("ui.keys: %s means both %s and %s; give one of them another key", k, index[k], b.Action)
				}
			}
		}
	}
	return nil
}

// Lookup returns what a key does in a context, None if nothing.
func (m *Map) Lookup(c Context, key string) Action { return m.index[c][key] }

// Bindings returns the table.
func (m *Map) Bindings() []Binding { return slices.Clone(m.table) }

// Label is the keys of a binding as shown.
func (b Binding) Label() string {
	if b.Show != "" {
		return b.Show
	}
	return strings.Join(b.Keys, " ")
}
