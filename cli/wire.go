package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"beestown/agent"
	"beestown/agent/prompt"
	"beestown/config"
	"beestown/llm"
	"beestown/tools"
	"beestown/tools/audit"
	"beestown/tools/builtin"
	"beestown/tools/gate"
	"beestown/tools/mcp"
	"beestown/tools/policy"
	"beestown/tools/text"
	"beestown/tools/workspace"
)

// parts is everything that a session is made of. close ends it.
type parts struct {
	id       string // of the session
	cfg      *config.Loaded
	ws       *workspace.Workspace
	registry *tools.Registry
	policy   *policy.Policy
	files    *builtin.Files
	log      *audit.Log
	servers  *mcp.Manager
	session  *agent.Session
	menu     *menu
	project  prompt.Project
	spill    string // directory for long outputs, removed at the end
	atEnd    func() // cleans up after everything else, may be nil
}

// wiring says how a session is put together.
type wiring struct {
	dir      string
	cfg      *config.Loaded
	model    llm.Model
	secrets  []string // never written to a log
	headless bool     // nobody can be asked
	whole    bool     // answers are shown whole, not as they come
	state    string   // where audit and backups go; empty means the state directory
	rules    []policy.Rule
}

// wire builds a session and everything around it. Nothing here waits: MCP servers start in the
// background.
func (a *app) wire(w wiring) (*parts, error) {
	c := w.cfg.Config
	p := &parts{id: sessionID(), cfg: w.cfg, registry: tools.NewRegistry()}
	if w.state == "" {
		w.state = w.cfg.Places.State
	}
	if err := demands(w.cfg); err != nil {
		return nil, err
	}
	spill, err := os.MkdirTemp("", "beestown-")
	if err != nil {
		return nil, &exit{code: exitConfig, err: fmt.Errorf("long outputs need a temporary directory: %w", err)}
	}
	p.spill = spill
	// Outputs may be read like the workspace; our keys and logs not at all.
	p.ws, err = workspace.Open(w.dir, workspace.Options{
		AllowedPaths: append([]string{spill}, c.Tools.AllowedPaths...),
		DeniedPaths:  append([]string{w.cfg.Places.CredentialsFile(), filepath.Join(w.state, "audit")}, c.Tools.DeniedPaths...),
		MaxFileSize:  int64(c.Tools.MaxFileSize),
	})
	if err != nil {
		p.close()
		return nil, &exit{code: exitConfig, err: err}
	}
	if p.policy, err = a.newPolicy(p, w); err != nil {
		p.close()
		return nil, err
	}
	todos := agent.NewTodos()
	p.menu = newMenu(p.registry, a.choice(c, w), c.Tools.AdvertiseAliases)
	if err := a.registerTools(p, w, todos); err != nil {
		p.close()
		return nil, err
	}
	p.log = a.openAudit(p, w)
	p.project = prompt.ReadProject(p.ws.Root(), c.Limits.ProjectTextBytes)
	p.session = agent.New(agent.Options{
		Model: w.model, Tools: p.registry, Chain: a.newGate(p, w), Modes: p.policy, Todos: todos,
		System: a.systemPrompt(p, w), Offer: func(ctx context.Context) []tools.Tool { return p.offer(ctx, a.mcpWait(w)) },
		Whole:     w.whole,
		Forget:    p.files.Forget,
		Principal: tools.Principal{Role: c.Agent.Role, Level: 10}, Dir: p.ws.Root(),
		Plan: c.Agent.Plan, Reflect: c.Agent.Reflect,
		MaxSteps: c.Limits.StepsPerTurn, MaxCalls: c.Limits.CallsPerStep,
		MaxTokens: a.flags.maxTokens,
	})
	p.startServers(a.world.Environ)
	return p, nil
}

// close ends everything, the last first. Children are dead when it returns.
func (p *parts) close() {
	if p.session != nil {
		p.session.Close()
	}
	if p.servers != nil {
		p.servers.Close()
	}
	if p.log != nil {
		p.log.Close()
	}
	if p.ws != nil {
		p.ws.Close()
	}
	if p.spill != "" {
		os.RemoveAll(p.spill)
	}
	if p.atEnd != nil {
		p.atEnd()
	}
}

func (a *app) newPolicy(p *parts, w wiring) (*policy.Policy, error) {
	c := w.cfg.Config
	flags := a.flagRules()
	o := policy.Options{
		Rules: slices.Concat(configRules(w.cfg), w.rules, flags), Mode: tools.Mode(c.Mode), Root: p.ws.Root(), Home: a.world.Home,
		Canonical: canonicalNames(), Resolve: p.ws.Resolve,
	}
	for _, pattern := range c.Tools.Bash.DenyPatterns {
		o.Forbidden = append(o.Forbidden, regexp.MustCompile(pattern)) // checked with the configuration
	}
	if c.Tools.Bash.Policy == "allowlist" {
		o.Commands = c.Tools.Bash.AllowCommands
		if len(o.Commands) == 0 {
			o.Commands = policy.DefaultCommands()
		}
	}
	rules, err := policy.New(o)
	if err == nil {
		return rules, nil
	}
	o.Rules = flags
	if _, mistyped := policy.New(o); mistyped != nil {
		return nil, usage("%w", mistyped)
	}
	return nil, &exit{code: exitConfig, err: err}
}

// flagRules are the rules of --allow and --deny.
func (a *app) flagRules() []policy.Rule {
	var rules []policy.Rule
	for _, r := range a.flags.allow {
		rules = append(rules, policy.Rule{Verdict: tools.Allow, Text: r, Source: "--allow"})
	}
	for _, r := range a.flags.deny {
		rules = append(rules, policy.Rule{Verdict: tools.Deny, Text: r, Source: "--deny"})
	}
	return rules
}

// configRules are the rules of the files. Rules of a project that allow something do not count: they
// come with the repository, not from the user.
func configRules(cfg *config.Loaded) []policy.Rule {
	var rules []policy.Rule
	add := func(v tools.Verdict, list []config.Rule) {
		for _, r := range list {
			if v == tools.Allow && r.Origin.Kind == config.FromProject {
				continue
			}
			rules = append(rules, policy.Rule{Verdict: v, Text: r.Text, Source: r.Origin.String()})
		}
	}
	add(tools.Deny, cfg.Config.Permissions.Deny)
	add(tools.Ask, cfg.Config.Permissions.Ask)
	add(tools.Allow, cfg.Config.Permissions.Allow)
	return rules
}

// canonicalNames maps every name of a built-in tool; names of servers' tools are taken as they are.
func canonicalNames() func(string) (string, bool) {
	registry := tools.NewRegistry()
	if err := registry.Register(builtin.All(builtin.Ports{Registry: registry})...); err != nil {
		panic(err) // the built-in tools contradict each other: any test finds it
	}
	return func(name string) (string, bool) {
		if t, _, ok := registry.Resolve(name); ok {
			return t.Spec().Name, true
		}
		return name, strings.HasPrefix(name, "mcp")
	}
}

func (a *app) registerTools(p *parts, w wiring, todos *agent.Todos) error {
	c := w.cfg.Config
	p.files = builtin.NewFiles(p.ws, filepath.Join(w.state, "checkpoints", "backups"))
	p.files.ReadLines, p.files.ReadBytes = c.Limits.ReadLines, c.Limits.ReadBytes
	list := builtin.All(builtin.Ports{
		Files: p.files,
		Bash: builtin.BashOptions{
			Timeout: c.Tools.Bash.Timeout, MaxTimeout: c.Tools.Bash.MaxTimeout, MaxOutput: c.Limits.OutputBytes,
			MaxCommand: c.Limits.CommandBytes, MaxSpill: c.Tools.Bash.MaxOutputBytes, SpillDir: p.spill,
			Env: func() []string { return a.world.Environ },
		},
		Todos: todos, Registry: p.registry, Advertised: p.menu.has,
	})
	if err := p.registry.Register(enabled(list, c.Tools)...); err != nil {
		return err
	}
	return a.restrict(p.registry)
}

func (a *app) newGate(p *parts, w wiring) tools.Chain {
	c := w.cfg.Config
	rates := map[string]tools.RateLimit{}
	for name, r := range c.Tools.RateLimits {
		rates[name] = tools.RateLimit{PerMinute: r.PerMinute, PerHour: r.PerHour}
	}
	return gate.New(gate.Options{
		Registry: p.registry, Decider: p.policy, Audit: p.log, Rates: rates,
		Args:    tools.ArgLimits{Bytes: c.Limits.ArgumentBytes, Depth: c.Limits.ArgumentDepth},
		Timeout: c.Tools.Timeout, NetworkTimeout: c.Tools.NetworkTimeout, MaxConcurrent: c.Tools.MaxConcurrent,
		MaxText: c.Limits.OutputBytes, MaxTextOf: map[string]int{"Read": c.Limits.ReadBytes + c.Limits.OutputBytes},
		Panicked: func(tool string, value any, _ []byte) {
			p.session.Notify("error", "panic", fmt.Sprintf("%s broke: %v", tool, value), "this is a defect of BeesTown; the turn goes on")
		},
	})
}

func (a *app) openAudit(p *parts, w wiring) *audit.Log {
	c := w.cfg.Config.Audit
	dir := c.Path
	if dir == "" || w.state != w.cfg.Places.State {
		dir = filepath.Join(w.state, "audit")
	}
	redactor := text.NewRedactor(append(w.secrets, secretValues(a.world.Environ)...)...)
	redact := withPatterns(redactor.Redact, c.Redact)
	return audit.New(audit.Options{
		Dir: dir, Session: p.id, Redact: redact, MaxText: c.MaxResultBytes,
		OnError: func(err error) {
			p.session.Notify("warn", "audit", err.Error(), "beestown doctor checks the state directory")
		},
	})
}

// withPatterns redacts what audit.redact matches too. The patterns were checked with the configuration.
func withPatterns(redact func(string) string, patterns []string) func(string) string {
	for _, p := range patterns {
		before, re := redact, regexp.MustCompile(p)
		redact = func(s string) string { return re.ReplaceAllString(before(s), "[redacted]") }
	}
	return redact
}

// secretValues are the values of variables whose names say that they are credentials.
func secretValues(environ []string) []string {
	var values []string
	for _, kv := range environ {
		if name, value, ok := strings.Cut(kv, "="); ok && workspace.IsSecretVar(name) {
			values = append(values, value)
		}
	}
	return values
}

func (a *app) systemPrompt(p *parts, w wiring) string {
	return prompt.System(prompt.Facts{
		Dir: p.ws.Root(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Date: time.Now().Format(time.DateOnly),
		Plan: w.cfg.Config.Agent.Plan, Headless: w.headless, PlanMode: p.policy.Mode() == tools.ModePlan,
		Project: p.project.Text, Append: a.flags.system,
	})
}

func sessionID() string {
	var b [4]byte
	rand.Read(b[:]) // never fails
	return fmt.Sprintf("%s-%s", time.Now().UTC().Format("20060102-150405"), hex.EncodeToString(b[:]))
}
