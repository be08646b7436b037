package policy

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"beestown/tools"
	"beestown/tools/workspace"
)

// Options is what a Policy goes by. Root is needed.
type Options struct {
	Rules []Rule
	Mode  tools.Mode // ModeAsk when empty
	// Root is the workspace and Home the user's home directory, both absolute with links resolved.
	Root, Home string
	// Canonical turns a tool's name or alias into the canonical name, and tells whether there is
	// one; nil accepts every name as it is.
	Canonical func(name string) (canonical string, known bool)
	// Commands, when not nil, is the only commands that may run at all (tools.bash.policy:
	// allowlist).
	Commands []string
	// Forbidden matches command lines that are refused, besides the built-in ones
	// (tools.bash.deny_patterns).
	Forbidden []*regexp.Regexp
	// Resolve works out what a path operand of a command is. With nil no command is known to be
	// read-only, and every command asks.
	Resolve func(path string) (workspace.Path, error)
}

// DefaultCommands is the specification's list for Options.Commands.
func DefaultCommands() []string {
	return []string{"ls", "cat", "grep", "find", "git", "npm", "yarn", "node", "python", "pip"}
}

// Policy decides about calls. It is safe for concurrent use.
type Policy struct {
	root, home string
	canonical  func(string) (string, bool)
	commands   []string
	forbidden  []*regexp.Regexp
	resolve    func(string) (workspace.Path, error)
	ruin       ruin

	mu    sync.RWMutex
	mode  tools.Mode
	rules []*rule
}

// New parses the rules. Its error names every rule that is wrong; a program that cannot read its
// rules must not run without them.
func New(o Options) (*Policy, error) {
	p := &Policy{
		root: filepath.Clean(o.Root), home: filepath.Clean(o.Home),
		canonical: o.Canonical, commands: o.Commands, forbidden: o.Forbidden, resolve: o.Resolve, mode: o.Mode,
	}
	if !filepath.IsAbs(o.Root) {
		return nil, errors.New("policy: the workspace must be an absolute path, got '" + o.Root + "'")
	}
	if p.mode == "" {
		p.mode = tools.ModeAsk
	}
	if !p.mode.Valid() {
		return nil, errors.New("unknown mode '" + string(p.mode) + "'; use ask, edits, plan or yolo")
	}
	p.ruin = newRuin(p.root, p.home)
	return p, p.add(o.Rules)
}

func (p *Policy) add(rules []Rule) error {
	var parsed []*rule
	var wrong []error
	for _, r := range rules {
		one, err := parse(r, p.canonical)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		parsed = append(parsed, one)
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules = append(slices.Clip(p.rules), parsed...)
	return nil
}

// Remember adds allow rules for the rest of the session. It adds none when one is wrong.
func (p *Policy) Remember(rules []string) error {
	list := make([]Rule, len(rules))
	for i, text := range rules {
		list[i] = Rule{Verdict: tools.Allow, Text: text, Source: "this session"}
	}
	return p.add(list)
}

// Rules returns the rules in the order in which they were added.
func (p *Policy) Rules() []Rule {
	p.mu.RLock()
	defer p.mu.RUnlock()
	list := make([]Rule, len(p.rules))
	for i, r := range p.rules {
		list[i] = r.Rule
	}
	return list
}

// Mode returns the current mode.
func (p *Policy) Mode() tools.Mode {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.mode
}

// SetMode changes the mode for the decisions that come; an unknown mode is ignored.
func (p *Policy) SetMode(m tools.Mode) {
	if !m.Valid() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mode = m
}

// Decide judges a prepared request: each of its accesses by itself, the strictest verdict counts.
func (p *Policy) Decide(req *tools.Request) tools.Decision {
	spec := req.Tool.Spec()
	accesses := req.Accesses()
	if len(accesses) == 0 {
		accesses = []tools.Access{{Effect: spec.Effect}}
	}
	p.mu.RLock()
	mode, rules := p.mode, p.rules
	p.mu.RUnlock()
	insists := false
	if i, ok := req.Call.(tools.Insister); ok {
		insists = i.NeedsConfirmation()
	}
	var total tools.Decision
	for i, a := range accesses {
		j := judgement{p: p, mode: mode, rules: rules, spec: spec, access: a, insists: insists, dir: p.dirOf(accesses)}
		d := j.decide()
		if i == 0 {
			total = d
			continue
		}
		total = stricter(total, d)
	}
	return total
}

// dirOf is where a command line would run: the directory that stands beside it among the accesses.
func (p *Policy) dirOf(accesses []tools.Access) string {
	for _, a := range accesses {
		if a.Command == "" && a.Path != "" {
			return a.Path
		}
	}
	return p.root
}

// stricter joins the decisions about two accesses of one call. What is offered must be enough for
// the whole call, so an access without an offer takes it away.
func stricter(a, b tools.Decision) tools.Decision {
	if b.Verdict > a.Verdict {
		a, b = b, a
	}
	warnings := slices.Compact(slices.Concat(a.Warnings, b.Warnings))
	if a.Verdict == tools.Ask && b.Verdict == tools.Ask {
		if len(a.Offer) == 0 || len(b.Offer) == 0 {
			a.Offer = nil
		} else {
			a.Offer = unique(slices.Concat(a.Offer, b.Offer))
		}
	}
	a.Warnings = warnings
	return a
}

func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func isForeign(spec tools.Spec) bool {
	return spec.Source.Kind == tools.SourceMCP || spec.Source.Kind == tools.SourceCustom
}

func display(a tools.Access) string {
	if a.Display != "" {
		return a.Display
	}
	return strings.TrimSpace(a.Path)
}
