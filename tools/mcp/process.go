package mcp

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"beestown/tools/workspace"
)

// How long the processes of a server may take to end by themselves, one step after the other: after
// their input ended, after TERM, after KILL.
const (
	inputGrace = 500 * time.Millisecond
	termGrace  = time.Second
	killGrace  = time.Second
)

// process is the running program of a server, with everything that it starts.
type process struct {
	cmd    *exec.Cmd
	stdin  *os.File // our ends of the pipes
	stdout *os.File
	stderr *os.File

	printed   ring            // the end of what it printed that is no message
	ended     <-chan struct{} // closed when the program itself has ended and was waited for
	quiet     chan struct{}   // closed when no process holds stderr any more
	outClosed chan struct{}   // closed when no process holds stdout any more, by closeOut
	closeOut  func()
	forced    bool // stop had to end the program itself
}

// startProcess starts the program. The caller reads stdout to its end and then calls closeOut, and
// calls stop in any case, while it reads.
func startProcess(so ServerOptions, environ []string) (*process, error) {
	p := &process{quiet: make(chan struct{}), outClosed: make(chan struct{})}
	p.closeOut = sync.OnceFunc(func() { close(p.outClosed) })
	p.cmd = exec.Command(so.Command, so.Args...)
	p.cmd.Dir = so.Dir
	p.cmd.Env = workspace.ChildEnv(environ, so.Env)
	theirs, err := p.openPipes()
	if err == nil {
		p.ended, err = workspace.Spawn(p.cmd)
	}
	closeAll(theirs)
	if err != nil {
		closeAll([]*os.File{p.stdin, p.stdout, p.stderr})
		// What the system says about a missing directory reads as if the program were missing.
		if _, dirErr := os.Stat(so.Dir); so.Dir != "" && dirErr != nil {
			err = &configError{cause: "working directory: " + dirErr.Error(), next: "create it, or correct mcp_servers." + so.Name + ".cwd"}
		}
		return nil, err
	}
	go p.drainStderr()
	return p, nil
}

// openPipes connects the program's three streams and returns its ends of the pipes. They are files,
// so that waiting for the program does not mean waiting for all that inherited its streams.
func (p *process) openPipes() (theirs []*os.File, err error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.stdin, theirs = inW, append(theirs, inR)
	outR, outW, err := os.Pipe()
	if err != nil {
		return theirs, err
	}
	p.stdout, theirs = outR, append(theirs, outW)
	errR, errW, err := os.Pipe()
	if err != nil {
		return theirs, err
	}
	p.stderr, theirs = errR, append(theirs, errW)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inR, outW, errW
	return theirs, nil
}

func (p *process) drainStderr() {
	defer close(p.quiet)
	buf := make([]byte, 8<<10)
	for {
		n, err := p.stderr.Read(buf)
		_, _ = p.printed.Write(buf[:n])
		if err != nil {
			return
		}
	}
}

// stop ends the program and its process group, step by step, and returns when nothing of it is left.
// The caller has closed stdin or has it closed at the same time.
func (p *process) stop() {
	if !p.goneWithin(inputGrace) {
		select {
		case <-p.ended:
		default:
			p.forced = true
		}
		p.signal(syscall.SIGTERM)
		if !p.goneWithin(termGrace) {
			p.signal(syscall.SIGKILL)
			p.goneWithin(killGrace)
		}
	}
	p.signal(syscall.SIGKILL) // for members of the group that hold none of our pipes
	// Whoever still holds a pipe left the group; our readers and writers end all the same.
	closeAll([]*os.File{p.stdin, p.stdout, p.stderr})
	<-p.quiet
	<-p.outClosed
}

// goneWithin waits at most d until the program has ended and no process holds its streams.
func (p *process) goneWithin(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	for _, gone := range []<-chan struct{}{p.ended, p.quiet, p.outClosed} {
		select {
		case <-gone:
		case <-t.C:
			return false
		}
	}
	return true
}

// signal signals the whole group. Its number stays taken while any process is in it, also after the
// program itself has ended; an empty group is no error to us.
func (p *process) signal(s syscall.Signal) { _ = syscall.Kill(-p.cmd.Process.Pid, s) }

// exit says how the program ended; stop must have returned.
func (p *process) exit() string {
	if p.forced {
		return "it closed its output"
	}
	if status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return "it was killed by signal " + status.Signal().String()
	}
	return fmt.Sprintf("it ended by itself with exit code %d", p.cmd.ProcessState.ExitCode())
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close() // a nil file says so, which is fine
	}
}
