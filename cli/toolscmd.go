package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beestown/tools"
	"beestown/tools/builtin"
)

func newTools(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "tools", Short: "List and describe the built-in tools", Args: noSubcommand, RunE: showHelp}
	list := &cobra.Command{
		Use: "list", Short: "List the tools with their group and effect", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.listTools() },
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show one tool: description, parameters, aliases, permissions", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.showTool(args[0]) },
	}
	reference := &cobra.Command{
		Use: "reference", Short: "Print all tools as Markdown", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return toolReference(a.world.Stdout) },
	}
	cmd.AddCommand(list, show, reference)
	return cmd
}

// noSubcommand answers a command that only groups others.
func noSubcommand(cmd *cobra.Command, args []string) error {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if len(args) > 0 {
		return usage("beestown %s has no command %q; it has %s", cmd.Name(), args[0], strings.Join(names, ", "))
	}
	return nil
}

// showHelp is what such a command does by itself; without it cobra would not look at its arguments.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// builtins is the built-in tools as they are described, without anything that they could run on.
func builtins() (*tools.Registry, error) {
	registry := tools.NewRegistry()
	err := registry.Register(builtin.All(builtin.Ports{Registry: registry})...)
	return registry, err
}

func (a *app) listTools() error {
	registry, err := builtins()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(a.world.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tGROUP\tEFFECT\tMODEL\tALIASES")
	for _, t := range registry.List(nil) {
		s := t.Spec()
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.Name, s.Group, s.Effect, advertisedAs(s.Name), strings.Join(aliasNames(s), " "))
	}
	return w.Flush()
}

func (a *app) showTool(name string) error {
	registry, err := builtins()
	if err != nil {
		return err
	}
	t, _, ok := registry.Resolve(name)
	if !ok {
		return usage("Tool '%s' not found%s; beestown tools list shows all", name, didYouMean(registry.Nearest(name)))
	}
	return describeTool(a.world.Stdout, t)
}

func describeTool(w io.Writer, t tools.Tool) error {
	s := t.Spec()
	fmt.Fprintf(w, "%s  (%s)\n\n%s\n\n", s.Name, s.ID(), s.Description)
	fmt.Fprintf(w, "group     %s\ncategory  %s\neffect    %s\nversion   %s\n", s.Group, s.Category, s.Effect, orDefault(s.Version, Version()))
	if names := aliasNames(s); len(names) > 0 {
		fmt.Fprintf(w, "aliases   %s\n", strings.Join(names, " "))
	}
	p := s.Permissions
	if len(p.AllowedRoles) > 0 {
		fmt.Fprintf(w, "roles     %s\n", strings.Join(p.AllowedRoles, " "))
	}
	if p.Rate != (tools.RateLimit{}) {
		fmt.Fprintf(w, "rate      %d a minute, %d an hour\n", p.Rate.PerMinute, p.Rate.PerHour)
	}
	schema, err := json.MarshalIndent(t.Schema(), "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nparameters\n%s\n", schema)
	return nil
}

func aliasNames(s tools.Spec) []string {
	var names []string
	for _, a := range s.Aliases {
		names = append(names, a.Name)
	}
	return names
}

func orDefault(s, def string) string {
	if s == "" {
		return def
	}
	return s
}
