package workspace

import "sync"

// pathLocks is a mutex for each path in use.
type pathLocks struct {
	mu   sync.Mutex
	held map[string]*pathLock
}

type pathLock struct {
	sync.Mutex
	users int // holders and waiters; the last one removes the entry
}

// lock waits for the path and returns what unlocks it.
func (l *pathLocks) lock(path string) (unlock func()) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*pathLock{}
	}
	one := l.held[path]
	if one == nil {
		one = &pathLock{}
		l.held[path] = one
	}
	one.users++
	l.mu.Unlock()
	one.Lock()
	return func() {
		one.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if one.users--; one.users == 0 {
			delete(l.held, path)
		}
	}
}
