package oneshot

import (
	"cmp"
	"errors"
	"io"
	"strings"
	"syscall"
	"time"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
)

var errPipe = syscall.EPIPE

// Result is the last line of JSON output, and the whole of -o json (event schema v1).
type Result struct {
	V       int          `json:"v"`
	Type    string       `json:"type"`
	Time    string       `json:"ts"`
	Session string       `json:"session"`
	Seq     int          `json:"seq"`
	Status  string       `json:"status"` // success, error, denied, limit, interrupted
	Exit    int          `json:"exit"`
	Text    string       `json:"text"`
	Reason  string       `json:"reason"`
	Detail  string       `json:"detail,omitempty"`
	Turns   int          `json:"turns"` // steps: model answers
	MS      int64        `json:"ms"`
	Usage   UsageCount   `json:"usage"`
	Denied  []Denial     `json:"denied"`
	Files   []FileChange `json:"files"`
	Error   *Failure     `json:"error,omitempty"`

	hint string
}

// Denial is a call that was refused.
type Denial struct {
	Tool  string `json:"tool"`
	Input string `json:"input"` // the path, the command: what the call was about
	Hint  string `json:"hint"`  // how to allow it

	text string
}

// FileChange is a file that was changed, with the lines of all changes together.
type FileChange struct {
	Path    string `json:"path"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
}

// Failure is why a run failed.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	HTTP    int    `json:"http,omitempty"`
}

// UsageCount is the tokens of the run.
type UsageCount struct {
	Input  int `json:"input"`
	Cached int `json:"cached"`
	Output int `json:"output"`
	Total  int `json:"total"`
}

func usageOf(u llm.Usage) UsageCount {
	return UsageCount{Input: u.Input, Cached: u.Cached, Output: u.Output, Total: u.Input + u.Output}
}

func (r *run) resultOf(end agent.TurnEnd, code int) Result {
	res := Result{
		V: 1, Type: "result", Time: timestamp(end.Time), Session: r.o.SessionID,
		Status: status(code), Exit: code, Text: end.Text, Reason: string(end.Reason), Detail: end.Detail,
		Turns: end.Steps, MS: time.Since(r.started).Milliseconds(), Usage: usageOf(end.Usage),
		Denied: append([]Denial{}, r.denied...), Files: append([]FileChange{}, r.files...), // never null
	}
	if end.Err != nil {
		res.Error = &Failure{Code: "model_error", Message: end.Err.Error()}
		var e *llm.Error
		if errors.As(end.Err, &e) {
			res.Error = &Failure{Code: string(e.Kind), Message: e.Message, HTTP: e.Status}
			res.hint = e.Hint
		}
	}
	return res
}

// Refuse writes the result of a run that did not begin, the only line of its JSON output. A closed
// stdout is no error: nobody reads it.
func Refuse(stdout io.Writer, code int, message string) {
	kinds := map[int]string{ExitUsage: "usage", ExitConfig: "configuration"}
	r := Result{
		V: 1, Type: "result", Time: timestamp(time.Now()), Seq: 1, Status: status(code), Exit: code,
		Denied: []Denial{}, Files: []FileChange{},
	}
	if r.Status == "error" {
		r.Error = &Failure{Code: cmp.Or(kinds[code], "failed"), Message: message}
	}
	_ = (&jsonWriter{o: Options{Stdout: stdout}}).write(r)
}

func denialOf(e agent.ToolEnd) Denial {
	d := Denial{Tool: e.Name, Input: e.Result.View.Subject, text: e.Result.ModelText()}
	if d.Input == "" {
		d.Input = e.Args
	}
	for _, rule := range e.Decision.Offer {
		d.Hint += " --allow '" + strings.ReplaceAll(rule, "'", `'\''`) + "'"
	}
	if d.Hint != "" {
		d.Hint = d.Hint[1:]
	} else {
		d.Hint = e.Decision.Reason
	}
	return d
}

// fileCounts adds up changes by file.
type fileCounts []FileChange

func (f *fileCounts) add(d tools.Diff) {
	for i := range *f {
		if (*f)[i].Path == d.Path {
			(*f)[i].Added += d.Added
			(*f)[i].Removed += d.Removed
			return
		}
	}
	*f = append(*f, FileChange{d.Path, d.Added, d.Removed})
}

func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
