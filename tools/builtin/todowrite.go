package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"beestown/tools"
)

// TodoStore holds the session's task list.
type TodoStore interface {
	List() []tools.Todo
	Set([]tools.Todo)
}

type todoArgs struct {
	Operation   string     `json:"operation,omitempty" enum:"create,update,delete,list" told:"no"`
	Todos       []todoItem `json:"todos,omitempty" jsonschema:"the whole list, replaces the old one"`
	ID          string     `json:"id,omitempty" told:"no"`
	Title       string     `json:"title,omitempty" told:"no"`
	Description string     `json:"description,omitempty" told:"no"`
	Priority    string     `json:"priority,omitempty" enum:"low,medium,high,urgent" told:"no"`
	Status      string     `json:"status,omitempty" enum:"pending,in_progress,completed" told:"no"`
	Assignee    string     `json:"assignee,omitempty" told:"no"`
	Deadline    int64      `json:"deadline,omitempty" jsonschema:"Unix milliseconds" told:"no"`
	Tags        []string   `json:"tags,omitempty" told:"no"`
}

type todoItem struct {
	Title    string `json:"title"`
	Status   string `json:"status" enum:"pending,in_progress,completed"`
	Priority string `json:"priority,omitempty" enum:"low,medium,high,urgent" told:"no"`
}

// TodoData is the Data of a TodoWrite.
type TodoData struct {
	ID    string       `json:"id,omitempty"` // of the entry that was created or changed
	Todos []tools.Todo `json:"todos"`
}

// TodoWrite makes the tool that keeps the task list.
func TodoWrite(store TodoStore) tools.Tool {
	return tools.Define(tools.Spec{
		Name: "TodoWrite", Category: tools.CategoryUtility, Group: tools.GroupTask, Effect: tools.Interacts,
		Description: "Keep the task list that the user sees: send the whole list as todos, one item in_progress at a time. " +
			"For work of three or more steps; mark an item completed as soon as it is done. Returns the list.",
		Adapt: tools.Both(flatTodo, contentToTitle),
	}, func(_ context.Context, in todoArgs) (tools.Result, error) { return writeTodos(store, in) })
}

// Subject implements tools.Subjecter.
func (in todoArgs) Subject() string { return "todo list" }

// flatTodo accepts the specification's form of one entry: its fields in an object todo.
func flatTodo(args map[string]any) error {
	todo := take(args, "todo")
	entry, ok := todo.(map[string]any)
	if todo != nil && !ok {
		return fmt.Errorf("parameter 'todo' expected object, got %v", todo)
	}
	for name, v := range entry {
		if old := args[name]; old != nil && fmt.Sprint(old) != fmt.Sprint(v) {
			return fmt.Errorf("parameters '%s' and 'todo.%s' differ; give one of them", name, name)
		}
		args[name] = v
	}
	return nil
}

// contentToTitle accepts the other common spelling of an entry: content for title, id as given.
func contentToTitle(args map[string]any) error {
	list, _ := args["todos"].([]any)
	for _, entry := range list {
		m, ok := entry.(map[string]any)
		if !ok {
			continue
		}
		if err := tools.Rename("content", "title")(m); err != nil {
			return err
		}
		for _, extra := range []string{"activeForm", "id"} {
			delete(m, extra)
		}
	}
	return nil
}

func writeTodos(store TodoStore, in todoArgs) (tools.Result, error) {
	items := store.List()
	changed := ""
	switch {
	case in.Todos != nil:
		items = replaceTodos(items, in.Todos)
	case in.Operation == "list":
		return todoResult(items, ""), nil
	case in.Operation == "create":
		if in.Title == "" {
			return tools.Result{}, tools.Errorf(tools.CodeValidation, "TodoWrite: create needs a title")
		}
		item := tools.Todo{ID: fmt.Sprint(highestID(items) + 1), Status: tools.TodoPending}
		in.apply(&item)
		items, changed = append(items, item), item.ID
	case in.Operation == "update" || in.Operation == "delete":
		i, err := findTodo(items, in)
		if err != nil {
			return tools.Result{}, err
		}
		changed = items[i].ID
		if in.Operation == "delete" {
			items = slices.Delete(items, i, i+1)
		} else {
			in.apply(&items[i])
		}
	default:
		return tools.Result{}, tools.Errorf(tools.CodeValidation, "TodoWrite: give todos, or an operation: create, update, delete, list")
	}
	store.Set(items)
	return todoResult(items, changed), nil
}

// replaceTodos keeps what the old entry of the same title had beyond the new one, its id too.
func replaceTodos(old []tools.Todo, list []todoItem) []tools.Todo {
	items := make([]tools.Todo, len(list))
	left := slices.Clone(old)
	next := highestID(old) + 1
	for i, in := range list {
		if j := slices.IndexFunc(left, func(t tools.Todo) bool { return t.Title == in.Title }); j >= 0 {
			items[i] = left[j]
			left = slices.Delete(left, j, j+1)
		} else {
			items[i].ID = fmt.Sprint(next)
			next++
		}
		items[i].Title, items[i].Status = in.Title, in.Status
		if in.Priority != "" {
			items[i].Priority = in.Priority
		}
	}
	return items
}

func (in todoArgs) apply(t *tools.Todo) {
	for _, f := range []struct {
		to   *string
		from string
	}{{&t.Title, in.Title}, {&t.Description, in.Description}, {&t.Priority, in.Priority}, {&t.Status, in.Status}, {&t.Assignee, in.Assignee}} {
		if f.from != "" {
			*f.to = f.from
		}
	}
	if in.Deadline != 0 {
		t.Deadline = in.Deadline
	}
	if in.Tags != nil {
		t.Tags = in.Tags
	}
}

// findTodo finds an entry by id, or else by its title when only one has it.
func findTodo(items []tools.Todo, in todoArgs) (int, error) {
	var found []int
	for i, t := range items {
		if in.ID != "" && t.ID == in.ID || in.ID == "" && t.Title == in.Title {
			found = append(found, i)
		}
	}
	if len(found) != 1 {
		return 0, tools.Errorf(tools.CodeNotFound, "TodoWrite: %d entries match (id '%s', title '%s'); give the id of one:\n%s", len(found), in.ID, in.Title, todoLines(items))
	}
	return found[0], nil
}

func highestID(items []tools.Todo) int {
	highest := 0
	for _, t := range items {
		n := 0
		if _, err := fmt.Sscan(t.ID, &n); err == nil {
			highest = max(highest, n)
		}
	}
	return highest
}

func todoResult(items []tools.Todo, changed string) tools.Result {
	done := 0
	items = append([]tools.Todo{}, items...) // encodes as a list also when it is empty
	var shown tools.List
	for _, t := range items {
		if t.Status == tools.TodoCompleted {
			done++
		}
		shown.Items = append(shown.Items, t.Status+": "+t.Title)
	}
	summary := fmt.Sprintf("%d of %d done", done, len(items))
	return tools.Result{
		Text: summary + "\n" + todoLines(items), Data: TodoData{ID: changed, Todos: items},
		View: tools.View{Subject: "todo list", Summary: summary, Body: shown},
	}
}

func todoLines(items []tools.Todo) string {
	var b strings.Builder
	for _, t := range items {
		fmt.Fprintf(&b, "%s [%s] %s\n", t.ID, t.Status, t.Title)
	}
	return b.String()
}
