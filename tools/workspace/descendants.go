package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killAllWithin bounds how long KillDescendants takes.
const killAllWithin = 200 * time.Millisecond

// KillDescendants kills every process that this program has started, and what those have started, in
// whatever group or session: for an exit that waits for nothing else. It returns when they are gone,
// or after 200 milliseconds. Where there is no /proc it does nothing.
//
// A process that has lost its parent is found by a pipe of ours that it has inherited. That is why
// the program is no subreaper, to which such processes would return: it would have to reap them, and
// waiting for any child takes away the exit codes for which os/exec waits. One that has lost its
// parent, left the session and closed every inherited descriptor gets away.
func KillDescendants() {
	for end := time.Now().Add(killAllWithin); time.Now().Before(end); time.Sleep(time.Millisecond) {
		found := descendants()
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL) // one that is gone needs no signal
		}
	}
}

// descendants are the living processes below us and those that hold our pipes.
func descendants() []int {
	links := ownPipes()
	children := map[int][]int{}
	found := []int{}
	for pid, s := range others() {
		children[s.parent] = append(children[s.parent], pid)
		if len(links) > 0 && holdsAny(pid, links) {
			found = append(found, pid)
		}
	}
	found = append(found, children[os.Getpid()]...)
	seen := map[int]bool{}
	for i := 0; i < len(found); i++ { // it grows
		if !seen[found[i]] {
			seen[found[i]] = true
			found = append(found, children[found[i]]...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// ownPipes are the links of the pipes that this program has opened. Those that it was started with,
// its output or the jobserver of make, are held by processes which are none of ours; they can be told
// apart because what we open is closed on exec, and what was inherited by an exec is not.
func ownPipes() []string {
	const dir = "/proc/self/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var links []string
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		link, _ := os.Readlink(filepath.Join(dir, e.Name()))
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC != 0 && strings.HasPrefix(link, "pipe:[") {
			links = append(links, link)
		}
	}
	return links
}
