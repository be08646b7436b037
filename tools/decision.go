package tools

// Verdict is what policy says about a call.
type Verdict int

// The verdicts in rising order: a guard can only raise one.
const (
	Allow Verdict = iota + 1
	Ask
	Deny
)

// String returns "allow", "ask" or "deny".
func (v Verdict) String() string {
	switch v {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	case Deny:
		return "deny"
	default:
		return "undecided"
	}
}

// Decision is a verdict with its reason: every allow, ask and deny says why.
type Decision struct {
	Verdict Verdict
	// Reason is one phrase for the user: "no rule allows Edit", "rule Edit(src/**) of config.yml".
	Reason string
	// By names what decided: "default", "rule", "mode", "guard", "approval", "user".
	By string
	// Code is the error code of a denial; empty means CodePermission.
	Code Code
	// Rule is the rule that decided, when one did.
	Rule string
	// Offer is the rules that "allow for this session" would add, narrowest form, as they would be
	// stored; empty when no rule may be offered.
	Offer []string
	// Warnings are the dangers to show with the question, one short line each.
	Warnings []string
	// Feedback is what the user typed with a denial; it reaches the model word for word.
	Feedback string
}

// Approval is a question to the user: may this call run?
type Approval struct {
	Call      string // the request's ID
	Principal Principal
	Tool      string // canonical name
	View      View   // what would happen
	Decision  Decision
	// Draft is set when the user may change the proposal first: a file name and the text.
	DraftName string
	Draft     []byte
}

// Answer is the user's reply to an Approval; the zero value denies.
type Answer struct {
	Allow bool
	// Remember adds Decision.Offer to the rules of this session.
	Remember bool
	// Edited, when not nil, is the changed draft: it is previewed and asked again.
	Edited []byte
	// Feedback says why not, or what to do instead.
	Feedback string
	// Again asks for a new decision instead of giving one: the mode or the rules changed while the
	// question was open.
	Again bool
	// By says who answered: "user", or a front end that cannot ask ("no-tty", "ui gone").
	By string
}
