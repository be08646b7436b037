package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"beestown/llm/llmtest"
)

// stage is what the commands of one script share.
type stage struct {
	work   string
	seen   *seenCodes
	server *llmtest.Server
	asked  chan struct{} // gets one for every request
	taken  int           // requests that were waited for
	last   *exec.Cmd     // that got a signal
}

type stageKey struct{}

type command = func(ts *testscript.TestScript, neg bool, args []string)

// commands are what scripts can do beyond testscript's own:
//
//	model FILE [KEY]        play FILE of $WORK (see llmtest) and make it the configured endpoint
//	endpoint FILE [KEY]     the same, but only set $URL and $HOSTPORT
//	exits CODE PROGRAM...   run a program that must exit with CODE
//	requests N              the endpoint got N requests so far
//	[!] sent N REGEXP       request N (from 1, or "last") has a matching body or message
//	[!] header N NAME REGEXP    request N has such a header
//	asked N                 wait for request N
//	signal NAME             send INT, TERM or HUP to the program in the background
//	exited CODE             the program that got the signal has exited with CODE (after wait)
//	gone FILE               no process has the number that FILE holds
//	[!] event TYPE PATH REGEXP  stdout has a JSON line of that type with a matching value
//	keys TYPE NAME...       each JSON line of that type has exactly these keys; NAME? may be missing
//	stream TYPE...          stdout is a valid event stream with these types in this order
func commands() map[string]command {
	return map[string]command{
		"model": cmdModel, "endpoint": cmdEndpoint, "exits": cmdExits, "requests": cmdRequests, "sent": cmdSent,
		"header": cmdHeader, "asked": cmdAsked, "signal": cmdSignal, "exited": cmdExited, "gone": cmdGone,
		"event": cmdEvent, "keys": cmdKeys, "stream": cmdStream,
	}
}

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

// wants ends the script unless a command got as many arguments as it needs.
func wants(ts *testscript.TestScript, ok bool, usage string) {
	if !ok {
		ts.Fatalf("usage: %s", usage)
	}
}

func cmdModel(ts *testscript.TestScript, neg bool, args []string) {
	cmdEndpoint(ts, neg, args)
	ts.Setenv("BEESTOWN_BASE_URL", ts.Getenv("URL"))
	ts.Setenv("BEESTOWN_MODEL", "test-model")
}

func cmdEndpoint(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, !neg && (len(args) == 1 || len(args) == 2), "model FILE [KEY]")
	s := stageOf(ts)
	turns, err := llmtest.Parse(ts.ReadFile(filepath.Join(s.work, args[0])))
	ts.Check(err)
	if s.server != nil {
		s.server.Close()
	}
	asked := make(chan struct{}, 1000)
	play := llmtest.Script(turns...)
	s.asked, s.taken = asked, 0
	s.server = llmtest.NewFunc(func(n int, req llmtest.Request) llmtest.Turn {
		asked <- struct{}{}
		return play(n, req)
	})
	if len(args) == 2 {
		s.server.SetKey(args[1])
	}
	ts.Defer(s.server.Close)
	ts.Setenv("URL", s.server.URL)
	ts.Setenv("HOSTPORT", strings.TrimSuffix(strings.TrimPrefix(s.server.URL, "http://"), "/v1"))
}

func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, !neg && len(args) >= 2, "exits CODE PROGRAM [ARG...]")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		got = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	stageOf(ts).checkExit(ts, got, want)
}

func (s *stage) checkExit(ts *testscript.TestScript, got, want int) {
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	s.seen.add(got, ts.Name())
	for _, stream := range []string{"stdout", "stderr"} {
		if text := ts.ReadFile(stream); strings.Contains(text, "goroutine ") || strings.Contains(text, "DATA RACE") {
			ts.Fatalf("the program broke: see %s", stream)
		}
	}
}

func cmdRequests(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, !neg && len(args) == 1, "requests N")
	if got := strconv.Itoa(len(stageOf(ts).server.Requests())); got != args[0] {
		ts.Fatalf("the endpoint got %s requests, want %s", got, args[0])
	}
}

// request returns request number n, counted from 1, or the last one.
func (s *stage) request(ts *testscript.TestScript, n string) llmtest.Request {
	all := s.server.Requests()
	i := len(all)
	if n != "last" {
		var err error
		i, err = strconv.Atoi(n)
		ts.Check(err)
	}
	if i < 1 || i > len(all) {
		ts.Fatalf("there is no request %s, the endpoint got %d", n, len(all))
	}
	return all[i-1]
}

func cmdSent(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 2, "[!] sent N REGEXP")
	req := stageOf(ts).request(ts, args[0])
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	found := pattern.Match(req.Body)
	for _, m := range req.Messages {
		found = found || pattern.MatchString(m.Content)
	}
	if found == neg {
		ts.Logf("%s", req.Last().Content)
		ts.Fatalf("request %s: match of %q is %v", args[0], args[1], found)
	}
}

func cmdHeader(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 3, "[!] header N NAME REGEXP")
	value := stageOf(ts).request(ts, args[0]).Header.Get(args[1])
	found, err := regexp.MatchString(args[2], value)
	ts.Check(err)
	if found == neg {
		ts.Fatalf("request %s has %s: %q", args[0], args[1], value)
	}
}

func cmdAsked(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, !neg && len(args) == 1, "asked N")
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	s := stageOf(ts)
	for ; s.taken < n; s.taken++ {
		<-s.asked
	}
}

func cmdSignal(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}
	running := ts.BackgroundCmds()
	wants(ts, !neg && len(args) == 1 && signals[args[0]] != 0 && len(running) == 1, "signal INT|TERM|HUP, with one program in the background")
	s := stageOf(ts)
	s.last = running[0]
	ts.Check(s.last.Process.Signal(signals[args[0]]))
}

func cmdExited(ts *testscript.TestScript, neg bool, args []string) {
	s := stageOf(ts)
	wants(ts, !neg && len(args) == 1 && s.last != nil && s.last.ProcessState != nil, "exited CODE, after signal and wait")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	s.checkExit(ts, s.last.ProcessState.ExitCode(), want)
}

func cmdGone(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 1, "[!] gone FILE")
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	gone := dead(pid)
	for range 400 { // the kernel carries a kill out when it gets to it
		if gone || neg {
			break
		}
		time.Sleep(5 * time.Millisecond)
		gone = dead(pid)
	}
	if gone == neg {
		ts.Fatalf("process %d: gone is %v", pid, gone)
	}
}

// dead tells whether no process of that number runs; one that waits for its parent counts as dead.
func dead(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := strings.Cut(string(stat), ") ")
	return err != nil || strings.HasPrefix(state, "Z")
}
