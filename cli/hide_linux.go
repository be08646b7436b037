package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// hideEnvironment keeps other processes of the same user, and commands that we run are such, from
// reading /proc/PID/environ of ours: it holds the keys that we keep from their own environment. The
// kernel shows the memory in which the program got it, so unsetting a variable changes nothing.
//
// It makes the program not dumpable, which also means no core file, no debugger attached by an ordinary
// user, and nobody else looking at our /proc/PID/cwd. What we look up in /proc/self works as before,
// and a program that we execute is dumpable again.
func hideEnvironment() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }

// environmentShown says why commands can read our environment all the same; empty if they cannot.
func environmentShown() string {
	if os.Geteuid() == 0 {
		return "as root a child can read our environment, keys too; run as an ordinary user"
	}
	return ""
}
