package oneshot

import (
	"errors"

	"beestown/agent"
	"beestown/llm"
)

// The exit codes of the program. A signal exits with 128 plus its number.
const (
	ExitOK     = 0 // an answer was produced and nothing that it needed was denied
	ExitFailed = 1 // the run failed: API error after retries
	ExitUsage  = 2 // flags, empty prompt, unknown command, no terminal
	ExitConfig = 3 // no model or key, 401 or 403, unknown model
	ExitDenied = 4 // an answer was produced, but a call was denied for want of approval
	ExitLimit  = 5 // turns, tokens, time or context
)

// status is the word for an exit code in JSON output.
func status(code int) string {
	switch code {
	case ExitOK:
		return "success"
	case ExitDenied:
		return "denied"
	case ExitLimit:
		return "limit"
	case ExitFailed, ExitUsage, ExitConfig:
		return "error"
	default:
		return "interrupted"
	}
}

// exitOf maps the end of a turn. denials counts the calls that were refused.
func exitOf(end agent.TurnEnd, denials int) int {
	switch end.Reason {
	case agent.ReasonComplete, agent.ReasonDenied:
		if denials > 0 {
			return ExitDenied
		}
		return ExitOK
	case agent.ReasonMaxSteps, agent.ReasonBudget:
		return ExitLimit
	}
	return ExitOf(end.Err)
}

// ExitOf maps an error of the model.
func ExitOf(err error) int {
	var e *llm.Error
	if errors.As(err, &e) {
		switch e.Kind {
		case llm.ErrAuth, llm.ErrModel:
			return ExitConfig
		case llm.ErrContext:
			return ExitLimit
		}
	}
	return ExitFailed
}
