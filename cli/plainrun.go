package cli

import (
	"context"

	"beestown/cli/demo"
	"beestown/config"
)

func (c *chat) runPlain(context.Context) error { return nil }
func (a *app) narrateDemo(ctx context.Context, w wiring) error {
	return a.oneShot(ctx, demo.Prompt, config.Endpoint{}, w)
}
