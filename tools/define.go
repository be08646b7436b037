package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// Define makes a tool whose calls need no plan: run is called with the decoded arguments. An Out
// that is a Result is used as it is; any other becomes Data, and its JSON the Text.
func Define[In, Out any](spec Spec, run func(context.Context, In) (Out, error)) Tool {
	return DefinePlanned(spec, func(_ context.Context, in In) (Call, error) {
		return &plainCall[In, Out]{in: in, run: run}, nil
	})
}

// DefinePlanned makes a tool whose calls know what they would do: plan works it out, with the
// decoded arguments, and returns the call that shows and does it.
func DefinePlanned[In any](spec Spec, plan func(context.Context, In) (Call, error)) Tool {
	return &tool[In]{spec: spec, plan: plan, schema: sync.OnceValue(schemaFor[In])}
}

type tool[In any] struct {
	spec   Spec
	plan   func(context.Context, In) (Call, error)
	schema func() *jsonschema.Schema
}

func (t *tool[In]) Spec() Spec                 { return t.spec }
func (t *tool[In]) Schema() *jsonschema.Schema { return t.schema() }

func (t *tool[In]) Prepare(ctx context.Context, args json.RawMessage) (Call, error) {
	var in In
	if err := decodeArgs(args, t.schema(), t.spec.Adapt, &in); err != nil {
		return nil, err
	}
	return t.plan(ctx, in)
}

// Subjecter is an argument struct that names what its call is about, for the header line.
type Subjecter interface{ Subject() string }

type plainCall[In, Out any] struct {
	in  In
	run func(context.Context, In) (Out, error)
}

func (c *plainCall[In, Out]) Preview() View {
	if s, ok := any(c.in).(Subjecter); ok {
		return View{Subject: s.Subject()}
	}
	return View{}
}

func (c *plainCall[In, Out]) Run(ctx context.Context) (Result, error) {
	out, err := c.run(ctx, c.in)
	if err != nil {
		return Result{}, err
	}
	if r, ok := any(out).(Result); ok {
		return r, nil
	}
	text, err := json.Marshal(out)
	if err != nil {
		return Result{}, fmt.Errorf("encode the result: %w", err)
	}
	return Result{Text: string(text), Data: out, View: c.Preview()}, nil
}
