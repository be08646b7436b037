package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"beestown/cli/oneshot"
	"beestown/tools/workspace"
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

// killChildren kills what this process has started, commands and servers. Each is in a session of its
// own, or has made one, and would outlive an exit that waits for nothing.
func killChildren() { workspace.KillDescendants() }
