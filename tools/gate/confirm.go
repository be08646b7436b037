package gate

import (
	"context"
	"fmt"
	"strings"

	"beestown/tools"
)

// confirm asks the user about calls that policy does not decide alone. It waits as long as the user
// takes: no timeout and no slot is held here.
func confirm(d Decider) tools.Middleware {
	return func(next tools.Handler) tools.Handler {
		return func(ctx context.Context, req *tools.Request) (tools.Result, error) {
			for req.Decision.Verdict != tools.Allow {
				if req.Decision.Verdict != tools.Ask {
					return denied(req.Decision)
				}
				answer, err := approve(ctx, req)
				if err != nil {
					return tools.Result{}, err
				}
				switch {
				case answer.Again:
					req.Decision = d.Decide(req)
				case answer.Edited != nil:
					amend(ctx, d, req, answer.Edited)
				case answer.Allow:
					accept(d, req, answer)
				default:
					return rejected(req, answer)
				}
			}
			return next(ctx, req)
		}
	}
}

func approve(ctx context.Context, req *tools.Request) (tools.Answer, error) {
	port, ok := tools.PortOf(ctx)
	if !ok {
		return tools.Answer{By: "no-tty"}, nil
	}
	a := tools.Approval{
		Call: req.ID, Principal: req.Principal, Tool: req.Name, View: req.Call.Preview(), Decision: req.Decision,
	}
	if c, ok := req.Call.(tools.Amender); ok {
		a.DraftName, a.Draft = c.Draft()
	}
	return port.Approve(ctx, a)
}

// amend replaces the call by the one that the user made of it, which is asked about again even when
// a rule would allow it: the user is to see what became of the changes. The new call's result tells
// the model what was carried out instead of its own proposal.
func amend(ctx context.Context, d Decider, req *tools.Request, edited []byte) {
	c, ok := req.Call.(tools.Amender)
	if !ok {
		return
	}
	call, err := c.Amend(ctx, edited)
	if err != nil {
		req.Decision.Warnings = append([]string{"your change cannot be used: " + err.Error()}, req.Decision.Warnings...)
		return
	}
	req.Call = call
	req.Decision = d.Decide(req)
	if req.Decision.Verdict == tools.Allow {
		req.Decision.Verdict, req.Decision.Reason = tools.Ask, "you changed the proposal"
	}
}

func accept(d Decider, req *tools.Request, answer tools.Answer) {
	by := answer.By
	if by == "" {
		by = "user"
	}
	decision := tools.Decision{Verdict: tools.Allow, By: by, Reason: "approved by the " + by}
	if answer.Remember && len(req.Decision.Offer) > 0 {
		if err := d.Remember(req.Decision.Offer); err != nil {
			req.Note = joinNotes(req.Note, "the rule for this session was not stored: "+err.Error())
		} else {
			decision.Rule = strings.Join(req.Decision.Offer, ", ")
		}
	}
	req.Decision = decision
}

// rejected is the result of a call that the user, or a front end that cannot ask, turned down.
func rejected(req *tools.Request, answer tools.Answer) (tools.Result, error) {
	asked := req.Decision
	by := answer.By
	if by == "" {
		by = "user"
	}
	req.Decision.Verdict, req.Decision.By, req.Decision.Feedback = tools.Deny, by, answer.Feedback
	switch {
	case by == "no-tty":
		req.Decision.Reason = "no terminal to ask (" + asked.Reason + ")"
		return refuse(tools.CodeCancelled, "%s\nNobody can be asked in this run: finish what you can without it, and list at the end what you could not do.", denial(req))
	case by != "user":
		req.Decision.Reason = "not answered: " + by
		return refuse(tools.CodeCancelled, "the call was not approved (%s); it was not run", by)
	}
	req.Decision.Reason = "the user refused"
	if answer.Feedback == "" {
		return refuse(tools.CodeCancelled, "The user refused this call; it was not run. Do not try the same in another way: go on without it or ask what they want.")
	}
	return refuse(tools.CodeCancelled, "The user refused this call; it was not run. They say:\n%s", answer.Feedback)
}

// denial is the line that tells people why a call was denied in a run without a terminal, and what
// would allow it.
func denial(req *tools.Request) string {
	subject := ""
	if req.Call != nil {
		subject = " " + req.Call.Preview().Subject
	}
	line := fmt.Sprintf("denied %s%s: no terminal to ask.", req.Name, strings.TrimRight(subject, " "))
	var ways []string
	for _, rule := range req.Decision.Offer {
		ways = append(ways, "--allow '"+strings.ReplaceAll(rule, "'", `'\''`)+"'")
	}
	hint := strings.Join(ways, " ")
	if editsMode(req) {
		if hint != "" {
			hint += " or "
		}
		hint += "--mode edits"
	}
	if hint == "" {
		return line + " No rule is offered for it; run beestown in a terminal to decide."
	}
	return line + " Allow with " + hint + "."
}

// editsMode tells whether mode edits would allow the call.
func editsMode(req *tools.Request) bool {
	for _, a := range req.Accesses() {
		if a.Effect != tools.WritesFiles || a.Outside || a.Guard != "" || a.Denied || a.Path == "" {
			return false
		}
	}
	return req.Decision.Rule == ""
}
