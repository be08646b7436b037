package oneshot

import (
	"fmt"
	"io"
	"strings"
	"time"

	"beestown/agent"
	"beestown/tools/text"
)

// progress writes one line per call, retry, denial and notice to stderr.
type progress struct {
	w              io.Writer
	quiet, verbose bool
}

func newProgress(o Options) *progress {
	return &progress{w: o.Stderr, quiet: o.Quiet, verbose: o.Verbose}
}

func (p *progress) event(e agent.Event) {
	switch e := e.(type) {
	case agent.ToolEnd:
		p.call(e)
	case agent.Retry:
		p.line(false, "retrying in %s, attempt %d of %d: %s", e.Wait.Round(10*time.Millisecond), e.Attempt, e.Max, e.Cause)
	case agent.Notice:
		p.notice(e)
	case agent.Reflected:
		p.line(false, "%s: %s", e.Reflection.Verdict, e.Reflection.Assessment)
	}
}

func (p *progress) call(e agent.ToolEnd) {
	subject := oneLine(e.Result.View.Subject)
	if subject == "" {
		subject = oneLine(e.Args)
	}
	switch e.Status {
	case agent.StatusDenied:
		why, _, _ := strings.Cut(e.Result.ModelText(), "\n") // what follows is advice for the model
		if !strings.HasPrefix(why, "denied ") {
			why = strings.TrimSpace("denied "+e.Name+" "+subject) + ": " + why
		}
		p.line(true, "%s", why)
		return
	case agent.StatusOK:
		p.line(false, "ok %s %s  %s", e.Name, subject, e.Result.View.Summary)
	default:
		p.line(false, "%s %s %s  %s", e.Status, e.Name, subject, oneLine(e.Result.ModelText()))
	}
	if p.verbose {
		p.line(false, "  arguments: %s", oneLine(e.Args))
		for line := range strings.Lines(text.Visible(e.Result.ModelText())) {
			fmt.Fprintf(p.w, "  | %s\n", strings.TrimRight(line, "\n"))
		}
	}
}

// notice writes a notice with its hint, whose lines are indented.
func (p *progress) notice(e agent.Notice) {
	p.line(e.Level != "info", "%s", e.Text)
	for l := range strings.Lines(e.Hint) {
		p.line(e.Level != "info", "  %s", strings.TrimRight(l, "\n"))
	}
}

// line writes one line; the important ones are written in quiet runs too.
func (p *progress) line(important bool, format string, args ...any) {
	if p.quiet && !important {
		return
	}
	fmt.Fprintln(p.w, strings.TrimRight(text.Visible(fmt.Sprintf(format, args...)), " \n"))
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[:200], "") + "..."
	}
	return s
}
