package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"beestown/tools"
)

// ServerOptions describes a server.
type ServerOptions struct {
	Name    string // unique among the servers
	Type    string // only "stdio" works; empty stands for it
	Command string // a program without a slash is looked up in our PATH
	Args    []string
	Env     map[string]string // added to what every child process gets
	Dir     string            // working directory; empty stands for Options.Dir

	StartupTimeout time.Duration // until its tools are listed; 0 stands for 60 s
	CallTimeout    time.Duration // of one call; 0 stands for 60 s

	Include []string // the only tools to use, by the server's names; empty means all
	Exclude []string // tools not to use
	// TrustReadOnly believes the server where it says that a tool only reads.
	TrustReadOnly bool

	Disabled bool  // it is listed, not started
	Err      error // a problem of its configuration: it has failed from the beginning
}

// Options are what all servers have in common. The zero value of a limit stands for its default.
type Options struct {
	Environ []string // environment that children are given a part of; nil stands for ours
	Dir     string   // working directory of servers without their own; empty stands for ours
	Version string   // of this program, told to the servers

	MaxTools       int // tools of all servers together; default 500
	MaxDescription int // bytes of a description of a tool or parameter; default 8 kB
	MaxLine        int // bytes of a message from a server; default 8 MB

	// OnChange, when set, is told every change of a server's state, one call at a time and in order
	// for each server. It must not call Close.
	OnChange func(State)
}

const (
	defaultTimeout        = time.Minute
	defaultMaxTools       = 500
	defaultMaxDescription = 8 << 10
	defaultMaxLine        = 8 << 20
)

// Manager runs the servers of a program. It is safe for concurrent use; Close ends it.
type Manager struct {
	opts     Options
	registry *tools.Registry
	ctx      context.Context // of all servers
	cancel   context.CancelFunc
	servers  []*server // in the order of their configuration; the slice never changes

	tell sync.Mutex // held while OnChange runs

	mu      sync.Mutex
	closed  bool
	changed chan struct{} // closed and replaced when a state changes
	tools   int           // registered by all servers
}

// Start starts the servers, all at once, and returns at once. They live until ctx ends or Close is
// called; their tools come and go in registry.
func Start(ctx context.Context, servers []ServerOptions, registry *tools.Registry, o Options) *Manager {
	o.MaxTools = orDefault(o.MaxTools, defaultMaxTools)
	o.MaxDescription = orDefault(o.MaxDescription, defaultMaxDescription)
	o.MaxLine = orDefault(o.MaxLine, defaultMaxLine)
	m := &Manager{opts: o, registry: registry, changed: make(chan struct{})}
	m.ctx, m.cancel = context.WithCancel(ctx)
	names := make([]string, len(servers))
	for i, so := range servers {
		names[i] = so.Name
	}
	keys := serverKeys(names)
	for i, so := range servers {
		so.StartupTimeout = orDefault(so.StartupTimeout, defaultTimeout)
		so.CallTimeout = orDefault(so.CallTimeout, defaultTimeout)
		if so.Dir == "" {
			so.Dir = o.Dir
		}
		m.servers = append(m.servers, newServer(m, so, keys[i]))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.servers {
		s.state = State{Name: s.opts.Name, Status: Disabled, Since: time.Now(), Command: s.commandLine()}
		if !s.opts.Disabled {
			m.launch(s)
		}
	}
	return m
}

func orDefault[T int | time.Duration](v, standard T) T {
	if v == 0 {
		return standard
	}
	return v
}

// launch gives a server a new life, after the one that it has now. m.mu is held.
func (m *Manager) launch(s *server) {
	ctx, cancel := context.WithCancel(m.ctx)
	before, done := s.done, make(chan struct{})
	s.cancel, s.done = cancel, done
	s.state = State{Name: s.opts.Name, Status: Starting, Since: time.Now(), Command: s.commandLine()}
	m.wake()
	go func() {
		defer close(done)
		defer cancel()
		if before != nil {
			<-before
		}
		s.live(ctx)
	}()
}

// States returns the states of all servers in the order of their configuration.
func (m *Manager) States() []State {
	m.mu.Lock()
	defer m.mu.Unlock()
	states := make([]State, len(m.servers))
	for i, s := range m.servers {
		states[i] = s.state
	}
	return states
}

// Wait blocks until no server is starting, or ctx ends.
func (m *Manager) Wait(ctx context.Context) {
	for {
		m.mu.Lock()
		starting := slices.ContainsFunc(m.servers, func(s *server) bool { return s.state.Status == Starting })
		changed := m.changed
		m.mu.Unlock()
		if !starting {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		case <-m.ctx.Done():
			return
		}
	}
}

// Restart ends a server if it runs and starts it again, also one that failed or is disabled. It
// returns at once; the error is that there is no such server, or that the manager is closed.
func (m *Manager) Restart(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.find(name)
	if err != nil {
		return err
	}
	if s.cancel != nil {
		s.cancel()
	}
	m.launch(s)
	return nil
}

// Disconnect ends a server and takes its tools away; Restart brings it back. It returns when the
// server is gone, or when it was restarted meanwhile. The errors are those of Restart.
func (m *Manager) Disconnect(name string) error {
	m.mu.Lock()
	s, err := m.find(name)
	if err != nil {
		m.mu.Unlock()
		return err
	}
	done := s.done
	if s.cancel != nil {
		s.cancel()
	}
	m.mu.Unlock()
	if done != nil {
		<-done
	}
	m.mu.Lock()
	restarted := s.done != done
	if !restarted {
		s.state = State{Name: name, Status: Disabled, Since: time.Now(), Command: s.commandLine()}
		m.wake()
	}
	state := s.state
	m.mu.Unlock()
	if !restarted {
		m.notify(state)
	}
	return nil
}

func (m *Manager) find(name string) (*server, error) {
	if m.closed {
		return nil, errors.New("the mcp servers are shut down")
	}
	i := slices.IndexFunc(m.servers, func(s *server) bool { return s.opts.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no mcp server is called %q; those under mcp_servers are the ones that there are", name)
	}
	return m.servers[i], nil
}

// Close ends all servers at the same time and returns when they and the processes that they started
// are gone: within 3 seconds, whatever they do. It may be called more than once.
func (m *Manager) Close() {
	m.mu.Lock()
	m.closed = true
	m.cancel()
	var lives []chan struct{}
	for _, s := range m.servers {
		if s.done != nil {
			lives = append(lives, s.done)
		}
	}
	m.mu.Unlock()
	for _, done := range lives {
		<-done
	}
}

// publish sets a server's state, unless its life was ended from outside: then whoever did that
// says what it is.
func (m *Manager) publish(ctx context.Context, s *server, state State) {
	m.mu.Lock()
	if ctx.Err() != nil {
		m.mu.Unlock()
		return
	}
	s.state = state
	m.wake()
	m.mu.Unlock()
	m.notify(state)
}

func (m *Manager) notify(state State) {
	if m.opts.OnChange != nil {
		m.tell.Lock()
		defer m.tell.Unlock()
		m.opts.OnChange(state)
	}
}

// wake tells those that wait for a change. m.mu is held.
func (m *Manager) wake() {
	close(m.changed)
	m.changed = make(chan struct{})
}

// reserve takes room for up to n more tools and returns for how many there is; release gives it back.
func (m *Manager) reserve(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n = min(n, m.opts.MaxTools-m.tools)
	m.tools += n
	return n
}

func (m *Manager) release(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tools -= n
}
