package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"beestown/cli/oneshot"
	"beestown/config"
	"beestown/llm/openai"
	"beestown/tools/text"
)

func newDoctor(a *app) *cobra.Command {
	var offline bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check what a session needs: configuration, key, endpoint, directories, programs", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context(), offline) },
	}
	cmd.Flags().BoolVar(&offline, "offline", false, "do not ask the endpoint")
	return cmd
}

// checkup prints findings and remembers the worst exit code.
type checkup struct {
	a    *app
	code int
}

func (c *checkup) good(what, format string, args ...any) { c.print("ok", what, format, args...) }
func (c *checkup) note(what, format string, args ...any) { c.print("note", what, format, args...) }
func (c *checkup) bad(code int, what, format string, args ...any) {
	c.code = max(c.code, code)
	c.print("BAD", what, format, args...)
}

func (c *checkup) print(mark, what, format string, args ...any) {
	fmt.Fprintf(c.a.world.Stdout, "%-5s %-14s %s\n", mark, what, text.Visible(fmt.Sprintf(format, args...)))
}

func (a *app) doctor(parent context.Context, offline bool) error {
	ctx, stop := withSignals(parent)
	defer stop()
	c := &checkup{a: a}
	c.good("version", "%s, %s/%s, %s", Version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	dir, err := a.dir()
	if err != nil {
		return err
	}
	cfg, err := a.load(dir)
	if err != nil {
		c.bad(exitConfig, "configuration", "%v", err)
		a.code = c.code
		return nil
	}
	c.good("configuration", "user %s, project %s", fileOr(cfg, cfg.UserFile, cfg.Places.UserFile()), fileOr(cfg, cfg.ProjectFile, config.ProjectFile))
	for _, n := range notices(cfg) {
		c.note("configuration", "%s", n)
	}
	c.model(ctx, cfg, offline)
	c.directories(cfg)
	c.programs(cfg)
	if why := environmentShown(); why != "" {
		c.note("environment", "%s", why)
	}
	if err := signalled(ctx, nil); err != nil {
		return err
	}
	a.code = c.code
	return nil
}

// model checks the endpoint by asking for its models, which costs no tokens.
func (c *checkup) model(ctx context.Context, cfg *config.Loaded, offline bool) {
	ep, err := endpoint(cfg)
	var missing *config.NoModelError
	if errors.As(err, &missing) {
		c.bad(exitConfig, "model", "%v", missing)
		facts := c.a.facts(ctx, missing)
		c.note("not set", "%s", notSet(facts))
		for _, f := range facts {
			if f.found != "not set" {
				c.note("looked at", "%s: %s", f.place, f.found)
			}
		}
		return
	}
	if err != nil {
		c.bad(exitConfig, "model", "%v", err)
		return
	}
	c.good("model", "%s at %s, key %s", ep.Model, ep.BaseURL, orDefault(ep.KeySource, "not needed"))
	if offline {
		return
	}
	asking, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	models, err := openai.Models(asking, openai.Options{
		BaseURL: ep.BaseURL, APIKey: ep.APIKey, KeyVariable: keyVariable(ep), APIVersion: ep.Query["api-version"], Headers: ep.Headers, MaxRetries: -1,
	})
	switch {
	case err != nil:
		c.bad(oneshot.ExitOf(err), "endpoint", "%v", err)
	case len(models) > 0 && !slices.Contains(models, ep.Model):
		c.note("endpoint", "answers with %d models, %s is not among them", len(models), ep.Model)
	default:
		c.good("endpoint", "answers with %d models", len(models))
	}
}

func (c *checkup) directories(cfg *config.Loaded) {
	state := cfg.Places.State
	if err := os.MkdirAll(state, 0o700); err != nil {
		c.bad(oneshot.ExitFailed, "state", "%v; the audit log cannot be written", err)
		return
	}
	f, err := os.CreateTemp(state, ".doctor-")
	if err != nil {
		c.bad(oneshot.ExitFailed, "state", "%v; the audit log cannot be written", err)
		return
	}
	f.Close()
	os.Remove(f.Name())
	c.good("state", "%s can be written", cfg.Places.Show(state))
}

func (c *checkup) programs(cfg *config.Loaded) {
	for _, p := range []struct{ name, without string }{
		{"bash", "commands run with sh instead"},
		{"git", "the branch is not shown"},
	} {
		if path, err := exec.LookPath(p.name); err == nil {
			c.good(p.name, "%s", path)
		} else {
			c.note(p.name, "not found: %s", p.without)
		}
	}
	for name, s := range cfg.Config.MCPServers {
		switch _, err := exec.LookPath(s.Command); {
		case !s.Enabled:
		case s.Err != nil:
			c.bad(oneshot.ExitFailed, "mcp "+name, "%v", s.Err)
		case err != nil:
			c.bad(oneshot.ExitFailed, "mcp "+name, "%s: not found on PATH", s.Command)
		default:
			c.good("mcp "+name, "%s", s.Command)
		}
	}
}
