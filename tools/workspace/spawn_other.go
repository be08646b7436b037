//go:build !linux

package workspace

import (
	"os"
	"syscall"
)

func sysProcAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// killWithUs does nothing: here the kernel cannot be told to end the children of who is killed.
func killWithUs(*os.File, int) error { return nil }
