package oneshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
)

// Session is what a run needs of an agent.Session.
type Session interface {
	Prompt(ctx context.Context, text string) error
	Interrupt()
	ReplyApproval(id string, a tools.Answer) bool
	ReplyQuestions(id string, replies []tools.Reply) bool
	ReplyPlan(id string, reply tools.PlanReply) bool
}

// Options says how a run is shown.
type Options struct {
	Output    string // "text", "json" or "stream-json"
	Quiet     bool   // nothing on stderr but errors and denials
	Verbose   bool   // calls with arguments and results on stderr
	Partial   bool   // text.delta and tool.progress in stream-json
	DeniedOK  bool   // exit 0 although calls were denied
	Answers   []string
	Stdout    io.Writer
	Stderr    io.Writer
	Terminal  bool // stdout is a terminal: stream the text
	SessionID string
	// AnswerFile, when not nil, gets the final answer too, in place of what it held; without an
	// answer it stays as it is. It is closed.
	AnswerFile *os.File
	// Init is asked once the tools are known, for the first line of stream-json.
	Init func() Init
}

// Init is what the init line of stream-json says beyond its head.
type Init struct {
	Version  string              `json:"version"`
	Model    string              `json:"model"`
	Endpoint string              `json:"endpoint"`
	Dir      string              `json:"cwd"`
	Mode     string              `json:"mode"`
	Tools    []string            `json:"tools"`
	MCP      []InitServer        `json:"mcp"`
	Rules    map[string][]string `json:"rules"`
}

// InitServer is an MCP server in the init line.
type InitServer struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Tools  int    `json:"tools"`
	Error  string `json:"error,omitempty"`
}

// ErrTimeout is the cause with which the caller cancels a run whose time is over.
var ErrTimeout = errors.New("the time limit is over")

// Signal is the cause with which the caller cancels a run on a signal.
type Signal struct{ Code int } // 128 plus the signal's number

// Error names the signal.
func (s Signal) Error() string { return fmt.Sprintf("signal %d", s.Code-128) }

// writer shows a run: text, json and stream-json are the three.
type writer interface {
	event(e agent.Event)
	result(r Result) error
}

// Run sends the prompt, follows the run to its end and returns the exit code. It blocks until the
// turn is over; cancelling ctx, with ErrTimeout or a Signal, ends it early. A closed stdout ends
// the run with 0.
func Run(ctx context.Context, s Session, events func(func(agent.Event) bool), prompt string, o Options) int {
	r := &run{s: s, o: o, started: time.Now()}
	r.w = r.newWriter()
	if err := s.Prompt(ctx, prompt); err != nil {
		fmt.Fprintf(o.Stderr, "beestown: %v\n", err)
		return ExitFailed
	}
	for e := range events {
		r.follow(e)
		r.w.event(e)
		if end, ok := e.(agent.TurnEnd); ok && end.Agent == "main" {
			return r.finish(ctx, end)
		}
	}
	return ExitFailed
}

type run struct {
	s       Session
	o       Options
	w       writer
	started time.Time
	denied  []Denial
	files   fileCounts
	answers int   // how many of Options.Answers were used
	broken  error // why stdout takes no more
}

func (r *run) newWriter() writer {
	switch r.o.Output {
	case "json":
		return &jsonWriter{o: r.o, progress: newProgress(r.o), only: true}
	case "stream-json":
		return &jsonWriter{o: r.o, progress: newProgress(r.o), stop: r.stop}
	default:
		return &textWriter{o: r.o, progress: newProgress(r.o), stop: r.stop}
	}
}

// stop ends the turn because the output cannot be written any more.
func (r *run) stop(err error) {
	if r.broken == nil {
		r.broken = err
		r.s.Interrupt()
	}
}

// follow answers what asks, and keeps what the result needs.
func (r *run) follow(e agent.Event) {
	switch e := e.(type) {
	case agent.ApprovalAsk:
		r.s.ReplyApproval(e.ID, tools.Answer{By: "no-tty"})
	case agent.QuestionAsk:
		r.s.ReplyQuestions(e.ID, r.nextAnswers(len(e.Questions)))
	case agent.PlanAsk:
		r.s.ReplyPlan(e.ID, tools.PlanReply{Feedback: "nobody can approve it in this run: give the plan as your answer"})
	case agent.ToolEnd:
		if e.Status == agent.StatusDenied {
			r.denied = append(r.denied, denialOf(e))
		}
		if d, ok := e.Result.View.Body.(tools.Diff); ok && !d.Proposed {
			r.files.add(d)
		}
	}
}

// nextAnswers takes answers given with --answer; nil when there are not enough.
func (r *run) nextAnswers(n int) []tools.Reply {
	if r.answers+n > len(r.o.Answers) {
		return nil
	}
	var replies []tools.Reply
	for _, a := range r.o.Answers[r.answers : r.answers+n] {
		replies = append(replies, tools.Reply{Answers: []string{a}})
	}
	r.answers += n
	return replies
}

func (r *run) finish(ctx context.Context, end agent.TurnEnd) int {
	if r.broken != nil {
		return r.unwritten(r.broken)
	}
	denials := len(r.denied)
	if r.o.DeniedOK {
		denials = 0
	}
	code := exitOf(end, denials)
	if end.Reason == agent.ReasonInterrupted {
		var sig Signal
		switch cause := context.Cause(ctx); {
		case errors.As(cause, &sig):
			code = sig.Code
		case errors.Is(cause, ErrTimeout), errors.Is(cause, context.DeadlineExceeded):
			code = ExitLimit
			end.Detail = ErrTimeout.Error()
		}
	}
	if code == ExitOK && end.Text == "" {
		code = ExitFailed
		end.Err = &llm.Error{Kind: llm.ErrProtocol, Message: "the model ended without an answer", Hint: "send the prompt again"}
	}
	if err := r.keepAnswer(end.Text); err != nil {
		fmt.Fprintf(r.o.Stderr, "beestown: --output-file: %v\n", err)
		code = max(code, ExitFailed)
	}
	if err := r.w.result(r.resultOf(end, code)); err != nil {
		return r.unwritten(err)
	}
	return code
}

// unwritten returns the exit code of a run whose output could not be written. That nobody reads it
// any more is no failure.
func (r *run) unwritten(err error) int {
	if brokenPipe(err) {
		return ExitOK
	}
	fmt.Fprintf(r.o.Stderr, "beestown: the answer could not be written: %v\n", err)
	return ExitFailed
}

// keepAnswer writes the final answer to the file that was asked for.
func (r *run) keepAnswer(answer string) error {
	if r.o.AnswerFile == nil {
		return nil
	}
	f := r.o.AnswerFile
	if answer == "" {
		return f.Close()
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if err := f.Truncate(0); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	_, err := io.WriteString(f, answer+"\n")
	return errors.Join(err, f.Close())
}

func brokenPipe(err error) bool { return errors.Is(err, errPipe) || errors.Is(err, os.ErrClosed) }
