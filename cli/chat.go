package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"beestown/cli/oneshot"
	"beestown/config"
	"beestown/tools"
	"beestown/tui"
	"beestown/tui/keys"
	"beestown/tui/term"
	"beestown/tui/theme"
)

// tips are prompts to try, shown once on an empty screen.
var tips = []string{"explain this repository", "/plan add a health check", "fix the failing test"}

// runChat is beestown without -p: the full screen, or plain lines where that serves better.
func (a *app) runChat(ctx context.Context, args []string) error {
	if !terminal(a.world.Stdin) || !terminal(a.world.Stdout) {
		return &exit{code: oneshot.ExitUsage, err: errors.New("the screen needs a terminal"),
			hint: "run one prompt with beestown -p \"what to do\""}
	}
	dir, err := a.dir()
	if err != nil {
		return err
	}
	cfg, err := a.load(dir)
	if err != nil {
		return err
	}
	c := &chat{app: a, dir: dir, cfg: cfg, prompt: strings.Join(args, " ")}
	defer c.close()
	if c.plain() {
		return c.runPlain(ctx)
	}
	return c.runScreen(ctx)
}

// chat is an interactive run.
type chat struct {
	*app
	dir, prompt string
	cfg         *config.Loaded
	demo        bool
	parts       *parts // of the conversation; nil until there is one
	model       *switcher
	locked      config.Endpoint // entered on the first-run screen, and wants a key
	closed      bool
}

// close ends the conversation, if there is one; only the first call does something. Children are dead
// when it returns.
func (c *chat) close() {
	if c.closed {
		return
	}
	c.closed = true
	if c.parts != nil {
		c.parts.close()
	}
	if c.model != nil {
		closeModel(c.model.now())
	}
}

// plain tells whether lines serve better than a screen here.
func (c *chat) plain() bool {
	return c.cfg.Config.UI.Screen == "plain" || c.needsPlain()
}

// needsPlain tells whether lines were asked for, or the terminal can show nothing else.
func (a *app) needsPlain() bool {
	getenv := func(name string) string { v, _ := a.world.lookup(name); return v }
	_, needs := term.NeedsPlain(getenv, 0)
	return needs || a.flags.plain
}

// runScreen shows the full screen until the user leaves, and ends the conversation.
func (c *chat) runScreen(parent context.Context) error {
	watching, unwatch := context.WithCancel(parent)
	defer unwatch()
	ctx, cancel := context.WithCancel(watching)
	defer cancel()
	guard := term.NewGuard(c.world.Stdout)
	defer guard.Restore()
	guard.BeforeExit(killChildren)
	guard.WatchSignals(watching)
	o, err := c.options(ctx, guard)
	if err != nil {
		return err
	}
	if err := c.begin(ctx, &o); err != nil {
		return err
	}
	summary, err := tui.Run(ctx, o)
	guard.Release()
	cancel()
	if c.parts != nil {
		c.printSummary(summary, o.Theme)
	}
	c.close() // while signals are watched: one that ends the process now would leave children behind
	switch {
	case guard.Err() != nil:
		return &exit{code: oneshot.ExitFailed, err: guard.Err(), hint: "this is a defect of BeesTown; the conversation up to it was carried out"}
	case guard.ExitCode() != 0:
		c.code = guard.ExitCode()
	case err != nil:
		return &exit{code: oneshot.ExitFailed, err: err}
	}
	return nil
}

// printSummary leaves the last answer and the changed files on the main screen.
func (c *chat) printSummary(s tui.Summary, o theme.Options) {
	if th, err := theme.New(o); err == nil { // the screen was drawn with it
		fmt.Fprint(c.world.Stdout, s.Text(width(c.world.Stdout), th))
	}
}

// begin opens the conversation, or, when no model is configured, the first-run screen.
func (c *chat) begin(ctx context.Context, o *tui.Options) error {
	if c.demo { // showDemo has opened it
		o.Conversation = demoConversation(c.parts)
		return nil
	}
	ep, err := endpoint(c.cfg)
	var missing *config.NoModelError
	switch {
	case errors.As(err, &missing):
		o.Onboard = c.onboard(missing)
		return nil
	case err != nil:
		return err
	}
	o.Conversation, err = c.converse(ep)
	if err == nil {
		o.Project, o.Rules = c.projectLine(), c.rulesLine()
		for _, n := range notices(c.cfg) {
			c.parts.session.Notify("warn", "config", n, "")
		}
	}
	return err
}

// converse wires a session to an endpoint.
func (c *chat) converse(ep config.Endpoint) (tui.Conversation, error) {
	model, err := newModel(c.cfg, ep)
	if err != nil {
		return tui.Conversation{}, &exit{code: exitConfig, err: err}
	}
	c.model = &switcher{ep: ep, model: model}
	c.parts, err = c.wire(wiring{dir: c.dir, cfg: c.cfg, model: model, secrets: []string{ep.APIKey}})
	if err != nil {
		return tui.Conversation{}, err
	}
	return tui.Conversation{
		Session: c.parts.session, Model: model.Name(), Endpoint: ep.BaseURL, Tools: len(c.parts.menu.choice),
	}, nil
}

func (c *chat) options(ctx context.Context, guard *term.Guard) (tui.Options, error) {
	ui := c.cfg.Config.UI
	bindings, err := keys.New(ui.Keys)
	if err != nil {
		return tui.Options{}, &exit{code: exitConfig, err: err}
	}
	_, noColor := c.world.lookup("NO_COLOR")
	files := newFileIndex(ctx, guard, c.dir)
	history := openHistory(c.cfg.Places.State)
	o := tui.Options{
		Version: Version(), Dir: c.cfg.Places.Show(c.dir), Branch: branch(c.dir), Tips: tips,
		Mode: tools.Mode(c.cfg.Config.Mode), Config: c.cfg.Places.Show(c.cfg.Places.Config), Prompt: c.prompt,
		Theme: theme.Options{Name: ui.Theme, NoColor: noColor, ASCII: ui.Glyphs == "ascii" || ui.Glyphs == "auto" && !c.utf8()},
		Keys:  bindings, Still: !ui.Animation, Notify: ui.Notify, Editor: c.editorCommand(), Files: files.find,
		History: history.load(), Remember: history.add, Guard: guard, Env: c.world.Environ,
		Hooks: tui.Hooks{SetModel: c.setModel, Models: c.models, Tools: c.listTools},
	}
	return o, nil
}

// utf8 tells whether the locale writes UTF-8, by the variable that decides.
func (c *chat) utf8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, ok := c.world.lookup(name); ok && v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// editorCommand is ui.editor, unless a project would choose the program.
func (c *chat) editorCommand() string {
	if c.cfg.Origin("ui.editor").Kind == config.FromProject {
		return ""
	}
	return c.cfg.Config.UI.Editor
}

func (c *chat) projectLine() string {
	if len(c.parts.project.Files) == 0 {
		return ""
	}
	var names []string
	for _, f := range c.parts.project.Files {
		names = append(names, c.cfg.Places.Show(f))
	}
	line := strings.Join(names, ", ") + " loaded"
	if c.parts.project.Cut {
		line += " (cut)"
	}
	return strings.ReplaceAll(line, c.cfg.Places.Show(c.dir)+"/", "")
}

func (c *chat) rulesLine() string {
	count := map[tools.Verdict]int{}
	for _, r := range c.parts.policy.Rules() {
		count[r.Verdict]++
	}
	if len(count) == 0 {
		return ""
	}
	return fmt.Sprintf("rules %d allow, %d ask, %d deny", count[tools.Allow], count[tools.Ask], count[tools.Deny])
}

// branch is the checked-out branch, read from the repository without running git; "" outside of one.
func branch(dir string) string {
	for d := dir; ; {
		if head, err := os.ReadFile(d + "/.git/HEAD"); err == nil {
			ref := strings.TrimSpace(string(head))
			if name, ok := strings.CutPrefix(ref, "ref: refs/heads/"); ok {
				return name
			}
			return ref[:min(len(ref), 8)]
		}
		i := strings.LastIndexByte(d, '/')
		if i <= 0 {
			return ""
		}
		d = d[:i]
	}
}
