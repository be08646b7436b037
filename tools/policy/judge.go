package policy

import (
	"beestown/tools"
	"beestown/tools/shell"
	"beestown/tools/workspace"
)

// judgement decides about one access.
type judgement struct {
	p       *Policy
	mode    tools.Mode
	rules   []*rule
	spec    tools.Spec
	access  tools.Access
	insists bool   // the call itself wants to be confirmed
	dir     string // where a command line would run

	line     shell.Analysis // of access.Command
	commands []command      // of line
	dirs     []string       // that line enters
	looks    int            // paths that were compared with the disk
	resolved map[string]workspace.Path
}

// Who decided, as Decision.By has it.
const (
	byDefault = "default"
	byRule    = "rule"
	byMode    = "mode"
	byGuard   = "guard"
)

func (j *judgement) decide() tools.Decision {
	if j.access.Command != "" {
		j.examine()
	}
	if d, denied := j.denied(); denied {
		return d
	}
	d := j.lowered()
	d = j.raised(d)
	if d.Verdict == tools.Ask {
		d.Warnings = j.warnings()
		d.Offer = j.offer()
	}
	return d
}

// denied holds what no allow and no mode can lift.
func (j *judgement) denied() (tools.Decision, bool) {
	deny := func(code tools.Code, by, reason string) (tools.Decision, bool) {
		return tools.Decision{Verdict: tools.Deny, Code: code, By: by, Reason: reason}, true
	}
	if j.access.Command != "" {
		if why := j.p.ruin.find(j.line); why != "" {
			return deny(tools.CodeCommandBlocked, byGuard, "Dangerous command detected and blocked: "+why)
		}
		if pattern, ok := j.forbidden(); ok {
			return deny(tools.CodeCommandBlocked, byGuard, "Dangerous command detected and blocked: it matches "+pattern+" of tools.bash.deny_patterns")
		}
		if name, ok := j.unlisted(); ok {
			return deny(tools.CodeCommandBlocked, byGuard, "Command '"+name+"' is not allowed; tools.bash.allow_commands lists those that are")
		}
	}
	if s, ok := j.deniedWord(); ok {
		return deny(tools.CodePath, byGuard, short(s.text)+" is under a denied path")
	}
	if j.access.Denied {
		return deny(tools.CodePath, byGuard, display(j.access)+" is under a denied path")
	}
	if r, like := j.find(tools.Deny); like == matches {
		d, _ := deny("", byRule, r.String())
		d.Rule = r.Text
		return d, true
	}
	if j.mode == tools.ModePlan && !j.reads() {
		return deny("", byMode, "plan mode: only calls that read run; propose the plan first")
	}
	return tools.Decision{}, false
}

// reads tells whether the access changes nothing. What a server says about its own tools lowers
// nothing.
func (j *judgement) reads() bool {
	if j.access.Command != "" {
		return j.readOnlyLine()
	}
	e := j.access.Effect
	return (e == tools.ReadOnly || e == tools.Interacts) && !isForeign(j.spec)
}

// special tells why the place itself has to be asked about, "" when it has not.
func (j *judgement) special() string {
	switch {
	case j.access.Guard != "":
		return display(j.access) + " is special: " + j.access.Guard
	case j.access.Outside:
		return display(j.access) + " is outside the workspace"
	}
	return ""
}

// lowered is the base, as far as a rule or the mode lowers it.
func (j *judgement) lowered() tools.Decision {
	allow := func(by, reason, rule string) tools.Decision {
		return tools.Decision{Verdict: tools.Allow, By: by, Reason: reason, Rule: rule}
	}
	special := j.special()
	if r := j.allowing(); r != nil {
		return allow(byRule, r.String(), r.Text)
	}
	switch {
	case special != "":
		return tools.Decision{Verdict: tools.Ask, By: byGuard, Reason: special}
	case j.reads() && (j.access.Command != "" || !j.spec.Permissions.RequireConfirmation): // the table vouches for a command
		return allow(byDefault, "only reads inside the workspace", "")
	case j.mode == tools.ModeEdits && j.access.Effect == tools.WritesFiles && j.access.Path != "" && !isForeign(j.spec):
		return allow(byMode, "mode edits", "")
	case j.access.Command != "":
		by, reason := j.whyAsk()
		return tools.Decision{Verdict: tools.Ask, By: by, Reason: reason}
	}
	return tools.Decision{Verdict: tools.Ask, By: byDefault, Reason: "no rule allows " + j.spec.Name}
}

// raised applies what asks in spite of an allow.
func (j *judgement) raised(d tools.Decision) tools.Decision {
	ask := tools.Decision{Verdict: tools.Ask, By: byGuard}
	if j.access.Command != "" && j.line.Problem != "" {
		ask.Reason = j.line.Problem
		return ask // also in mode yolo: what cannot be read cannot be checked for ruin
	}
	if r, like := j.find(tools.Deny); like == perhaps {
		ask.Reason, ask.Rule = "perhaps denied by "+r.String(), r.Text
		return ask
	}
	if j.mode == tools.ModeYolo {
		if d.Verdict == tools.Ask {
			d = tools.Decision{Verdict: tools.Allow, By: byMode, Reason: "mode yolo"}
		}
		return d
	}
	if r, like := j.find(tools.Ask); like != differs {
		ask.By, ask.Reason, ask.Rule = byRule, r.String(), r.Text
		return ask
	}
	if j.insists && d.Verdict == tools.Allow {
		ask.Reason = "the call asks to be confirmed"
		return ask
	}
	return d
}

// find returns the first rule of a kind that applies to the access or to a command of its line.
func (j *judgement) find(v tools.Verdict) (*rule, likeness) {
	var found *rule
	best := differs
	for _, r := range j.rules {
		if r.Verdict != v || !r.covers(j.spec, j.access) {
			continue
		}
		like := differs
		if j.access.Command != "" {
			like = j.likest(r)
		} else if j.p.matchPath(r, j.access) {
			like = matches
		}
		if like > best {
			found, best = r, like
		}
	}
	return found, best
}

func (j *judgement) likest(r *rule) likeness {
	if r.pattern == "" {
		return matches
	}
	best := differs
	for _, c := range j.line.Commands {
		best = max(best, r.matchWords(c, true))
	}
	return best
}

// allowing returns the rule that vouches for the whole access, nil when none does.
func (j *judgement) allowing() *rule {
	if j.access.Command != "" {
		return j.allowingLine()
	}
	for _, r := range j.rules {
		if r.Verdict != tools.Allow || !r.covers(j.spec, j.access) || !j.p.matchPath(r, j.access) {
			continue
		}
		if j.access.Guard != "" && !j.p.names(r, j.access) {
			continue
		}
		if j.access.Outside && !r.reachesOutside() {
			continue
		}
		return r
	}
	return nil
}
