//go:build !linux

package mcp

import "syscall"

// sysProcAttr makes the child a session of its own, without our terminal and with a process group
// that can be signalled as a whole. When we die without a chance to end it, it sees its stdin end.
func sysProcAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true}
}
