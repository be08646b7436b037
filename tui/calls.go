package tui

import (
	"beestown/agent"
	"beestown/tools/text"
	"beestown/tui/transcript"
	"beestown/tui/view"
)

// applyCall handles the life of a tool call.
func (a *App) applyCall(e agent.Event) bool {
	switch e := e.(type) {
	case agent.ToolQueued:
		a.settle()
		a.call(e.ID, e.Name, e.Args)
	case agent.ToolStart:
		t := a.call(e.ID, e.Name, "")
		t.Start(view.Line(e.Name), view.Clean(e.View), a.opt.Now())
		a.turn.running = append(a.turn.running, e.ID)
	case agent.ToolProgress:
		if t := a.turn.calls[e.ID]; t != nil {
			t.Progress(text.KeepSGR(e.Tail), e.Bytes)
		}
	case agent.ToolEnd:
		a.toolEnd(e)
	default:
		return false
	}
	return true
}

// call is the item of a call that has no result yet.
func (a *App) call(id, name, args string) *transcript.Tool {
	t := a.turn.calls[id]
	if t == nil {
		t = transcript.NewTool(view.Line(name), view.Line(subject(args)))
		a.turn.calls[id] = t
		a.list.Append(t)
	}
	return t
}

func (a *App) toolEnd(e agent.ToolEnd) {
	t := a.call(e.ID, e.Name, e.Args)
	state := map[agent.Status]transcript.State{
		agent.StatusOK: transcript.Succeeded, agent.StatusError: transcript.Failed,
		agent.StatusDenied: transcript.Denied, agent.StatusCancelled: transcript.Cancelled,
	}[e.Status]
	note := ""
	switch {
	case e.Status == agent.StatusDenied:
		note = denial(e)
	case e.Result.Err != nil && e.Result.View.Body == nil:
		note = e.Result.Err.Message
	}
	if e.Status == agent.StatusError {
		a.turn.errors++
	}
	if e.Status == agent.StatusOK {
		a.files.add(e.Result.View.Body)
	}
	if e.Name != "" {
		t.Name = view.Line(e.Name)
	}
	t.End(state, view.Clean(e.Result.View), e.Duration, text.Visible(note))
	delete(a.turn.calls, e.ID)
	for i, id := range a.turn.running {
		if id == e.ID {
			a.turn.running = append(a.turn.running[:i:i], a.turn.running[i+1:]...)
			break
		}
	}
}

func denial(e agent.ToolEnd) string {
	if e.Decision.Feedback != "" {
		return "you: " + e.Decision.Feedback
	}
	return e.Decision.Reason
}
