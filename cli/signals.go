package cli

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"beestown/cli/oneshot"
)

// withSignals cancels the returned context, with an oneshot.Signal as cause, on the first SIGINT,
// SIGTERM or SIGHUP; the second one exits at once. SIGPIPE is caught so that a write to a closed
// pipe is an error, not the end. The caller calls stop.
func withSignals(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	c := make(chan os.Signal, 2)
	pipe := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	signal.Notify(pipe, syscall.SIGPIPE)
	done := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case s := <-c:
				code := 128 + int(s.(syscall.Signal))
				if n > 0 {
					killChildren()
					os.Exit(code)
				}
				cancel(oneshot.Signal{Code: code})
			case <-done:
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(c)
		signal.Stop(pipe)
		close(done)
		cancel(nil)
	}
}

// killChildren kills what this process has started: commands and servers, each the leader of a group
// of its own, which would outlive an exit that waits for nothing. Where there is no /proc it does
// nothing.
func killChildren() {
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return
	}
	for _, list := range lists {
		data, err := os.ReadFile(list)
		if err != nil {
			continue // the thread is gone
		}
		for field := range strings.FieldsSeq(string(data)) {
			if pid, err := strconv.Atoi(field); err == nil && pid > 1 {
				_ = syscall.Kill(-pid, syscall.SIGKILL) // one that is gone needs no signal
			}
		}
	}
}
