package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxStdin  = 10 << 20
	stdinHint = 3 * time.Second
)

// readPrompt puts the prompt together: the argument, with what stdin holds in a fenced block after
// it, or with "-" stdin alone.
func (a *app) readPrompt(ctx context.Context) (string, error) {
	prompt := a.flags.prompt
	piped := ""
	if prompt == "-" || !terminal(a.world.Stdin) {
		var err error
		if piped, err = a.readStdin(ctx); err != nil {
			return "", err
		}
	}
	if prompt == "-" {
		prompt, piped = piped, ""
	}
	if strings.TrimSpace(prompt) == "" && strings.TrimSpace(piped) == "" || strings.TrimSpace(prompt) == "" && a.flags.prompt != "-" {
		return "", usage("the prompt is empty; give one: beestown -p \"what to do\"")
	}
	if strings.HasPrefix(prompt, "/") && !strings.ContainsAny(strings.Fields(prompt)[0][1:], "/.") {
		return "", usage("%s: there are no slash commands in -p; say in words what to do", strings.Fields(prompt)[0])
	}
	if strings.TrimSpace(piped) == "" {
		return prompt, nil
	}
	return prompt + "\n\n" + fenced(piped), nil
}

// fenced puts text into a Markdown fence that is longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
}

// readStdin reads all of stdin, at most maxStdin, and says after a while that it waits.
func (a *app) readStdin(ctx context.Context) (string, error) {
	type result struct {
		data []byte
		err  error
	}
	got := make(chan result, 1)
	go func() { // ends with stdin; an interrupt ends the process
		data, err := io.ReadAll(io.LimitReader(a.world.Stdin, maxStdin+1))
		got <- result{data, err}
	}()
	hint := time.NewTimer(stdinHint)
	defer hint.Stop()
	for {
		select {
		case r := <-got:
			switch {
			case r.err != nil:
				return "", usage("stdin: %w", r.err)
			case len(r.data) > maxStdin:
				return "", usage("stdin has more than %d MiB; save it to a file and name the file in the prompt", maxStdin>>20)
			case !utf8.Valid(r.data), bytes.IndexByte(r.data, 0) >= 0:
				return "", usage("stdin is not UTF-8 text; save it to a file and name the file in the prompt")
			}
			return string(r.data), nil
		case <-hint.C:
			fmt.Fprintln(a.world.Stderr, "beestown: reading stdin; use </dev/null to skip")
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}
