package mcp

import "syscall"

// sysProcAttr makes the child a session of its own, without our terminal and with a process group
// that can be signalled as a whole, and has it told to end when we die without a chance to do it.
func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGTERM}
}
