package agent

import (
	"context"
	"encoding/json"
	"strings"

	"beestown/llm"
)

const reflectPrompt = `[beestown] Before you stop: judge your work. Reply with one JSON object and nothing else: ` +
	`{"verdict":"complete"|"continue"|"replan","assessment":"one sentence","lessons":["..."],"next_focus":"what to do next, if anything"}`

// askModel asks the model itself for a judgement, as one more exchange of the conversation, when
// agent.reflect is "model" and the rules are not sure. An answer that cannot be read counts as
// continue, with a warning, once; after that the rules' judgement stands.
func (s *Session) askModel(ctx context.Context, t *turn, byRules Reflection) (Reflection, error) {
	if t.replans >= maxReplans {
		return byRules, nil
	}
	t.replans++
	s.mu.Lock()
	s.appendLocked(&llm.Message{Role: llm.RoleUser, Text: reflectPrompt})
	s.mu.Unlock()
	text := t.text
	answer, _, err := s.think(ctx, t)
	t.text = text // the answer to the user is the one before
	if err != nil {
		return Reflection{}, err
	}
	r, ok := parseReflection(answer.Text)
	if !ok {
		s.Notify("warn", "reflection", "the model's reflection could not be read; going on", "set agent.reflect to rules if this repeats")
	}
	r.ToolFailures = byRules.ToolFailures
	return r, nil
}

// parseReflection reads the model's judgement strictly; ok is false, and the verdict continue, when
// it is not one of the three.
func parseReflection(text string) (r Reflection, ok bool) {
	from, to := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if from >= 0 && to > from && json.Unmarshal([]byte(text[from:to+1]), &r) == nil {
		switch r.Verdict {
		case VerdictComplete, VerdictContinue, VerdictReplan:
			return r, true
		}
	}
	return Reflection{Verdict: VerdictContinue, Assessment: "the reflection could not be read", NextFocus: "Finish the task, or say what is missing."}, false
}
