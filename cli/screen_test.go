package cli_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"beestown/llm/llmtest"
	"beestown/tui/term/termtest"
	"beestown/tui/term/vt"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// screen is the real program on a real pseudo-terminal, talking to a scripted endpoint.
type screen struct {
	*termtest.Session
	t      *testing.T
	server *llmtest.Server
	dir    string // the workspace
}

// open starts beestown in a workspace with one file, a.txt, against a model that plays turns.
func open(t *testing.T, args []string, turns ...llmtest.Turn) *screen {
	t.Helper()
	s := &screen{t: t, server: llmtest.Start(t, turns...), dir: t.TempDir()}
	put(t, filepath.Join(s.dir, "a.txt"), "one\ntwo\nthree\n")
	s.start(append([]string{"--base-url", s.server.URL, "-m", "test-model"}, args...))
	return s
}

func (s *screen) start(args []string) {
	s.t.Helper()
	s.launch(24, args...)
	s.shows("Ask anything")
}

// launch starts the program in the workspace with a home of its own, on 80 columns.
func (s *screen) launch(rows int, args ...string) {
	s.t.Helper()
	program, err := exec.LookPath("beestown") // the test binary under another name, see TestMain
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"HOME=" + s.t.TempDir(), "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TMPDIR=" + s.t.TempDir(), "TERM=xterm-256color"}
	ctx, cancel := context.WithTimeout(s.t.Context(), 60*time.Second) // a hang is told with its screen
	s.t.Cleanup(cancel)
	s.Session = termtest.Start(ctx, s.t, cmd, 80, rows)
}

func (s *screen) shows(text string) {
	s.t.Helper()
	s.WaitFor(text, func(v *vt.Terminal) bool { return termtest.Contains(v, text) })
}

func (s *screen) prompt(text string) {
	s.Type(text)
	s.shows(text)
	s.SendKeys(termtest.Enter)
}

// asks waits for a dialog that takes keys: its focus mark comes with them.
func (s *screen) asks() {
	s.t.Helper()
	s.shows("❯ 1 ")
}

// quit leaves with ctrl+c twice and checks that the terminal is as it was.
func (s *screen) quit() {
	s.t.Helper()
	s.WaitFor("the end of the turn", func(v *vt.Terminal) bool { return !termtest.Contains(v, "esc interrupt") })
	s.SendKeys(termtest.CtrlC)
	s.shows("ctrl+c again")
	s.SendKeys(termtest.CtrlC)
	s.ended(0)
}

func (s *screen) ended(code int) {
	s.t.Helper()
	if got := s.Wait(); got != code {
		s.t.Errorf("exit code %d, want %d\n%s", got, code, s.Screen())
	}
	s.Look(func(v *vt.Terminal) {
		if v.Alt() {
			s.t.Error("the alternate screen is still on")
		}
		if !v.Mode(25) {
			s.t.Error("the cursor is hidden")
		}
		if v.Mode(1000) || v.Mode(1002) || v.Mode(1003) || v.Mode(2004) {
			s.t.Error("mouse or paste modes are still on")
		}
	})
}

func (s *screen) file() string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, "a.txt"))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// lastRequest is the body of the newest request.
func (s *screen) lastRequest() llmtest.Request {
	s.t.Helper()
	all := s.server.Requests()
	if len(all) == 0 {
		s.t.Fatal("no request was sent")
	}
	return all[len(all)-1]
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// editing is a model that reads a.txt, edits it, and then answers.
func editing(answer string) []llmtest.Turn {
	return []llmtest.Turn{
		llmtest.CallTools(llmtest.Tool("Read", `{"file_path":"a.txt"}`)),
		llmtest.CallTools(llmtest.Tool("Edit", `{"file_path":"a.txt","old_string":"two","new_string":"TWO"}`)),
		llmtest.Say(answer),
	}
}

func TestScreenApprovesAnEdit(t *testing.T) {
	s := open(t, nil, editing("All **done**.")...)
	s.prompt("make it loud")
	s.asks()
	s.shows("+ TWO")
	if s.file() != "one\ntwo\nthree\n" {
		t.Error("the file changed before anybody agreed")
	}
	s.SendKeys("y")
	s.shows("All done.")
	if got := s.file(); got != "one\nTWO\nthree\n" {
		t.Errorf("file = %q", got)
	}
	s.quit()
	if !strings.Contains(s.Screen(), "a.txt  +1 -1") {
		t.Errorf("the changed file is not named on leaving:\n%s", s.Screen())
	}
}

func TestScreenRejectionReachesTheModel(t *testing.T) {
	s := open(t, nil, editing("Understood.")...)
	s.prompt("make it loud")
	s.asks()
	s.SendKeys("n")
	const reason = `no: write "2", not TWO; and keep the rest`
	s.Type(reason)
	s.shows(reason)
	s.SendKeys(termtest.Enter)
	s.shows("Understood.")
	messages := s.lastRequest().Messages
	if last := messages[len(messages)-1]; last.Role != "tool" || !strings.Contains(last.Content, reason) {
		t.Errorf("the model read %+v", last)
	}
	if s.file() != "one\ntwo\nthree\n" {
		t.Error("the file was changed")
	}
	s.quit()
}

func TestScreenSessionRuleSparesTheSecondQuestion(t *testing.T) {
	again := llmtest.CallTools(llmtest.Tool("Edit", `{"file_path":"a.txt","old_string":"three","new_string":"THREE"}`))
	turns := editing("")
	s := open(t, nil, turns[0], turns[1], again, llmtest.Say("Both done."))
	s.prompt("make it loud")
	s.asks()
	s.shows("allow `Edit(a.txt)` this session")
	s.SendKeys("a")
	s.shows("Both done.")
	if got := s.file(); got != "one\nTWO\nTHREE\n" {
		t.Errorf("file = %q", got)
	}
	s.quit()
}

func TestScreenInterruptsACommand(t *testing.T) {
	s := open(t, []string{"--mode", "yolo"},
		llmtest.CallTools(llmtest.Tool("Bash", `{"command":"echo started; sleep 300"}`)), llmtest.Say("Went on."))
	s.prompt("run it")
	s.shows("    started")
	s.SendKeys(termtest.Escape)
	s.shows("Interrupted")
	s.prompt("go on")
	s.shows("Went on.")
	s.quit()
}

func TestScreenDeliversWhatIsTypedMeanwhile(t *testing.T) {
	s := open(t, []string{"--mode", "yolo"},
		llmtest.CallTools(llmtest.Tool("Bash", `{"command":"echo started; until [ -e go ]; do sleep 0.05; done"}`)), llmtest.Say("Read it."))
	s.prompt("run it")
	s.shows("    started")
	s.prompt("and use tabs")
	s.shows("queued  and use tabs")
	put(t, filepath.Join(s.dir, "go"), "")
	s.shows("Read it.")
	messages := s.lastRequest().Messages
	if last := messages[len(messages)-1]; last.Role != "user" || last.Content != "and use tabs" {
		t.Errorf("last message = %+v", last)
	}
	s.quit()
}

func TestScreenAsksTheUser(t *testing.T) {
	question := llmtest.CallTools(llmtest.Tool("ask_user", `{"question":"Which store?","options":["memory - simple","redis"]}`))
	s := open(t, nil, question, question, llmtest.Say("Fine."))
	s.prompt("go")
	s.asks()
	s.SendKeys("2")
	s.shows("Which store?  redis")
	s.asks()
	s.Type("a plain file")
	s.shows("a plain file")
	s.SendKeys(termtest.Enter)
	s.shows("Fine.")
	var answers []string
	for _, m := range s.lastRequest().Messages {
		if m.Role == "tool" {
			answers = append(answers, m.Content)
		}
	}
	if strings.Join(answers, "|") != "redis|a plain file" {
		t.Errorf("the model read %q", answers)
	}
	s.quit()
}

func TestScreenFirstRun(t *testing.T) {
	s := &screen{t: t, dir: t.TempDir()}
	s.launch(24)
	s.shows("No model is configured yet")
	s.shows("OPENAI_API_KEY")
	s.shows("Take the offline tour")
	s.SendKeys(termtest.Escape)
	s.ended(0)
}

func TestScreenDemo(t *testing.T) {
	s := &screen{t: t, dir: t.TempDir()}
	rows := 24
	if *update {
		rows = 30 // the picture has room for what led to the question
	}
	s.launch(rows, "demo")
	s.asks()
	s.SendKeys("y")
	s.shows("What should happen to dashes")
	s.asks()
	s.SendKeys(termtest.Enter)
	s.shows("Yes, apply this edit")
	s.asks()
	s.picture()
	s.SendKeys("y")
	s.shows("$ sh test.sh")
	s.asks()
	s.SendKeys("y")
	s.shows("Only the model was a script")
	s.shows("Reflect    complete")
	if !strings.Contains(s.Screen(), "DEMO") {
		t.Errorf("the screen does not say DEMO:\n%s", s.Screen())
	}
	s.quit()
}

func TestScreenDemoTakesNoForAnAnswer(t *testing.T) {
	s := &screen{t: t, dir: t.TempDir()}
	s.launch(30, "demo")
	s.asks()
	s.SendKeys("y")
	s.shows("What should happen to dashes")
	s.asks()
	s.SendKeys("2")
	s.shows("only knows the other repair")
	s.asks()
	s.SendKeys("n")
	s.Type("keep the dashes")
	s.shows("keep the dashes")
	s.SendKeys(termtest.Enter)
	s.shows("Understood, I leave it at that")
	s.shows("starts it again")
	s.shows("Todo 0/3")
	s.quit()
}

// picture writes the README's picture from the running program, with -update.
func (s *screen) picture() {
	s.t.Helper()
	if !*update {
		return
	}
	f, err := os.Create("../docs/screen.svg")
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	s.Look(func(v *vt.Terminal) { err = v.Picture(f) })
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestScreenEndsOnSignals(t *testing.T) {
	for sig, code := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGHUP: 129, syscall.SIGINT: 130} {
		t.Run(sig.String(), func(t *testing.T) {
			s := open(t, nil)
			s.Signal(sig)
			s.ended(code)
		})
	}
}

func TestScreenSurvivesResizing(t *testing.T) {
	s := open(t, nil, llmtest.Say("A long answer with enough words to wrap on a narrow screen, and then some more of them."))
	s.prompt("hello")
	s.shows("A long answer")
	for _, size := range [][2]int{{60, 20}, {40, 12}, {100, 30}, {20, 6}, {80, 24}} {
		s.Resize(size[0], size[1])
	}
	s.shows("A long answer with enough words")
	s.quit()
}

func TestScreenTellsAboutAFailingServer(t *testing.T) {
	s := &screen{t: t, server: llmtest.Start(t, llmtest.Say("Works anyway.")), dir: t.TempDir()}
	put(t, filepath.Join(s.dir, ".beestown.yml"), "mcp_servers:\n  broken:\n    command: no-such-program-anywhere\n")
	s.start([]string{"--base-url", s.server.URL, "-m", "test-model"})
	s.shows("no-such-program-anywhere")
	s.prompt("hello")
	s.shows("Works anyway.")
	s.quit()
}

func TestScreenBindsKeys(t *testing.T) {
	s := &screen{t: t, server: llmtest.Start(t, llmtest.Say("unused")), dir: t.TempDir()}
	put(t, filepath.Join(s.dir, ".beestown.yml"), "ui: {keys: {help: f2}}\n")
	s.start([]string{"--base-url", s.server.URL, "-m", "test-model"})
	s.SendKeys("\x1bOQ") // F2
	s.shows("Writing")
	s.SendKeys(termtest.Escape)
	s.shows("Ask anything")
	s.quit()
}
