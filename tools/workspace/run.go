package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// DefaultMaxCapture is how many bytes of each output stream are kept in memory.
const DefaultMaxCapture = 1 << 20

// DefaultMaxSpill is how many bytes of each output stream are stored in a file.
const DefaultMaxSpill = 10 << 20

const (
	// killAfter is how long processes that were asked to end may take.
	killAfter = 2 * time.Second
	// leftoverGrace is how long processes that outlive their parent may take to end by themselves:
	// the last stage of a process substitution, for example.
	leftoverGrace = 500 * time.Millisecond
)

// Command describes a child process. Exactly one of Argv and Shell is set.
type Command struct {
	Argv  []string // program and arguments; a program without a slash is looked up in our PATH
	Shell string   // a command line for bash, or sh where there is none
	Dir   string   // working directory; empty is ours
	Env   []string // nil stands for ChildEnv of our environment, never for the environment itself

	Timeout    time.Duration // 0 is none
	Combined   bool          // both streams, in the order of their writing, in Stdout
	MaxCapture int           // bytes of each stream kept in memory; 0 stands for DefaultMaxCapture
	SpillDir   string        // where outputs beyond that are stored; empty is the system's temporary directory
	MaxSpill   int64         // bytes of each stream that are stored there; 0 stands for DefaultMaxSpill

	// OnOutput, when set, gets every piece of output as it arrives, one call at a time. The slice is
	// valid during the call only, and the command waits for it to return.
	OnOutput func(chunk []byte)
}

// Exit is how a command ended.
type Exit struct {
	Code      int            // exit code; -1 when a signal ended it
	Signal    syscall.Signal // 0 when no signal ended it
	Duration  time.Duration
	TimedOut  bool // Command.Timeout was over
	Cancelled bool // the context was done
	Stdout    Output
	Stderr    Output
	// Survivors are processes that were still there when the command itself had ended; all of them
	// were told to end, then killed.
	Survivors []Process
}

// Process names a process.
type Process struct {
	PID  int
	Name string // of the program, at most 15 bytes
}

// Run runs a command to its end and returns once it and every process that it left behind are gone.
// The command is a session of its own without a terminal, and its stdin is empty. When ctx is done or
// the timeout is over the whole group gets TERM, and KILL two seconds later; what was printed until
// then is returned. Background processes do not survive the command, and on Linux its group does not
// survive us when we are killed. The error tells that it could not be started; any exit code is a
// success here.
func Run(ctx context.Context, c Command) (Exit, error) {
	if err := ctx.Err(); err != nil {
		return Exit{}, err
	}
	r, err := start(c)
	if err != nil {
		return Exit{}, err
	}
	r.wait(ctx, c.Timeout)
	r.settle()
	r.exit.Stdout = r.stdout.finish()
	r.exit.Stderr = r.stderr.finish()
	return r.exit, nil
}

// running is a started command.
type running struct {
	cmd     *exec.Cmd
	began   time.Time
	ended   <-chan struct{} // closed when the command's own process has ended
	drained chan struct{}   // closed when no process holds one of our pipes any more
	pipes   pipes
	stdout  *capture
	stderr  *capture
	termed  time.Time // when the group was told to end
	exit    Exit
}

func start(c Command) (*running, error) {
	cmd, err := command(c)
	if err != nil {
		return nil, err
	}
	ps, err := openPipes(c.Combined)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", cmd.Path, err)
	}
	cmd.Stdout, cmd.Stderr = ps.out.theirs, ps.err.theirs
	if c.Combined {
		cmd.Stderr = ps.out.theirs
	}
	cmd.ExtraFiles = []*os.File{ps.life.theirs}
	r := &running{cmd: cmd, began: time.Now(), pipes: ps, drained: make(chan struct{})}
	r.ended, err = Spawn(cmd)
	if err == nil {
		_ = killWithUs(ps.life.theirs, cmd.Process.Pid) // without it, the command's own process gets TERM
	}
	ps.closeTheirs()
	if err != nil {
		ps.closeOurs()
		// What the system says about a missing directory reads as if the program were missing.
		if _, dirErr := os.Stat(c.Dir); c.Dir != "" && dirErr != nil {
			err = fmt.Errorf("working directory: %w", dirErr)
		}
		return nil, fmt.Errorf("run %s: %w", cmd.Path, err)
	}
	r.read(c)
	return r, nil
}

func command(c Command) (*exec.Cmd, error) {
	argv := c.Argv
	switch {
	case (len(argv) == 0) == (c.Shell == ""):
		return nil, errors.New("run: give either argv or a shell line")
	case c.Shell != "":
		argv = []string{shell(), "-c", c.Shell}
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	if cmd.Env == nil {
		cmd.Env = ChildEnv(os.Environ(), nil)
	}
	return cmd, nil
}

func shell() string {
	const usual = "/bin/bash"
	if _, err := os.Stat(usual); err == nil {
		return usual
	}
	if path, err := exec.LookPath("bash"); err == nil {
		return path
	}
	return "/bin/sh"
}

// read starts one goroutine for each pipe. They end when the pipe does, or when settle gives up on it.
func (r *running) read(c Command) {
	limit := c.MaxCapture
	if limit <= 0 {
		limit = DefaultMaxCapture
	}
	spill := c.MaxSpill
	if spill <= 0 {
		spill = DefaultMaxSpill
	}
	var one sync.Mutex // OnOutput is called by one reader at a time
	emit := func(chunk []byte) {
		if c.OnOutput != nil {
			one.Lock()
			defer one.Unlock()
			c.OnOutput(chunk)
		}
	}
	r.stdout = &capture{limit: limit, dir: c.SpillDir, maxSpill: spill}
	r.stderr = &capture{limit: limit, dir: c.SpillDir, maxSpill: spill}
	var readers sync.WaitGroup
	readers.Go(func() { r.stdout.read(r.pipes.out.ours, emit) })
	if !c.Combined {
		readers.Go(func() { r.stderr.read(r.pipes.err.ours, emit) })
	}
	readers.Go(func() { r.pipes.life.awaitNoReader() })
	go func() {
		readers.Wait()
		r.pipes.closeOurs()
		close(r.drained)
	}()
}

// wait waits for the command's own process, and ends its group when it is time to.
func (r *running) wait(ctx context.Context, timeout time.Duration) {
	var late <-chan time.Time
	if timeout > 0 {
		t := time.NewTimer(timeout)
		defer t.Stop()
		late = t.C
	}
	select {
	case <-r.ended:
	case <-late:
		r.exit.TimedOut = true
		r.endGroup()
	case <-ctx.Done():
		r.exit.Cancelled = true
		r.endGroup()
	}
	r.exit.Duration = time.Since(r.began)
	r.exit.Code = r.cmd.ProcessState.ExitCode()
	if s, ok := r.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		r.exit.Signal = s.Signal()
	}
}

func (r *running) endGroup() {
	r.termed = time.Now()
	r.signalGroup(syscall.SIGTERM)
	if !waitFor(r.ended, killAfter) {
		r.signalGroup(syscall.SIGKILL)
		<-r.ended
	}
}

// signalGroup signals the command's process group. The group's number stays taken while any process
// is in it, also after the leader is gone; an empty group is no error to us.
func (r *running) signalGroup(s syscall.Signal) { _ = syscall.Kill(-r.cmd.Process.Pid, s) }
