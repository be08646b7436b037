// Command bench measures BeesTown from the outside: it builds the program, runs it as a user would,
// against a model server on loopback that answers at once, and writes the figures as a table beside
// the goals. It belongs to the sources, not to the program.
//
//	go run ./bench                              print the table
//	go run ./bench -slow -write docs/BENCHMARKS.md   measure everything, put it into the document
//
// Every figure is of the whole process: wall time from the start of the process to its end, CPU time
// of the process and of every child that it waited for, memory of the whole tree. In-package
// benchmarks of single functions stand beside the code that they measure.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"time"
)

// bench is one measurement: what is measured, and how often.
type bench struct {
	bin  string // the program
	n    int    // runs of the short cases
	slow bool   // also what takes a minute
}

// few is how often the long cases run.
func (b *bench) few() int { return max(1, b.n/3) }

// section is a group of rows that are measured together.
type section struct {
	name    string
	measure func(*bench) ([]row, error)
}

// sections are in the order of the table.
func sections() (oneShot, interactive []section) {
	return []section{
			{"size", (*bench).install}, {"hi", (*bench).hi}, {"steps", (*bench).steps},
			{"markdown", (*bench).markdown}, {"faults", (*bench).faults}, {"outages", (*bench).outages},
		}, []section{
			{"start", (*bench).screenStart}, {"idle", (*bench).screenIdle}, {"echo", (*bench).screenEcho},
		}
}

func main() {
	b := &bench{}
	flag.StringVar(&b.bin, "bin", "", "measure this program instead of building one")
	flag.IntVar(&b.n, "n", 15, "runs of each short case; the long ones run a third as often")
	flag.BoolVar(&b.slow, "slow", false, "also wait for the silent stream to be noticed, a minute or more")
	only := flag.String("run", ".", "measure the sections that match this regular expression")
	write := flag.String("write", "", "put the table into this document, between its markers")
	flag.Parse()
	if err := b.main(*only, *write); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) main(only, write string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if b.n < 1 {
		return fmt.Errorf("-n %d: use at least 1", b.n)
	}
	if b.bin == "" {
		remove, err := b.build()
		if err != nil {
			return err
		}
		defer remove()
	}
	r := report{machine: machine(), runs: b.n, few: b.few(), load: loadAverage(), date: time.Now()}
	oneShot, interactive := sections()
	// The screen first: the last of the one-shot sections waits for a minute, in which a quiet machine
	// may become a busy one.
	if r.interactive, err = b.measure(pattern, interactive); err != nil {
		return err
	}
	if r.oneShot, err = b.measure(pattern, oneShot); err != nil {
		return err
	}
	r.loadAfter = loadAverage()
	fmt.Print(r.markdown())
	if write != "" {
		return r.writeInto(write)
	}
	return nil
}

// measure runs the sections whose names match, one after the other.
func (b *bench) measure(pattern *regexp.Regexp, list []section) ([]row, error) {
	var rows []row
	for _, s := range list {
		if !pattern.MatchString(s.name) {
			continue
		}
		started := time.Now()
		more, err := s.measure(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.1f s\n", s.name, time.Since(started).Seconds())
		rows = append(rows, more...)
		runtime.GC() // our own garbage must not be collected in the middle of the next section
	}
	return rows, nil
}
