package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"beestown/config"
	"beestown/llm"
	"beestown/llm/openai"
	"beestown/tools"
)

// switcher is the model that a chat talks to, and how to take another one of the same endpoint.
type switcher struct {
	mu    sync.Mutex
	ep    config.Endpoint
	model llm.Model
}

func (s *switcher) now() llm.Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.model
}

// setModel makes another model of the same endpoint answer.
func (c *chat) setModel(_ context.Context, name string) error {
	if c.model == nil {
		return fmt.Errorf("the tour has no other model")
	}
	ep := c.model.ep
	ep.Model = strings.TrimSpace(name)
	model, err := newModel(c.cfg, ep)
	if err != nil {
		return err
	}
	c.model.mu.Lock()
	old := c.model.model
	c.model.model = model
	c.model.mu.Unlock()
	c.parts.session.SetModel(model)
	closeModel(old)
	return nil
}

// models asks the endpoint which models it has.
func (c *chat) models(ctx context.Context) ([]string, error) {
	if c.model == nil {
		return nil, fmt.Errorf("the tour has no other model")
	}
	ep := c.model.ep
	return openai.Models(ctx, openai.Options{
		BaseURL: ep.BaseURL, APIKey: ep.APIKey, KeyVariable: keyVariable(ep), APIVersion: ep.Query["api-version"], Headers: ep.Headers, MaxRetries: -1,
	})
}

// listTools is the table of /tools.
func (c *chat) listTools(context.Context) (tools.View, error) {
	if c.parts == nil {
		return tools.View{}, fmt.Errorf("there is no session yet")
	}
	table := tools.Table{Header: []string{"tool", "group", "effect", "model"}}
	for _, t := range c.parts.registry.List(nil) {
		s := t.Spec()
		how := "through call_tool"
		if c.parts.menu.has(s.Name) || !c.parts.menu.fixed() && slices.Contains(c.parts.menu.choice, s.Name) {
			how = "advertised"
		}
		table.Rows = append(table.Rows, []string{s.Name, string(s.Group), s.Effect.String(), how})
	}
	return tools.View{Subject: "tools", Summary: fmt.Sprintf("%d", len(table.Rows)), Body: table}, nil
}
