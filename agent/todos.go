package agent

import (
	"slices"
	"sync"

	"beestown/tools"
)

// Todos is the task list of a session. It is safe for concurrent use.
type Todos struct {
	mu    sync.Mutex
	items []tools.Todo
	tell  func([]tools.Todo)
}

// NewTodos returns an empty list.
func NewTodos() *Todos { return &Todos{tell: func([]tools.Todo) {}} }

// List returns a copy of the entries.
func (t *Todos) List() []tools.Todo {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.items)
}

// Set replaces the entries.
func (t *Todos) Set(items []tools.Todo) {
	t.mu.Lock()
	t.items = slices.Clone(items)
	tell := t.tell
	t.mu.Unlock()
	tell(slices.Clone(items))
}

// open returns the titles of the entries that are not completed.
func (t *Todos) open() []string {
	var titles []string
	for _, item := range t.List() {
		if item.Status != tools.TodoCompleted {
			titles = append(titles, item.Title)
		}
	}
	return titles
}

func (t *Todos) watch(tell func([]tools.Todo)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tell = tell
}
