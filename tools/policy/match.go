package policy

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"beestown/tools"
	"beestown/tools/shell"
)

// covers tells whether the rule's name is about this access of this tool.
func (r *rule) covers(spec tools.Spec, a tools.Access) bool {
	switch {
	case r.name == classBash && a.Command != "":
		return true
	case r.name == classEdit && a.Effect == tools.WritesFiles:
		return true
	case r.name == classRead && a.Effect == tools.ReadOnly && a.Path != "":
		return true
	case strings.Contains(r.name, "*"):
		return wild(r.name, spec.Name) || wild(r.name, spec.ID())
	}
	return r.name == spec.Name || r.name == spec.ID()
}

// matchPath compares a path or host pattern; commands are compared word by word.
func (p *Policy) matchPath(r *rule, a tools.Access) bool {
	switch {
	case r.pattern == "":
		return true
	case a.Path != "":
		return p.glob(r.pattern, a.Path)
	case a.Host != "":
		return wild(r.pattern, a.Host)
	}
	return false
}

func (p *Policy) glob(pattern, target string) bool {
	if strings.HasPrefix(pattern, "~/") {
		pattern = p.home + pattern[1:]
	}
	if strings.HasPrefix(pattern, "/") {
		ok, _ := doublestar.Match(path.Clean(pattern), target)
		return ok
	}
	rel, inside := p.relative(target)
	if !inside {
		return false
	}
	ok, _ := doublestar.Match(strings.TrimPrefix(pattern, "./"), rel)
	return ok
}

// relative is target below the workspace's root.
func (p *Policy) relative(target string) (string, bool) {
	if target == p.root {
		return ".", true
	}
	return strings.CutPrefix(target, strings.TrimSuffix(p.root, "/")+"/")
}

// names tells whether the rule's pattern is exactly the access' path, without wildcards, which is
// what it takes to vouch for a special file.
func (p *Policy) names(r *rule, a tools.Access) bool {
	return r.pattern != "" && !strings.ContainsAny(r.pattern, "*?[{") && p.matchPath(r, a)
}

// reachesOutside tells whether the rule's pattern is about places outside the workspace.
func (r *rule) reachesOutside() bool {
	return strings.HasPrefix(r.pattern, "/") || strings.HasPrefix(r.pattern, "~/")
}

// likeness is how a command compares with the pattern of a rule.
type likeness int

const (
	differs likeness = iota
	perhaps          // words that only the shell knows could make it match
	matches
)

// matchWords compares a command with a pattern. The command's name counts without its directory
// when loose, which is how deny and ask rules are compared.
func (r *rule) matchWords(c shell.Command, loose bool) likeness {
	if r.pattern == "" {
		return matches
	}
	if len(c.Words) == 0 {
		return differs
	}
	best := matches
	for i, want := range r.words {
		star := want.Text == "*" && want.Dynamic != ""
		if star && i == len(r.words)-1 {
			return best
		}
		if i >= len(c.Words) {
			return differs
		}
		got := c.Words[i]
		text := got.Text
		if i == 0 && loose && !strings.Contains(want.Text, "/") {
			text = c.Name()
		}
		if text == want.Text || want.Dynamic != "" && wild(want.Text, text) {
			continue
		}
		if got.Dynamic == "" || got.Dynamic == "a glob" && i > 0 {
			return differs
		}
		best = perhaps
	}
	if len(c.Words) > len(r.words) {
		return differs
	}
	return best
}

// wild compares s with a pattern in which * stands for any bytes and ? for one.
func wild(pattern, s string) bool {
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == s[i]):
			p, i = p+1, i+1
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
