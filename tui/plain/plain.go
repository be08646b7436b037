// Package plain is the append-only front end: every state change is a line, questions
// are numbered and answered by a line. It is for screen readers, TERM=dumb and logs:
// nothing is ever drawn over, and no escape sequence is written.
package plain

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"beestown/agent"
	"beestown/tools"
	"beestown/tools/text"
)

// Session is the conversation that is shown; *agent.Session is one.
type Session interface {
	Events(ctx context.Context) iter.Seq[agent.Event]
	Prompt(ctx context.Context, text string) error
	Interrupt()
	SetMode(tools.Mode)
	Clear() error
	ReplyApproval(id string, a tools.Answer) bool
	ReplyQuestions(id string, replies []tools.Reply) bool
	ReplyPlan(id string, reply tools.PlanReply) bool
}

// Options is what the front end needs.
type Options struct {
	Session Session
	In      io.Reader // prompts and answers, a line each
	// Piped says that In is no terminal: a line is then read only when a prompt or an
	// answer is wanted. From a terminal lines are taken as they come, so that what was
	// typed ahead never answers a question.
	Piped  bool
	Out    io.Writer
	Greet  string // the first line: version, model, directory
	Demo   bool   // scripted answers: said before each of them
	Prompt string // sent at once; may be empty
}

// Run shows the session until /quit, the end of In with no turn running, the end of
// the session or of ctx. It blocks. In is read by a goroutine that ends when In does:
// whoever owns In closes it.
func Run(ctx context.Context, opt Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events, lines := make(chan agent.Event), make(chan string)
	go func() {
		defer close(events)
		for e := range opt.Session.Events(ctx) {
			select {
			case events <- e:
			case <-ctx.Done():
				return
			}
		}
	}()
	go readLines(ctx, opt.In, lines)
	u := &ui{opt: opt, out: bufio.NewWriter(opt.Out)}
	u.line(opt.Greet)
	if opt.Prompt != "" {
		u.prompt(ctx, opt.Prompt)
	}
	u.ready()
	for !u.done {
		if err := u.out.Flush(); err != nil {
			return err
		}
		wanted := lines
		if opt.Piped && u.busy && len(u.asking) == 0 {
			wanted = nil
		}
		select {
		case e, ok := <-events:
			if !ok {
				return u.out.Flush()
			}
			u.event(e)
		case l, ok := <-wanted:
			if !ok {
				lines = nil
				u.endOfInput()
				continue
			}
			u.input(ctx, l)
		case <-ctx.Done():
			u.endOfInput()
			return u.out.Flush()
		}
	}
	return u.out.Flush()
}

// readLines sends the lines of in until its end or that of ctx.
func readLines(ctx context.Context, in io.Reader, lines chan<- string) {
	defer close(lines)
	r := bufio.NewReader(in)
	for {
		l, err := r.ReadString('\n')
		if l != "" {
			select {
			case lines <- strings.TrimRight(l, "\r\n"):
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// ui is the state of the front end.
type ui struct {
	opt    Options
	out    *bufio.Writer
	open   bool // a line was begun and not ended
	busy   bool
	eof    bool
	done   bool
	asking []question
}

// line ends what was begun and writes a whole line.
func (u *ui) line(s string) {
	u.endLine()
	if s != "" {
		fmt.Fprintln(u.out, s)
	}
}

func (u *ui) endLine() {
	if u.open {
		fmt.Fprintln(u.out)
		u.open = false
	}
}

// ready invites a prompt.
func (u *ui) ready() {
	if u.busy || len(u.asking) > 0 || u.done {
		return
	}
	if u.eof {
		u.done = true
		return
	}
	u.endLine()
	if !u.opt.Piped { // nobody sees an invitation in a pipe
		fmt.Fprint(u.out, "> ")
		u.open = true
	}
}

func (u *ui) prompt(ctx context.Context, s string) {
	if err := u.opt.Session.Prompt(ctx, s); err != nil {
		u.line("error: " + text.Visible(err.Error()))
		return
	}
	u.busy = true
}

// event writes what happened.
func (u *ui) event(e agent.Event) {
	switch e := e.(type) {
	case agent.TurnStart:
		u.busy = true
	case agent.TextDelta:
		u.text(e)
	case agent.Message:
		u.endLine()
		if e.Void {
			u.line("the text above is void: the request is sent again")
		}
	case agent.ToolStart:
		u.line("running " + oneLine(e.Name+" "+e.View.Subject))
	case agent.ToolEnd:
		u.line(ended(e))
		u.body(e.Result.View.Body)
	case agent.ApprovalAsk:
		u.ask(&approval{id: e.ID, a: e.Approval})
	case agent.QuestionAsk:
		u.ask(&asked{id: e.ID, questions: e.Questions})
	case agent.PlanAsk:
		u.ask(&proposal{id: e.ID, plan: e.Plan})
	case agent.ApprovalDone:
		u.drop(e.ID)
	case agent.QuestionDone:
		u.drop(e.ID)
	case agent.PlanDone:
		u.drop(e.ID)
	case agent.TodoSet:
		for _, t := range e.Items {
			u.line("todo " + t.Status + ": " + oneLine(t.Title))
		}
	case agent.ModeChange:
		u.line("mode " + string(e.Mode))
	case agent.Retry:
		u.line(fmt.Sprintf("retrying in %s, attempt %d of %d: %s", e.Wait, e.Attempt, e.Max, oneLine(e.Cause)))
	case agent.Notice:
		u.line(oneLine(e.Level + ": " + e.Text + " " + e.Hint))
	case agent.TurnEnd:
		u.turnEnd(e)
	}
}

func (u *ui) text(e agent.TextDelta) {
	if !u.open && u.opt.Demo {
		fmt.Fprint(u.out, "[DEMO] ")
	}
	s := text.Visible(e.Text)
	u.out.WriteString(s)
	u.open = !strings.HasSuffix(s, "\n") && (s != "" || u.open)
}

func (u *ui) turnEnd(e agent.TurnEnd) {
	u.busy, u.asking = false, nil
	if e.Reason != agent.ReasonComplete {
		said := string(e.Reason)
		if e.Detail != "" {
			said += ": " + e.Detail
		}
		if e.Err != nil {
			said += ": " + e.Err.Error()
		}
		u.line("stopped: " + oneLine(said))
	}
	for _, p := range e.Unsent {
		u.line("not sent: " + oneLine(p))
	}
	u.ready()
}

func ended(e agent.ToolEnd) string {
	s := string(e.Status) + " " + e.Name + " " + e.Result.View.Subject + "  " + e.Result.View.Summary
	switch {
	case e.Decision.Feedback != "" && e.Status == agent.StatusDenied:
		s += "  you: " + e.Decision.Feedback
	case e.Status == agent.StatusDenied:
		s += "  " + e.Decision.Reason
	case e.Result.Err != nil:
		s += "  " + e.Result.Err.Message
	}
	return oneLine(s)
}

func oneLine(s string) string { return strings.Join(strings.Fields(text.Visible(s)), " ") }
