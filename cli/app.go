package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"beestown/config"
	"beestown/llm"
	"beestown/llm/openai"
)

// app is what the commands share: the world, the flags, and the exit code of a run.
type app struct {
	world World
	flags flags
	code  int
}

// dir is the directory to work in: --cwd, else the current one.
func (a *app) dir() (string, error) {
	dir := a.world.Dir
	if a.flags.cwd != "" {
		dir = a.flags.cwd
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(a.world.Dir, dir)
		}
	}
	info, err := os.Stat(dir)
	switch {
	case dir == "":
		return "", usage("the current directory is gone; change to another one or give --cwd")
	case errors.Is(err, os.ErrNotExist):
		return "", usage("--cwd %s: no such directory", dir)
	case err != nil:
		return "", usage("--cwd %s: %w", dir, err)
	case !info.IsDir():
		return "", usage("--cwd %s: not a directory", dir)
	}
	return dir, nil
}

// load reads the configuration for a directory.
func (a *app) load(dir string) (*config.Loaded, error) {
	if a.world.Home == "" {
		return nil, &exit{code: exitConfig, err: errors.New("HOME is not set; set it to the directory that holds your configuration")}
	}
	return config.Load(config.Options{
		Dir: dir, Home: a.world.Home, LookupEnv: a.world.lookup, Flags: a.flags.config(),
	})
}

// newModel connects to an endpoint; nothing is sent yet.
func newModel(cfg *config.Loaded, ep config.Endpoint) (llm.Model, error) {
	limits := cfg.Config.Limits
	headers := map[string]string{}
	for k, v := range ep.Headers {
		headers[k] = v
	}
	retries := limits.Retries
	if retries == 0 {
		retries = -1
	}
	m, err := openai.New(openai.Options{
		BaseURL: ep.BaseURL, Model: ep.Model, APIKey: ep.APIKey, KeyVariable: keyVariable(ep),
		APIVersion: ep.Query["api-version"], Headers: headers, Local: ep.Local,
		SendReasoning: ep.Provider == "deepseek", // it demands its reasoning back between calls
		IdleTimeout:   limits.StreamIdle, FirstTimeout: firstTimeout(limits, ep.Local),
		MaxRetries: retries, RetryBudget: limits.RetryWindow,
		MaxEvent: limits.StreamLineBytes, MaxCalls: limits.CallsPerStep, MaxArgs: limits.ArgumentBytes,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ep.BaseURLOrigin, err)
	}
	return m, nil
}
