package agent

import (
	"crypto/sha256"
	"regexp"
	"sync"

	"beestown/tools"
)

// fact is what the ledger keeps of one call.
type fact struct {
	tool, err string
	code      tools.Code
	call      [32]byte // hash of name and arguments
	result    [32]byte // hash of the text that the model read
	failed    bool
	denied    bool
	edited    []string // files that were changed
	check     string   // the command, when it ran tests or a build
	passed    bool     // its exit code was 0
}

// ledger is the facts of a session in order; reflections judge by it, never by words. It has a lock
// of its own because tools run while front ends read.
type ledger struct {
	mu    sync.Mutex
	facts []fact
}

// mark is a position in the ledger.
type mark int

func newLedger() *ledger { return &ledger{} }

func (l *ledger) mark() mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	return mark(len(l.facts))
}

// since returns the facts after a mark; the slice is not changed any more.
func (l *ledger) since(m mark) []fact {
	l.mu.Lock()
	defer l.mu.Unlock()
	m = min(m, mark(len(l.facts)))
	return l.facts[m:len(l.facts):len(l.facts)]
}

func (l *ledger) add(o outcome) {
	f := fact{
		tool:   o.name,
		call:   sha256.Sum256([]byte(o.name + "\x00" + o.call.Args)),
		result: sha256.Sum256([]byte(o.result.ModelText())),
		failed: o.result.Err != nil,
		denied: o.status == StatusDenied,
	}
	if e := o.result.Err; e != nil {
		f.err, f.code = e.Message, e.Code
	} else {
		for _, a := range o.accesses {
			if a.Effect == tools.WritesFiles && a.Path != "" {
				f.edited = append(f.edited, a.Display)
			}
		}
	}
	if c, ok := o.result.View.Body.(tools.Command); ok && checkCommand().MatchString(c.Command) {
		f.check = c.Command
		f.passed = c.Exit != nil && *c.Exit == 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.facts = append(l.facts, f)
}

// checkCommand finds the commands that test or build: the words that start one in the common
// toolchains, at the start of the line or of a sub-command.
var checkCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(^|[;&|(]\s*)(\w+=\S*\s+)*(` +
		`go (test|build|vet)|make|cmake --build|ninja|bazel (test|build)|` +
		`(npm|pnpm|yarn|bun|deno)( run)? (test|build|lint|check)|npx (jest|vitest|tsc)|jest|vitest|tsc|` +
		`cargo (test|build|check|clippy|nextest)|pytest|python3? -m (pytest|unittest)|tox|` +
		`mvn|gradle|\./gradlew|dotnet (test|build)|swift (test|build)|mix test|rspec|bundle exec|rake|phpunit|ctest|` +
		`(ba|z|)sh \S*test\S*|\./\S*test\S*)\b`)
})

// stale tells whether the last check is older than the last edit. ok is false when no check ever
// ran; the returned command is that check.
func stale(facts []fact) (check string, isStale, ok bool) {
	lastEdit, lastCheck := -1, -1
	for i, f := range facts {
		if len(f.edited) > 0 {
			lastEdit = i
		}
		if f.check != "" {
			lastCheck, check = i, f.check
		}
	}
	return check, lastEdit > lastCheck, lastCheck >= 0
}

// Limits of repetition (architecture.md, section 5).
const (
	sameCallFailures = 3
	toolFailures     = 4
	sameCallRepeats  = 3
	cycleRepeats     = 5
	longestCycle     = 3
)

// failing returns the facts of a series of failures that calls for another plan: the same call
// failed 3 times, or one tool failed 4 times in a row.
func failing(facts []fact) []fact {
	if len(facts) == 0 || !facts[len(facts)-1].failed {
		return nil
	}
	last := facts[len(facts)-1]
	var same, row []fact
	unbroken := true
	for i := len(facts) - 1; i >= 0; i-- {
		f := facts[i]
		if f.failed && f.call == last.call {
			same = append(same, f)
		}
		if f.tool == last.tool && !f.failed {
			unbroken = false
		}
		if unbroken && f.tool == last.tool {
			row = append(row, f)
		}
	}
	if len(same) >= sameCallFailures {
		return same[:1]
	}
	if len(row) >= toolFailures {
		return row[:min(len(row), toolFailures)]
	}
	return nil
}

// repetition is the last calls' doing the same again.
type repetition struct {
	tools              []string // the calls of one round
	tooOften, hopeless bool     // the limit is reached; reached twice
}

// repeating tells whether the last call, or the last cycle of up to 3 calls, was repeated with equal
// results up to its limit.
func repeating(facts []fact) repetition {
	for period := 1; period <= longestCycle && period <= len(facts); period++ {
		runs := 1
		for end := len(facts) - period; end >= period && sameCycle(facts[end-period:end], facts[end:end+period]); end -= period {
			runs++
		}
		limit := cycleRepeats
		if period == 1 {
			limit = sameCallRepeats
		}
		if runs >= limit {
			r := repetition{tooOften: true, hopeless: runs >= 2*limit}
			for _, f := range facts[len(facts)-period:] {
				r.tools = append(r.tools, f.tool)
			}
			return r
		}
	}
	return repetition{}
}

func sameCycle(a, b []fact) bool {
	for i := range a {
		if a[i].call != b[i].call || a[i].result != b[i].result {
			return false
		}
	}
	return true
}
