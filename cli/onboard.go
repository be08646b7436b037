package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"beestown/cli/demo"
	"beestown/config"
	"beestown/llm"
	"beestown/llm/openai"
	"beestown/tui"
)

// onboard is the first-run screen for what is missing.
func (c *chat) onboard(missing *config.NoModelError) *tui.Onboard {
	o := &tui.Onboard{
		Credentials: c.cfg.Places.Show(c.cfg.Places.CredentialsFile()),
		Start:       c.start,
		Probe: func(ctx context.Context) []tui.LocalServer {
			var list []tui.LocalServer
			for i, f := range c.probe(ctx) {
				list = append(list, tui.LocalServer{Name: localServers[i].name, BaseURL: localServers[i].url, Models: f.models, Found: f.found})
			}
			return list
		},
	}
	o.Checked = checked(looked(missing))
	return o
}

// checked shortens what was looked at to what fits a screen: the variables that are not set are one
// row, with the first two by name.
func checked(facts []fact) []tui.Fact {
	var unset []string
	var rest []tui.Fact
	for _, f := range facts {
		if f.found == "not set" {
			unset = append(unset, f.place)
			continue
		}
		rest = append(rest, tui.Fact{What: f.place, Found: f.found})
	}
	if len(unset) == 0 {
		return rest
	}
	what := strings.Join(unset[:min(2, len(unset))], ", ")
	if more := len(unset) - 2; more > 0 {
		what += fmt.Sprintf(", %d more keys", more)
	}
	return append([]tui.Fact{{What: what, Found: "not set"}}, rest...)
}

// start checks what the user chose, stores it for the next time, and opens the conversation.
func (c *chat) start(ctx context.Context, choice tui.Choice) (tui.Conversation, error) {
	switch {
	case choice.Demo:
		return c.startDemo()
	case choice.Key != "":
		return c.startWithKey(ctx, choice.Key)
	default:
		return c.startWithURL(ctx, choice.BaseURL, choice.Model)
	}
}

// startDemo takes the tour instead of a conversation in the user's directory.
func (c *chat) startDemo() (tui.Conversation, error) {
	w, done, err := c.openDemo(true)
	if err != nil {
		return tui.Conversation{}, err
	}
	if c.parts, err = c.wire(w); err != nil {
		done()
		return tui.Conversation{}, err
	}
	c.parts.atEnd = done
	return demoConversation(c.parts), nil
}

func demoConversation(p *parts) tui.Conversation {
	return tui.Conversation{Session: p.session, Model: demo.ModelName, Endpoint: "offline", Demo: true, Dir: p.ws.Root(), Tools: len(p.menu.choice)}
}

// startWithKey tries the key by asking for the models, at the address that was entered and wanted one,
// else at the configured endpoint or OpenAI's, and stores it when it works.
func (c *chat) startWithKey(ctx context.Context, key string) (tui.Conversation, error) {
	ep := c.known()
	switch {
	case c.locked.BaseURL != "":
		ep = c.locked
	case ep.BaseURL == "":
		preset, _ := config.FindPreset("openai")
		ep = config.Endpoint{Provider: preset.Name, BaseURL: preset.BaseURL, Model: preset.Model, KeyHeader: preset.KeyHeader}
	}
	ep.APIKey = key
	if err := c.try(ctx, &ep); err != nil {
		return tui.Conversation{}, err
	}
	places := c.cfg.Places
	if err := config.WriteCredential(places.CredentialsFile(), config.CredentialName(ep.Provider, ep.BaseURL), key); err != nil {
		return tui.Conversation{}, fmt.Errorf("%s %w", places.Show(places.CredentialsFile()), err)
	}
	if ep.Provider == config.Custom {
		return c.startAt(ep)
	}
	if err := c.remember("provider", ep.Provider); err != nil {
		return tui.Conversation{}, err
	}
	return c.converse(ep)
}

// startWithURL tries an address and stores it when it answers.
func (c *chat) startWithURL(ctx context.Context, url, model string) (tui.Conversation, error) {
	ep := config.Endpoint{Provider: config.Custom, BaseURL: url, Model: model, Local: true}
	err := c.try(ctx, &ep)
	var refused *llm.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == llm.ErrAuth:
		c.locked = ep
		return tui.Conversation{}, &llm.Error{Kind: llm.ErrAuth, Message: url + " wants an API key", Hint: "paste its key above", Err: err}
	case err != nil:
		return tui.Conversation{}, err
	}
	return c.startAt(ep)
}

// startAt stores an address that answered and its model.
func (c *chat) startAt(ep config.Endpoint) (tui.Conversation, error) {
	if err := c.remember("base_url", ep.BaseURL); err != nil {
		return tui.Conversation{}, err
	}
	if err := c.remember("model", ep.Model); err != nil {
		return tui.Conversation{}, err
	}
	return c.converse(ep)
}

// known is what is configured of the endpoint already.
func (c *chat) known() config.Endpoint {
	ep, err := c.cfg.Endpoint()
	if missing, ok := err.(*config.NoModelError); ok {
		return missing.Endpoint
	}
	return ep
}

// try asks an endpoint for its models, and takes the first when none is chosen.
func (c *chat) try(ctx context.Context, ep *config.Endpoint) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	models, err := openai.Models(ctx, openai.Options{
		BaseURL: ep.BaseURL, APIKey: ep.APIKey, KeyVariable: keyVariable(*ep), Headers: ep.Headers, MaxRetries: -1,
	})
	if err != nil {
		return err
	}
	if ep.Model == "" {
		if len(models) == 0 {
			return fmt.Errorf("%s answers but names no model; give one with -m", ep.BaseURL)
		}
		ep.Model = models[0]
	}
	return nil
}

// remember stores a setting in the user's config file.
func (c *chat) remember(key, value string) error {
	if value == config.Custom {
		return nil
	}
	places := c.cfg.Places
	if err := config.SetUserKey(places.UserFile(), key, value); err != nil {
		return fmt.Errorf("%s %w", places.Show(places.UserFile()), err)
	}
	return nil
}
