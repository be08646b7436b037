package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"beestown/llm/llmtest"
)

// steps is the length of the long run: a shell call and a file read in turn, each with arguments of
// its own, so that no loop detection steps in.
const steps = 200

// marks are the requests at which the run is looked at: 25, 50 and 97 % of it for the memory.
var marks = [3]int{steps / 4, steps / 2, steps * 97 / 100}

// longRun is what one run of all steps showed.
type longRun struct {
	outcome
	memory      [len(marks)]float64 // MB at the marks
	quarters    [4]time.Duration    // CPU time within each quarter
	shell, file figure              // ms from an answer to the next request
	extensions  int
}

// steps measures 200 steps.
func (b *bench) steps() ([]row, error) {
	var runs []longRun
	for i := range b.few() + 1 {
		run, err := b.longRun()
		if err != nil {
			return nil, err
		}
		if i > 0 {
			runs = append(runs, run)
		}
	}
	return stepRows(runs), nil
}

func (b *bench) longRun() (longRun, error) {
	var now running
	var r longRun
	var used [5]time.Duration // CPU time at the start of each quarter and at the end
	s := serve(func(n int, _ llmtest.Request) llmtest.Turn {
		pid := int(now.pid.Load())
		for i, mark := range marks {
			if n == mark {
				r.memory[i] = float64(treeRSS(pid)) / 1e6
			}
		}
		if n%(steps/4) == 0 {
			used[n/(steps/4)] = cpuTime(pid)
		}
		return step(n)
	})
	err := b.with(s, func(w *world) (err error) {
		if r.outcome, err = w.run(&now, "-p", "read the notes", "--mode", "yolo", "-q"); err != nil {
			return err
		}
		return r.ok()
	})
	if err != nil {
		return r, err
	}
	for i := range r.quarters {
		r.quarters[i] = used[i+1] - used[i]
	}
	return r, r.look(s.Requests())
}

// step is the answer to request n.
func step(n int) llmtest.Turn {
	switch {
	case n == steps:
		return llmtest.Say("Done.")
	case n%2 == 0:
		return llmtest.CallTools(llmtest.Tool("Bash", fmt.Sprintf(`{"command":"echo step %d"}`, n)))
	default:
		return llmtest.CallTools(llmtest.Tool("Read", fmt.Sprintf(`{"file_path":%q}`, noteName(n))))
	}
}

// look works out what the requests show.
func (r *longRun) look(requests []llmtest.Request) error {
	if len(requests) != steps+1 {
		return fmt.Errorf("%d requests came, not %d:\n%s", len(requests), steps+1, r.stderr)
	}
	var gaps [2][]float64
	for i, req := range requests[1:] {
		before := requests[i]
		gaps[i%2] = append(gaps[i%2], ms(req.Arrived.Sub(before.Answered)))
		want := []string{fmt.Sprintf("step %d", i), fmt.Sprintf("note %d, line 0", i)}[i%2]
		if !bytes.Contains(req.Body[len(before.Body)-2:], []byte(want)) {
			return fmt.Errorf("the result of step %d lacks %q", i, want)
		}
		if extends(req.Body, before.Body) {
			r.extensions++
		}
	}
	r.shell, r.file = medianOf(gaps[0], 1), medianOf(gaps[1], 1)
	return nil
}

// extends tells whether a request is an earlier one, byte for byte, with messages added at its end.
func extends(body, earlier []byte) bool {
	return bytes.HasSuffix(earlier, []byte("]}")) && bytes.HasPrefix(body, earlier[:len(earlier)-2]) && len(body) > len(earlier)
}

func stepRows(runs []longRun) []row {
	rows := []row{
		{name: "from a model answer to the next request, ms: after a shell call / a file read", goal: "<= 6 / 2", figures: []figure{
			medianOf(of(runs, func(r longRun) float64 { return r.shell.median }), 1).atMost(6),
			medianOf(of(runs, func(r longRun) float64 { return r.file.median }), 1).atMost(2),
		}},
		{name: "200 steps (shell and read in turn): wall s", goal: "<= 1.2", figures: []figure{
			medianOf(of(runs, func(r longRun) float64 { return r.wall.Seconds() }), 2).atMost(1.2)}},
	}
	cpu := medianOf(of(runs, func(r longRun) float64 { return ms(r.cpu) / steps }), 1).atMost(4)
	rows = append(rows, row{name: "200 steps: CPU ms per step, flat", goal: "<= 4", figures: []figure{cpu}, text: quarters(runs)})
	memory := row{name: "200 steps: RSS MB at 25 / 50 / 97 %", goal: "<= 60, flat"}
	for i := range marks {
		memory.figures = append(memory.figures, medianOf(of(runs, func(r longRun) float64 { return r.memory[i] }), 0).atMost(60))
	}
	fewest := steps
	for _, r := range runs {
		fewest = min(fewest, r.extensions)
	}
	return append(rows, memory, row{
		name: "every request is the previous one plus what came since", goal: "200/200",
		text: fmt.Sprintf("%d/%d", fewest, steps), missed: fewest < steps,
	})
}

// quarters shows whether steps get dearer as the conversation grows.
func quarters(runs []longRun) string {
	var parts []string
	for q := range 4 {
		perStep := func(r longRun) float64 { return ms(r.quarters[q]) / (steps / 4) }
		parts = append(parts, medianOf(of(runs, perStep), 1).value())
	}
	return "(by quarter: " + strings.Join(parts, ", ") + ")"
}
