package agent

import (
	"context"
	"fmt"
	"strings"

	"beestown/llm"
)

// turn is the state of one turn.
type turn struct {
	steps      int
	usage      llm.Usage
	phase      Phase
	replans    int
	repeating  bool // the repetition that goes on was told
	nudgedTodo bool // open todos were named once
	nudgedTest bool // the outdated check was named once
	continued  int  // cut or empty answers that were asked to go on
	text       string
	facts      mark // where the ledger stood when the turn began
}

// runTurns works on a prompt, and then on what was queued meanwhile and not delivered.
func (s *Session) runTurns(ctx context.Context, prompt string) {
	for {
		end := s.runTurn(ctx, prompt)
		s.mu.Lock()
		waiting := s.waiting
		s.waiting = nil
		keep := len(waiting) > 0 && end.Reason != ReasonInterrupted && end.Reason != ReasonModelError
		if !keep {
			end.Unsent = waiting
			s.busy = false
		}
		end.Head = s.headLocked()
		s.emit(end)
		if keep {
			s.emit(QueueDelivered{Head: s.headLocked(), Prompts: waiting})
		}
		s.step = 0
		s.mu.Unlock()
		if !keep {
			return
		}
		prompt = strings.Join(waiting, "\n\n")
	}
}

// runTurn is the loop: plan, act, reflect, until a reflection or a limit ends it.
func (s *Session) runTurn(ctx context.Context, prompt string) TurnEnd {
	t := &turn{facts: s.ledger.mark()}
	s.begin(ctx, prompt)
	s.enter(t, s.firstPhase())
	for {
		if end, over := s.limits(t); over {
			return s.finish(t, end)
		}
		answer, finish, err := s.think(ctx, t)
		if err != nil {
			return s.finish(t, s.failed(ctx, err))
		}
		s.enter(t, PhaseAct)
		outcomes := s.dispatch(ctx, answer.Calls, finish)
		s.record(outcomes)
		if ctx.Err() != nil {
			return s.finish(t, TurnEnd{Reason: ReasonInterrupted})
		}
		s.deliver()
		if end, over := s.reflect(ctx, t, answer, finish, outcomes); over {
			return s.finish(t, end)
		}
	}
}

// begin appends the prompt; the first one also fixes the tool array, which may wait for servers: the
// user sees the turn meanwhile.
func (s *Session) begin(ctx context.Context, prompt string) {
	s.mu.Lock()
	s.turn++
	s.step = 0
	s.emit(TurnStart{Head: s.headLocked(), Prompt: prompt})
	s.mu.Unlock()
	s.offer(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	text := prompt
	if s.opt.Plan == "always" {
		text += "\n\n[beestown] Write your plan with TodoWrite before any other call."
	}
	s.appendLocked(&llm.Message{Role: llm.RoleUser, Text: s.withNotesLocked(text)})
}

// offer fixes the advertised tools at the first request of a conversation.
func (s *Session) offer(ctx context.Context) {
	s.mu.Lock()
	offered := s.offered
	s.offered = true
	s.mu.Unlock()
	if offered || s.opt.Offer == nil {
		return
	}
	defs := toolDefs(s.opt.Offer(ctx))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.defs = defs
}

func (s *Session) firstPhase() Phase {
	if s.opt.Plan == "off" {
		return PhaseAct
	}
	return PhasePlan
}

func (s *Session) enter(t *turn, p Phase) {
	if t.phase != p {
		t.phase = p
		s.emit(PhaseChange{Head: s.head(), Phase: p})
	}
}

// limits starts the next step unless a limit is reached.
func (s *Session) limits(t *turn) (TurnEnd, bool) {
	if t.steps >= s.opt.MaxSteps {
		return TurnEnd{Reason: ReasonMaxSteps, Detail: fmt.Sprintf("stopped after %d steps, the limit of a turn", t.steps)}, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if used := s.total.Input + s.total.Output; s.opt.MaxTokens > 0 && used >= s.opt.MaxTokens {
		return TurnEnd{Reason: ReasonBudget, Detail: fmt.Sprintf("stopped after %d tokens, the limit is %d", used, s.opt.MaxTokens)}, true
	}
	t.steps++
	s.step = t.steps
	return TurnEnd{}, false
}

// deliver gives the model what the user typed meanwhile, and what changed.
func (s *Session) deliver() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == 0 {
		return
	}
	prompts := s.waiting
	s.waiting = nil
	s.appendLocked(&llm.Message{Role: llm.RoleUser, Text: s.withNotesLocked(strings.Join(prompts, "\n\n"))})
	s.emit(QueueDelivered{Head: s.headLocked(), Prompts: prompts})
}

// tell appends a line of the program's own to the conversation.
func (s *Session) tell(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.appendLocked(&llm.Message{Role: llm.RoleUser, Text: s.withNotesLocked("[beestown] " + text)})
}

func (s *Session) appendLocked(m *llm.Message) { s.messages = append(s.messages, m) }

// withNotesLocked puts before a text what the model has to know by now: of modes only the one that
// holds, and only when it is another than the model knows of.
func (s *Session) withNotesLocked(text string) string {
	if mode := s.opt.Modes.Mode(); mode != s.told {
		s.told = mode
		s.notes = append(s.notes, modeNote(mode))
	}
	if len(s.notes) == 0 {
		return text
	}
	notes := strings.Join(s.notes, "\n[beestown] ")
	s.notes = nil
	return "[beestown] " + notes + "\n\n" + text
}

// failed turns the error of a request into the end of the turn.
func (s *Session) failed(ctx context.Context, err error) TurnEnd {
	if ctx.Err() != nil {
		return TurnEnd{Reason: ReasonInterrupted}
	}
	return TurnEnd{Reason: ReasonModelError, Detail: err.Error(), Err: err}
}

func (s *Session) finish(t *turn, end TurnEnd) TurnEnd {
	end.Steps, end.Usage = t.steps, t.usage
	if end.Text == "" {
		end.Text = t.text
	}
	return end
}
