package cli

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"beestown/cli/oneshot"
	"beestown/llm/scripted"
	"beestown/tools/text"
)

func newMCP(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "mcp", Short: "Look at the configured MCP servers", Args: noSubcommand, RunE: showHelp}
	var wait time.Duration
	list := &cobra.Command{
		Use: "list", Short: "Start the servers, list them with their tools, and stop them", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listServers(cmd.Context(), wait) },
	}
	list.Flags().DurationVar(&wait, "wait", 60*time.Second, "how long to wait for servers that are starting")
	cmd.AddCommand(list)
	return cmd
}

func (a *app) listServers(parent context.Context, wait time.Duration) error {
	ctx, stop := withSignals(parent)
	defer stop()
	dir, err := a.dir()
	if err != nil {
		return err
	}
	cfg, err := a.load(dir)
	if err != nil {
		return err
	}
	if len(cfg.Config.MCPServers) == 0 {
		fmt.Fprintln(a.world.Stdout, "no MCP servers are configured; add them under mcp_servers in .beestown.yml or config.yml")
		return nil
	}
	p, err := a.wire(wiring{dir: dir, cfg: cfg, model: scripted.New("none"), headless: true})
	if err != nil {
		return err
	}
	defer p.close()
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	p.servers.Wait(waiting)
	if err := signalled(ctx, nil); err != nil {
		return err
	}
	return a.printServers(p)
}

func (a *app) printServers(p *parts) error {
	w := tabwriter.NewWriter(a.world.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "SERVER\tSTATE\tTOOLS\tCOMMAND")
	failed := 0
	for _, s := range serverStates(p.states()) {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", s.Name, s.State, s.Tools, text.Visible(s.Command))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range serverStates(p.states()) {
		if s.State == "failed" {
			failed++
			fmt.Fprintf(a.world.Stdout, "\n%s: %s\n", s.Name, text.Visible(s.Error))
			for line := range strings.Lines(text.Visible(s.Stderr)) {
				fmt.Fprintf(a.world.Stdout, "  | %s\n", strings.TrimRight(line, "\n"))
			}
		}
	}
	for _, g := range p.registry.Groups() {
		if strings.HasPrefix(string(g.ID), "mcp.") {
			fmt.Fprintf(a.world.Stdout, "\n%s\n", g.ID)
			for _, name := range g.Tools {
				fmt.Fprintf(a.world.Stdout, "  %s\n", name)
			}
		}
	}
	if failed > 0 {
		a.code = oneshot.ExitFailed
	}
	return nil
}
