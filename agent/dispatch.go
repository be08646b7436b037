package agent

import (
	"context"
	"fmt"
	"sync"
	"time"

	"beestown/llm"
	"beestown/tools"
)

// outcome is a call with its result.
type outcome struct {
	call     llm.ToolCall
	id       string // ours, unique in the session
	name     string // canonical, or as the model wrote it when there is no such tool
	status   Status
	result   tools.Result
	decision tools.Decision
	accesses []tools.Access
	took     time.Duration
}

// dispatch carries out the calls of one step: neighbouring calls that only read together, any other
// alone and in order. Every call gets an outcome, in the model's order, also after an interrupt.
func (s *Session) dispatch(ctx context.Context, calls []llm.ToolCall, finish llm.Finish) []outcome {
	outcomes := make([]outcome, len(calls))
	for i, c := range calls {
		h := s.head()
		outcomes[i] = outcome{call: c, id: fmt.Sprintf("t%d.%d.%d", h.Turn, h.Step, i+1), name: c.Name}
		s.emit(ToolQueued{Head: h, ID: outcomes[i].id, Name: c.Name, Args: c.Args})
	}
	complete := finish != llm.FinishLength && finish != llm.FinishOther
	for first := 0; first < len(outcomes); {
		last := first + 1
		for last < len(outcomes) && s.reads(outcomes[first]) && s.reads(outcomes[last]) {
			last++
		}
		together(outcomes[first:last], func(i int, o *outcome) { s.carryOut(ctx, o, first+i, complete) })
		first = last
	}
	return outcomes
}

// together runs f for each outcome at the same time. How many calls really run is bounded by the
// gate, which holds no place for one that waits for an approval.
func together(list []outcome, f func(i int, o *outcome)) {
	if len(list) == 1 {
		f(0, &list[0])
		return
	}
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() { f(i, &list[i]) })
	}
	all.Wait()
}

func (s *Session) reads(o outcome) bool {
	t, _, ok := s.opt.Tools.Resolve(o.name)
	return ok && t.Spec().Effect == tools.ReadOnly
}

// carryOut takes one call through the gate and tells its end. n is the call's place in the step.
func (s *Session) carryOut(ctx context.Context, o *outcome, n int, complete bool) {
	req := &tools.Request{ID: o.id, Principal: s.opt.Principal, Asked: o.call.Name, Args: o.call.Args, Complete: complete}
	port := &callPort{s: s, id: o.id}
	switch {
	case ctx.Err() != nil:
		o.result = tools.Failed(tools.Errorf(tools.CodeCancelled, "not run: the user interrupted the turn before this call"))
	case n >= s.opt.MaxCalls:
		o.result = tools.Failed(tools.Errorf(tools.CodeValidation, "not run: at most %d calls in one step; ask for the rest in the next", s.opt.MaxCalls))
	default:
		result, err := s.handler(tools.WithPort(ctx, port, o.id), req)
		if err != nil {
			result = tools.Failed(err)
		}
		o.result = result
	}
	if req.Name != "" {
		o.name = req.Name
	}
	o.decision, o.took = req.Decision, port.took
	if req.Call != nil {
		o.accesses = req.Accesses()
		if o.result.View.Subject == "" { // refused before it ran
			o.result.View.Subject = req.Call.Preview().Subject
		}
	}
	o.status = statusOf(ctx, o.result)
	s.emit(ToolEnd{
		Head: s.head(), ID: o.id, Name: o.name, Args: o.call.Args, Status: o.status,
		Result: o.result, Decision: o.decision, Duration: o.took,
	})
}

// run is the end of the chain, and the only place that runs a call.
func (s *Session) run(ctx context.Context, req *tools.Request) (tools.Result, error) {
	s.emit(ToolStart{Head: s.head(), ID: req.ID, Name: req.Name, View: req.Call.Preview(), Decision: req.Decision})
	if p, ok := tools.PortOf(ctx); ok {
		if port, ok := p.(*callPort); ok {
			port.begin()
			defer port.end()
		}
	}
	return req.Call.Run(ctx)
}

// record appends the results to the conversation, in the model's order, and to the ledger.
func (s *Session) record(outcomes []outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range outcomes {
		m := &llm.Message{Role: llm.RoleTool, CallID: o.call.ID, Text: o.result.ModelText()}
		for _, p := range o.result.Images {
			m.Images = append(m.Images, llm.Image{MIME: p.MIME, Data: p.Data})
		}
		s.appendLocked(m)
		s.ledger.add(o)
	}
}

func statusOf(ctx context.Context, r tools.Result) Status {
	if r.Err == nil {
		return StatusOK
	}
	switch r.Err.Code {
	case tools.CodeCancelled:
		if ctx.Err() != nil {
			return StatusCancelled
		}
		return StatusDenied
	case tools.CodePermission, tools.CodePath, tools.CodeCommandBlocked, tools.CodeNotAvailable:
		return StatusDenied
	}
	return StatusError
}
