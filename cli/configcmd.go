package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"beestown/config"
)

func newConfig(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "config", Short: "Show the configuration", Args: noSubcommand, RunE: showHelp}
	var all bool
	show := &cobra.Command{
		Use: "show", Short: "Show each setting and which file, variable or flag set it", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.showConfig(all) },
	}
	show.Flags().BoolVarP(&all, "all", "a", false, "also what nobody has set")
	cmd.AddCommand(show)
	return cmd
}

func (a *app) showConfig(all bool) error {
	dir, err := a.dir()
	if err != nil {
		return err
	}
	cfg, err := a.load(dir)
	if err != nil {
		return err
	}
	out := a.world.Stdout
	fmt.Fprintf(out, "user file     %s\n", fileOr(cfg, cfg.UserFile, cfg.Places.UserFile()))
	fmt.Fprintf(out, "project file  %s\n", fileOr(cfg, cfg.ProjectFile, config.ProjectFile))
	if ep, err := cfg.Endpoint(); err == nil {
		fmt.Fprintf(out, "model         %s at %s (%s)\n", ep.Model, ep.BaseURL, ep.Provider)
		if ep.KeySource != "" {
			fmt.Fprintf(out, "key           %s from %s\n", config.Mask(ep.APIKey), ep.KeySource)
		}
	} else {
		fmt.Fprintf(out, "model         none: %v\n", err)
	}
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	shown := 0
	for _, e := range cfg.Entries() {
		if all || e.Origin.Kind != config.FromDefault {
			fmt.Fprintf(w, "%s\t%s\t%s\n", e.Key, e.Value, e.Origin)
			shown++
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if shown == 0 {
		fmt.Fprintln(out, "nothing is set; beestown config show --all lists every key with its default")
	}
	for _, n := range notices(cfg) {
		fmt.Fprintf(a.world.Stderr, "beestown: %s\n", n)
	}
	return nil
}

func fileOr(cfg *config.Loaded, path, usual string) string {
	if path == "" {
		return "none (" + cfg.Places.Show(usual) + ")"
	}
	return cfg.Places.Show(path)
}
