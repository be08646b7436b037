package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"beestown/agent"
	"beestown/llm"
	"beestown/tools"
)

// Texts of the scenes.
const (
	answerText = "The test reads the clock twice. On CI the two reads can fall into different seconds, so the token's `iat` is one second ahead of `now`:\n\n" +
		"```go\nfunc (s *Signer) Sign(u User) (string, error) {\n\tnow := time.Now()            // first read\n\tclaims.IssuedAt = time.Now() // second read\n```\n\n" +
		"Two ways to fix it:\n\n1. Inject a clock (`func() time.Time`) into Signer, which also makes the expiry tests deterministic.\n" +
		"2. Truncate both reads to the second, which is smaller but hides the"
	oldFile = "package auth\n\nfunc (s *Signer) Sign(u User) (string, error) {\n\tnow := time.Now()\n\tclaims := Claims{Subject: u.ID}\n\tclaims.IssuedAt = time.Now()\n\treturn s.sign(claims)\n}\n"
	newFile = "package auth\n\nfunc (s *Signer) Sign(u User) (string, error) {\n\tnow := s.clock()\n\tclaims := Claims{Subject: u.ID}\n\tclaims.IssuedAt = now\n\tclaims.ExpiresAt = now.Add(s.ttl)\n\treturn s.sign(claims)\n}\n"
)

func editApproval(call string) tools.Approval {
	d := tools.NewDiff("internal/auth/token.go", []byte(oldFile), []byte(newFile))
	return tools.Approval{
		Call: call, Tool: "Edit", Principal: tools.Principal{Agent: "main"},
		View:      tools.View{Subject: "internal/auth/token.go", Summary: d.Counts(), Body: d},
		Decision:  tools.Decision{Reason: "no rule allows Edit", Offer: []string{"Edit(internal/auth/**)"}},
		DraftName: "token.go", Draft: []byte(newFile),
	}
}

func bashApproval(call string) tools.Approval {
	command := "rm -rf .cache/auth && git push origin fix-login"
	return tools.Approval{
		Call: call, Tool: "Bash", Principal: tools.Principal{Agent: "main"},
		View: tools.View{Subject: command, Body: tools.Command{Command: command, Dir: "~/src/app", TimeoutSec: 120}},
		Decision: tools.Decision{
			Reason: "no rule allows rm", Offer: []string{"Bash(git push origin *)"},
			Warnings: []string{"deletes .cache/auth (14 files, 2.1 MB)", "talks to the network: git push origin"},
		},
		DraftName: "command.sh", Draft: []byte(command),
	}
}

func exit(n int) *int { return &n }

func finished(id, name, subject, summary string, d time.Duration) []agent.Event {
	return []agent.Event{
		agent.ToolQueued{ID: id, Name: name, Args: `{"path":"` + subject + `"}`},
		agent.ToolStart{ID: id, Name: name, View: tools.View{Subject: subject}},
		agent.ToolEnd{ID: id, Name: name, Status: agent.StatusOK, Duration: d,
			Result: tools.Result{View: tools.View{Subject: subject, Summary: summary}}},
	}
}

func sceneIdle(*stage) {}

func sceneStreaming(s *stage) {
	s.keys("'why does TestLogin fail on CI only?'", "enter")
	s.events(agent.TurnStart{Prompt: "why does TestLogin fail on CI only?"})
	s.pass(8 * time.Second)
	s.events(agent.TextDelta{ID: "m1", Text: answerText})
	s.keys("'use option 1 and add a test'")
}

func sceneTool(s *stage) {
	s.events(agent.TurnStart{Prompt: "run the auth tests and fix what is broken"})
	s.events(agent.TextDelta{ID: "m1", Text: "I'll start with the package's own tests."}, agent.Message{ID: "m1", Text: "I'll start with the package's own tests."})
	s.events(finished("c1", "Read", "internal/auth/token.go", "(1-118 of 118)", 0)...)
	s.events(finished("c2", "Grep", `time.Now in internal/**`, "7 matches in 3 files", 90*time.Millisecond)...)
	command := "go test ./internal/auth/ -run 'TestLogin|TestRefresh' -count=20"
	s.events(
		agent.ToolQueued{ID: "c3", Name: "Bash", Args: `{"command":"go test"}`},
		agent.ToolQueued{ID: "c4", Name: "Edit", Args: `{"file_path":"internal/auth/token.go"}`},
		agent.ToolStart{ID: "c3", Name: "Bash", View: tools.View{Subject: command, Body: tools.Command{Command: command}}},
		agent.ToolProgress{ID: "c3", Bytes: 9000, Tail: "=== RUN   TestRefresh\n=== RUN   TestLogin\nok    TestRefresh (0.02s)\n--- FAIL: TestLogin (0.01s)\n\ttoken_test.go:88: iat 1763649001 is after now 1763649000\n"},
		agent.Usage{Last: llm.Usage{Input: 12_000, Output: 3100}},
	)
	s.pass(6400 * time.Millisecond)
}

func sceneEdit(s *stage) {
	s.events(agent.TurnStart{Prompt: "fix it"})
	s.events(agent.TextDelta{ID: "m1", Text: "The signer reads the clock twice; I'll read it once and inject it."})
	s.events(agent.ToolQueued{ID: "c1", Name: "Edit", Args: "{}"}, agent.ApprovalAsk{ID: "q1", Approval: editApproval("c1")})
	s.pass(4 * time.Second)
}

func sceneBash(s *stage) {
	s.events(agent.TurnStart{Prompt: "clean up and push"})
	s.events(finished("c0", "Edit", "internal/auth/token.go", "+6 -3", 0)...)
	s.events(agent.TextDelta{ID: "m1", Text: "Tests pass 20 times in a row. I'd like to drop the stale cache directory and push the branch."})
	s.events(agent.ToolQueued{ID: "c1", Name: "Bash", Args: "{}"}, agent.ApprovalAsk{ID: "q1", Approval: bashApproval("c1")})
	s.pass(2 * time.Second)
}

func sceneAsk(s *stage) {
	s.events(agent.TurnStart{Prompt: "add a rate limit"})
	s.events(agent.TextDelta{ID: "m1", Text: "There are two places the limit could live and they behave differently when several replicas run."})
	s.events(agent.QuestionAsk{ID: "q1", Questions: []tools.Question{
		{Header: "Rate limit store", Text: "Where should the counters be kept?", Options: []tools.Option{
			{Label: "In memory (x/time/rate)", Description: "per process; simplest; limits multiply by the number of replicas"},
			{Label: "Redis", Description: "shared; needs a Redis in every environment"},
			{Label: "Both, behind an interface", Description: "memory in tests, Redis in production"},
		}},
		{Header: "Header", Text: "Which header carries the key?"},
	}})
	s.pass(time.Second)
}

func scenePlan(s *stage) {
	s.events(agent.ModeChange{Mode: tools.ModePlan}, agent.TurnStart{Prompt: "plan it"})
	s.events(agent.PlanAsk{ID: "q1", Plan: "# Inject a clock into auth.Signer\n\n1. internal/auth/token.go: add `clock func() time.Time` to Signer, default time.Now; read it once per Sign.\n2. internal/auth/token_test.go: fixed clock; delete the sleep in TestExpiry.\n3. cmd/server/main.go: no change (zero value works), checked with grep.\n\nRisk: Signer is copied by value in two tests, the zero clock must be usable."})
	s.pass(time.Second)
}

func sceneTodo(s *stage) {
	s.events(agent.TurnStart{Prompt: "go on"})
	s.events(finished("c1", "Edit", "internal/auth/token.go", "+6 -3", 0)...)
	s.events(agent.TextDelta{ID: "m1", Text: "Now the whole package, then vet."})
	titles := []string{"Read signer and its tests", "Inject the clock", "Make TestExpiry deterministic", "Run vet and the whole test suite", "Update CHANGELOG.md", "Summarise"}
	var items []tools.Todo
	for i, title := range titles {
		status := tools.TodoPending
		if i < 3 {
			status = tools.TodoCompleted
		} else if i == 3 {
			status = tools.TodoInProgress
		}
		items = append(items, tools.Todo{ID: fmt.Sprint(i), Title: title, Status: status})
	}
	s.events(agent.TodoSet{Items: items})
	s.events(agent.ToolStart{ID: "c2", Name: "Bash", View: tools.View{Subject: "go vet ./... && go test ./..."}},
		agent.ToolProgress{ID: "c2", Tail: "ok    example.com/app/internal/auth    0.412s\nok    example.com/app/internal/store   1.930s\n", Bytes: 90})
	s.pass(11200 * time.Millisecond)
}

func sceneError(s *stage) {
	s.events(agent.TurnStart{Prompt: "summarise the design doc"})
	output := "building\n" + lines(40) + "docs/conf.py:14: No module named 'myst_parser'\nmake: *** [docs] Error 1\n"
	s.events(agent.ToolQueued{ID: "c1", Name: "Bash", Args: "{}"},
		agent.ToolStart{ID: "c1", Name: "Bash", View: tools.View{Subject: "make docs"}},
		agent.ToolEnd{ID: "c1", Name: "Bash", Status: agent.StatusError, Duration: 1900 * time.Millisecond,
			Result: tools.Result{View: tools.View{Subject: "make docs", Summary: "exit 2", Body: tools.Command{Command: "make docs", Output: output, Exit: exit(2)}}}})
	s.events(agent.TextDelta{ID: "m1", Text: "The document proposes three layers. The first is"})
	s.events(agent.Message{ID: "m1", Text: "The document proposes three layers. The first is", Void: true})
	s.events(agent.Retry{Retry: llm.Retry{Attempt: 2, Max: 5, Wait: 5 * time.Second, Cause: "HTTP 429 too many requests, Retry-After 4", AfterText: 48}})
	s.pass(time.Second)
}

func sceneMCP(s *stage) {
	s.events(agent.MCPState{Servers: []agent.Server{
		{Name: "fs", State: "ready", Tools: 11, Command: "npx @mcp/server-filesystem ."},
		{Name: "github", State: "starting", Command: "github-mcp-server stdio"},
		{Name: "postgres", State: "failed", Error: `exec: "uvx": executable file not found in $PATH`, Command: "uvx mcp-server-postgres postgresql://localhost/app"},
	}})
	s.events(agent.Notice{Level: "warn", Code: "mcp",
		Text: `MCP server "postgres" did not start: exec: "uvx": executable file not found in $PATH. Its tools are not available; everything else works.`,
		Hint: "command   uvx mcp-server-postgres postgresql://localhost/app"})
	s.keys("'/mcp'", "enter")
}

func sceneHelp(s *stage) { s.keys("?") }

func sceneHeld(s *stage) {
	s.events(agent.TurnStart{Prompt: "push it"})
	s.keys("'also update the changelog, and mention the iss'")
	s.events(agent.ToolQueued{ID: "c1", Name: "Bash", Args: "{}"}, agent.ApprovalAsk{ID: "q1", Approval: bashApproval("c1")})
	s.pass(11 * time.Second)
}

func sceneModelError(s *stage) {
	s.events(agent.TurnStart{Prompt: "hello"})
	s.events(agent.TurnEnd{Reason: agent.ReasonModelError, Err: &llm.Error{Kind: llm.ErrAuth, Status: 401,
		Message: "http://127.0.0.1:8000/v1 refused the key: 401 invalid api key", Hint: "set OPENAI_API_KEY or api_key in the config"}})
}

func lines(n int) string {
	out := ""
	for i := range n {
		out += fmt.Sprintf("step %d\n", i+1)
	}
	return out
}

func TestScreens(t *testing.T) {
	scenes := map[string]func(*stage){
		"01-idle": sceneIdle, "02-streaming": sceneStreaming, "03-tool": sceneTool, "04-edit": sceneEdit,
		"05-bash": sceneBash, "06-ask": sceneAsk, "07-plan": scenePlan, "08-todo": sceneTodo,
		"10-error": sceneError, "11-mcp": sceneMCP, "14-help": sceneHelp, "15-held": sceneHeld, "16-model-error": sceneModelError,
	}
	for name, scene := range scenes {
		for _, size := range [][2]int{{80, 24}, {40, 12}} {
			t.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(t *testing.T) {
				s := newStage(t, size[0], size[1])
				scene(s)
				golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), s.screen())
			})
		}
	}
}

func TestOnboardingScreen(t *testing.T) {
	var chosen []Choice
	onboard := &Onboard{
		Checked: []Fact{{"OPENAI_API_KEY, BEESTOWN_API_KEY", "not set"}, {"~/.config/beestown/config.yml", "not found"}},
		Probe:   func(context.Context) []LocalServer { return nil },
		Start: func(_ context.Context, c Choice) (Conversation, error) {
			chosen = append(chosen, c)
			return Conversation{}, errors.New("401: the endpoint refuses the key")
		},
		Credentials: "~/.config/beestown/credentials",
	}
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		s := newStage(t, size[0], size[1], func(o *Options) {
			o.Conversation = Conversation{}
			o.Onboard = onboard
		})
		s.keys("1", "enter") // nothing: the options may still move
		s.send(probedMsg{[]LocalServer{
			{"Ollama", "http://127.0.0.1:11434/v1", nil, "no answer"},
			{"vLLM", "http://127.0.0.1:8000/v1", []string{"qwen3-coder"}, "answers, 1 model"},
		}})
		golden(t, fmt.Sprintf("12-onboarding-%dx%d", size[0], size[1]), s.screen())
		s.keys("2", "'sk-secret'")
		golden(t, fmt.Sprintf("12-key-%dx%d", size[0], size[1]), s.screen())
		msg := s.send(keyPress("enter"))
		s.send(run(msg))
		if !s.contains("refuses the key") {
			t.Errorf("the error of the start is not shown:\n%s", s.screen())
		}
	}
	if len(chosen) != 2 || chosen[0].Key != "sk-secret" {
		t.Errorf("started with %+v", chosen)
	}
}
