package agent

// Verdict is what a reflection decides.
type Verdict string

// The verdicts.
const (
	VerdictComplete Verdict = "complete"
	VerdictContinue Verdict = "continue"
	VerdictReplan   Verdict = "replan"
)

// Reflection is a judgement on the work so far (specification 001, Reflection).
type Reflection struct {
	Verdict      Verdict       `json:"verdict"`
	Assessment   string        `json:"assessment"`
	Lessons      []string      `json:"lessons,omitempty"`
	NextFocus    string        `json:"next_focus,omitempty"`
	ToolFailures []ToolFailure `json:"tool_failures,omitempty"`
}

// ToolFailure is one failed call with what to do about it.
type ToolFailure struct {
	ToolName   string `json:"tool_name"`
	Error      string `json:"error"`
	Suggestion string `json:"suggestion,omitempty"`
}
