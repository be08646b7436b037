package workspace

import (
	"os"
	"slices"
	"syscall"
	"time"
)

// settle ends what the command left behind. A process that outlives it shows itself by its group, or
// by a pipe of ours that it still holds: stdout, stderr, or the life pipe, which is there for nothing
// else and which also those that redirect their output inherit. Leaving the group with setsid alone
// does not hide it; it would have to close every inherited descriptor as well.
func (r *running) settle() {
	end := time.Now().Add(leftoverGrace)
	if waitFor(r.drained, leftoverGrace) {
		// Dying processes close their pipes a little before they are dead.
		for r.groupLives() && time.Now().Before(end) {
			time.Sleep(time.Millisecond)
		}
		if !r.groupLives() {
			return
		}
	}
	found := r.signalLeftovers(syscall.SIGTERM)
	left := killAfter
	switch {
	case !found && !r.groupLives():
		left = 0 // whoever holds the pipe is none of ours
	case !r.termed.IsZero():
		left = max(0, killAfter-time.Since(r.termed))
	}
	if !waitFor(r.drained, left) {
		r.killLeftovers()
	}
	awaitExit(r.exit.Survivors)
	r.signalGroup(syscall.SIGKILL) // for members that hold nothing of ours and did not heed TERM
}

// groupLives tells whether a process of the group is there that is not a zombie. Where there is no
// /proc, zombies count as well.
func (r *running) groupLives() bool {
	group := r.cmd.Process.Pid
	if syscall.Kill(-group, 0) != nil {
		return false
	}
	_, err := os.Stat("/proc/self/stat")
	return err != nil || len(leftovers(group, nil)) > 0
}

// killLeftovers ends what did not end when it was told to, and gives up on the pipes if they are held
// by somebody who cannot be found or killed.
func (r *running) killLeftovers() {
	for range 3 { // killing one may bring to light what it started meanwhile
		found := r.signalLeftovers(syscall.SIGKILL)
		if waitFor(r.drained, leftoverGrace) {
			return
		}
		if !found {
			break
		}
	}
	r.pipes.abandon()
	<-r.drained
}

// awaitExit waits a moment until dying processes are dead.
func awaitExit(ps []Process) {
	for end := time.Now().Add(leftoverGrace); len(ps) > 0 && time.Now().Before(end); {
		if readStat(ps[0].PID).dead() {
			ps = ps[1:]
			continue
		}
		time.Sleep(time.Millisecond)
	}
}

// waitFor waits for done, at most d, and tells whether it came.
func waitFor(done <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}

// signalLeftovers signals the group and every process that holds one of our pipes, and adds
// them to the survivors. It tells whether there were any.
func (r *running) signalLeftovers(s syscall.Signal) bool {
	// A process that is being started elsewhere in this program has copies of our descriptors until
	// it executes its program. While the lock is held there is none.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	found := leftovers(r.cmd.Process.Pid, r.pipes.links())
	for _, p := range found {
		_ = syscall.Kill(p.PID, s)
		if !slices.ContainsFunc(r.exit.Survivors, func(q Process) bool { return q.PID == p.PID }) {
			r.exit.Survivors = append(r.exit.Survivors, p)
		}
	}
	r.signalGroup(s) // where there is no /proc, this is all that can be done
	return len(found) > 0
}

// leftovers looks through /proc for the members of a process group and for the holders of pipes,
// which are named by their links, such as "pipe:[4711]".
func leftovers(group int, links []string) []Process {
	var found []Process
	for pid, s := range others() {
		if s.group == group || len(links) > 0 && holdsAny(pid, links) {
			found = append(found, Process{PID: pid, Name: s.name})
		}
	}
	return found
}
