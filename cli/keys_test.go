package cli

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"beestown/config"
)

// actedOn is the keys that this version acts on; a * stands for a name that the user chooses. A key is
// here because a test shows what it does, or in noEffect because the user is told that it does nothing.
var actedOn = []string{
	"provider", "model", "base_url", "api_key", "mode", "agent.role", "agent.plan", "agent.reflect",
	"providers.*.base_url", "providers.*.api_key", "providers.*.models",
	"permissions.allow", "permissions.ask", "permissions.deny",
	"tools.enabled", "tools.disabled", "tools.advertise", "tools.advertise_aliases", "tools.timeout", "tools.network_timeout",
	"tools.max_concurrent", "tools.allowed_paths", "tools.denied_paths", "tools.max_file_size",
	"tools.rate_limits.*.per_minute", "tools.rate_limits.*.per_hour",
	"tools.bash.timeout", "tools.bash.max_timeout", "tools.bash.policy", "tools.bash.allow_commands", "tools.bash.deny_patterns",
	"tools.bash.max_output_bytes",
	"mcp_servers.*.type", "mcp_servers.*.command", "mcp_servers.*.args", "mcp_servers.*.env", "mcp_servers.*.cwd",
	"mcp_servers.*.url", "mcp_servers.*.headers", // a server that has them is refused in words
	"mcp_servers.*.enabled", "mcp_servers.*.startup_timeout", "mcp_servers.*.timeout", "mcp_servers.*.trust",
	"mcp_servers.*.tools.include", "mcp_servers.*.tools.exclude",
	"audit.path", "audit.max_result_bytes", "audit.redact",
	"limits.steps_per_turn", "limits.calls_per_step", "limits.output_bytes", "limits.read_lines", "limits.read_bytes",
	"limits.command_bytes", "limits.argument_bytes", "limits.argument_depth", "limits.project_text_bytes",
	"limits.stream_line_bytes", "limits.stream_idle", "limits.first_event", "limits.first_event_local", "limits.retries",
	"limits.retry_window", "limits.mcp_tools", "limits.mcp_description_bytes", "limits.mcp_advertise_bytes",
	"limits.mcp_line_bytes", "limits.mcp_wait",
	"ui.screen", "ui.theme", "ui.glyphs", "ui.animation", "ui.notify", "ui.editor", "ui.keys",
}

// TestEveryKeyActsOrIsNamed: a new key of the configuration is wired, or told to have no effect.
func TestEveryKeyActsOrIsNamed(t *testing.T) {
	keys := keysOf(reflect.TypeFor[config.Config](), "")
	for _, key := range keys {
		switch acts, named := slices.Contains(actedOn, key), hasNoEffect(key); {
		case acts && named:
			t.Errorf("%s is acted on, and noEffect says that it is not", key)
		case !acts && !named:
			t.Errorf("%s: make it act and add it to actedOn, or add it to noEffect", key)
		}
	}
	for _, key := range actedOn {
		if !slices.Contains(keys, key) {
			t.Errorf("actedOn names %s, which is no key", key)
		}
	}
	for _, key := range noEffect {
		if !slices.ContainsFunc(keys, func(k string) bool { return k == key || strings.HasPrefix(k+".", key) && strings.HasSuffix(key, ".") }) {
			t.Errorf("noEffect names %s, which is no key", key)
		}
	}
}

// keysOf lists the keys of a section and of those below it.
func keysOf(section reflect.Type, prefix string) []string {
	var keys []string
	for i := range section.NumField() {
		field := section.Field(i)
		name := field.Tag.Get("yaml")
		if name == "-" {
			continue
		}
		switch name = prefix + name; {
		case field.Type.Kind() == reflect.Struct:
			keys = append(keys, keysOf(field.Type, name+".")...)
		case field.Type.Kind() == reflect.Map && field.Type.Elem().Kind() == reflect.Struct:
			keys = append(keys, keysOf(field.Type.Elem(), name+".*.")...)
		default:
			keys = append(keys, name)
		}
	}
	return keys
}
