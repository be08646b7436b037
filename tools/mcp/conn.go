package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// discoverTimeout bounds the probe for the stateless protocol. It is sent only to a server that
// refused the handshake, and so is up and answering.
const discoverTimeout = 2 * time.Second

var (
	errTooLong = errors.New("it sent a message that is too long, which was dropped")
	errDeaf    = errors.New("it does not read its input")
)

// conn is one process of a server and the protocol spoken with it.
type conn struct {
	proc    *process
	client  *client.Client
	outbox  *outbox
	changed chan struct{} // gets a value when the server says that its tools changed
	lost    chan struct{} // closed when the server's end of the connection is gone
	broken  func(error)   // ends the connection, and all that waits for it, for a reason; does not block
	why     error         // the reason, after broken; nil when the server ended by itself
	workers sync.WaitGroup

	mu    sync.Mutex
	next  int
	calls map[string]*pending // by progress token
}

// pending is a request that waits for the server.
type pending struct {
	fail     context.CancelCauseFunc
	progress chan mcp.JSONRPCNotification
}

// dial starts a server's process and the transport to it. The caller calls hangUp.
func dial(so ServerOptions, o Options) (*conn, error) {
	environ := o.Environ
	if environ == nil {
		environ = os.Environ()
	}
	proc, err := startProcess(so, environ)
	if err != nil {
		return nil, err
	}
	c := &conn{proc: proc, changed: make(chan struct{}, 1), lost: make(chan struct{}), calls: map[string]*pending{}}
	var once sync.Once
	c.broken = func(err error) {
		once.Do(func() {
			c.why = err
			_ = c.client.Close() // closes the outbox, which closes stdin
			close(c.lost)
		})
	}
	c.outbox = newOutbox(proc.stdin, func() { c.broken(errDeaf) })
	tooLong := fmt.Errorf("%w (more than %d bytes); ask for less at once", errTooLong, o.MaxLine)
	in := newLines(proc.stdout, o.MaxLine, &proc.printed, func() { c.failAll(tooLong) })
	pipe := transport.NewIO(endReader{in, func() {
		proc.closeOut()
		c.broken(nil)
	}}, c.outbox, nil)
	c.client = client.NewClient(pipe, client.WithDiscoverTimeout(discoverTimeout))
	c.client.OnNotification(c.notified)
	c.workers.Go(c.outbox.run)
	c.workers.Go(func() {
		select {
		case <-proc.ended:
			// Answers that it wrote before it ended are on their way through the pipe.
			proc.goneWithin(inputGrace)
			c.broken(nil)
		case <-c.lost:
		}
	})
	// The library's context is for what the server asks of us, all of which is answered at once.
	if err := c.client.Start(context.Background()); err != nil {
		c.hangUp()
		return nil, err
	}
	return c, nil
}

// endReader tells when its reader comes to the end.
type endReader struct {
	*lines
	ended func()
}

// Read reads, and calls ended before it returns an error.
func (r endReader) Read(p []byte) (int, error) {
	n, err := r.lines.Read(p)
	if err != nil {
		r.ended()
	}
	return n, err
}

// hangUp ends the connection and the process. It returns when both are gone.
func (c *conn) hangUp() {
	c.broken(nil)
	// The library stops reading as soon as it is closed; the process must not block on its output,
	// and the end of it has to be seen.
	c.workers.Go(func() {
		_, _ = io.Copy(io.Discard, c.proc.stdout)
		c.proc.closeOut()
	})
	c.proc.stop()
	c.workers.Wait()
}

// handshake agrees on a protocol. The handshake of the revisions up to 2025-11-25 comes first: nearly
// all servers speak it, some end when anything else comes before it, and others ignore what they do
// not know, which would cost the time of the probe at each start.
func (c *conn) handshake(ctx context.Context, version string) error {
	var req mcp.InitializeRequest
	req.Params.ClientInfo = mcp.Implementation{Name: "beestown", Version: version}
	req.Params.ProtocolVersion = mcp.LATEST_LEGACY_PROTOCOL_VERSION
	_, err := c.client.Initialize(ctx, req)
	if err == nil || ctx.Err() != nil || errors.Is(err, transport.ErrTransportClosed) {
		return err
	}
	req.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	if _, second := c.client.Initialize(ctx, req); second != nil {
		return err
	}
	return nil
}

// subscribe has a server of the stateless protocol tell us when its tools change; older ones do so
// unasked.
func (c *conn) subscribe(ctx context.Context) {
	if !mcp.IsModernProtocol(c.client.ProtocolVersion()) {
		return
	}
	c.workers.Go(func() {
		// It returns when the connection is closed; a server that cannot do it does not change.
		_ = c.client.Listen(ctx, mcp.SubscriptionFilter{ToolsListChanged: true})
	})
}

// list returns all tools of the server, from all pages.
func (c *conn) list(ctx context.Context) ([]mcp.Tool, error) {
	if c.client.GetServerCapabilities().Tools == nil {
		return nil, nil
	}
	ctx, _, done := c.begin(ctx)
	defer done()
	result, err := c.client.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return nil, orCause(ctx, err)
	}
	return result.Tools, nil
}

// call calls a tool and hands what the server says meanwhile to progress, on this goroutine.
func (c *conn) call(ctx context.Context, tool string, args map[string]any, progress func(mcp.JSONRPCNotification)) (*mcp.CallToolResult, error) {
	ctx, token, done := c.begin(ctx)
	defer done()
	c.mu.Lock()
	told := c.calls[token].progress
	c.mu.Unlock()
	var req mcp.CallToolRequest
	req.Params.Name = tool
	req.Params.Arguments = args
	req.Params.Meta = &mcp.Meta{ProgressToken: token}
	var result *mcp.CallToolResult
	var err error
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		result, err = c.client.CallTool(ctx, req)
	}()
	for {
		select {
		case n := <-told:
			progress(n)
		case <-answered:
			for len(told) > 0 {
				progress(<-told)
			}
			return result, orCause(ctx, err)
		}
	}
}

// begin enters a request into the list of those that wait. done must be called; the context ends
// when the request cannot be answered any more.
func (c *conn) begin(ctx context.Context) (_ context.Context, token string, done func()) {
	ctx, fail := context.WithCancelCause(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	token = strconv.Itoa(c.next)
	c.calls[token] = &pending{fail: fail, progress: make(chan mcp.JSONRPCNotification, 64)}
	return ctx, token, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.calls, token)
		fail(nil)
	}
}

// orCause returns why ctx was ended, when that is why err happened.
func orCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); err != nil && cause != nil {
		return cause
	}
	return err
}

// failAll fails the requests that wait: the answer to one of them was dropped, and which one is in
// what was dropped.
func (c *conn) failAll(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.calls {
		p.fail(err)
	}
}

// notified runs on the goroutine that reads from the server: a request from here would wait for
// itself. It passes on and returns.
func (c *conn) notified(n mcp.JSONRPCNotification) {
	switch n.Method {
	case mcp.MethodNotificationToolsListChanged:
		select {
		case c.changed <- struct{}{}:
		default: // it is told already
		}
	case string(mcp.MethodNotificationProgress):
		token := fmt.Sprint(n.Params.AdditionalFields["progressToken"])
		c.mu.Lock()
		p := c.calls[token]
		c.mu.Unlock()
		if p == nil {
			return
		}
		select {
		case p.progress <- n:
		default: // it comes faster than anybody reads
		}
	}
}

// wanted drops the tools that the configuration does not want, and says which of those that it names
// the server does not have.
func wanted(list []mcp.Tool, so ServerOptions) (kept []mcp.Tool, warnings []string) {
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(t mcp.Tool) bool { return t.Name == name })
	}
	for _, name := range so.Include {
		if !has(name) {
			warnings = append(warnings, fmt.Sprintf("tools.include names %q, which the server does not have", name))
		}
	}
	for _, t := range list {
		if (len(so.Include) == 0 || slices.Contains(so.Include, t.Name)) && !slices.Contains(so.Exclude, t.Name) {
			kept = append(kept, t)
		}
	}
	return kept, warnings
}
