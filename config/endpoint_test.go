package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEndpoint(t *testing.T) {
	tests := map[string]struct {
		file, credentials, env string
		want                   string // model @ base URL, key from source
	}{
		"openai by its key":       {env: "OPENAI_API_KEY=k", want: "gpt-5.1 @ https://api.openai.com/v1, k from OPENAI_API_KEY"},
		"first of several keys":   {env: "ANTHROPIC_API_KEY=a OPENROUTER_API_KEY=o", want: "openrouter/auto @ https://openrouter.ai/api/v1, o from OPENROUTER_API_KEY"},
		"second name of a key":    {env: "GOOGLE_API_KEY=g", want: "gemini-2.5-pro @ https://generativelanguage.googleapis.com/v1beta/openai, g from GOOGLE_API_KEY"},
		"chosen provider":         {file: "provider: groq", env: "OPENAI_API_KEY=k GROQ_API_KEY=g", want: "openai/gpt-oss-120b @ https://api.groq.com/openai/v1, g from GROQ_API_KEY"},
		"beestown's own key":      {env: "BEESTOWN_API_KEY=b", want: "gpt-5.1 @ https://api.openai.com/v1, b from BEESTOWN_API_KEY"},
		"key of the config":       {file: "provider: xai\napi_key: c", env: "XAI_API_KEY=k", want: "grok-4 @ https://api.x.ai/v1, c from ~/.config/beestown/config.yml:2"},
		"stored key":              {credentials: "mistral=m", want: "mistral-large-latest @ https://api.mistral.ai/v1, m from ~/.config/beestown/credentials"},
		"environment before file": {credentials: "openai=file", env: "OPENAI_API_KEY=env", want: "gpt-5.1 @ https://api.openai.com/v1, env from OPENAI_API_KEY"},
		"base url of openai":      {env: "OPENAI_API_KEY=k OPENAI_BASE_URL=https://proxy/v1/", want: "gpt-5.1 @ https://proxy/v1, k from OPENAI_API_KEY"},
		"local server":            {file: "provider: ollama\nmodel: q", want: "q @ http://127.0.0.1:11434/v1,  from  local"},
		"local server elsewhere":  {file: "provider: ollama\nmodel: q\nbase_url: http://box:11434/v1", want: "q @ http://box:11434/v1,  from "},
		"custom":                  {file: "base_url: https://host/v1\nmodel: m", env: "OPENAI_API_KEY=k", want: "m @ https://host/v1, k from OPENAI_API_KEY"},
		"custom stored":           {file: "base_url: https://host:8/v1\nmodel: m", credentials: "host:8=s", want: "m @ https://host:8/v1, s from ~/.config/beestown/credentials"},
		"custom on loopback":      {file: "base_url: http://localhost:8000/v1/\nmodel: m", want: "m @ http://localhost:8000/v1,  from  local"},
		"custom on IPv6 loopback": {file: "base_url: 'http://[::1]:8000/v1'\nmodel: m", want: "m @ http://[::1]:8000/v1,  from  local"},
		"entry":                   {file: "provider: work\nproviders: {work: {base_url: 'https://w/v1', api_key: '${K}', models: [a, b]}}", env: "K=kk", want: "a @ https://w/v1, kk from ~/.config/beestown/config.yml:2"},
		"preset changed":          {file: "provider: openai\nproviders: {openai: {models: [mine]}}", env: "OPENAI_API_KEY=k", want: "mine @ https://api.openai.com/v1, k from OPENAI_API_KEY"},
		"azure":                   {file: "provider: azure\nmodel: d", env: "AZURE_OPENAI_API_KEY=z AZURE_OPENAI_ENDPOINT=https://r.openai.azure.com/ OPENAI_API_VERSION=v", want: "d @ https://r.openai.azure.com/openai/v1, z from AZURE_OPENAI_API_KEY in api-key map[api-version:v]"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			e, err := endpointWorld(t, test.file, test.credentials, test.env).load().Endpoint()
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%v, %s from %s", e, e.APIKey, e.KeySource)
			if e.Local {
				got += " local"
			}
			if e.KeyHeader != "" {
				got += fmt.Sprintf(" in %s %v", e.KeyHeader, e.Query)
			}
			if got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func endpointWorld(t *testing.T, file, credentials, env string) *world {
	t.Helper()
	w := newWorld(t)
	w.user(file)
	if credentials != "" {
		w.write(".config/beestown/credentials", credentials)
	}
	for assignment := range strings.FieldsSeq(env) {
		name, value, _ := strings.Cut(assignment, "=")
		w.env[name] = value
	}
	return w
}

func TestEndpointErrors(t *testing.T) {
	const file = "~/.config/beestown/config.yml"
	tests := map[string]struct{ file, env, want string }{
		"nothing":                 {"", "", "no model is configured; set OPENAI_API_KEY or another provider's key, or provider or base_url in config.yml"},
		"no key":                  {"provider: groq", "OPENAI_API_KEY=k", "no API key for groq at https://api.groq.com/openai/v1 (BEESTOWN_API_KEY, GROQ_API_KEY not set); set one of these variables, or api_key in your own config.yml"},
		"no key for a custom one": {"base_url: https://h/v1\nmodel: m", "", "no API key for custom at https://h/v1 (BEESTOWN_API_KEY, OPENAI_API_KEY not set); set one of these variables, or api_key in your own config.yml"},
		"no model":                {"provider: ollama", "", "no model is chosen for ollama at http://127.0.0.1:11434/v1; name one with --model, BEESTOWN_MODEL, or model in config.yml"},
		"no azure address":        {"provider: azure", "AZURE_OPENAI_API_KEY=k", "provider azure has no base_url; set AZURE_OPENAI_ENDPOINT, or base_url in config.yml"},
		"no address":              {"provider: w\nproviders: {w: {api_key: k}}", "", "provider w has no base_url; set providers.w.base_url in config.yml"},
		"misspelt":                {"\nprovider: opnai", "", file + `:2: unknown provider "opnai"; did you mean "openai"?`},
		"unknown":                 {"provider: zzzzzzz", "", file + `:1: unknown provider "zzzzzzz"; known: openai, openrouter, anthropic, gemini, deepseek, groq, mistral, xai, azure, ollama, lmstudio, llamacpp, vllm; others go under providers with a base_url`},
		"unset":                   {"provider: w\nproviders: {w: {api_key: '${NOWHERE}'}}", "", file + ":2: providers.w.api_key: the variable NOWHERE is not set; set it, or write $${NOWHERE} for the literal text"},
		"no web address":          {"base_url: localhost:8000", "", file + `:1: base_url "localhost:8000" is not a web address; write it like "https://host/v1"`},
		"no web address in env":   {"", "OPENAI_API_KEY=k OPENAI_BASE_URL=ftp://x", `OPENAI_BASE_URL: base_url "ftp://x" is not a web address; write it like "https://host/v1"`},
		"password":                {"base_url: https://u:p@h/v1", "", file + ":1: base_url holds a user name or password; take it out and set api_key"},
		"query":                   {"base_url: https://h/v1?key=x", "", file + `:1: base_url holds a query or fragment; end it with the path, such as "https://host/v1"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := endpointWorld(t, test.file, "", test.env).load().Endpoint()
			if err == nil || err.Error() != test.want {
				t.Errorf("\n got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestNoModelErrorHasTheFacts(t *testing.T) {
	w := endpointWorld(t, "provider: lmstudio", "openai=k", "BEESTOWN_API_KEY=x")
	w.project("mode: ask")
	_, err := w.load().Endpoint()
	var missing *NoModelError
	if !errors.As(err, &missing) {
		t.Fatalf("got %v", err)
	}
	want := &NoModelError{
		Missing:  "model",
		Endpoint: Endpoint{Provider: "lmstudio", BaseURL: "http://127.0.0.1:1234/v1", APIKey: "x", KeySource: "BEESTOWN_API_KEY", Local: true},
		Looked: []Fact{
			{"BEESTOWN_API_KEY", FromEnvironment, true},
			{"~/.config/beestown/config.yml", FromUser, true},
			{"~/.config/beestown/credentials", FromUser, true},
			{"~/app/.beestown.yml", FromProject, true},
		},
	}
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Error(diff)
	}
}

func TestEndpointHidesItsKey(t *testing.T) {
	e := Endpoint{Model: "m", BaseURL: "u", APIKey: "secret"}
	for _, format := range []string{"%v", "%+v", "%s", "%#v"} {
		if got := fmt.Sprintf(format, e); got != "m @ u" {
			t.Errorf("%s gives %s", format, got)
		}
	}
}

func TestPresetsAreComplete(t *testing.T) {
	want := "openai openrouter anthropic gemini deepseek groq mistral xai azure ollama lmstudio llamacpp vllm"
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
		if p.Local == (len(p.KeyVariables) > 0) || p.BaseURL == "" && p.BaseURLVariable == "" {
			t.Errorf("preset %s lacks a key variable or an address", p.Name)
		}
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("presets %s", got)
	}
}
