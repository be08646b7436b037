package oneshot

import (
	"fmt"
	"io"
	"strings"

	"beestown/agent"
	"beestown/tools/text"
)

// textWriter writes the final answer to stdout and nothing else. On a terminal the text comes as it
// arrives; on a pipe at once at the end, so that a retry cannot leave half an answer.
type textWriter struct {
	o        Options
	progress *progress
	stop     func(error)
	streamed bool // the last message was written as it came
	open     bool // a line is unfinished
}

func (t *textWriter) event(e agent.Event) {
	switch e := e.(type) {
	case agent.TextDelta:
		if t.o.Terminal {
			t.write(text.Visible(e.Text))
			t.open = !strings.HasSuffix(e.Text, "\n")
			t.streamed = true
		}
		return
	case agent.Message, agent.ToolQueued:
		t.endLine()
	}
	t.progress.event(e)
}

func (t *textWriter) endLine() {
	if t.open {
		t.open = false
		t.write("\n")
	}
}

func (t *textWriter) write(s string) {
	if _, err := io.WriteString(t.o.Stdout, s); err != nil {
		t.stop(err)
	}
}

func (t *textWriter) result(r Result) error {
	t.endLine()
	if !t.streamed && r.Text != "" {
		answer := r.Text
		if !strings.HasSuffix(answer, "\n") {
			answer += "\n"
		}
		if t.o.Terminal {
			answer = text.Visible(answer)
		}
		if _, err := io.WriteString(t.o.Stdout, answer); err != nil {
			return err
		}
	}
	t.explain(r)
	return nil
}

// explain says on stderr why a run did not simply succeed.
func (t *textWriter) explain(r Result) {
	explain(t.o.Stderr, r)
}

func explain(w io.Writer, r Result) {
	switch {
	case r.Error != nil:
		fmt.Fprintf(w, "beestown: %s\n", text.Visible(r.Error.Message))
		if r.hint != "" {
			fmt.Fprintf(w, "hint: %s\n", text.Visible(r.hint))
		}
	case r.Status == "interrupted":
		fmt.Fprintln(w, "beestown: interrupted")
	case r.Detail != "":
		fmt.Fprintf(w, "beestown: %s\n", text.Visible(r.Detail))
	}
}
