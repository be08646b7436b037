package agent

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"beestown/llm"
	"beestown/tools"
)

// Options is what a session is made of. Model, Tools and Chain are needed, the rest has defaults.
type Options struct {
	Model llm.Model
	Tools *tools.Registry
	// Chain is the gate around every call, outermost first.
	Chain tools.Chain
	// Modes holds the mode that policy goes by.
	Modes Modes
	Todos *Todos
	// System is the system prompt, fixed for the session.
	System string
	// Offer picks the tools that are advertised. It is called once, at the first request, and may
	// wait a moment for servers that are still starting.
	Offer func(ctx context.Context) []tools.Tool

	// Forget is called when results of earlier calls have left the conversation, so that nothing
	// refers to them any more; it may be nil.
	Forget func()

	// Whole leaves out the events for the pieces of an answer, for a consumer that only shows whole
	// ones: each event wakes it up, which costs more than all else about a piece.
	Whole bool

	Principal     tools.Principal
	Dir           string // the working directory, for display
	Plan, Reflect string // agent.plan: auto, always, off; agent.reflect: rules, model, off
	MaxSteps      int    // steps per turn
	MaxCalls      int    // calls per step
	MaxTokens     int    // tokens per session, input and output; 0 means no limit
	Path          string // the agent's path, "main" when empty
}

// Modes holds the current mode; policy implements it.
type Modes interface {
	Mode() tools.Mode
	SetMode(tools.Mode)
}

// Session is a conversation with its state. Its methods are safe for concurrent use; none of them
// blocks for long. Close ends it.
type Session struct {
	opt     Options
	handler tools.Handler
	out     *mailbox
	pending *pending
	ledger  *ledger
	ctx     context.Context // ends with the session
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu       sync.Mutex
	model    llm.Model
	messages []*llm.Message
	defs     []llm.ToolDef // fixed at the first request
	offered  bool
	total    llm.Usage
	turn     int
	step     int
	busy     bool
	stop     context.CancelFunc // interrupts the running turn
	waiting  []string           // prompts that were typed during the turn
	notes    []string           // said to the model with the next request
	first    tools.Mode         // the mode that the system prompt is for
	told     tools.Mode         // the mode that the model knows of
	retryNow chan struct{}
}

// New returns a session that waits for its first prompt. The caller consumes Events and calls Close.
func New(opt Options) *Session {
	opt = opt.withDefaults()
	ctx, cancel := context.WithCancel(context.Background())
	s := &Session{
		opt: opt, model: opt.Model, ctx: ctx, cancel: cancel,
		out: newMailbox(), pending: newPending(), ledger: newLedger(), retryNow: make(chan struct{}, 1),
	}
	s.first = opt.Modes.Mode()
	s.told = s.first
	s.handler = opt.Chain.Then(s.run)
	opt.Todos.watch(func(items []tools.Todo) { s.emit(TodoSet{Head: s.head(), Items: items}) })
	s.emit(SessionStart{Head: s.head(), Model: opt.Model.Name(), Mode: opt.Modes.Mode(), Dir: opt.Dir})
	return s
}

func (o Options) withDefaults() Options {
	if o.Todos == nil {
		o.Todos = NewTodos()
	}
	if o.Path == "" {
		o.Path = "main"
	}
	o.Principal.Agent = o.Path
	for _, d := range []struct {
		value *int
		def   int
	}{{&o.MaxSteps, 500}, {&o.MaxCalls, 64}} {
		if *d.value <= 0 {
			*d.value = d.def
		}
	}
	if o.Plan == "" {
		o.Plan = "auto"
	}
	if o.Reflect == "" {
		o.Reflect = "rules"
	}
	return o
}

// Events yields what happens, in order, until the session is closed or ctx ends. There is one
// consumer at a time. A consumer that falls behind slows down the model's stream, never a tool.
func (s *Session) Events(ctx context.Context) iter.Seq[Event] { return s.out.all(ctx) }

// ErrClosed tells that the session is closed.
var ErrClosed = errors.New("the session is closed")

// Prompt starts a turn with the text, or queues it while one runs: it is then delivered after the
// current tool results. ctx bounds the turn.
func (s *Session) Prompt(ctx context.Context, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return ErrClosed
	}
	if s.busy {
		s.waiting = append(s.waiting, text)
		s.emit(QueueChange{Head: s.headLocked(), Waiting: slices.Clone(s.waiting)})
		return nil
	}
	turnCtx, stop := context.WithCancel(ctx)
	release := context.AfterFunc(s.ctx, stop)
	s.busy, s.stop = true, stop
	s.running.Go(func() {
		defer release()
		defer stop()
		s.runTurns(turnCtx, text)
	})
	return nil
}

// Unqueue takes back the prompt that was queued last; ok is false when none waits.
func (s *Session) Unqueue() (text string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == 0 {
		return "", false
	}
	last := len(s.waiting) - 1
	text, s.waiting = s.waiting[last], s.waiting[:last]
	s.emit(QueueChange{Head: s.headLocked(), Waiting: slices.Clone(s.waiting)})
	return text, true
}

// Interrupt stops the running turn: the request is cancelled, children are killed, every open call
// gets a result. It does nothing when no turn runs.
func (s *Session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy {
		s.stop()
	}
}

// RetryNow cuts short the wait before a retry.
func (s *Session) RetryNow() {
	select {
	case s.retryNow <- struct{}{}:
	default:
	}
}

// Note tells the model something with the next request, such as tools that came or went.
func (s *Session) Note(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes = append(s.notes, text)
}

// Notify shows something to the user.
func (s *Session) Notify(level, code, text, hint string) {
	s.emit(Notice{Head: s.head(), Level: level, Code: code, Text: text, Hint: hint})
}

// Servers shows the state of the MCP servers.
func (s *Session) Servers(servers []Server) { s.emit(MCPState{Head: s.head(), Servers: servers}) }

// Mode returns the current mode.
func (s *Session) Mode() tools.Mode { return s.opt.Modes.Mode() }

// SetMode changes the mode from the next call on; open approvals are decided again. The model hears
// of it with the next request.
func (s *Session) SetMode(m tools.Mode) {
	if m == s.opt.Modes.Mode() {
		return
	}
	s.opt.Modes.SetMode(m)
	s.emit(ModeChange{Head: s.head(), Mode: m})
	s.pending.decideAgain("")
}

// SetModel makes another model answer from the next request on. This breaks the prompt cache.
func (s *Session) SetModel(m llm.Model) {
	s.mu.Lock()
	s.model = m
	s.mu.Unlock()
	s.emit(ModelChange{Head: s.head(), Model: m.Name()})
}

// Clear starts a new conversation in the same session: history, queue and todos are gone. It is
// refused while a turn runs.
func (s *Session) Clear() error {
	s.mu.Lock()
	if s.busy {
		s.mu.Unlock()
		return errors.New("a turn is running; interrupt it first")
	}
	s.messages, s.notes, s.waiting, s.total = nil, nil, nil, llm.Usage{}
	s.offered, s.told = false, s.first
	s.ledger = newLedger()
	s.mu.Unlock()
	s.opt.Todos.Set(nil)
	if s.opt.Forget != nil {
		s.opt.Forget()
	}
	return nil
}

// Close interrupts what runs, waits for it, and ends Events. It is safe to call more than once.
func (s *Session) Close() {
	s.cancel()
	s.running.Wait()
	s.out.close(SessionEnd{Head: s.head()})
}

func (s *Session) emit(e Event) { s.out.put(e) }

func (s *Session) head() Head {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.headLocked()
}

func (s *Session) headLocked() Head {
	return Head{Agent: s.opt.Path, Time: time.Now(), Turn: s.turn, Step: s.step}
}
