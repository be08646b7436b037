package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// report is all that was measured, with what it was measured on.
type report struct {
	machine              string
	load, loadAfter      string // averages before and after
	date                 time.Time
	runs, few            int
	oneShot, interactive []row
}

// The markers between which the table stands in a document.
const (
	markBegin = "<!-- bench: written by go run ./bench -write -->"
	markEnd   = "<!-- bench: end -->"
)

// markdown returns the tables.
func (r report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s: %s; load average %s before, %s after. Medians of %d runs (short cases) or %d (long ones), with the lowest and the highest.\n",
		r.date.UTC().Format("2006-01-02 15:04 UTC"), r.machine, r.load, r.loadAfter, r.runs, r.few)
	writeTable(&b, "One-shot", r.oneShot)
	writeTable(&b, "Interactive", r.interactive)
	return b.String()
}

func writeTable(b *strings.Builder, title string, rows []row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n| | goal | measured | lowest–highest | held |\n|---|---|---|---|---|\n", title)
	for _, row := range rows {
		fmt.Fprintln(b, row)
	}
}

// writeInto replaces what stands between the markers of a document.
func (r report) writeInto(name string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(old), markBegin)
	_, after, ends := strings.Cut(rest, markEnd)
	if !begins || !ends {
		return fmt.Errorf("%s: lacks the markers %q and %q, between which the table goes", name, markBegin, markEnd)
	}
	text := before + markBegin + "\n\n" + r.markdown() + "\n" + markEnd + after
	return os.WriteFile(name, []byte(text), 0o644)
}
