package agent

import (
	"context"
	"fmt"
	"strings"

	"beestown/llm"
	"beestown/tools"
)

const (
	maxReplans   = 2 // another plan, at most so often a turn
	maxContinues = 2 // a cut or empty answer is asked to go on, at most so often a turn
	maxNamed     = 5 // todos or files that are named in a line
)

// reflect judges the step by the ledger, as the table of architecture.md section 5 says, and ends
// the turn or tells the model what to attend to.
func (s *Session) reflect(ctx context.Context, t *turn, answer *llm.Message, finish llm.Finish, outcomes []outcome) (TurnEnd, bool) {
	if s.opt.Reflect == "off" {
		return TurnEnd{Reason: ReasonComplete}, len(outcomes) == 0
	}
	facts := s.ledger.since(t.facts)
	if len(outcomes) > 0 {
		return s.afterCalls(t, facts)
	}
	if r, ok := s.unfinished(t, answer, finish); ok {
		s.reflected(t, r)
		s.tell(r.NextFocus)
		return TurnEnd{}, false
	}
	r := s.judge(facts)
	if s.opt.Reflect == "model" && unsure(facts) {
		var err error
		if r, err = s.askModel(ctx, t, r); err != nil {
			return s.failed(ctx, err), true
		}
		if r.Verdict != VerdictComplete {
			s.reflected(t, r)
			s.tell(strings.TrimSpace(r.Assessment + " " + r.NextFocus))
			return TurnEnd{}, false
		}
	}
	if worthACard(facts) {
		s.reflected(t, r)
	}
	return TurnEnd{Reason: ReasonComplete}, true
}

// reflected tells a judgement.
func (s *Session) reflected(t *turn, r Reflection) {
	s.enter(t, PhaseReflect)
	s.emit(Reflected{Head: s.head(), Reflection: r})
	if r.Verdict == VerdictReplan {
		s.enter(t, PhasePlan)
	}
}

// afterCalls looks for calls that lead nowhere.
func (s *Session) afterCalls(t *turn, facts []fact) (TurnEnd, bool) {
	if failed := failing(facts); failed != nil {
		return s.afterFailures(t, failed)
	}
	rep := repeating(facts)
	what := strings.Join(rep.tools, ", ")
	switch {
	case rep.hopeless || rep.tooOften && !t.repeating && t.replans >= maxReplans:
		return TurnEnd{Reason: ReasonMaxSteps, Detail: "stopped: " + what + " kept returning the same result"}, true
	case rep.tooOften && !t.repeating:
		t.repeating = true
		s.replan(t, Reflection{
			Verdict:    VerdictReplan,
			Assessment: what + " was repeated with the same result",
			NextFocus:  "Repeating " + what + " returns the same result every time. Do something else, or say what you know and stop.",
		})
		return TurnEnd{}, false
	}
	t.repeating = rep.tooOften
	return TurnEnd{}, false
}

func (s *Session) afterFailures(t *turn, failed []fact) (TurnEnd, bool) {
	r := Reflection{Verdict: VerdictReplan, Assessment: failed[0].tool + " keeps failing"}
	denied := true
	for _, f := range failed {
		denied = denied && f.denied
		r.ToolFailures = append(r.ToolFailures, ToolFailure{ToolName: f.tool, Error: firstLine(f.err), Suggestion: suggestion(f.code)})
	}
	r.NextFocus = fmt.Sprintf("%s keeps failing (%s). %s.", failed[0].tool, firstLine(failed[0].err), suggestion(failed[0].code))
	if t.replans >= maxReplans {
		reason := ReasonMaxSteps
		if denied {
			reason = ReasonDenied
		}
		return TurnEnd{Reason: reason, Detail: "stopped: " + r.Assessment + ": " + firstLine(failed[0].err)}, true
	}
	s.replan(t, r)
	return TurnEnd{}, false
}

// replan tells the model to plan again; the ledger starts afresh so that the same series does not
// count twice.
func (s *Session) replan(t *turn, r Reflection) {
	t.replans++
	if len(r.ToolFailures) > 0 {
		t.facts = s.ledger.mark()
	}
	s.reflected(t, r)
	s.tell(r.NextFocus)
}

// unfinished tells whether an answer without calls is not the end yet.
func (s *Session) unfinished(t *turn, answer *llm.Message, finish llm.Finish) (Reflection, bool) {
	r := Reflection{Verdict: VerdictContinue}
	switch open := s.opt.Todos.open(); {
	case t.continued < maxContinues && finish == llm.FinishLength:
		t.continued++
		r.Assessment = "the answer was cut off by the token limit"
		r.NextFocus = "Your answer was cut off by the token limit. Go on exactly where it stopped."
		return r, true
	case t.continued < maxContinues && strings.TrimSpace(answer.Text) == "":
		t.continued++
		r.Assessment = "the answer was empty"
		r.NextFocus = "Your answer was empty. Go on with the task, or say in a sentence what the result is."
		return r, true
	case len(open) > 0 && !t.nudgedTodo:
		t.nudgedTodo = true
		r.Assessment = fmt.Sprintf("%d todo items are open", len(open))
		r.NextFocus = "These todo items are still open: " + some(open) + ". Finish them, or update the list and say why not."
		return r, true
	}
	check, isStale, ok := stale(s.ledger.since(0))
	if ok && isStale && !t.nudgedTest && edited(s.ledger.since(t.facts)) != nil {
		t.nudgedTest = true
		r.Assessment = "files were changed after the last check"
		r.NextFocus = "You changed files after the last run of `" + firstLine(check) + "`. Run it again, or say why it is not needed."
		return r, true
	}
	return r, false
}

// judge sums up a turn that is complete.
func (s *Session) judge(facts []fact) Reflection {
	r := Reflection{Verdict: VerdictComplete}
	var parts []string
	if files := edited(facts); files != nil {
		parts = append(parts, "changed "+some(files))
	}
	check, isStale, ok := stale(s.ledger.since(0))
	switch {
	case edited(facts) == nil:
	case !ok:
		parts = append(parts, "no test or build was run")
	case isStale:
		parts = append(parts, "`"+firstLine(check)+"` is older than the last change")
	case passed(s.ledger.since(0)):
		parts = append(parts, "`"+firstLine(check)+"` passed after the last change")
	default:
		parts = append(parts, "`"+firstLine(check)+"` failed after the last change")
	}
	for _, f := range facts {
		if f.failed && !f.denied && len(r.ToolFailures) < maxNamed {
			r.ToolFailures = append(r.ToolFailures, ToolFailure{ToolName: f.tool, Error: firstLine(f.err), Suggestion: suggestion(f.code)})
		}
	}
	r.Assessment = strings.Join(parts, "; ")
	if r.Assessment == "" {
		r.Assessment = "answered"
	}
	return r
}

// unsure tells whether the facts leave open if the work is done.
func unsure(facts []fact) bool {
	_, isStale, ok := stale(facts)
	last := fact{}
	if len(facts) > 0 {
		last = facts[len(facts)-1]
	}
	return edited(facts) != nil && (!ok || isStale || !passed(facts)) || last.failed && !last.denied
}

func worthACard(facts []fact) bool { return edited(facts) != nil || unsure(facts) }

// passed tells whether the last check ended with exit code 0.
func passed(facts []fact) bool {
	ok := false
	for _, f := range facts {
		if f.check != "" {
			ok = f.passed
		}
	}
	return ok
}

// edited returns the files that were changed, each once, in order.
func edited(facts []fact) []string {
	var files []string
	seen := map[string]bool{}
	for _, f := range facts {
		for _, name := range f.edited {
			if !seen[name] {
				seen[name] = true
				files = append(files, name)
			}
		}
	}
	return files
}

// suggestion says what usually helps against a kind of failure.
func suggestion(code tools.Code) string {
	switch code {
	case tools.CodeNoMatch, tools.CodeAmbiguous, tools.CodeStale:
		return "Read the file again and copy the text exactly, with enough lines to be unique"
	case tools.CodeNotFound:
		return "Look the name up with Glob or file_list first"
	case tools.CodeValidation:
		return "Correct the parameters that the message names"
	case tools.CodeUnknownTool, tools.CodeNotAvailable:
		return "Use one of the tools that you were given, or find_tools"
	case tools.CodeTimeout:
		return "Do less in one call, or raise its timeout"
	case tools.CodeCancelled, tools.CodePermission, tools.CodePath, tools.CodeCommandBlocked:
		return "Do not try this again; do what you can without it and tell the user what you could not do"
	case tools.CodeRateLimited:
		return "Go on with other work first"
	default:
		return "Try another way, or tell the user what stands in the way"
	}
}

func some(list []string) string {
	if len(list) <= maxNamed {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:maxNamed], ", "), len(list)-maxNamed)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	if len(line) > 200 {
		line = strings.ToValidUTF8(line[:200], "") + "..."
	}
	return line
}
