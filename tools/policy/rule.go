package policy

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"beestown/tools"
	"beestown/tools/shell"
)

// Rule is a rule as somebody wrote it.
type Rule struct {
	Verdict tools.Verdict
	Text    string // "Edit(src/**)"
	Source  string // where it comes from, for people: "config.yml", "--allow", "this session"
}

// The names of rules that stand for a class of accesses.
const (
	classEdit = "Edit"
	classRead = "Read"
	classBash = "Bash"
)

// rule is a parsed Rule.
type rule struct {
	Rule
	name    string // canonical, may hold *
	pattern string // "" covers everything
	words   []shell.Word
}

// String is the rule with its source, for reasons.
func (r *rule) String() string {
	if r.Source == "" {
		return "rule " + r.Text
	}
	return "rule " + r.Text + " of " + r.Source
}

// parse reads a rule. canonical turns a tool's name or alias into the canonical name and tells
// whether there is such a tool; nil knows none and accepts all.
func parse(r Rule, canonical func(string) (string, bool)) (*rule, error) {
	name, pattern, bounded := strings.Cut(strings.TrimSpace(r.Text), "(")
	if bounded {
		var closed bool
		if pattern, closed = strings.CutSuffix(pattern, ")"); !closed {
			return nil, r.errorf("the parenthesis is not closed; write Tool(pattern)")
		}
		if strings.TrimSpace(pattern) == "" {
			return nil, r.errorf("the pattern is empty; leave the parentheses out to cover every call")
		}
	}
	if r.Verdict < tools.Allow || r.Verdict > tools.Deny {
		return nil, r.errorf("it is neither allow, ask nor deny")
	}
	name, err := ruleName(r, name, canonical)
	if err != nil {
		return nil, err
	}
	p := &rule{Rule: r, name: name, pattern: pattern}
	if name == classBash {
		return p, p.parseCommand()
	}
	if pattern != "" && !doublestar.ValidatePattern(pattern) {
		return nil, r.errorf("the pattern %q is not a valid glob", pattern)
	}
	if pattern == "*" && name != classEdit && name != classRead || pattern == "**" {
		p.pattern = ""
		if name == classEdit || name == classRead {
			p.pattern = "**" // of the workspace, not of the machine
		}
	}
	return p, nil
}

func ruleName(r Rule, name string, canonical func(string) (string, bool)) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", r.errorf("it names no tool; write Tool or Tool(pattern)")
	case strings.Trim(name, "*") == "" || strings.ContainsAny(name, " \t?[]{}"):
		return "", r.errorf("%q is not the name of a tool", name)
	case strings.HasPrefix(name, "mcp__"), strings.ContainsAny(name, ":*"), canonical == nil:
		return name, nil // its server or plugin may come later
	}
	known, ok := canonical(name)
	if !ok {
		return "", r.errorf("no tool is called %q", name)
	}
	return known, nil
}

// parseCommand reads the pattern of a Bash rule as one command of literal words.
func (r *rule) parseCommand() error {
	if r.pattern == "" {
		return nil
	}
	a := shell.Analyse(r.pattern, "")
	if a.Problem != "" {
		return r.errorf("%s", a.Problem)
	}
	// Behind "true" every word is an operand, so that a pattern about sudo or sh stays one command.
	if n := len(shell.Analyse("true "+r.pattern, "").Commands); n != 1 || len(a.Commands) == 0 {
		return r.errorf("the pattern must be one command, such as Bash(git push *)")
	}
	top := a.Commands[0]
	if len(top.Redirects) > 0 || len(top.Words) == 0 {
		return r.errorf("the pattern must be one command without redirects, such as Bash(git push *)")
	}
	for _, w := range top.Words {
		if w.Dynamic != "" && w.Dynamic != "a glob" {
			return r.errorf("the pattern holds %s; only literal words and * can be compared", w.Dynamic)
		}
	}
	r.words = top.Words
	if len(r.words) == 1 && r.words[0].Text == "*" && r.words[0].Dynamic != "" {
		r.pattern, r.words = "", nil
	}
	return nil
}

func (r Rule) errorf(format string, args ...any) error {
	at := ""
	if r.Source != "" {
		at = " of " + r.Source
	}
	return fmt.Errorf("rule '%s'%s: %s", r.Text, at, fmt.Sprintf(format, args...))
}
