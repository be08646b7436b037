package edit

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// sample is a true edit of a real file: the lines of a window, what became of them in the next version
// of the package, and the file around.
type sample struct {
	name                  string
	pre, olds, news, post []string
}

// realSamples reads the committed edits; testdata/real/README.md says where they come from.
func realSamples(t testing.TB) []sample {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "real", "samples.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []sample
	for in := json.NewDecoder(unpacked); ; {
		var s struct {
			Package, File, Before, Old, New, After string
			Line                                   int
		}
		if err := in.Decode(&s); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		lines := func(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }
		out = append(out, sample{
			fmt.Sprintf("%s, %s:%d", s.Package, s.File, s.Line), lines(s.Before), lines(s.Old), lines(s.New), lines(s.After),
		})
	}
}

func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

func mapLines(lines []string, f func(string) string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = f(line)
	}
	return out
}

func same(s string) string { return s }

// trial is a call on a file, and what must become of the file.
type trial struct {
	head, tail string
	end        string   // what becomes of tail; empty when it stays
	file       []string // the lines of the window, each with its end
	olds, news []string // the lines of the call, as far as it matters which of them are equal
	truth      []string // the new lines as the file has to have them
	term       string   // the end of new lines
	edits      []Edit
	// refuse is the code with which the call must be refused. A call that cannot be decided, for the
	// reason that unsure gives, may be refused; if it is applied it has to be right all the same.
	refuse Code
	unsure string
}

// trial builds a call that writes the lines in one way on a file that has those of the window in another.
func (s sample) trial(file, call func(string) string) trial {
	t := trial{
		head: text(s.pre), tail: text(s.post), term: "\n",
		olds: mapLines(s.olds, call), news: mapLines(s.news, call), truth: mapLines(s.news, file),
	}
	for _, line := range s.olds {
		t.file = append(t.file, file(line)+"\n")
	}
	t.edits = []Edit{{Old: text(t.olds), New: text(t.news)}}
	return t
}

// after is the file behind the window after the edit.
func (t trial) after() string {
	if t.end != "" {
		return t.end
	}
	return t.tail
}

func (t trial) content() string { return t.head + strings.Join(t.file, "") + t.tail }

// outcomes of a trial.
const (
	exact      = "exact"
	whitespace = "whitespace" // the right text with wrong blanks or line ends
	corrupt    = "CORRUPT"    // wrong text, or applied although it had to be refused
	refused    = "refused"
	missed     = "missed" // refused although it could be decided
	wrongCode  = "wrong code"
)

func (t trial) outcome() (kind string, got Applied, err error) {
	got, err = ApplyAll([]byte(t.content()), t.edits)
	var r *Refusal
	switch {
	case errors.As(err, &r) && t.refuse != "" && r.Code != t.refuse:
		return wrongCode, got, err
	case errors.As(err, &r) && (t.refuse != "" || t.unsure != ""):
		return refused, got, err
	case err != nil:
		return missed, got, err
	case t.refuse != "":
		return corrupt, got, err
	case t.right(string(got.Content)):
		return exact, got, err
	case bareText(string(got.Content)) == bareText(t.head+text(t.truth)+t.after()):
		return whitespace, got, err
	}
	return corrupt, got, err
}

// bareText is s without its white space.
func bareText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\ufeff' {
			return -1
		}
		return r
	}, s)
}

// right says whether the bytes are those of the true edit. A line that the call keeps has to come back
// as the file's own line; any other is the true one. Where the call has a line twice and drops one of
// the two, no call can say which one stays: every longest alignment of old and new lines is right.
func (t trial) right(out string) bool {
	body, ok := strings.CutPrefix(out, t.head)
	if !ok {
		return false
	}
	if body, ok = strings.CutSuffix(body, t.after()); !ok {
		return false
	}
	got := strings.SplitAfter(body, "\n")
	if got[len(got)-1] == "" {
		got = got[:len(got)-1]
	}
	if len(got) != len(t.truth) {
		return false
	}
	const never = -1 << 20
	free := make([]int, len(t.file)+1) // kept lines of any alignment of the new lines so far
	held := make([]int, len(t.file)+1) // of one that explains got; row by row over the new lines
	for j := range got {
		last := j == len(got)-1
		nextFree, nextHeld := make([]int, len(free)), make([]int, len(held))
		isNew := got[j] == t.truth[j]+t.term || last && t.openEnd() && got[j] == t.truth[j]
		for i := range nextFree {
			nextFree[i], nextHeld[i] = free[i], never
			if isNew {
				nextHeld[i] = held[i]
			}
			if i == 0 {
				continue
			}
			if t.olds[i-1] == t.news[j] {
				nextFree[i] = max(nextFree[i], free[i-1]+1)
				if t.isKept(got[j], t.file[i-1], last) {
					nextHeld[i] = max(nextHeld[i], held[i-1]+1)
				}
			}
			nextFree[i], nextHeld[i] = max(nextFree[i], nextFree[i-1]), max(nextHeld[i], nextHeld[i-1])
		}
		free, held = nextFree, nextHeld
	}
	return held[len(t.file)] == free[len(t.file)]
}

// openEnd says whether the window is the end of a file without a final line end.
func (t trial) openEnd() bool {
	return t.tail == "" && !strings.HasSuffix(t.file[len(t.file)-1], "\n")
}

// isKept compares a line with the file's own; only at an open end may its line end be another.
func (t trial) isKept(got, file string, last bool) bool {
	if got == file {
		return true
	}
	if !t.openEnd() || strings.TrimRight(got, "\r\n") != strings.TrimRight(file, "\r\n") {
		return false
	}
	return last && !strings.HasSuffix(got, "\n") || !strings.HasSuffix(file, "\n") && strings.HasSuffix(got, t.term)
}
