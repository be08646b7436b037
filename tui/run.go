package tui

import (
	"context"
	"errors"
	"sync"

	"beestown/tui/term"

	tea "charm.land/bubbletea/v2"
)

// Run shows the full screen until the user leaves, ctx ends or the session does. It
// blocks. What it returns is for the main screen; cli prints it. The session is not
// closed. A signal or a panic of a goroutine ends Run without an error: the guard
// knows the exit code.
func Run(ctx context.Context, opt Options) (Summary, error) {
	guard := opt.Guard
	if guard == nil {
		guard = new(term.Guard)
	}
	ctx, cancel := context.WithCancel(ctx)
	var events sync.WaitGroup
	defer events.Wait()
	defer cancel()
	var program *tea.Program
	app, err := newApp(ctx, opt, func(s Session) {
		b := newBridge(func(m batchMsg) { program.Send(m) })
		events.Add(1)
		guard.Go("events", func() {
			defer events.Done()
			b.run(ctx, s)
			program.Send(endedMsg{})
		})
	})
	if err != nil {
		return Summary{}, err
	}
	program = tea.NewProgram(app, programOptions(ctx, opt)...)
	guard.Attach(program.Send)
	_, err = program.Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		err = ctx.Err()
	}
	return Summary{Answer: app.last, Files: app.files.sorted()}, err
}

func programOptions(ctx context.Context, opt Options) []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(frameRate), tea.WithoutSignalHandler()}
	if opt.In != nil {
		options = append(options, tea.WithInput(opt.In))
	}
	if opt.Out != nil {
		options = append(options, tea.WithOutput(opt.Out))
	}
	if opt.Env != nil {
		options = append(options, tea.WithEnvironment(opt.Env))
	}
	if opt.Width > 0 && opt.Height > 0 {
		options = append(options, tea.WithWindowSize(opt.Width, opt.Height))
	}
	return options
}
