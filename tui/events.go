package tui

import (
	"strings"

	"beestown/agent"
	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/transcript"
	"beestown/tui/view"
)

// apply brings the screen up to date with an event. What a child agent writes stays
// in its own log; what it asks is asked here.
func (a *App) apply(e agent.Event) {
	if a.applyQuestion(e) {
		return
	}
	if strings.Contains(e.Header().Agent, "/") {
		return
	}
	if a.applyText(e) || a.applyCall(e) {
		return
	}
	switch e := e.(type) {
	case agent.SessionStart:
		a.mode = e.Mode
		a.conv.Model = view.Line(e.Model)
		a.refreshHeader()
	case agent.TurnStart:
		a.startTurn(e)
	case agent.PhaseChange:
		a.turn.phase = e.Phase
	case agent.TodoSet:
		a.todos.set(e.Items)
	case agent.QueueChange:
		a.waiting = e.Waiting
	case agent.QueueDelivered:
		a.delivered(e.Prompts)
	case agent.ModeChange:
		a.mode = e.Mode
	case agent.ModelChange:
		a.conv.Model = view.Line(e.Model)
		a.refreshHeader()
		a.notice("info", "The model is now "+a.conv.Model+".", "")
	case agent.Retry:
		a.retry(e)
	case agent.Notice:
		a.notice(e.Level, text.Visible(e.Text), text.Visible(e.Hint))
	case agent.Usage:
		a.usage = e
		a.turn.output += e.Last.Output
		a.turn.chars = 0
	case agent.MCPState:
		a.mcp(e.Servers)
	case agent.Reflected:
		a.reflected(e.Reflection)
	case agent.TurnEnd:
		a.endTurn(e)
	}
}

func (a *App) startTurn(e agent.TurnStart) {
	a.turn = turnState{busy: true, started: a.opt.Now(), calls: map[string]*transcript.Tool{}}
	a.todos.turn()
	a.list.Append(transcript.NewUser(text.Visible(e.Prompt)))
	a.list.Bottom()
}

// delivered shows prompts that the model got during a turn; between two turns they
// begin the next one, which shows them.
func (a *App) delivered(prompts []string) {
	a.waiting = nil
	if !a.turn.busy {
		return
	}
	a.settle()
	for _, p := range prompts {
		a.list.Append(transcript.NewUser(text.Visible(p)))
	}
}

// applyText handles what the model writes.
func (a *App) applyText(e agent.Event) bool {
	switch e := e.(type) {
	case agent.TextDelta:
		a.flowing()
		a.answer(e.ID).Append(text.Visible(e.Text))
		a.turn.chars += len(e.Text)
		a.turn.writing = "Writing"
	case agent.ReasoningDelta:
		a.flowing()
		if a.turn.thinking == nil {
			a.turn.thinking = &transcript.Thinking{}
			a.list.Append(a.turn.thinking)
		}
		a.turn.thinking.Append(text.Visible(e.Text))
		a.turn.chars += len(e.Text)
		a.turn.writing = "Thinking"
	case agent.CallDelta:
		a.flowing()
		a.turn.writing = strings.TrimSpace("Preparing " + view.Line(e.Name))
	case agent.Message:
		a.message(e)
	default:
		return false
	}
	return true
}

// flowing tells that the model answers: a wait before a retry is over.
func (a *App) flowing() { a.endRetry(false) }

func (a *App) endRetry(interrupted bool) {
	if a.turn.retry != nil {
		a.turn.retry.Over(a.opt.Now(), interrupted)
		a.turn.retry = nil
	}
}

// answer is the item of the message with this id; a new message begins a new one.
func (a *App) answer(id string) *transcript.Answer {
	if a.turn.answer == nil || a.turn.answerID != id {
		a.settle()
		a.turn.answer, a.turn.answerID = transcript.NewAnswer(a.md), id
		a.list.Append(a.turn.answer)
	}
	return a.turn.answer
}

// message closes an answer; its text came before, unless nothing was streamed.
func (a *App) message(e agent.Message) {
	streamed := a.turn.answer != nil && a.turn.answerID == e.ID
	if !streamed && strings.TrimSpace(e.Text) != "" {
		a.answer(e.ID).Append(text.Visible(e.Text))
	}
	if e.Void && a.turn.answer != nil {
		a.turn.answer.Void()
	} else if strings.TrimSpace(e.Text) != "" {
		a.last = text.Visible(e.Text)
	}
	a.settle()
}

// settle finishes what was being written.
func (a *App) settle() {
	if a.turn.answer != nil {
		a.turn.answer.Finish()
		a.turn.answer, a.turn.answerID = nil, ""
	}
	if a.turn.thinking != nil {
		a.turn.thinking.Finish()
		a.turn.thinking = nil
	}
	a.turn.writing = ""
}

// applyQuestion handles what the session asks.
func (a *App) applyQuestion(e agent.Event) bool {
	now, draft := a.opt.Now(), !a.editor.Empty()
	switch e := e.(type) {
	case agent.ApprovalAsk:
		if t := a.turn.calls[e.Approval.Call]; t != nil {
			t.Wait(view.Clean(e.Approval.View), now)
		}
		a.dock.AskApproval(e.ID, e.Approval, draft, now)
	case agent.QuestionAsk:
		if len(e.Questions) == 0 {
			a.conv.Session.ReplyQuestions(e.ID, []tools.Reply{})
			return true
		}
		a.dock.AskQuestions(e.ID, e.Questions, draft, now)
	case agent.PlanAsk:
		a.settle()
		a.dock.AskPlan(e.ID, e.Plan, draft, now)
	case agent.ApprovalDone:
		a.dock.Done(e.ID, now)
		return true
	case agent.QuestionDone:
		a.dock.Done(e.ID, now)
		return true
	case agent.PlanDone:
		a.planDone(e)
		return true
	default:
		return false
	}
	a.ring()
	return true
}

func (a *App) planDone(e agent.PlanDone) {
	a.dock.Done(e.ID, a.opt.Now())
	if e.Reply.Approved {
		a.list.Append(transcript.NewPlan(a.md, text.Visible(e.Reply.Plan)))
		a.notice("info", "Plan approved.", "")
	} else if e.Reply.Feedback != "" {
		a.list.Append(transcript.NewUser(text.Visible(e.Reply.Feedback)))
	}
}

func (a *App) retry(e agent.Retry) {
	a.flowing()
	a.turn.retry = &transcript.Retry{
		Attempt: e.Attempt, Max: e.Max, Cause: view.Line(e.Cause),
		Until: a.opt.Now().Add(e.Wait), Void: e.AfterText > 0,
	}
	a.settle()
	a.list.Append(a.turn.retry)
}

// mcp keeps the servers for the header and /mcp; what became of one is told by a Notice.
func (a *App) mcp(servers []agent.Server) {
	a.servers = servers
	a.refreshHeader()
}

func (a *App) reflected(r agent.Reflection) {
	card := transcript.Reflection{
		Verdict: string(r.Verdict), Assessment: view.Line(r.Assessment), Focus: view.Line(r.NextFocus),
	}
	for _, l := range r.Lessons {
		card.Lessons = append(card.Lessons, view.Line(l))
	}
	for _, f := range r.ToolFailures {
		card.Lessons = append(card.Lessons, strings.TrimSpace(view.Line(f.ToolName)+": "+view.Line(f.Error)+"  "+view.Line(f.Suggestion)))
	}
	a.list.Append(transcript.NewReflection(card))
}

// reasons are what is said about a turn that did not end by itself.
var reasons = map[agent.Reason][2]string{
	agent.ReasonInterrupted: {"warn", "Interrupted."},
	agent.ReasonMaxSteps:    {"warn", "Stopped at the limit of steps."},
	agent.ReasonBudget:      {"warn", "Stopped at the limit of tokens."},
	agent.ReasonDenied:      {"info", "Stopped: a call was not allowed."},
	agent.ReasonModelError:  {"error", "The model did not answer."},
}

func (a *App) endTurn(e agent.TurnEnd) {
	now := a.opt.Now()
	a.settle()
	a.endRetry(e.Reason == agent.ReasonInterrupted)
	for id, t := range a.turn.calls { // every call has a result; this is for a session that broke
		t.End(transcript.Cancelled, tools.View{}, 0, "")
		delete(a.turn.calls, id)
	}
	a.dock.Clear(now)
	if said, ok := reasons[e.Reason]; ok {
		level, what := said[0], said[1]
		if e.Detail != "" {
			what = text.Visible(e.Detail)
		}
		hint := ""
		if e.Err != nil {
			what, hint = text.Visible(e.Err.Error()), text.Visible(modelHint(e.Err))
		}
		a.notice(level, what, hint)
	}
	if e.Text != "" {
		a.last = text.Visible(e.Text)
	}
	if now.Sub(a.turn.started) > longTurn {
		a.ring()
	}
	failures := a.turn.errors
	a.turn = turnState{calls: map[string]*transcript.Tool{}, errors: failures}
	a.waiting = nil
	a.giveBack(e.Unsent)
}

func (a *App) notice(level, what, hint string) {
	a.list.Append(transcript.NewNotice(level, what, hint))
}
