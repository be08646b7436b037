package builtin

import (
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"beestown/tools"
	"beestown/tools/workspace"
)

// BashOptions bounds commands.
type BashOptions struct {
	Timeout, MaxTimeout time.Duration     // default 120 s and 600 s
	MaxOutput           int               // bytes that the model sees; default 30 kB
	MaxCommand          int               // bytes of a command line; default 100 kB
	MaxSpill            int64             // bytes of each stream that are kept in SpillDir; default 10 MiB
	SpillDir            string            // where long outputs are kept for the session
	Env                 func() []string   // the environment of children, NAME=value
	Extra               map[string]string // added to it
}

type bashArgs struct {
	Command             string            `json:"command"`
	WorkingDir          string            `json:"working_dir,omitempty"`
	Timeout             float64           `json:"timeout,omitempty" jsonschema:"seconds, default 120, at most 600" min:"0"`
	Env                 map[string]string `json:"env,omitempty" told:"no"`
	RequireConfirmation bool              `json:"require_confirmation,omitempty" jsonschema:"ask the user even if a rule allows it" told:"no"`
}

// BashData is the Data of a Bash call.
type BashData struct {
	Command    string  `json:"command"`
	ExitCode   int     `json:"exit_code"`
	Stdout     string  `json:"stdout"`
	Stderr     string  `json:"stderr"`
	Duration   float64 `json:"duration"`    // seconds
	DurationMS int64   `json:"duration_ms"` // milliseconds
	TimedOut   bool    `json:"timed_out,omitempty"`
}

// Bash makes the tool that runs a shell command.
func Bash(f *Files, o BashOptions) tools.Tool {
	o = o.withDefaults()
	return tools.DefinePlanned(tools.Spec{
		Name: "Bash", Category: tools.CategoryExecution, Group: tools.GroupCommand, Effect: tools.Executes,
		Description: "Run a shell command in the workspace: tests, builds, git, programs. Returns output and exit code; " +
			"long output is cut in the middle and kept in a file. No terminal, no stdin; background processes end with the call. " +
			"To read, search or change files use the file tools.",
		Permissions: tools.Permissions{AllowedRoles: []string{"developer", "devops", "architect"}, RequireConfirmation: true},
		Adapt:       tools.Both(tools.Rename("cwd", "working_dir", "cmd", "command"), timeoutMS),
		Aliases: []tools.Alias{
			{Name: "shell_exec", In: millisecondTimeout, Out: shellOut}, {Name: "exec", In: minuteTimeout}, {Name: "run_command"},
		},
	}, func(_ context.Context, in bashArgs) (tools.Call, error) { return planBash(f, o, in) })
}

func (o BashOptions) withDefaults() BashOptions {
	if o.Timeout <= 0 {
		o.Timeout = 120 * time.Second
	}
	if o.MaxTimeout <= 0 {
		o.MaxTimeout = 600 * time.Second
	}
	if o.MaxOutput <= 0 {
		o.MaxOutput = 30_000
	}
	if o.MaxCommand <= 0 {
		o.MaxCommand = 100_000
	}
	return o
}

// timeoutMS turns timeout_ms into timeout in seconds.
func timeoutMS(args map[string]any) error {
	v := take(args, "timeout_ms")
	if v == nil {
		return nil
	}
	ms, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || math.IsNaN(ms) || math.IsInf(ms, 0) {
		return fmt.Errorf("parameter 'timeout_ms' expected number, got %v", v)
	}
	args["timeout"] = jsonNumber(ms / 1000)
	return nil
}

// millisecondTimeout is shell_exec's: its timeout is in milliseconds, 30000 by default.
func millisecondTimeout(args map[string]any) error {
	v := take(args, "timeout")
	if v == nil {
		v = "30000"
	}
	args["timeout_ms"] = v
	return timeoutMS(args)
}

// minuteTimeout is exec's: in seconds, 60 by default.
func minuteTimeout(args map[string]any) error {
	if args["timeout"] == nil {
		args["timeout"] = jsonNumber(60)
	}
	return nil
}

func shellOut(data any) any {
	d, ok := data.(BashData)
	if !ok {
		return data
	}
	return map[string]any{"command": d.Command, "stdout": d.Stdout, "stderr": d.Stderr, "exitCode": d.ExitCode}
}

func planBash(f *Files, o BashOptions, in bashArgs) (tools.Call, error) {
	if strings.TrimSpace(in.Command) == "" {
		return nil, tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: Parameter 'command' is empty")
	}
	if strings.ContainsRune(in.Command, 0) || len(in.Command) > o.MaxCommand {
		return nil, tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: Parameter 'command' has a NUL or more than %d bytes; put the script into a file", o.MaxCommand)
	}
	for name := range in.Env {
		// The name becomes a part of the command line that is judged.
		if !envName().MatchString(name) {
			return nil, tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: Parameter 'env' has the name %q; names are letters, digits and underscores", name)
		}
	}
	timeout := o.Timeout
	if in.Timeout > 0 {
		timeout = time.Duration(in.Timeout * float64(time.Second))
	}
	if timeout > o.MaxTimeout {
		return nil, tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: Parameter 'timeout' is %g seconds, the limit is %g seconds (timeout counts seconds)", in.Timeout, o.MaxTimeout.Seconds())
	}
	c := &bashCall{o: o, in: in, timeout: timeout, dir: f.Workspace.Root()}
	c.accesses = []tools.Access{{Effect: tools.Executes, Command: withEnv(in.Env, in.Command)}}
	if in.WorkingDir != "" {
		p, access, err := f.resolve(in.WorkingDir, tools.ReadOnly)
		if err != nil {
			return nil, err
		}
		c.dir = p.Abs
		c.accesses = append(c.accesses, access)
	}
	return c, nil
}

var envName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`) })

// withEnv puts assignments before a command, so that policy judges them with it.
func withEnv(env map[string]string, command string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(env)) {
		fmt.Fprintf(&b, "%s='%s' ", name, strings.ReplaceAll(env[name], "'", `'\''`))
	}
	return b.String() + command
}

type bashCall struct {
	o        BashOptions
	in       bashArgs
	dir      string
	timeout  time.Duration
	accesses []tools.Access
	amended  bool
}

func (c *bashCall) Accesses() []tools.Access { return c.accesses }

// Timed tells that the call bounds its own time.
func (c *bashCall) Timed() {}

// NeedsConfirmation lets the model raise the question, never lower it.
func (c *bashCall) NeedsConfirmation() bool { return c.in.RequireConfirmation }

func (c *bashCall) Preview() tools.View {
	return tools.View{Subject: c.in.Command, Body: tools.Command{
		Command: withEnv(c.in.Env, c.in.Command), Dir: c.dir, TimeoutSec: int(c.timeout.Seconds()),
	}}
}

// Draft implements tools.Amender.
func (c *bashCall) Draft() (string, []byte) { return "command.sh", []byte(c.in.Command) }

// Amend implements tools.Amender.
func (c *bashCall) Amend(_ context.Context, edited []byte) (tools.Call, error) {
	command := strings.TrimRight(string(edited), "\n")
	if strings.TrimSpace(command) == "" {
		return nil, tools.Errorf(tools.CodeValidation, "the command is empty")
	}
	amended := *c
	amended.in.Command, amended.amended = command, true
	amended.accesses = slices.Clone(c.accesses)
	amended.accesses[0].Command = withEnv(c.in.Env, command)
	return &amended, nil
}

func (c *bashCall) Run(ctx context.Context) (tools.Result, error) {
	exit, err := workspace.Run(ctx, workspace.Command{
		Shell: c.in.Command, Dir: c.dir, Env: c.environment(), Timeout: c.timeout,
		MaxCapture: c.room(), SpillDir: c.o.SpillDir, MaxSpill: c.o.MaxSpill,
		OnOutput: func(chunk []byte) { tools.Progress(ctx, chunk) },
	})
	if ctx.Err() != nil && err != nil {
		return tools.Result{}, ctx.Err()
	}
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.CodeFailed, "Command execution failed: %w", err)
	}
	return c.result(exit), nil
}

func (c *bashCall) environment() []string {
	extra := maps.Clone(c.o.Extra)
	if extra == nil {
		extra = map[string]string{}
	}
	maps.Copy(extra, c.in.Env)
	var environ []string
	if c.o.Env != nil {
		environ = c.o.Env()
	}
	return workspace.ChildEnv(environ, extra)
}

func (c *bashCall) result(exit workspace.Exit) tools.Result {
	shown := c.output(exit.Stdout, exit.Stderr)
	r := tools.Result{
		Data: BashData{
			Command: c.in.Command, ExitCode: exit.Code, Stdout: exit.Stdout.Text, Stderr: exit.Stderr.Text,
			Duration: exit.Duration.Seconds(), DurationMS: exit.Duration.Milliseconds(), TimedOut: exit.TimedOut,
		},
	}
	var b strings.Builder
	if c.amended {
		fmt.Fprintf(&b, "The user changed the command before approving it. This is what ran:\n%s\n", c.in.Command)
	}
	b.WriteString(shown)
	if shown == "" {
		b.WriteString("(no output)\n")
	} else if !strings.HasSuffix(shown, "\n") {
		b.WriteString("\n")
	}
	summary := c.summary(exit, &b, &r)
	for _, p := range exit.Survivors {
		fmt.Fprintf(&b, "[background process %d %s was ended with the call]\n", p.PID, p.Name)
	}
	r.Text = b.String()
	body := tools.Command{Command: withEnv(c.in.Env, c.in.Command), Dir: c.dir, TimeoutSec: int(c.timeout.Seconds()), Output: shown}
	if !exit.TimedOut && !exit.Cancelled && exit.Signal == 0 {
		body.Exit = &exit.Code
	}
	r.View = tools.View{Subject: c.in.Command, Summary: summary, Body: body}
	return r
}

// summary names how the command ended, for the user, and tells the model what it has to know.
func (c *bashCall) summary(exit workspace.Exit, b *strings.Builder, r *tools.Result) string {
	switch {
	case exit.Cancelled:
		b.WriteString("[cancelled by the user]\n")
		r.Err = tools.Errorf(tools.CodeCancelled, "cancelled by the user")
		return "cancelled"
	case exit.TimedOut:
		message := fmt.Sprintf("Tool execution timed out after %dms", c.timeout.Milliseconds())
		fmt.Fprintf(b, "[%s; raise timeout (at most %g s) or do less at once]\n", message, c.o.MaxTimeout.Seconds())
		r.Err = tools.Errorf(tools.CodeTimeout, "%s", message)
		return "timed out"
	case exit.Signal != 0:
		fmt.Fprintf(b, "[ended by signal %d: %s]\n", exit.Signal, exit.Signal)
		return "signal " + exit.Signal.String()
	case exit.Code != 0:
		fmt.Fprintf(b, "[exit %d]\n", exit.Code)
	}
	return fmt.Sprintf("exit %d", exit.Code)
}
