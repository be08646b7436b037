package oneshot

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"beestown/agent"
	"beestown/tools"
)

// jsonWriter writes JSON objects to stdout and nothing else, the last one the result. With only it
// writes just that one.
type jsonWriter struct {
	o        Options
	progress *progress
	only     bool
	stop     func(error)
	seq      int
	model    string        // that answers
	begun    bool          // the init line was written
	early    []agent.Event // what happened before: the init line is the first
}

// line is what every line of stream-json begins with.
type line map[string]any

func (j *jsonWriter) event(e agent.Event) {
	j.progress.event(e)
	if j.only {
		return
	}
	if !j.begun {
		j.early = append(j.early, e)
		switch e.(type) {
		case agent.PhaseChange, agent.TurnEnd: // the tools are known now
			j.begin(e.Header().Time)
		}
		return
	}
	j.tell(e)
}

// begin writes the init line, and what happened before it.
func (j *jsonWriter) begin(at time.Time) {
	j.begun = true
	init := j.o.Init()
	j.model = init.Model
	j.emit("init", at, initLine(init))
	for _, e := range j.early {
		j.tell(e)
	}
	j.early = nil
}

func (j *jsonWriter) tell(e agent.Event) {
	kind, fields := j.fields(e)
	if kind != "" {
		j.emit(kind, e.Header().Time, fields)
	}
	if end, ok := e.(agent.ToolEnd); ok && end.Decision.Verdict == tools.Deny {
		j.emit("approval", end.Time, approvalLine(end.ID, end.Name, end.Result.View.Subject, end.Decision, "deny"))
	}
}

// fields is the line for an event; an empty kind means that it has none.
func (j *jsonWriter) fields(e agent.Event) (kind string, fields line) {
	switch e := e.(type) {
	case agent.TurnStart:
		return "turn.start", line{"turn": e.Turn}
	case agent.TextDelta:
		if j.o.Partial {
			return "text.delta", line{"id": e.ID, "text": e.Text}
		}
	case agent.Message:
		if !e.Void {
			return "message", withText(line{"id": e.ID, "role": "assistant", "text": e.Text, "model": j.model}, "reasoning", e.Reasoning)
		}
	case agent.ToolQueued:
		return "tool.start", line{"id": e.ID, "name": e.Name, "input": input(e.Args), "agent": e.Agent}
	case agent.ToolStart:
		return "approval", approvalLine(e.ID, e.Name, e.View.Subject, e.Decision, "allow")
	case agent.ToolProgress:
		if j.o.Partial {
			return "tool.progress", line{"id": e.ID, "tail": e.Tail}
		}
	case agent.ToolEnd:
		return "tool.end", toolEnd(e)
	default:
		return j.stateFields(e)
	}
	return "", nil
}

// stateFields is the line for what is neither text nor a call.
func (j *jsonWriter) stateFields(e agent.Event) (kind string, fields line) {
	switch e := e.(type) {
	case agent.TodoSet:
		items := make([]line, 0, len(e.Items))
		for _, t := range e.Items {
			items = append(items, line{"text": t.Title, "state": t.Status})
		}
		return "todo", line{"items": items}
	case agent.Retry:
		return "retry", line{"attempt": e.Attempt, "max": e.Max, "wait_ms": e.Wait.Milliseconds(), "cause": e.Cause}
	case agent.Notice:
		return "notice", line{"level": e.Level, "code": e.Code, "text": e.Text, "hint": e.Hint}
	case agent.Reflected:
		return "reflection", line{"verdict": e.Reflection.Verdict, "assessment": e.Reflection.Assessment,
			"lessons": e.Reflection.Lessons, "next_focus": e.Reflection.NextFocus, "tool_failures": e.Reflection.ToolFailures}
	case agent.Usage:
		u := usageOf(e.Last)
		return "usage", line{"input": u.Input, "cached": u.Cached, "output": u.Output, "total": u.Total}
	}
	return "", nil
}

func (j *jsonWriter) emit(kind string, at time.Time, fields line) {
	j.seq++
	fields["v"], fields["type"], fields["ts"] = 1, kind, timestamp(at)
	fields["session"], fields["seq"] = j.o.SessionID, j.seq
	if err := j.write(fields); err != nil {
		j.stop(err)
	}
}

func (j *jsonWriter) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.o.Stdout.Write(append(data, '\n'))
	return err
}

func (j *jsonWriter) result(r Result) error {
	j.seq++
	r.Seq = j.seq
	err := j.write(r)
	if !errors.Is(err, errPipe) {
		explain(j.o.Stderr, r)
	}
	return err
}

func initLine(i Init) line {
	data, err := json.Marshal(i)
	fields := line{}
	if err == nil {
		err = json.Unmarshal(data, &fields)
	}
	if err != nil {
		return line{"error": err.Error()}
	}
	return fields
}

func approvalLine(id, tool, summary string, d tools.Decision, decision string) line {
	return withText(line{"id": id, "tool": tool, "summary": summary, "decision": decision, "by": d.By, "reason": d.Reason}, "rule", d.Rule)
}

// maxOutput is how much of a result a line carries.
const maxOutput = 30_000

func toolEnd(e agent.ToolEnd) line {
	output := e.Result.ModelText()
	fields := line{"id": e.ID, "name": e.Name, "status": e.Status, "ms": e.Duration.Milliseconds(), "output": output}
	if len(output) > maxOutput {
		fields["output"], fields["truncated"] = strings.ToValidUTF8(output[:maxOutput], ""), true
	}
	if e.Result.Err != nil {
		fields["code"] = e.Result.Err.Code
	}
	switch body := e.Result.View.Body.(type) {
	case tools.Diff:
		if !body.Proposed {
			fields["diff"] = body.Unified()
			fields["files"] = []FileChange{{body.Path, body.Added, body.Removed}}
		}
	case tools.Command:
		if body.Exit != nil {
			fields["exit"] = *body.Exit
		}
	}
	return fields
}

// input is the arguments as JSON when they are, else as the text that the model wrote.
func input(args string) any {
	if json.Valid([]byte(args)) {
		return json.RawMessage(args)
	}
	return args
}

func withText(l line, key, value string) line {
	if value != "" {
		l[key] = value
	}
	return l
}
