package builtin

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beestown/tools"
	"beestown/tools/workspace"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// args are the arguments of a call as a model would write them.
type args map[string]any

// kit is the built-in tools on a workspace in a temporary directory.
type kit struct {
	t        *testing.T
	files    *Files
	registry *tools.Registry
	todos    *todoList
	root     string
	spill    string
}

type todoList struct{ items []tools.Todo }

func (l *todoList) List() []tools.Todo     { return slices.Clone(l.items) }
func (l *todoList) Set(items []tools.Todo) { l.items = slices.Clone(items) }

// newKit makes a workspace that holds files, by name.
func newKit(t *testing.T, files map[string]string) *kit {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	k := &kit{t: t, root: filepath.Join(base, "app"), spill: filepath.Join(base, "spill"), todos: &todoList{}, registry: tools.NewRegistry()}
	for _, dir := range []string{k.root, k.spill} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		k.put(name, content)
	}
	w, err := workspace.Open(k.root, workspace.Options{DeniedPaths: []string{"denied"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	k.files = NewFiles(w, filepath.Join(base, "backups"))
	err = k.registry.Register(All(Ports{
		Files: k.files, Todos: k.todos, Registry: k.registry, Advertised: func(name string) bool { return slices.Contains(advertised, name) },
		Bash: BashOptions{SpillDir: k.spill, MaxOutput: 4000, Env: func() []string { return []string{"PATH=/usr/bin:/bin", "HOME=" + base} }, Extra: map[string]string{"FROM": "config"}},
	})...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func (k *kit) put(name, content string) {
	k.t.Helper()
	path := filepath.Join(k.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		k.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		k.t.Fatal(err)
	}
}

func (k *kit) content(name string) string {
	k.t.Helper()
	data, err := os.ReadFile(filepath.Join(k.root, name))
	if err != nil {
		k.t.Fatal(err)
	}
	return string(data)
}

// prepare prepares a call by name or alias.
func (k *kit) prepare(name string, a args) (tools.Call, error) {
	k.t.Helper()
	raw, err := json.Marshal(a)
	if err != nil {
		k.t.Fatal(err)
	}
	return k.prepareRaw(name, raw)
}

// prepareRaw does what the gate does.
func (k *kit) prepareRaw(name string, raw json.RawMessage) (tools.Call, error) {
	k.t.Helper()
	tool, alias, ok := k.registry.Resolve(name)
	if !ok {
		k.t.Fatalf("there is no tool %s", name)
	}
	if alias != nil && alias.In != nil {
		var values map[string]any
		if err := json.Unmarshal(raw, &values); err != nil {
			k.t.Fatal(err)
		}
		if err := alias.In(values); err != nil {
			return nil, tools.Errorf(tools.CodeValidation, "Parameter validation failed: Validation failed: %w", err)
		}
		var err error
		if raw, err = json.Marshal(values); err != nil {
			return nil, err
		}
	}
	return tool.Prepare(k.t.Context(), raw)
}

// try makes a whole call; a refusal is in the result.
func (k *kit) try(name string, a args) tools.Result {
	k.t.Helper()
	return k.tryIn(k.t.Context(), name, a)
}

func (k *kit) tryIn(ctx context.Context, name string, a args) tools.Result {
	k.t.Helper()
	call, err := k.prepare(name, a)
	if err != nil {
		return tools.Failed(err)
	}
	return k.run(ctx, call)
}

func (k *kit) run(ctx context.Context, call tools.Call) tools.Result {
	r, err := call.Run(ctx)
	if err != nil {
		return tools.Failed(err)
	}
	return r
}

// do makes a call that has to succeed.
func (k *kit) do(name string, a args) tools.Result {
	k.t.Helper()
	r := k.try(name, a)
	if r.Err != nil {
		k.t.Fatalf("%s %v: %s: %s", name, a, r.Err.Code, r.ModelText())
	}
	return r
}

// refused checks that a call fails with a code, and what its message holds.
func (k *kit) refused(name string, a args, code tools.Code, texts ...string) {
	k.t.Helper()
	r := k.try(name, a)
	if r.Err == nil {
		k.t.Errorf("%s %v succeeded: %s", name, a, r.Text)
		return
	}
	if r.Err.Code != code {
		k.t.Errorf("%s %v: code %s, want %s: %s", name, a, r.Err.Code, code, r.Err.Message)
	}
	holds(k.t, r.ModelText(), texts...)
}

func holds(t *testing.T, s string, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if !strings.Contains(s, want) {
			t.Errorf("%.3000q does not hold %q", s, want)
		}
	}
}

func lacks(t *testing.T, s string, texts ...string) {
	t.Helper()
	for _, bad := range texts {
		if strings.Contains(s, bad) {
			t.Errorf("%.3000q holds %q", s, bad)
		}
	}
}

// port plays the session.
type port struct {
	output  strings.Builder
	seen    chan struct{} // closed at the first output
	replies []tools.Reply
	asked   []tools.Question
	plan    tools.PlanReply
	err     error
}

func (p *port) Progress(_ string, chunk []byte) {
	p.output.Write(chunk)
	if p.seen != nil && p.output.Len() == len(chunk) {
		close(p.seen)
	}
}

func (p *port) Approve(context.Context, tools.Approval) (tools.Answer, error) {
	return tools.Answer{}, errors.New("no tool asks for an approval itself")
}

func (p *port) Ask(_ context.Context, q []tools.Question) ([]tools.Reply, error) {
	p.asked = q
	return p.replies, p.err
}

func (p *port) ProposePlan(context.Context, string) (tools.PlanReply, error) { return p.plan, p.err }

// within fails the test when f takes too long for something that should end by itself.
func within(t *testing.T, d time.Duration, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(d):
		t.Fatal("it does not end")
	}
}

var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
