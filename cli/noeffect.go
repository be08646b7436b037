package cli

import (
	"fmt"
	"slices"
	"strings"

	"beestown/config"
)

// noEffect is the keys that the configuration knows and this version does not act on. A key that ends
// in a dot stands for all below it.
var noEffect = []string{
	"agent.compact_at", "agent.fallback_model", "roles.", "roles_dir", "hooks.", "plugins.", "snippets.", "cron.",
	"channels.", "prices.", "language", "sandbox.", "tools.web_search.", "tools.web_fetch.", "ui.mouse", "workspace",
	"limits.fetch_timeout", "limits.subagent_depth", "limits.subagents", "limits.subagent_steps",
}

// withoutEffect names the settings that somebody made and that this version does not act on.
func withoutEffect(cfg *config.Loaded) []string {
	var list []string
	for _, e := range cfg.Entries() {
		if e.Origin.Kind == config.FromDefault {
			continue
		}
		if hasNoEffect(e.Key) {
			list = append(list, fmt.Sprintf("%s: %s has no effect in this version", e.Origin, e.Key))
		}
	}
	return list
}

func hasNoEffect(key string) bool {
	return slices.ContainsFunc(noEffect, func(k string) bool {
		return key == k || strings.HasSuffix(k, ".") && strings.HasPrefix(key+".", k)
	})
}

// demands refuses to run without a protection that somebody asked for.
func demands(cfg *config.Loaded) error {
	var key string
	switch {
	case cfg.Config.Sandbox.Mode == "require":
		key = "sandbox.mode"
	case cfg.Config.Sandbox.Network == "off":
		key = "sandbox.network"
	default:
		return nil
	}
	return &exit{code: exitConfig, err: fmt.Errorf("%s: %s asks for a sandbox, and this version has none", cfg.Origin(key), key),
		hint: "take the key out to run commands without one; they still stop for your approval"}
}
