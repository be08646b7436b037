package gate

import (
	"time"

	"beestown/tools"
	"beestown/tools/audit"
)

// Decider judges prepared calls; policy implements it.
type Decider interface {
	Decide(req *tools.Request) tools.Decision
	// Remember allows what the rules cover for the rest of the session.
	Remember(rules []string) error
}

// Options is what the gate is made of. Registry and Decider are needed.
type Options struct {
	Registry *tools.Registry
	Decider  Decider
	// Audit takes the records; nil keeps none. The caller closes it.
	Audit *audit.Log
	// Rates replaces the rate limits that tools come with, by canonical name.
	Rates map[string]tools.RateLimit
	// Args bounds what the model may write as the arguments of a call.
	Args tools.ArgLimits
	// Timeout bounds a call and NetworkTimeout one that talks to other machines; 30 s and 60 s when
	// 0. Calls that are Timed or Unhurried have none.
	Timeout, NetworkTimeout time.Duration
	// MaxConcurrent is how many calls run at the same time, over all agents; 3 when 0.
	MaxConcurrent int
	// MaxText is the most bytes of a result that the model reads, 30,000 when 0. MaxTextOf is other
	// limits by canonical name, for tools that bound their own text.
	MaxText   int
	MaxTextOf map[string]int
	// Panicked hears of a panic inside a call; it may be nil.
	Panicked func(tool string, value any, stack []byte)
}

func (o Options) withDefaults() Options {
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.NetworkTimeout == 0 {
		o.NetworkTimeout = 60 * time.Second
	}
	if o.MaxConcurrent == 0 {
		o.MaxConcurrent = 3
	}
	if o.MaxText == 0 {
		o.MaxText = 30_000
	}
	if o.Panicked == nil {
		o.Panicked = func(string, any, []byte) {}
	}
	return o
}

// New returns the chain, outermost first. Its state (rate windows, slots) is shared by all sessions
// that use it.
func New(o Options) tools.Chain {
	o = o.withDefaults()
	r := newRates(o.Rates)
	return tools.Chain{
		record(o.Audit),
		rescue(o.Panicked),
		resolve(o.Registry, o.Args),
		visible,
		r.look,
		prepare,
		decide(o.Decider),
		confirm(o.Decider),
		r.count,
		limit(o),
		truncate(o),
	}
}

// refuse is the result of a call that did not run.
func refuse(code tools.Code, format string, args ...any) (tools.Result, error) {
	return tools.Failed(tools.Errorf(code, format, args...)), nil
}
