package agent

import "beestown/tools"

// ReplyApproval answers the ApprovalAsk with the given id. It reports whether this reply won: an
// approval that was answered before, or whose turn ended, takes no other.
func (s *Session) ReplyApproval(id string, a tools.Answer) bool {
	won := s.pending.answer(id, a)
	if won && a.Allow && a.Remember {
		s.pending.decideAgain(id)
	}
	return won
}

// ReplyQuestions answers the QuestionAsk with the given id, one reply per question; nil means that
// there is nobody to ask. It reports whether this reply won.
func (s *Session) ReplyQuestions(id string, replies []tools.Reply) bool {
	return s.pending.answer(id, replies)
}

// ReplyPlan answers the PlanAsk with the given id. It reports whether this reply won.
func (s *Session) ReplyPlan(id string, reply tools.PlanReply) bool {
	return s.pending.answer(id, reply)
}
