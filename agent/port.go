package agent

import (
	"context"
	"sync"
	"time"

	"beestown/tools"
)

const (
	progressEvery = 250 * time.Millisecond
	progressTail  = 4096
)

// callPort is the tools.Port of one call: its questions become events, its output a tail that is
// shown at most 4 times a second.
type callPort struct {
	s  *Session
	id string

	mu      sync.Mutex
	started time.Time
	took    time.Duration
	tail    []byte
	bytes   int
	shown   time.Time
	timer   *time.Timer
}

// Progress implements tools.Port.
func (p *callPort) Progress(_ string, chunk []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bytes += len(chunk)
	p.tail = append(p.tail, chunk...)
	if cut := len(p.tail) - progressTail; cut > progressTail {
		p.tail = append(p.tail[:0], p.tail[cut:]...)
	}
	if wait := progressEvery - time.Since(p.shown); wait > 0 {
		if p.timer == nil {
			p.timer = time.AfterFunc(wait, p.show)
		}
		return
	}
	p.showLocked()
}

func (p *callPort) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.showLocked()
	}
}

func (p *callPort) showLocked() {
	p.timer, p.shown = nil, time.Now()
	tail := p.tail[max(0, len(p.tail)-progressTail):]
	p.s.emit(ToolProgress{Head: p.s.head(), ID: p.id, Tail: string(tail), Bytes: p.bytes})
}

// begin notes that the call runs from now on.
func (p *callPort) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.started = time.Now()
}

// end stops the display of progress and notes how long the call ran.
func (p *callPort) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.took = time.Since(p.started)
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
}

// Approve implements tools.Port.
func (p *callPort) Approve(ctx context.Context, a tools.Approval) (tools.Answer, error) {
	id, answer, err := ask[tools.Answer](ctx, p.s.pending, func(id string) {
		p.s.emit(ApprovalAsk{Head: p.s.head(), ID: id, Approval: a})
	})
	if err != nil {
		answer = tools.Answer{By: "interrupted"}
	}
	p.s.emit(ApprovalDone{Head: p.s.head(), ID: id, Answer: answer})
	return answer, err
}

// Ask implements tools.Port.
func (p *callPort) Ask(ctx context.Context, questions []tools.Question) ([]tools.Reply, error) {
	id, replies, err := ask[[]tools.Reply](ctx, p.s.pending, func(id string) {
		p.s.emit(QuestionAsk{Head: p.s.head(), ID: id, Questions: questions})
	})
	p.s.emit(QuestionDone{Head: p.s.head(), ID: id, Replies: replies})
	if err == nil && replies == nil {
		err = tools.Errorf(tools.CodeNoUser, "nobody can answer questions in this run; decide yourself and say what you assumed")
	}
	return replies, err
}

// ProposePlan implements tools.Port.
func (p *callPort) ProposePlan(ctx context.Context, plan string) (tools.PlanReply, error) {
	id, reply, err := ask[tools.PlanReply](ctx, p.s.pending, func(id string) {
		p.s.emit(PlanAsk{Head: p.s.head(), ID: id, Plan: plan})
	})
	p.s.emit(PlanDone{Head: p.s.head(), ID: id, Reply: reply})
	if err == nil && reply.Approved && reply.Mode != "" {
		p.s.SetMode(tools.Mode(reply.Mode))
	}
	return reply, err
}
