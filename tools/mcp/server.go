package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"beestown/tools/text"
)

const (
	// relistPause keeps a server that says in every answer that its tools changed from keeping us
	// busy.
	relistPause = 250 * time.Millisecond
	stderrTail  = 4 << 10
)

// server is a configured server. It is owned by the goroutine of its present life, see live; the
// fields at the end are guarded by Manager.mu.
type server struct {
	m    *Manager
	opts ServerOptions
	key  string // its part of canonical names

	registered map[string]*tool // by canonical name

	state  State
	cancel context.CancelFunc // ends the present life; nil before the first
	done   chan struct{}      // closed at its end
}

func newServer(m *Manager, so ServerOptions, key string) *server {
	return &server{m: m, opts: so, key: key, registered: map[string]*tool{}}
}

// live is one life of a server: from the start of its process to its end. ctx ends it from outside.
func (s *server) live(ctx context.Context) {
	began := time.Now()
	st := State{Name: s.opts.Name, Status: Starting, Since: began, Command: s.commandLine()}
	s.m.publish(ctx, s, st)
	c, st, err := s.connect(ctx, st)
	if err == nil {
		st.Status, st.Since, st.Took = Ready, time.Now(), time.Since(began)
		s.m.publish(ctx, s, st)
		st, err = s.serve(ctx, c, st)
	}
	s.unregister()
	if c != nil {
		c.hangUp()
	}
	st.Status, st.Since, st.Tools, st.Warnings = Failed, time.Now(), nil, nil
	st.Error, st.Next = s.explain(c, err)
	if c != nil {
		st.Stderr = text.Visible(c.proc.printed.tail(stderrTail))
	}
	s.m.publish(ctx, s, st)
}

// connect starts the process, shakes hands and registers the tools, all before the deadline. The
// connection, when there is one, is to be hung up whatever the error is.
func (s *server) connect(ctx context.Context, st State) (*conn, State, error) {
	switch {
	case s.opts.Err != nil:
		return nil, st, &configError{cause: s.opts.Err.Error(), next: "correct it and start beestown again"}
	case s.opts.Type != "" && s.opts.Type != "stdio":
		return nil, st, &configError{cause: fmt.Sprintf("it is of type %s; only stdio servers are supported in this version", s.opts.Type),
			next: "start it through a program that speaks stdio, or set enabled: false"}
	case s.opts.Command == "":
		return nil, st, &configError{cause: "it has no command", next: "set mcp_servers." + s.opts.Name + ".command"}
	}
	c, err := dial(s.opts, s.m.opts)
	if err != nil {
		return nil, st, err
	}
	limit := &configError{cause: fmt.Sprintf("it was not ready after %v", s.opts.StartupTimeout),
		next: "raise mcp_servers." + s.opts.Name + ".startup_timeout"}
	starting, cancel := context.WithTimeoutCause(ctx, s.opts.StartupTimeout, limit)
	defer cancel()
	starting, _, done := c.begin(starting)
	defer done()
	if err := c.handshake(starting, s.m.opts.Version); err != nil {
		return c, st, orCause(starting, err)
	}
	st, err = s.refresh(starting, c, st)
	if err == nil {
		c.subscribe(ctx)
	}
	return c, st, orCause(starting, err)
}

// serve keeps the list of tools up to date until the server ends or ctx does.
func (s *server) serve(ctx context.Context, c *conn, st State) (State, error) {
	for {
		select {
		case <-ctx.Done():
			return st, ctx.Err()
		case <-c.lost:
			return st, transport.ErrTransportClosed
		case <-c.changed:
		}
		listing, cancel := context.WithTimeout(ctx, s.opts.CallTimeout)
		next, err := s.refresh(listing, c, st)
		cancel()
		switch {
		case err == nil:
			st = next
		case errors.Is(err, transport.ErrTransportClosed):
			continue // lost says it better
		default:
			st.Warnings = []string{"the list of tools could not be brought up to date: " + firstLine(err.Error())}
		}
		s.m.publish(ctx, s, st)
		select {
		case <-time.After(relistPause):
		case <-ctx.Done():
		case <-c.lost:
		}
	}
}

// refresh lists the tools and makes the registry agree.
func (s *server) refresh(ctx context.Context, c *conn, st State) (State, error) {
	list, err := c.list(ctx)
	if err != nil {
		return st, err
	}
	list, warnings := wanted(list, s.opts)
	names, more := s.register(c, list)
	st.Tools, st.Warnings = names, append(warnings, more...)
	return st, nil
}

// configError is a failure with its own advice.
type configError struct{ cause, next string }

// Error returns the cause.
func (e *configError) Error() string { return e.cause }

// explain says why a life ended and what to do about it. c may be nil; otherwise it is hung up.
func (s *server) explain(c *conn, err error) (cause, next string) {
	var known *configError
	next = "correct mcp_servers." + s.opts.Name + " and start beestown again"
	switch {
	case err == nil:
		return "", ""
	case errors.As(err, &known):
		return text.Visible(known.cause), known.next
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return text.Visible(err.Error()), "install " + text.Visible(s.opts.Command) + ", or correct mcp_servers." + s.opts.Name + ", and start beestown again"
	case c != nil && c.why != nil:
		cause = c.why.Error()
	case c != nil && errors.Is(err, transport.ErrTransportClosed):
		cause = c.proc.exit()
	default:
		cause = firstLine(err.Error())
	}
	return text.Visible(cause), next
}

// commandLine is the command for people; the environment, where secrets are, is not in it.
func (s *server) commandLine() string {
	return text.Visible(strings.Join(append([]string{s.opts.Command}, s.opts.Args...), " "))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	const longest = 500
	if len(line) > longest {
		line = strings.ToValidUTF8(line[:longest], "") + "..."
	}
	return line
}
