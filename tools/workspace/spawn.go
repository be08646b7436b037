package workspace

import (
	"os/exec"
	"runtime"
)

// Spawn starts a command as a session of its own, without our terminal and with a process group that
// can be signalled as a whole. On Linux it gets TERM when we die without a chance to end it. ended is
// closed when the command's own process has ended and was waited for; cmd.ProcessState says how.
// Spawn sets cmd.SysProcAttr; the caller sets everything else, and calls neither Start nor Wait.
//
// The thread that starts the command waits for it: the kernel delivers the parent's death signal when
// that thread ends, not the process, and this one cannot end before the command does.
func Spawn(cmd *exec.Cmd) (ended <-chan struct{}, err error) {
	cmd.SysProcAttr = sysProcAttr()
	started := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // what it says is in cmd.ProcessState
			close(done)
		}
	}()
	return done, <-started
}
