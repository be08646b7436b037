package policy

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"beestown/tools"
	"beestown/tools/workspace"
)

// fakeTool is a tool that is only described.
type fakeTool struct{ spec tools.Spec }

func (f fakeTool) Spec() tools.Spec           { return f.spec }
func (f fakeTool) Schema() *jsonschema.Schema { return nil }
func (f fakeTool) Prepare(context.Context, json.RawMessage) (tools.Call, error) {
	return nil, nil
}

// fakeCall is a call that is only judged.
type fakeCall struct {
	accesses []tools.Access
	insists  bool
}

func (f fakeCall) Accesses() []tools.Access                  { return f.accesses }
func (f fakeCall) Preview() tools.View                       { return tools.View{} }
func (f fakeCall) Run(context.Context) (tools.Result, error) { return tools.Result{}, nil }
func (f fakeCall) NeedsConfirmation() bool                   { return f.insists }

func request(spec tools.Spec, accesses ...tools.Access) *tools.Request {
	return &tools.Request{Name: spec.Name, Tool: fakeTool{spec}, Call: fakeCall{accesses: accesses}}
}

func bash(line string) *tools.Request {
	return request(tools.Spec{Name: "Bash", Effect: tools.Executes}, tools.Access{Effect: tools.Executes, Command: line})
}

func edit(path string) *tools.Request {
	return request(tools.Spec{Name: "Edit", Effect: tools.WritesFiles},
		tools.Access{Effect: tools.WritesFiles, Path: filepath.Join("/home/bee/src/app", path), Display: path})
}

func newPolicy(t testing.TB, mode tools.Mode, rules ...Rule) *Policy {
	t.Helper()
	p, err := New(Options{Rules: rules, Mode: mode, Root: "/home/bee/src/app", Home: "/home/bee"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func allow(text string) Rule { return Rule{Verdict: tools.Allow, Text: text, Source: "config.yml"} }
func ask(text string) Rule   { return Rule{Verdict: tools.Ask, Text: text, Source: "config.yml"} }
func deny(text string) Rule  { return Rule{Verdict: tools.Deny, Text: text, Source: "config.yml"} }

func TestDecideFiles(t *testing.T) {
	read := tools.Spec{Name: "Read", Effect: tools.ReadOnly}
	write := tools.Spec{Name: "file_write", Effect: tools.WritesFiles}
	in := func(e tools.Effect, path string) tools.Access {
		return tools.Access{Effect: e, Path: "/home/bee/src/app/" + path, Display: path}
	}
	outside := tools.Access{Effect: tools.ReadOnly, Path: "/etc/hosts", Display: "/etc/hosts", Outside: true}
	secret := in(tools.ReadOnly, ".env")
	secret.Guard = "secret file"
	denied := in(tools.ReadOnly, "vault/x")
	denied.Denied = true
	guarded := in(tools.WritesFiles, ".git/config")
	guarded.Guard = "git directory"
	tests := map[string]struct {
		mode   tools.Mode
		rules  []Rule
		req    *tools.Request
		want   tools.Verdict
		reason string
	}{
		"read inside":                  {req: request(read, in(tools.ReadOnly, "a")), want: tools.Allow, reason: "only reads inside the workspace"},
		"read outside":                 {req: request(read, outside), want: tools.Ask, reason: "/etc/hosts is outside the workspace"},
		"read outside, bare rule":      {rules: []Rule{allow("Read")}, req: request(read, outside), want: tools.Ask},
		"read outside, its own rule":   {rules: []Rule{allow("Read(/etc/*)")}, req: request(read, outside), want: tools.Allow},
		"read secret":                  {req: request(read, secret), want: tools.Ask, reason: ".env is special: secret file"},
		"read secret, wide rule":       {rules: []Rule{allow("Read(**)")}, req: request(read, secret), want: tools.Ask},
		"read secret, exact rule":      {rules: []Rule{allow("Read(.env)")}, req: request(read, secret), want: tools.Allow},
		"denied path":                  {mode: tools.ModeYolo, rules: []Rule{allow("Read")}, req: request(read, denied), want: tools.Deny, reason: "vault/x is under a denied path"},
		"edit":                         {req: edit("src/a.go"), want: tools.Ask, reason: "no rule allows Edit"},
		"edit, rule":                   {rules: []Rule{allow("Edit(src/**)")}, req: edit("src/a/b.go"), want: tools.Allow, reason: "rule Edit(src/**) of config.yml"},
		"edit, other rule":             {rules: []Rule{allow("Edit(src/**)")}, req: edit("lib/b.go"), want: tools.Ask},
		"edit, sibling":                {rules: []Rule{allow("Edit(src/**)")}, req: edit("src-evil/b.go"), want: tools.Ask},
		"Edit covers every writer":     {rules: []Rule{allow("Edit(src/**)")}, req: request(write, in(tools.WritesFiles, "src/a")), want: tools.Allow},
		"a tool's own name":            {rules: []Rule{allow("file_write(src/**)")}, req: request(write, in(tools.WritesFiles, "src/a")), want: tools.Allow},
		"another tool's name":          {rules: []Rule{allow("file_write")}, req: edit("src/a"), want: tools.Ask},
		"mode edits":                   {mode: tools.ModeEdits, req: edit("src/a"), want: tools.Allow, reason: "mode edits"},
		"mode edits, guard":            {mode: tools.ModeEdits, req: request(write, guarded), want: tools.Ask, reason: ".git/config is special: git directory"},
		"mode edits, ask rule":         {mode: tools.ModeEdits, rules: []Rule{ask("Edit(src/**)")}, req: edit("src/a"), want: tools.Ask},
		"mode plan":                    {mode: tools.ModePlan, rules: []Rule{allow("Edit")}, req: edit("src/a"), want: tools.Deny},
		"mode plan reads":              {mode: tools.ModePlan, req: request(read, in(tools.ReadOnly, "a")), want: tools.Allow},
		"mode yolo":                    {mode: tools.ModeYolo, req: request(write, guarded), want: tools.Allow, reason: "mode yolo"},
		"mode yolo, deny rule":         {mode: tools.ModeYolo, rules: []Rule{allow("Edit"), deny("Edit(src/**)")}, req: edit("src/a"), want: tools.Deny, reason: "rule Edit(src/**) of config.yml"},
		"two accesses, strictest wins": {req: request(write, in(tools.ReadOnly, "a"), in(tools.WritesFiles, "b")), want: tools.Ask},
		"no accesses: the effect":      {req: request(write), want: tools.Ask},
	}
	for name, tt := range tests {
		got := newPolicy(t, tt.mode, tt.rules...).Decide(tt.req)
		if got.Verdict != tt.want || tt.reason != "" && got.Reason != tt.reason || got.Reason == "" {
			t.Errorf("%s: %v (%q), want %v (%q)", name, got.Verdict, got.Reason, tt.want, tt.reason)
		}
	}
}

func TestDecideOtherTools(t *testing.T) {
	mcp := tools.Spec{Name: "mcp__files__read", Effect: tools.ReadOnly, Source: tools.Source{Kind: tools.SourceMCP, Server: "files", Tool: "read"}}
	fetch := request(tools.Spec{Name: "web_fetch", Effect: tools.Network}, tools.Access{Effect: tools.Network, Host: "go.dev"})
	todo := request(tools.Spec{Name: "TodoWrite", Effect: tools.Interacts}, tools.Access{Effect: tools.Interacts})
	foreign := request(mcp, tools.Access{Effect: tools.ReadOnly})
	tests := []struct {
		name  string
		rules []Rule
		req   *tools.Request
		want  tools.Verdict
		offer []string
	}{
		{"interacts", nil, todo, tools.Allow, nil},
		{"a server's word lowers nothing", nil, foreign, tools.Ask, []string{"mcp__files__read"}},
		{"mcp by name", []Rule{allow("mcp__files__read")}, foreign, tools.Allow, nil},
		{"mcp by server", []Rule{allow("mcp__files__*")}, foreign, tools.Allow, nil},
		{"mcp by id", []Rule{allow("mcp:files:read")}, foreign, tools.Allow, nil},
		{"mcp, another server", []Rule{allow("mcp__file__*")}, foreign, tools.Ask, []string{"mcp__files__read"}},
		{"host", nil, fetch, tools.Ask, []string{"web_fetch(go.dev)"}},
		{"host rule", []Rule{allow("web_fetch(*.dev)")}, fetch, tools.Allow, nil},
		{"host, other rule", []Rule{allow("web_fetch(*.org)")}, fetch, tools.Ask, []string{"web_fetch(go.dev)"}},
	}
	for _, tt := range tests {
		got := newPolicy(t, tools.ModeAsk, tt.rules...).Decide(tt.req)
		if got.Verdict != tt.want || !cmp.Equal(got.Offer, tt.offer) {
			t.Errorf("%s: %v %v, want %v %v", tt.name, got.Verdict, got.Offer, tt.want, tt.offer)
		}
	}
}

func TestInsistingCallAsks(t *testing.T) {
	req := bash("go test")
	req.Call = fakeCall{accesses: req.Call.(fakeCall).accesses, insists: true}
	if got := newPolicy(t, tools.ModeAsk, allow("Bash")).Decide(req); got.Verdict != tools.Ask {
		t.Errorf("insisting call: %v, want ask", got.Verdict)
	}
}

func TestOffersAreEnoughForEdits(t *testing.T) {
	tests := map[string]string{
		"internal/auth/token.go": "Edit(internal/auth/**)",
		"main.go":                "Edit(main.go)",
		"app/[id]/page.tsx":      `Edit(app/\[id]/**)`,
	}
	for path, want := range tests {
		p := newPolicy(t, tools.ModeAsk)
		got := p.Decide(edit(path))
		if diff := cmp.Diff([]string{want}, got.Offer); diff != "" {
			t.Errorf("offer for %s (-want +got):\n%s", path, diff)
		}
		if err := p.Remember(got.Offer); err != nil {
			t.Fatal(err)
		}
		if got := p.Decide(edit(path)); got.Verdict != tools.Allow {
			t.Errorf("%s after its offer was taken: %v, want allow", path, got.Verdict)
		}
	}
}

func TestRuleErrorsNameTheRule(t *testing.T) {
	known := func(name string) (string, bool) {
		canonical := map[string]string{"Bash": "Bash", "exec": "Bash", "Edit": "Edit"}[name]
		return canonical, canonical != ""
	}
	tests := map[string]string{
		"":                 "it names no tool",
		"Bash(":            "the parenthesis is not closed",
		"Bash()":           "the pattern is empty",
		"Bsh(ls)":          `no tool is called "Bsh"`,
		"Edit([)":          "not a valid glob",
		"Bash(a; b)":       "must be one command",
		"Bash(a $X)":       "the variable $X",
		"Bash(a > b)":      "without redirects",
		"Bash(a 'b)":       "not valid bash",
		"*":                "is not the name of a tool",
		"Bash(git push *)": "",
		"exec(sudo -n *)":  "",
		"mcp__later__tool": "",
		"mcp:later:tool":   "",
	}
	for text, want := range tests {
		_, err := New(Options{Root: "/w", Canonical: known, Rules: []Rule{{Verdict: tools.Allow, Text: text, Source: "config.yml"}}})
		switch {
		case want == "" && err != nil:
			t.Errorf("rule %q: %v, want none", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "rule '"+text+"' of config.yml")):
			t.Errorf("rule %q: error %v, want one with %q and the rule", text, err, want)
		}
	}
}

// TestStrictestWins: whatever the order of the rules, deny > ask > allow.
func TestStrictestWins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verdict := rapid.SampledFrom([]tools.Verdict{tools.Allow, tools.Ask, tools.Deny})
		text := rapid.SampledFrom([]string{"Edit", "Edit(src/**)", "Edit(src/a.go)", "Edit(lib/**)", "Bash"})
		var rules []Rule
		want := tools.Ask
		seen := map[tools.Verdict]bool{}
		for range rapid.IntRange(0, 8).Draw(t, "n") {
			r := Rule{Verdict: verdict.Draw(t, "verdict"), Text: text.Draw(t, "text")}
			rules = append(rules, r)
			if r.Text != "Bash" && r.Text != "Edit(lib/**)" {
				seen[r.Verdict] = true
			}
		}
		switch {
		case seen[tools.Deny]:
			want = tools.Deny
		case seen[tools.Allow] && !seen[tools.Ask]:
			want = tools.Allow
		}
		p, err := New(Options{Rules: rules, Root: "/home/bee/src/app", Home: "/home/bee"})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Decide(edit("src/a.go")); got.Verdict != want {
			t.Fatalf("%v, want %v for %v", got.Verdict, want, rules)
		}
	})
}

func TestReadOnlyTable(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	w, err := workspace.Open(dir, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	p, err := New(Options{Root: dir, Home: "/home/bee", Resolve: w.Resolve})
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"pwd", "ls", "ls -la sub", "cat a.go", "cat a.go | head -n 20", "grep -n foo a.go", "wc -l a.go",
		"echo hello world", "cd sub && ls", "timeout 5 cat a.go", "cat a.go 2>/dev/null", "cat a.go 2>&1 | tail -5"}
	for _, line := range allowed {
		if got := p.Decide(bash(line)); got.Verdict != tools.Allow {
			t.Errorf("%q: %v (%s), want allow", line, got.Verdict, got.Reason)
		}
	}
	asked := []string{"cat link", "cat /etc/passwd", "cat ../x", "cat .env", "cat .git/config", "cat *", "ls $X", "cat a > b", "cat a &",
		"ls --unknown", "grep -rn foo .", "X=1 ls", "ls; rm a", "true || cd sub; cat link", "cd sub; cat ../link", "cd nowhere; ls",
		"./ls", "cat <(x)", "ls `x`", "sort -o f a", "tail -f a", "git status", "sh -c ls", "\\ls -Z", "cd /; ls", "echo $(x)", "", "# x"}
	for _, line := range asked {
		if got := p.Decide(bash(line)); got.Verdict != tools.Ask {
			t.Errorf("%q: %v (%s), want ask", line, got.Verdict, got.Reason)
		}
	}
}
