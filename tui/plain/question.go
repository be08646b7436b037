package plain

import (
	"fmt"
	"strconv"
	"strings"

	"beestown/tools"
	"beestown/tools/text"
)

// question is something that the session asks; it is answered by lines.
type question interface {
	key() string
	show(u *ui)
	// reply takes a line; false means that it was no answer and the question is
	// asked again or goes on.
	reply(u *ui, line string) bool
	gone(s Session)
}

func (u *ui) ask(q question) {
	if u.eof { // nobody is there any more
		q.gone(u.opt.Session)
		return
	}
	u.asking = append(u.asking, q)
	if len(u.asking) == 1 {
		q.show(u)
	}
}

func (u *ui) answer(line string) {
	if !u.asking[0].reply(u, line) {
		return
	}
	u.drop(u.asking[0].key())
}

// drop removes a question and shows the next one.
func (u *ui) drop(id string) {
	for i, q := range u.asking {
		if q.key() == id {
			u.asking = append(u.asking[:i:i], u.asking[i+1:]...)
			if i == 0 && len(u.asking) > 0 {
				u.asking[0].show(u)
			}
			return
		}
	}
}

// choices writes numbered options and the invitation to answer.
func (u *ui) choices(options ...string) {
	for i, o := range options {
		u.line(fmt.Sprintf("  %d  %s", i+1, o))
	}
	fmt.Fprint(u.out, "number: ")
	u.open = true
}

// split takes a number and what follows it: "3 use the other file".
func split(line string) (number int, rest string) {
	first, rest, _ := strings.Cut(line, " ")
	n, err := strconv.Atoi(first)
	if err != nil {
		return 0, line
	}
	return n, strings.TrimSpace(rest)
}

// approval asks whether a call may run. The number of no is the last one.
type approval struct {
	id string
	a  tools.Approval
}

func (q *approval) key() string { return q.id }

func (q *approval) show(u *ui) {
	v := q.a.View
	u.line("approve? " + oneLine(q.a.Tool) + " " + text.Exact(v.Subject) + "  " + oneLine(v.Summary))
	switch b := v.Body.(type) {
	case tools.Diff:
		for line := range strings.Lines(b.Unified()) {
			u.line(text.Escape(strings.TrimRight(line, "\n")))
		}
	case tools.Text:
		u.line(text.Exact(b.Text))
	case tools.Command:
		u.line("$ " + text.Exact(b.Command))
	}
	for _, w := range q.a.Decision.Warnings {
		u.line("warning: " + text.Exact(w))
	}
	u.line("why: " + oneLine(q.a.Decision.Reason))
	u.choices(q.options()...)
}

func (q *approval) options() []string {
	options := []string{"yes, once"}
	if rules := q.a.Decision.Offer; len(rules) > 0 {
		options = append(options, "yes, and allow "+text.Exact(strings.Join(rules, ", "))+" this session")
	}
	return append(options, "no; what follows the number is told to the model")
}

func (q *approval) reply(u *ui, line string) bool {
	n, rest := split(line)
	last := len(q.options())
	if n < 1 || n > last {
		u.line(fmt.Sprintf("answer with a number from 1 to %d", last))
		return false
	}
	answer := tools.Answer{Allow: n < last, Remember: n == 2 && n < last, By: "user"}
	if n == last {
		answer.Feedback = rest
	}
	u.opt.Session.ReplyApproval(q.id, answer)
	return true
}

func (q *approval) gone(s Session) { s.ReplyApproval(q.id, tools.Answer{By: "ui gone"}) }

// asked is questions of the model, one after another.
type asked struct {
	id        string
	questions []tools.Question
	replies   []tools.Reply
}

func (q *asked) key() string { return q.id }

func (q *asked) show(u *ui) {
	now := q.questions[len(q.replies)]
	u.line("question: " + text.Visible(now.Text))
	for i, o := range now.Options {
		u.line(oneLine(fmt.Sprintf("%d %s: %s", i+1, o.Label, o.Description)))
	}
	hint := "number or text"
	if now.Multiple {
		hint = "numbers or text"
	}
	fmt.Fprintf(u.out, "%s, empty to skip: ", hint)
	u.open = true
}

func (q *asked) reply(u *ui, line string) bool {
	q.replies = append(q.replies, pick(q.questions[len(q.replies)], line))
	if len(q.replies) < len(q.questions) {
		q.show(u)
		return false
	}
	u.opt.Session.ReplyQuestions(q.id, q.replies)
	return true
}

// pick turns a line into an answer: numbers of options, or free text.
func pick(q tools.Question, line string) tools.Reply {
	if line == "" {
		return tools.Reply{Declined: true}
	}
	var labels []string
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > len(q.Options) || len(labels) == 1 && !q.Multiple {
			return tools.Reply{Answers: []string{line}}
		}
		labels = append(labels, q.Options[n-1].Label)
	}
	return tools.Reply{Answers: labels}
}

func (q *asked) gone(s Session) { s.ReplyQuestions(q.id, nil) }

// proposal asks whether a plan may start.
type proposal struct{ id, plan string }

func (q *proposal) key() string { return q.id }

func (q *proposal) show(u *ui) {
	u.line("plan:")
	u.line(text.Visible(q.plan))
	u.choices("start, and ask before each edit", "start, and accept edits in this directory",
		"keep planning; what follows the number is told to the model")
}

func (q *proposal) reply(u *ui, line string) bool {
	n, rest := split(line)
	switch n {
	case 1:
		u.opt.Session.ReplyPlan(q.id, tools.PlanReply{Approved: true, Plan: q.plan, Mode: string(tools.ModeAsk)})
	case 2:
		u.opt.Session.ReplyPlan(q.id, tools.PlanReply{Approved: true, Plan: q.plan, Mode: string(tools.ModeEdits)})
	case 3:
		u.opt.Session.ReplyPlan(q.id, tools.PlanReply{Feedback: rest})
	default:
		u.line("answer with a number from 1 to 3")
		return false
	}
	return true
}

func (q *proposal) gone(s Session) { s.ReplyPlan(q.id, tools.PlanReply{}) }
