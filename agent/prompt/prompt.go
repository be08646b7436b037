// Package prompt writes the system prompt: our own text, the facts of the session and the
// instructions of the project.
package prompt

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed system.md
var system string

// Facts is what the system prompt says about a session. It is fixed when the session starts.
type Facts struct {
	Dir      string // working directory
	Platform string // such as linux/amd64
	Date     string // 2006-01-02
	Plan     string // agent.plan: auto, always, off
	Headless bool   // nobody can be asked: one-shot
	PlanMode bool   // the session starts in plan mode
	Role     string // the role's own prompt, may be empty
	Project  string // text of Project, may be empty
	Append   string // --append-system
}

// System returns the system prompt.
func System(f Facts) string {
	var b strings.Builder
	b.WriteString(strings.Replace(system, "{{plan}}", planLine(f.Plan), 1))
	fmt.Fprintf(&b, "\n# Session\nDirectory: %s\nPlatform: %s\nDate: %s\n", f.Dir, f.Platform, f.Date)
	if f.Headless {
		b.WriteString("Nobody is at the terminal: calls that need approval are refused unless a rule allows them. Do what you can and list what you could not do. Your last message is the result.\n")
	}
	if f.PlanMode {
		b.WriteString("Plan mode is on: only calls that read are allowed. Look around, then call propose_plan with the plan.\n")
	}
	for _, part := range []string{f.Role, f.Project, f.Append} {
		if part != "" {
			b.WriteString("\n" + strings.TrimSpace(part) + "\n")
		}
	}
	return b.String()
}

func planLine(plan string) string {
	switch plan {
	case "off":
		return "Act at once; keep no plan unless the user asks for one."
	case "always":
		return "Write your plan with TodoWrite before anything else, and keep it current: one item in_progress at a time."
	default:
		return "When a task has several steps, write them with TodoWrite first and keep the list current: one item in_progress at a time. When it has one step, act at once."
	}
}
