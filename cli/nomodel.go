package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"beestown/config"
	"beestown/llm/openai"
)

// localServers are the addresses where model servers usually listen on this machine; nothing else is
// ever probed.
var localServers = []struct{ name, provider, url string }{
	{"Ollama", "ollama", "http://127.0.0.1:11434/v1"},
	{"LM Studio", "lmstudio", "http://127.0.0.1:1234/v1"},
	{"llama.cpp", "llamacpp", "http://127.0.0.1:8080/v1"},
	{"vLLM", "vllm", "http://127.0.0.1:8000/v1"},
}

const probeTimeout = 300 * time.Millisecond

// fact is one thing that was looked at for a model, and what was found.
type fact struct {
	place, found string
	url          string   // for a server
	models       []string // that it has
}

// facts tells where a model was looked for: variables and files, then the servers of this machine,
// all at the same time.
func (a *app) facts(ctx context.Context, missing *config.NoModelError) []fact {
	return append(looked(missing), a.probe(ctx)...)
}

// looked tells which variables and files were looked at.
func looked(missing *config.NoModelError) []fact {
	var list []fact
	for _, l := range missing.Looked {
		found := "not set"
		switch {
		case l.Found:
			found = "found"
		case l.Kind == config.FromUser, l.Kind == config.FromProject:
			found = "not found"
		}
		list = append(list, fact{place: l.Place, found: found})
	}
	return list
}

// probe asks the servers of this machine, in the order of localServers.
func (a *app) probe(ctx context.Context) []fact {
	urls := make([]string, len(localServers))
	for i, s := range localServers {
		urls[i] = s.url
	}
	var list []fact
	for i, e := range openai.Probe(ctx, urls, probeTimeout) {
		f := fact{place: localServers[i].url + "  (" + localServers[i].name + ")", found: "no answer"}
		if e.Err == nil {
			f.found, f.url, f.models = fmt.Sprintf("answers, %d models", len(e.Models)), e.URL, e.Models
			if len(e.Models) == 1 {
				f.found = "answers, 1 model"
			}
		}
		list = append(list, f)
	}
	return list
}

// withoutModel explains a missing model on stderr, with the facts that the first-run screen shows.
func (a *app) withoutModel(ctx context.Context, cfg *config.Loaded, err error) error {
	var missing *config.NoModelError
	if !errors.As(err, &missing) {
		return err
	}
	facts := a.facts(ctx, missing)
	var b strings.Builder
	fmt.Fprintf(&b, "%v; looked for:\n", missing)
	if unset := notSet(facts); unset != "" {
		fmt.Fprintf(&b, "  not set: %s\n", unset)
	}
	for _, f := range facts {
		if f.found == "not set" {
			continue
		}
		fmt.Fprintf(&b, "  %-44s %s\n", f.place, f.found)
		if len(f.models) > 0 {
			fmt.Fprintf(&b, "    use it: beestown --base-url %s -m %s\n", f.url, f.models[0])
		}
	}
	return &exit{code: exitConfig, err: errors.New(strings.TrimRight(b.String(), "\n")),
		hint: "beestown demo needs no model"}
}

// notSet joins the names of the variables that are not set.
func notSet(facts []fact) string {
	var names []string
	for _, f := range facts {
		if f.found == "not set" {
			names = append(names, f.place)
		}
	}
	return strings.Join(names, ", ")
}

func hostOf(base string) string {
	if u, err := url.Parse(base); err == nil && u.Host != "" {
		return u.Host
	}
	return base
}
