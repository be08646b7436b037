package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"beestown/agent"
	"beestown/cli/demo"
	"beestown/cli/oneshot"
	"beestown/config"
	"beestown/tools"
	"beestown/tui/plain"
)

// runPlain is a chat as append-only lines.
func (c *chat) runPlain(parent context.Context) error {
	ctx, stop := withSignals(parent)
	defer stop()
	ep, err := endpoint(c.cfg)
	var missing *config.NoModelError
	switch {
	case errors.As(err, &missing):
		return c.withoutModel(ctx, c.cfg, err)
	case err != nil:
		return err
	}
	conversation, err := c.converse(ep)
	if err != nil {
		return err
	}
	for _, n := range notices(c.cfg) {
		c.parts.session.Notify("warn", "config", n, "")
	}
	err = plain.Run(ctx, plain.Options{
		Session: c.parts.session, In: c.world.Stdin, Piped: !terminal(c.world.Stdin), Out: c.world.Stdout, Prompt: c.prompt,
		Greet: fmt.Sprintf("BeesTown %s  %s @ %s  %s", Version(), conversation.Model, conversation.Endpoint, c.cfg.Places.Show(c.dir)),
	})
	if err != nil && ctx.Err() == nil {
		return &exit{code: oneshot.ExitFailed, err: err}
	}
	return signalled(ctx, nil)
}

// narrateDemo runs the tour as lines on stdout. It succeeds when the sample's tests do.
func (a *app) narrateDemo(ctx context.Context, w wiring) error {
	p, err := a.wire(w)
	if err != nil {
		return err
	}
	defer p.close()
	tests := &lastCommand{Session: p.session}
	err = plain.Run(ctx, plain.Options{
		Session: tests, In: strings.NewReader(""), Piped: true, Out: a.world.Stdout, Demo: true, Prompt: demo.Prompt,
		Greet: "DEMO  the offline tour of BeesTown " + Version() + ": the model is a script, everything else is real, in a temporary copy",
	})
	switch {
	case signalled(ctx, nil) != nil:
		return signalled(ctx, nil)
	case err != nil:
		return &exit{code: oneshot.ExitFailed, err: err}
	case tests.exit == nil || *tests.exit != 0:
		return &exit{code: oneshot.ExitFailed, err: errors.New("the tour ended without the sample's tests passing")}
	}
	return nil
}

// lastCommand is a session that remembers how its last command ended.
type lastCommand struct {
	*agent.Session
	exit *int
}

// Events implements plain.Session.
func (l *lastCommand) Events(ctx context.Context) iter.Seq[agent.Event] {
	return func(yield func(agent.Event) bool) {
		for e := range l.Session.Events(ctx) {
			if end, ok := e.(agent.ToolEnd); ok {
				if c, ok := end.Result.View.Body.(tools.Command); ok {
					l.exit = c.Exit
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}
