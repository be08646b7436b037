package policy

import (
	"path/filepath"
	"slices"
	"strings"

	"beestown/tools"
)

// allowingLine returns the rule that vouches for a command line: one without a pattern, or the first
// of those that together cover every command of it.
func (j *judgement) allowingLine() *rule {
	if j.special() != "" {
		return nil
	}
	var patterns []*rule
	for _, r := range j.rules {
		if r.Verdict != tools.Allow || !r.covers(j.spec, j.access) {
			continue
		}
		if r.pattern == "" {
			return r
		}
		patterns = append(patterns, r)
	}
	if len(patterns) == 0 || j.opaque() != "" {
		return nil
	}
	var first *rule
	for _, c := range j.commands {
		if c.Wrapper || c.harmless {
			continue
		}
		i := slices.IndexFunc(patterns, func(r *rule) bool { return r.vouches(c) })
		if i < 0 {
			return nil
		}
		if first == nil {
			first = patterns[i]
		}
	}
	return first
}

// opaque tells why words cannot vouch for the line, "" when they can.
func (j *judgement) opaque() string {
	switch {
	case j.line.Problem != "":
		return j.line.Problem
	case len(j.line.Complex) > 0:
		return "the command has " + j.line.Complex[0]
	}
	for _, c := range j.commands {
		if why := c.Dynamic(); why != "" && !c.harmless {
			return "the command has " + why
		}
		for _, r := range c.Redirects {
			if r.Target.Text != "/dev/null" {
				return "the command is redirected: " + r.Target.Text
			}
		}
	}
	return ""
}

// readOnlyLine tells whether every command of the line is known to change nothing.
func (j *judgement) readOnlyLine() bool {
	if j.opaque() != "" || len(j.line.Commands) == 0 {
		return false
	}
	for _, c := range j.commands {
		if !c.Wrapper && !c.harmless {
			return false
		}
	}
	return true
}

// whyAsk tells who asks and why: the first command that nothing allows, or the word of it that a
// wildcard does not cover.
func (j *judgement) whyAsk() (by, reason string) {
	if why := j.opaque(); why != "" && len(j.line.Commands) < 2 {
		return byDefault, "no rule can allow it: " + why
	}
	for _, c := range j.commands {
		if len(c.Words) == 0 || c.Wrapper || c.harmless || j.vouched(c) {
			continue
		}
		for _, r := range j.rules {
			if r.Verdict != tools.Allow || !r.covers(j.spec, j.access) || r.matchWords(c.Command, false) != matches {
				continue
			}
			for _, s := range c.suspects {
				if !r.spells(s) {
					return byGuard, "no wildcard allows " + short(s.text) + ": " + s.why
				}
			}
		}
		return byDefault, "no rule allows " + short(c.String())
	}
	if why := j.opaque(); why != "" {
		return byDefault, "no rule can allow it: " + why
	}
	return byDefault, "no rule allows " + j.spec.Name
}

func (j *judgement) vouched(c command) bool {
	return slices.ContainsFunc(j.rules, func(r *rule) bool {
		return r.Verdict == tools.Allow && r.covers(j.spec, j.access) && r.vouches(c)
	})
}

// deniedWord returns the first word of the line that is below a denied path.
func (j *judgement) deniedWord() (suspect, bool) {
	for _, c := range j.commands {
		if i := slices.IndexFunc(c.suspects, func(s suspect) bool { return s.denied }); i >= 0 {
			return c.suspects[i], true
		}
	}
	return suspect{}, false
}

func short(s string) string {
	const limit = 60
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "..."
}

// forbidden returns the configured pattern that the line matches, as it was written or as its words
// were read, so that quotes do not hide a match.
func (j *judgement) forbidden() (pattern string, ok bool) {
	for _, re := range j.p.forbidden {
		if re.MatchString(j.access.Command) {
			return re.String(), true
		}
		for _, c := range j.line.Commands {
			if re.MatchString(c.String()) {
				return re.String(), true
			}
		}
	}
	return "", false
}

// unlisted returns the first command that the list of permitted commands lacks. A name with a
// directory is another program, unless it is one of the system's.
func (j *judgement) unlisted() (string, bool) {
	if j.p.commands == nil {
		return "", false
	}
	if len(j.line.Commands) == 0 {
		return short(j.access.Command), true
	}
	for _, c := range j.line.Commands {
		if len(c.Words) == 0 {
			continue
		}
		name := c.Words[0].Text
		if dir := filepath.Dir(name); dir == "/bin" || dir == "/usr/bin" {
			name = filepath.Base(name)
		}
		if c.Words[0].Dynamic != "" || !slices.Contains(j.p.commands, name) {
			return c.Words[0].Text, true
		}
	}
	return "", false
}
