package workspace

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGTERM}
}

// killWithUs has the kernel kill a process group when the other end of a pipe is closed, which our
// death does too. The children inherit this end, and with it the order: a parent's death signal
// reaches the command's own process only. It is KILL because nobody is left to insist.
func killWithUs(theirs *os.File, group int) error {
	conn, err := theirs.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	set := func(fd uintptr, cmd, arg int) {
		if failed == nil {
			_, failed = unix.FcntlInt(fd, cmd, arg)
		}
	}
	err = conn.Control(func(fd uintptr) {
		set(fd, unix.F_SETSIG, int(unix.SIGKILL))
		set(fd, unix.F_SETOWN, -group)
		set(fd, unix.F_SETFL, unix.O_ASYNC) // reads block, as is usual
	})
	if err != nil {
		return err
	}
	return failed
}
