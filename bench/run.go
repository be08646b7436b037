package main

import (
	"bytes"
	"fmt"
	"sync/atomic"
	"time"
)

// outcome is what one run took and said.
type outcome struct {
	wall, cpu      time.Duration // cpu: user and system, with every child that was waited for
	rss            int64         // bytes; the peak of the whole tree
	exit           int
	stdout, stderr string
	spoke          time.Time // when stderr got its first bytes
}

// dated keeps what is written and when that began.
type dated struct {
	text  bytes.Buffer
	first time.Time
}

func (d *dated) Write(p []byte) (int, error) {
	if d.first.IsZero() {
		d.first = time.Now()
	}
	return d.text.Write(p)
}

// running is the id of the program's process, 0 before its start; the model server's answers look at
// the program through it.
type running struct{ pid atomic.Int64 }

// run runs the program once to its end. Whatever its exit code is, that is no error.
func (w *world) run(now *running, args ...string) (outcome, error) {
	cmd, remove, err := w.command(args...)
	if err != nil {
		return outcome{}, err
	}
	defer remove()
	var stdout bytes.Buffer
	var stderr dated
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	started := time.Now()
	if err := cmd.Start(); err != nil {
		return outcome{}, err
	}
	if now != nil {
		now.pid.Store(int64(cmd.Process.Pid))
	}
	memory := watchMemory(cmd.Process.Pid)
	_ = cmd.Wait() // the exit code tells
	wall := time.Since(started)
	return outcome{
		wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), rss: memory.stop(),
		exit: cmd.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.text.String(), spoke: stderr.first,
	}, nil
}

// repeat runs the program n times after one run to warm up. A run that fails is an error.
func (w *world) repeat(n int, args ...string) ([]outcome, error) {
	var all []outcome
	for i := range n + 1 {
		o, err := w.run(nil, args...)
		if err != nil {
			return nil, err
		}
		if err := o.ok(); err != nil {
			return nil, err
		}
		if i > 0 {
			all = append(all, o)
		}
	}
	return all, nil
}

// ok is an error when the run did not end with 0.
func (o outcome) ok() error {
	if o.exit != 0 {
		return fmt.Errorf("the program ended with %d:\n%s", o.exit, o.stderr)
	}
	return nil
}

func wallOf(runs []outcome) figure {
	return medianOf(of(runs, func(o outcome) float64 { return ms(o.wall) }), 0)
}

func cpuOf(runs []outcome) figure {
	return medianOf(of(runs, func(o outcome) float64 { return ms(o.cpu) }), 0)
}

func rssOf(runs []outcome) figure {
	return medianOf(of(runs, func(o outcome) float64 { return float64(o.rss) / 1e6 }), 0)
}
