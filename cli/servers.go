package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"beestown/agent"
	"beestown/tools"
	"beestown/tools/mcp"
)

// startServers starts the configured MCP servers in the background; what becomes of them is told as
// events of the session.
func (p *parts) startServers(environ []string) {
	configured := p.cfg.Config.MCPServers
	if len(configured) == 0 {
		return
	}
	l := p.cfg.Config.Limits
	var list []mcp.ServerOptions
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		s := configured[name]
		list = append(list, mcp.ServerOptions{
			Name: name, Type: s.Type, Command: s.Command, Args: s.Args, Env: s.Env, Dir: s.Cwd,
			StartupTimeout: s.StartupTimeout, CallTimeout: s.Timeout,
			Include: s.Tools.Include, Exclude: s.Tools.Exclude, TrustReadOnly: s.Trust, Err: s.Err, Disabled: !s.Enabled,
		})
	}
	started := make(chan struct{}) // a server may change before p.servers is there
	defer close(started)
	p.servers = mcp.Start(context.Background(), list, p.registry, mcp.Options{
		Environ: environ, Dir: p.ws.Root(), Version: Version(), OnChange: func(now mcp.State) { <-started; p.serverChanged(now) },
		MaxTools: l.MCPTools, MaxDescription: l.MCPDescriptionBytes, MaxLine: l.MCPLineBytes,
	})
}

// serverChanged tells the user and the model what happened to a server.
func (p *parts) serverChanged(now mcp.State) {
	p.session.Servers(serverStates(p.states()))
	switch now.Status {
	case mcp.Failed:
		p.session.Notify("warn", "mcp", now.Notice(), failureHint(now))
	case mcp.Ready:
		for _, w := range now.Warnings {
			p.session.Notify("warn", "mcp", "MCP server "+now.Name+": "+w, "")
		}
		if p.menu.fixed() {
			p.session.Note(fmt.Sprintf("MCP server %s has %d tools now; find them with find_tools.", now.Name, len(now.Tools)))
		}
	}
}

// failureHint shows what was started and what it wrote, a line each.
func failureHint(s mcp.State) string {
	lines := []string{"command   " + s.Command}
	if tail := strings.TrimSpace(s.Stderr); tail != "" {
		lines = append(lines, "stderr    "+strings.ReplaceAll(tail, "\n", "\n          "))
	}
	return strings.Join(lines, "\n")
}

func (p *parts) states() []mcp.State {
	if p.servers == nil {
		return nil
	}
	return p.servers.States()
}

func serverStates(states []mcp.State) []agent.Server {
	list := make([]agent.Server, len(states))
	for i, s := range states {
		list[i] = agent.Server{Name: s.Name, State: string(s.Status), Tools: len(s.Tools), Error: s.Error, Stderr: s.Stderr, Command: s.Command}
	}
	return list
}

// offer fixes the menu. Servers that are still starting are waited for, and the tools of those that
// are ready are advertised as long as they are small.
func (p *parts) offer(ctx context.Context, wait time.Duration) []tools.Tool {
	if p.servers == nil {
		return p.menu.pick(nil)
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	p.servers.Wait(waiting)
	p.sayWhoIsMissing()
	return p.menu.pick(p.small(p.cfg.Config.Limits.MCPAdvertiseBytes))
}

// sayWhoIsMissing names the servers that the conversation begins without. Those that failed have been
// told.
func (p *parts) sayWhoIsMissing() {
	var missing []string
	for _, s := range p.states() {
		if s.Status == mcp.Starting {
			missing = append(missing, s.Name)
		}
	}
	if len(missing) > 0 {
		p.session.Notify("info", "mcp", "Going on without MCP "+strings.Join(missing, ", ")+": still starting.",
			"Once ready, the model finds the tools with find_tools.")
	}
}

// small picks the servers' tools whose definitions fit into room bytes together, in the order of the
// configuration, so that the same servers always give the same requests.
func (p *parts) small(room int) []tools.Tool {
	var fit []tools.Tool
	for _, s := range p.states() {
		for _, name := range s.Tools {
			t, _, ok := p.registry.Resolve(name)
			if !ok {
				continue
			}
			schema, err := tools.Encode(t.Schema())
			size := len(schema) + len(name) + len(t.Spec().Description)
			if err != nil || size > room {
				continue
			}
			room -= size
			fit = append(fit, t)
		}
	}
	return fit
}

// mcpWait is how long the first request waits for servers that are starting.
func (a *app) mcpWait(w wiring) time.Duration {
	if w.headless {
		return a.flags.mcpWait
	}
	return w.cfg.Config.Limits.MCPWait
}
