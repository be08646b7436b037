package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What /proc says about processes. A process that is gone has nothing: its figures are 0.

// memory watches the memory of a process tree. The peak of the process itself is kept by the kernel
// (VmHWM) and cannot be missed by more than the last interval; the children are added up as often as
// we look, so one that lives shorter than that may be missed. The resource usage that a wait returns
// is no help: its peak starts with that of the process which forked, ours.
type memory struct {
	pid            int
	done           chan struct{}
	ended          chan struct{}
	self, children int64
}

const (
	interval = time.Millisecond // while the program is young, when its memory grows
	young    = 200              // intervals
	later    = 20 * time.Millisecond
	scan     = 10 // the children are looked for at every scan-th interval
)

func watchMemory(pid int) *memory {
	m := &memory{pid: pid, done: make(chan struct{}), ended: make(chan struct{})}
	go m.watch()
	return m
}

func (m *memory) watch() {
	defer close(m.ended)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for i := 1; ; i++ {
		select {
		case <-m.done:
			return
		case <-tick.C:
		}
		if i == young {
			tick.Reset(later)
		}
		m.self = max(m.self, peak(m.pid))
		if i%scan == 0 {
			m.children = max(m.children, childrenRSS(m.pid))
		}
	}
}

// stop ends the watch and returns the peak in bytes.
func (m *memory) stop() int64 {
	close(m.done)
	<-m.ended
	return m.self + m.children
}

// peak is the most memory that the process ever held, in bytes.
func peak(pid int) int64 {
	_, rest, _ := strings.Cut(read(pid, "status"), "VmHWM:")
	kb, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, _ := strconv.ParseInt(kb, 10, 64) // 0 for a process that is gone
	return n << 10
}

// treeRSS is what a process and everything below it hold now, in bytes.
func treeRSS(pid int) int64 {
	_, rss := pages(pid)
	return rss + childrenRSS(pid)
}

// childrenRSS is what everything below a process holds now, in bytes. A child that has not begun its
// program yet still lives in the memory of its parent and is not counted: its size tells.
func childrenRSS(pid int) int64 {
	size, _ := pages(pid)
	below := map[int]bool{pid: true}
	var sum int64
	for _, child := range processes() { // in the order of their ids: a parent comes before its child
		if fields := stat(child); len(fields) > 1 && below[int(fields[1])] {
			below[child] = true
			if own, rss := pages(child); own != size {
				sum += rss
			}
		}
	}
	return sum
}

// processes lists the ids of all processes, ascending.
func processes() []int {
	names, _ := filepath.Glob("/proc/[0-9]*") // the pattern is valid
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(filepath.Base(name)); err == nil {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// pages is the address space of a process and the memory it holds, in bytes.
func pages(pid int) (size, rss int64) {
	fields := strings.Fields(read(pid, "statm"))
	if len(fields) < 2 {
		return 0, 0
	}
	size, _ = strconv.ParseInt(fields[0], 10, 64)
	rss, _ = strconv.ParseInt(fields[1], 10, 64)
	page := int64(os.Getpagesize())
	return size * page, rss * page
}

// cpuTime is what a process and the children that it waited for have used, in steps of 10 ms.
func cpuTime(pid int) time.Duration {
	fields := stat(pid)
	if len(fields) < 15 {
		return 0
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux that Go runs on
	return time.Duration(fields[11]+fields[12]+fields[13]+fields[14]) * tick
}

// threadTime is what the living threads of a process have used, to the nanosecond.
func threadTime(pid int) time.Duration {
	tasks, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "schedstat"))
	var sum int64
	for _, task := range tasks {
		text, _ := os.ReadFile(task) // a thread that ended has nothing
		run, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(run, 10, 64)
		sum += n
	}
	return time.Duration(sum)
}

// stat is the fields of /proc/PID/stat after the name; the state, a letter, is 0.
func stat(pid int) []int64 {
	text := read(pid, "stat")
	var fields []int64
	for _, f := range strings.Fields(text[strings.LastIndexByte(text, ')')+1:]) {
		n, _ := strconv.ParseInt(f, 10, 64)
		fields = append(fields, n)
	}
	return fields
}

func read(pid int, name string) string {
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), name))
	return string(text)
}

// machine describes what the figures were measured on, without its name.
func machine() string {
	cpu, _ := os.ReadFile("/proc/cpuinfo")
	_, model, _ := strings.Cut(string(cpu), "model name\t: ")
	model, _, _ = strings.Cut(model, "\n")
	kernel, _ := os.ReadFile("/proc/sys/kernel/osrelease")
	release, _, _ := strings.Cut(strings.TrimSpace(string(kernel)), "-")
	return model + ", " + strconv.Itoa(runtime.NumCPU()) + " cores, Linux " + release + ", " + runtime.Version()
}

// loadAverage is the load of the last minute, five and fifteen minutes.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	return strings.Join(fields[:min(3, len(fields))], " ")
}
