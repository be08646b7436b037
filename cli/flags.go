package cli

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"beestown/config"
	"beestown/tools"
)

// flags are the flags of a run, with a screen or without.
type flags struct {
	set *pflag.FlagSet // to know which were given

	prompt     string
	output     string
	quiet      bool
	verbose    bool
	partial    bool
	deniedOK   bool
	mode       string
	model      string
	baseURL    string
	provider   string
	cwd        string
	allow      []string
	deny       []string
	answers    []string
	system     string
	tools      string
	outputFile string
	maxTurns   int
	maxTokens  int
	timeout    time.Duration
	mcpWait    time.Duration
	mcpStrict  bool
	plain      bool
}

// shared registers the flags that every run takes.
func (f *flags) shared(cmd *cobra.Command) {
	s := cmd.PersistentFlags()
	f.set = s
	s.StringVarP(&f.model, "model", "m", "", "model to use")
	s.StringVar(&f.provider, "provider", "", "provider preset (openai, openrouter, ollama, ...)")
	s.StringVar(&f.baseURL, "base-url", "", "address of an OpenAI-compatible endpoint, ends in /v1 as a rule")
	s.StringVar(&f.cwd, "cwd", "", "directory to work in")
	s.StringVar(&f.mode, "mode", "", "ask, edits, plan or yolo: what runs without asking")
	s.StringArrayVar(&f.allow, "allow", nil, "rule of calls to allow, such as 'Bash(go test *)' (repeatable)")
	s.StringArrayVar(&f.deny, "deny", nil, "rule of calls to refuse; wins over every allow (repeatable)")
	s.IntVar(&f.maxTurns, "max-turns", 0, "model answers per prompt at most")
	s.IntVar(&f.maxTurns, "max-steps", 0, "the same")
	s.IntVar(&f.maxTokens, "max-tokens", 0, "tokens of the whole run at most, input and output")
	s.StringVar(&f.system, "append-system", "", "text to add to the system prompt")
}

// oneShot registers the flags of -p.
func (f *flags) oneShot(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVarP(&f.prompt, "prompt", "p", "", "run this prompt and exit; - reads it from stdin")
	s.StringVarP(&f.output, "output", "o", "text", "output of -p: text, json or stream-json")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "-p: nothing on stderr but errors and denials")
	s.BoolVarP(&f.verbose, "verbose", "v", false, "-p: calls with arguments and results on stderr")
	s.BoolVar(&f.partial, "partial", false, "-p -o stream-json: pieces of text and output as they come")
	s.BoolVar(&f.deniedOK, "denied-ok", false, "-p: exit 0 although calls were denied")
	s.StringArrayVar(&f.answers, "answer", nil, "-p: answer to the next question of the model (repeatable)")
	s.StringVar(&f.tools, "tools", "", "restrict the tools: none, read, or a list of names")
	s.StringVar(&f.outputFile, "output-file", "", "-p: write the final answer to this file too")
	s.DurationVar(&f.timeout, "timeout", 0, "-p: time for the whole run, such as 5m")
	s.DurationVar(&f.mcpWait, "mcp-wait", 10*time.Second, "-p: how long to wait for MCP servers")
	s.BoolVar(&f.mcpStrict, "mcp-strict", false, "-p: exit 3 if an MCP server does not start")
	s.BoolVar(&f.plain, "plain", false, "append-only screen, for screen readers and logs")
}

// config returns the flags that set a config key.
func (f *flags) config() []config.Flag {
	var list []config.Flag
	add := func(name, key, value string) {
		if f.set != nil && f.set.Changed(name) {
			list = append(list, config.Flag{Key: key, Name: "--" + name, Value: value})
		}
	}
	add("model", "model", f.model)
	add("provider", "provider", f.provider)
	add("base-url", "base_url", f.baseURL)
	add("mode", "mode", f.mode)
	add("max-turns", "limits.steps_per_turn", strconv.Itoa(f.maxTurns))
	add("max-steps", "limits.steps_per_turn", strconv.Itoa(f.maxTurns))
	return list
}

// check refuses values that mean nothing, before anything is built.
func (f *flags) check() error {
	switch f.output {
	case "text", "json", "stream-json":
	default:
		return usage("--output %s: use text, json or stream-json", f.output)
	}
	if f.mode != "" && !tools.Mode(f.mode).Valid() {
		return usage("--mode %s: use ask, edits, plan or yolo", f.mode)
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"max-turns", f.maxTurns}, {"max-steps", f.maxTurns}, {"max-tokens", f.maxTokens}} {
		if f.set.Changed(n.name) && n.value < 1 {
			return usage("--%s %d: use a number of at least 1", n.name, n.value)
		}
	}
	if f.timeout < 0 || f.mcpWait < 0 {
		return usage("--timeout and --mcp-wait take a duration such as 90s or 5m")
	}
	return nil
}
