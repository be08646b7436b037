package tools

// Todo is one entry of the session's task list (specification 000, TodoWrite).
type Todo struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Description string   `json:"description,omitempty"`
	Priority    string   `json:"priority,omitempty"` // low, medium, high, urgent
	Status      string   `json:"status"`             // pending, in_progress, completed
	Assignee    string   `json:"assignee,omitempty"`
	Deadline    int64    `json:"deadline,omitempty"` // Unix milliseconds
	Tags        []string `json:"tags,omitempty"`
	ActionType  string   `json:"action_type,omitempty"`
	After       []string `json:"after,omitempty"` // ids of the entries that come first
}

// The states of a Todo.
const (
	TodoPending    = "pending"
	TodoInProgress = "in_progress"
	TodoCompleted  = "completed"
)
