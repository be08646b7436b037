package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"beestown/cli/demo"
	"beestown/cli/oneshot"
	"beestown/config"
	"beestown/tools"
	"beestown/tools/policy"
)

func newDemo(a *app) *cobra.Command {
	var printOnly bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Offline tour: everything is real but the model, no key and no network",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if printOnly || !terminal(a.world.Stdin) || !terminal(a.world.Stdout) || a.needsPlain() {
				return a.printDemo(cmd.Context())
			}
			return a.showDemo(cmd.Context())
		},
	}
	cmd.Flags().BoolVarP(&printOnly, "prompt", "p", false, "print the tour instead of showing the screen")
	return cmd
}

// openDemo copies the sample project and says how its session is put together. No file, variable or
// flag of the user counts: the tour is the same everywhere. The caller calls done.
func (a *app) openDemo(interactive bool) (w wiring, done func(), err error) {
	root, project, state, err := demo.Copy()
	if err != nil {
		return wiring{}, nil, &exit{code: oneshot.ExitFailed, err: err}
	}
	done = func() { os.RemoveAll(root) }
	cfg, err := config.Load(config.Options{Dir: project, Home: root})
	if err != nil {
		done()
		return wiring{}, nil, err
	}
	return wiring{dir: project, cfg: cfg, state: state, model: demo.NewModel(interactive), headless: !interactive}, done, nil
}

// printDemo runs the tour without a screen: edits and the test command may run, inside the temporary
// copy only.
func (a *app) printDemo(parent context.Context) error {
	ctx, stop := withSignals(parent)
	defer stop()
	w, done, err := a.openDemo(false)
	if err != nil {
		return err
	}
	defer done()
	w.rules = []policy.Rule{
		{Verdict: tools.Allow, Text: "Edit(**)", Source: "the tour"},
		{Verdict: tools.Allow, Text: "Bash(" + demo.TestCommand + ")", Source: "the tour"},
	}
	return a.narrateDemo(ctx, w)
}

// showDemo takes the tour on the screen.
func (a *app) showDemo(ctx context.Context) error {
	w, done, err := a.openDemo(true)
	if err != nil {
		return err
	}
	defer done()
	c := &chat{app: a, dir: w.dir, cfg: w.cfg, demo: true, prompt: demo.Prompt}
	defer c.close()
	if c.parts, err = a.wire(w); err != nil {
		return err
	}
	return c.runScreen(ctx)
}
