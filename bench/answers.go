package main

import (
	"fmt"
	"strings"

	"beestown/llm/llmtest"
)

// markdown measures one long answer against a short one, in turn, so that both meet the same machine.
func (b *bench) markdown() ([]row, error) {
	answer := document(400_000)
	var extra []float64
	err := b.with(greet(), func(short *world) error {
		s := play(llmtest.Turn{Text: answer, Chunk: 16, Repeat: llmtest.Forever})
		return b.with(s, func(long *world) error {
			for i := range b.few() + 1 {
				hi, err := short.run(nil, "-p", "hi")
				if err != nil {
					return err
				}
				all, err := long.run(nil, "-p", "hi")
				if err != nil {
					return err
				}
				if strings.TrimSpace(all.stdout) != strings.TrimSpace(answer) {
					return fmt.Errorf("%d bytes were answered, %d printed", len(answer), len(all.stdout))
				}
				if i > 0 {
					extra = append(extra, ms(all.cpu-hi.cpu))
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return []row{{name: "one 400 kB Markdown answer: CPU ms over \"hi\"", goal: "<= 120",
		figures: []figure{medianOf(extra, 0).atMost(120)}}}, nil
}

// document is Markdown of about size bytes: headings, prose, lists, code and tables.
func document(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "## Part %d\n\nThe *bees* of hive **%d** fly `%d` times a day, see [the notes](notes/%d.md).\n\n", i, i, 7*i, i)
		fmt.Fprintf(&b, "- one\n- two with `code`\n  1. nested %d\n\n```go\nfunc hive%d() int { return %d }\n```\n\n| bee | trips |\n|---|---|\n| a | %d |\n\n", i, i, i, i)
	}
	return b.String()
}

// fault is one thing that goes wrong in a run that should end well.
type fault struct {
	name  string
	turns []llmtest.Turn
	// says is what stderr must tell about it.
	says string
}

func faultCases() []fault {
	done := llmtest.Say("All done.")
	limited := llmtest.Fail(429, `{"error":{"message":"slow down","type":"rate_limit_error"}}`)
	limited.Fault.Header = map[string]string{"Retry-After": "1"}
	broken := llmtest.CallTools(llmtest.Tool("Read", `{"file_path": notes/note001.txt, {{`))
	cut := llmtest.Turn{Text: strings.Repeat("This is never heard to its end. ", 40), Fault: llmtest.Faults{CutAfter: 2000}}
	return []fault{
		{"429 with Retry-After 1", []llmtest.Turn{limited, done}, "retrying"},
		{"500", []llmtest.Turn{llmtest.Fail(500, `{"error":{"message":"boom"}}`), done}, "retrying"},
		{"cut stream", []llmtest.Turn{cut, done}, "retrying"},
		{"malformed arguments", []llmtest.Turn{broken, done}, "error Read"},
	}
}

// faults runs into each fault once.
func (b *bench) faults() ([]row, error) {
	r := row{name: "a 429 with Retry-After, a 500, a cut stream, malformed arguments, once each", goal: "survives, says so"}
	var parts []string
	for _, f := range faultCases() {
		err := b.with(play(f.turns...), func(w *world) error {
			o, err := w.run(nil, "-p", "hi")
			if err != nil {
				return err
			}
			verdict := "survives, says so"
			switch {
			case o.exit != 0 || strings.TrimSpace(o.stdout) != "All done.":
				verdict, r.missed = fmt.Sprintf("**exit %d**", o.exit), true
			case !strings.Contains(o.stderr, f.says):
				verdict, r.missed = "survives, **silently**", true
			}
			parts = append(parts, fmt.Sprintf("%s: %s (%.1f s)", f.name, verdict, o.wall.Seconds()))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	r.text = strings.Join(parts, "; ")
	return []row{r}, nil
}

// outages measures how long the program believes in a server that is broken for good. Both cases
// only wait, so they run side by side.
func (b *bench) outages() ([]row, error) {
	silence := row{name: "a stream that goes silent: noticed after s", goal: "<= 60, then retried", text: "not measured; run with -slow", skipped: true}
	failed := make(chan error, 1)
	if b.slow {
		go func() {
			var err error
			silence, err = b.silence(silence)
			failed <- err
		}()
	} else {
		failed <- nil
	}
	refusal, err := b.refusal()
	if later := <-failed; err == nil {
		err = later
	}
	return []row{refusal, silence}, err
}

// refusal is a server that answers 500 for ever.
func (b *bench) refusal() (row, error) {
	r := row{name: "500 for ever: gives up after s", goal: "<= 30, clear error, exit 1"}
	no := llmtest.Fail(500, `{"error":{"message":"the model is on holiday"}}`)
	no.Repeat = llmtest.Forever
	err := b.with(play(no), func(w *world) error {
		o, err := w.run(nil, "-p", "hi", "-q")
		if err != nil {
			return err
		}
		r.figures = []figure{exactly(o.wall.Seconds(), 1).atMost(30)}
		said, _, _ := strings.Cut(o.stderr, "\n")
		r.text = fmt.Sprintf("exit %d: `%s`", o.exit, strings.ReplaceAll(said, "|", "\\|"))
		r.missed = o.exit != 1 || said == ""
		return nil
	})
	return r, err
}

// silence is a server that stops in the middle of its first answer and answers the second request.
func (b *bench) silence(r row) (row, error) {
	s := play(llmtest.Turn{Text: "Let me think about", Fault: llmtest.Faults{Hang: true}}, llmtest.Say("Here it is."))
	r.skipped, r.text = false, ""
	err := b.with(s, func(w *world) error {
		o, err := w.run(nil, "-p", "hi")
		if err != nil {
			return err
		}
		requests := s.Requests()
		if len(requests) < 2 {
			r.text, r.missed = fmt.Sprintf("exit %d, not retried", o.exit), true
			return nil
		}
		noticed := o.spoke.Sub(requests[0].Answered)
		r.figures = []figure{exactly(noticed.Seconds(), 0).atMost(60)}
		r.text, r.missed = fmt.Sprintf("then retried, exit %d", o.exit), o.exit != 0
		return nil
	})
	return r, err
}
