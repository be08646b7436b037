package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beestown/cli/oneshot"
	"beestown/config"
	"beestown/llm"
	"beestown/tools/mcp"
	"beestown/tools/text"
)

const longHelp = `beestown is a coding agent for the terminal.

  beestown                  chat in this directory
  beestown -p "prompt"      run one prompt and print the answer
  cat log | beestown -p "what went wrong?"
  beestown demo             offline tour: no key, no network

Exit codes of -p: 0 answered, 1 failed, 2 usage, 3 configuration or key, 4 answered but a call
was denied, 5 limit reached, 128+n ended by signal n.`

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "beestown [prompt]",
		Short:         "A coding agent for the terminal",
		Long:          longHelp,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       Version(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.flags.check(); err != nil {
				return err
			}
			if cmd.Flags().Changed("prompt") {
				if len(args) > 0 {
					return usage("unexpected argument %q after -p; quote the whole prompt", args[0])
				}
				return a.inJSON(a.runOneShot(cmd.Context()))
			}
			if err := a.checkCommand(cmd, args); err != nil {
				return err
			}
			return a.runChat(cmd.Context(), args)
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &exit{code: oneshot.ExitUsage, err: err, hint: "beestown --help lists the flags"}
	})
	a.flags.shared(root)
	a.flags.oneShot(root)
	root.AddCommand(newDemo(a), newTools(a), newMCP(a), newConfig(a), newDoctor(a), newVersion(a))
	return root
}

// checkCommand tells a mistyped command from the first words of a prompt: it is within one letter of
// a command, or there is no terminal to take a prompt to.
func (a *app) checkCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 1
	meant := slices.DeleteFunc(cmd.SuggestionsFor(args[0]), func(name string) bool { return strings.HasPrefix(name, args[0]) })
	if len(meant) == 0 {
		if terminal(a.world.Stdin) && terminal(a.world.Stdout) {
			return nil
		}
		meant = []string{""}
	}
	return &exit{code: oneshot.ExitUsage, err: fmt.Errorf("unknown command %q%s", args[0], didYouMean(meant[0])),
		hint: "beestown --help lists the commands; for a prompt without a screen use beestown -p"}
}

// inJSON says in JSON too why a run did not begin, where JSON output was asked for.
func (a *app) inJSON(err error) error {
	if err != nil && a.flags.output != "text" {
		code, _ := exitOf(err)
		oneshot.Refuse(a.world.Stdout, code, text.Visible(err.Error()))
	}
	return err
}

// runOneShot is beestown -p.
func (a *app) runOneShot(parent context.Context) error {
	ctx, stop := withSignals(parent)
	defer stop()
	prompt, err := a.readPrompt(ctx)
	if err != nil {
		return signalled(ctx, err)
	}
	dir, err := a.dir()
	if err != nil {
		return err
	}
	cfg, err := a.load(dir)
	if err != nil {
		return err
	}
	ep, err := endpoint(cfg)
	if err != nil {
		return a.withoutModel(ctx, cfg, err)
	}
	model, err := newModel(cfg, ep)
	if err != nil {
		return &exit{code: exitConfig, err: err}
	}
	return a.oneShot(ctx, prompt, ep, wiring{dir: dir, cfg: cfg, model: model, secrets: []string{ep.APIKey}, headless: true})
}

// oneShot wires a session without a screen and runs one prompt in it.
func (a *app) oneShot(ctx context.Context, prompt string, ep config.Endpoint, w wiring) error {
	if a.flags.timeout > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, a.flags.timeout, oneshot.ErrTimeout)
		defer cancel()
		ctx = limited
	}
	w.whole = !a.streams()
	p, err := a.wire(w)
	if err != nil {
		return err
	}
	defer p.close()
	defer closeModel(w.model)
	for _, n := range notices(w.cfg) {
		p.session.Notify("warn", "config", n, "")
	}
	if err := a.strictServers(ctx, p); err != nil {
		return err
	}
	o := oneshot.Options{
		Output: a.flags.output, Quiet: a.flags.quiet, Verbose: a.flags.verbose, Partial: a.flags.partial,
		DeniedOK: a.flags.deniedOK, Answers: a.flags.answers, Stdout: a.world.Stdout, Stderr: a.world.Stderr,
		Terminal: terminal(a.world.Stdout), SessionID: p.id,
		Init: func() oneshot.Init { return a.initOf(p, ep, w.model) },
	}
	if a.flags.outputFile != "" { // opened before the run, so that a bad path costs no tokens
		if o.AnswerFile, err = os.OpenFile(a.flags.outputFile, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
			return usage("--output-file: %w", err)
		}
	}
	a.code = oneshot.Run(ctx, p.session, p.session.Events(context.Background()), prompt, o)
	return nil
}

// streams tells whether the output of -p shows answers as they come.
func (a *app) streams() bool {
	switch a.flags.output {
	case "text":
		return terminal(a.world.Stdout)
	case "stream-json":
		return a.flags.partial
	}
	return false
}

// strictServers waits for the MCP servers and fails when one did, with --mcp-strict.
func (a *app) strictServers(ctx context.Context, p *parts) error {
	if !a.flags.mcpStrict || p.servers == nil {
		return nil
	}
	waiting, cancel := context.WithTimeout(ctx, a.flags.mcpWait)
	defer cancel()
	p.servers.Wait(waiting)
	for _, s := range p.states() {
		if s.Status != mcp.Ready && s.Status != mcp.Disabled {
			why := fmt.Sprintf("MCP server %q is still starting after %s", s.Name, a.flags.mcpWait)
			if s.Status == mcp.Failed {
				why = s.Notice()
			}
			return &exit{code: exitConfig, err: errors.New(why), hint: "leave out --mcp-strict to run without it"}
		}
	}
	return nil
}

func (a *app) initOf(p *parts, ep config.Endpoint, model llm.Model) oneshot.Init {
	init := oneshot.Init{
		Version: Version(), Model: model.Name(), Endpoint: hostOf(ep.BaseURL), Dir: p.ws.Root(), Mode: string(p.policy.Mode()),
		Tools: p.menu.list(), MCP: []oneshot.InitServer{}, Rules: map[string][]string{"allow": {}, "deny": {}},
	}
	for _, s := range p.states() {
		init.MCP = append(init.MCP, oneshot.InitServer{Name: s.Name, Status: string(s.Status), Tools: len(s.Tools), Error: s.Error})
	}
	for _, r := range p.policy.Rules() {
		init.Rules[r.Verdict.String()] = append(init.Rules[r.Verdict.String()], r.Text)
	}
	return init
}

// signalled gives an error that comes from a signal its exit code.
func signalled(ctx context.Context, err error) error {
	if sig, ok := context.Cause(ctx).(oneshot.Signal); ok {
		return &exit{code: sig.Code}
	}
	return err
}

// closeModel drops the connections of a model that keeps some.
func closeModel(m llm.Model) {
	if c, ok := m.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// notices are what the configuration says about itself, with the rules that do not count.
func notices(cfg *config.Loaded) []string {
	var list []string
	for _, n := range cfg.Notices {
		list = append(list, n.String())
	}
	for _, r := range cfg.Config.Permissions.Allow {
		if r.Origin.Kind == config.FromProject {
			list = append(list, fmt.Sprintf("%s: the rule %s allows something and comes with the project: it does not count; put it into your own config.yml or give --allow", r.Origin, r.Text))
		}
	}
	return append(list, withoutEffect(cfg)...)
}
