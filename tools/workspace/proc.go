package workspace

import (
	"bytes"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// stat is what /proc says of a process; its zero value stands for one that is gone.
type stat struct {
	name   string
	state  byte
	parent int
	group  int
}

// dead tells whether the process is gone or is a zombie.
func (s stat) dead() bool { return s.state == 0 || s.state == 'Z' }

func readStat(pid int) stat {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}
	}
	// pid (name) state ppid pgrp ...; the name may hold anything, so its end is the last parenthesis.
	open, end := bytes.IndexByte(data, '('), bytes.LastIndexByte(data, ')')
	if open < 0 || end < open {
		return stat{}
	}
	fields := bytes.Fields(data[end+1:])
	if len(fields) < 3 {
		return stat{}
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	group, _ := strconv.Atoi(string(fields[2]))
	return stat{name: string(data[open+1 : end]), state: fields[0][0], parent: parent, group: group}
}

// others yields every living process but this one; none where there is no /proc.
func others() iter.Seq2[int, stat] {
	return func(yield func(int, stat) bool) {
		entries, err := os.ReadDir("/proc")
		if err != nil {
			return
		}
		for _, e := range entries {
			pid, err := strconv.Atoi(e.Name())
			if err != nil || pid == os.Getpid() {
				continue
			}
			if s := readStat(pid); !s.dead() && !yield(pid, s) {
				return
			}
		}
	}
}

func holdsAny(pid int, links []string) bool {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		target, _ := os.Readlink(filepath.Join(dir, e.Name()))
		if slices.Contains(links, target) {
			return true
		}
	}
	return false
}
