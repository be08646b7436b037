package agent

import (
	"time"

	"beestown/llm"
	"beestown/tools"
)

// Event is something that happened in a session. The set is closed: the types of this file. Events
// are values; a consumer may keep them.
type Event interface{ Header() Head }

// Head says where and when an event happened.
type Head struct {
	Agent string // path of the agent: "main", "main/1" for its first child
	Time  time.Time
	Turn  int // from 1; 0 before the first turn
	Step  int // step within the turn, from 1; 0 outside of one
}

// Header returns the head itself; it makes every struct that embeds a Head an Event.
func (h Head) Header() Head { return h }

type (
	// SessionStart is the first event.
	SessionStart struct {
		Head
		Model string
		Mode  tools.Mode
		Dir   string
	}
	// TurnStart tells that a prompt is being worked on.
	TurnStart struct {
		Head
		Prompt string
	}
	// PhaseChange tells which part of the loop runs.
	PhaseChange struct {
		Head
		Phase Phase
	}
	// TextDelta is a piece of the answer with the given message id. Foreign text: sanitise.
	TextDelta struct {
		Head
		ID, Text string
	}
	// ReasoningDelta is a piece of the model's visible thinking.
	ReasoningDelta struct {
		Head
		ID, Text string
	}
	// CallDelta tells that the arguments of a call are being written.
	CallDelta struct {
		Head
		Name  string // empty until known
		Bytes int
	}
	// Message is the whole text of an answer whose deltas were sent before; it also comes, with what
	// arrived, when a turn is interrupted or the connection lost. Void marks text that is not part
	// of the conversation because the request was sent again.
	Message struct {
		Head
		ID, Text, Reasoning string
		Void                bool
	}
	// ToolQueued tells that the model asked for a call, by the name that it wrote.
	ToolQueued struct {
		Head
		ID, Name, Args string
	}
	// ToolStart tells that a call was allowed and begins to run.
	ToolStart struct {
		Head
		ID, Name string
		View     tools.View
		Decision tools.Decision
	}
	// ToolProgress is the end of a running call's output so far, at most 4 times a second.
	ToolProgress struct {
		Head
		ID, Tail string
		Bytes    int // all output so far
	}
	// ToolEnd tells that a call has its result; every ToolQueued gets exactly one.
	ToolEnd struct {
		Head
		ID, Name string
		Args     string
		Status   Status
		Result   tools.Result
		Decision tools.Decision
		Duration time.Duration // of the run, without waiting for an approval
	}
	// ApprovalAsk waits for ReplyApproval with its ID.
	ApprovalAsk struct {
		Head
		ID       string
		Approval tools.Approval
	}
	// ApprovalDone tells how an ApprovalAsk was answered.
	ApprovalDone struct {
		Head
		ID     string
		Answer tools.Answer
	}
	// QuestionAsk waits for ReplyQuestions with its ID.
	QuestionAsk struct {
		Head
		ID        string
		Questions []tools.Question
	}
	// QuestionDone tells that a QuestionAsk is no longer open.
	QuestionDone struct {
		Head
		ID      string
		Replies []tools.Reply // nil when nobody answered
	}
	// PlanAsk waits for ReplyPlan with its ID.
	PlanAsk struct {
		Head
		ID, Plan string
	}
	// PlanDone tells that a PlanAsk is no longer open.
	PlanDone struct {
		Head
		ID    string
		Reply tools.PlanReply
	}
	// TodoSet is the whole task list after a change.
	TodoSet struct {
		Head
		Items []tools.Todo
	}
	// QueueChange is the prompts that wait for the running turn, oldest first.
	QueueChange struct {
		Head
		Waiting []string
	}
	// QueueDelivered tells that waiting prompts were given to the model.
	QueueDelivered struct {
		Head
		Prompts []string
	}
	// ModeChange tells that the mode is now another one.
	ModeChange struct {
		Head
		Mode tools.Mode
	}
	// ModelChange tells that another model answers from now on.
	ModelChange struct {
		Head
		Model string
	}
	// Retry tells that a request failed and is sent again after Wait.
	Retry struct {
		Head
		llm.Retry
	}
	// Notice is something that the user should know. Level is "info", "warn" or "error".
	Notice struct {
		Head
		Level, Code, Text, Hint string
	}
	// Usage is the tokens of the last request and of the session so far.
	Usage struct {
		Head
		Last, Total llm.Usage
	}
	// MCPState is the state of the configured servers after a change.
	MCPState struct {
		Head
		Servers []Server
	}
	// Reflected is the agent's judgement at the end of a step that called for one.
	Reflected struct {
		Head
		Reflection Reflection
	}
	// TurnEnd tells that the agent stopped and waits for a prompt.
	TurnEnd struct {
		Head
		Reason Reason
		// Text is the final answer, empty when there was none.
		Text string
		// Detail explains a reason other than complete, in one sentence.
		Detail string
		Err    error // for ReasonModelError; an *llm.Error as a rule
		Steps  int
		Usage  llm.Usage // of this turn
		// Unsent is the prompts that were waiting when the turn was interrupted.
		Unsent []string
	}
	// SessionEnd is the last event.
	SessionEnd struct{ Head }
)

// Phase is a part of the loop.
type Phase string

// The phases.
const (
	PhasePlan    Phase = "plan"
	PhaseAct     Phase = "act"
	PhaseReflect Phase = "reflect"
)

// Status says how a call ended.
type Status string

// The statuses of a call.
const (
	StatusOK        Status = "ok"
	StatusError     Status = "error"
	StatusDenied    Status = "denied"
	StatusCancelled Status = "cancelled"
)

// Reason says why a turn ended; the set is closed.
type Reason string

// The reasons.
const (
	ReasonComplete    Reason = "complete"
	ReasonMaxSteps    Reason = "max_steps"
	ReasonBudget      Reason = "budget"
	ReasonDenied      Reason = "denied"
	ReasonInterrupted Reason = "interrupted"
	ReasonModelError  Reason = "model_error"
)

// Server is an MCP server as the user sees it. State is "starting", "ready", "failed" or "disabled".
type Server struct {
	Name, State string
	Tools       int
	Error       string // one sentence, when failed
	Stderr      string // the last lines that it wrote, when failed
	Command     string // the command line
}
