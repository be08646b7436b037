package edit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sample is a true edit of a real file: the lines of a window and what becomes of them.
type sample struct {
	name      string
	pre, post []string
	olds      []string
	news      []newLine
}

// newLine is a line of the window after the edit: an old line that stays, or new text.
type newLine struct {
	from int // index of the old line, or -1
	text string
}

func (s sample) newText() []string {
	out := make([]string, len(s.news))
	for i, n := range s.news {
		out[i] = n.text
	}
	return out
}

// build makes the file before and after the edit; file says how the file has a line of the window.
func (s sample) build(file func(string) string) (before, after []string) {
	before, after = append(before, s.pre...), append(after, s.pre...)
	for _, line := range s.olds {
		before = append(before, file(line))
	}
	for _, n := range s.news {
		after = append(after, file(n.text))
	}
	return append(before, s.post...), append(after, s.post...)
}

// realSamples cuts n edits out of the standard library's sources, always the same ones for one release.
func realSamples(t *testing.T, n int) []sample {
	t.Helper()
	var files []string
	root := goroot(t)
	for _, dir := range []string{"strings", "fmt", "net/http", "encoding/json", "go/parser", "os", "time"} {
		found, err := filepath.Glob(filepath.Join(root, "src", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("no Go sources found below " + root)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var out []sample
	for range 100 * n {
		if len(out) == n {
			return out
		}
		file := files[rng.IntN(len(files))]
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := cutSample(rng, filepath.Base(file), string(raw)); ok {
			out = append(out, s)
		}
	}
	t.Fatalf("found only %d of %d samples", len(out), n)
	return nil
}

// cutSample takes a window of 2 to 9 lines that is unique in the file even without its blanks.
func cutSample(rng *rand.Rand, name, raw string) (sample, bool) {
	lines := strings.Split(strings.TrimSuffix(raw, "\n"), "\n")
	size := 2 + rng.IntN(8)
	if len(lines) < 3*size || !isASCII(raw) || strings.Contains(raw, "\r") {
		return sample{}, false
	}
	at := 1 + rng.IntN(len(lines)-size-1)
	s := sample{name: fmt.Sprintf("%s:%d", name, at+1), pre: lines[:at:at], olds: lines[at : at+size : at+size], post: lines[at+size:]}
	trim := func(lines []string) string { return "\n" + text(mapLines(lines, strings.TrimSpace)) }
	first, last := strings.TrimSpace(s.olds[0]), strings.TrimSpace(s.olds[size-1])
	if first == "" || last == "" || strings.Count(trim(lines), trim(s.olds)) != 1 || nonBlank(text(s.olds), 12) < 12 {
		return sample{}, false
	}
	for _, line := range s.olds {
		if strings.Contains(line, "...") || strings.TrimRight(line, blanks) != line {
			return sample{}, false
		}
	}
	s.news = change(rng, s.olds)
	return s, true
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w+`)

// change makes a true edit of the window: a renamed identifier, a new line, a line less, a block.
func change(rng *rand.Rand, olds []string) []newLine {
	var news []newLine
	for i, line := range olds {
		news = append(news, newLine{i, line})
	}
	i := rng.IntN(len(olds))
	for strings.TrimSpace(olds[i]) == "" {
		i = (i + 1) % len(olds)
	}
	in := indentOf(olds[i])
	loc := identifier.FindStringIndex(olds[i])
	kind := rng.IntN(4)
	if loc == nil { // which of several equal brackets is kept cannot be told
		kind = 1
	}
	switch kind {
	case 0:
		news[i] = newLine{-1, olds[i][:loc[0]] + "renamed" + olds[i][loc[1]:]}
		return news
	case 1:
		return append(append(append([]newLine{}, news[:i+1]...), newLine{-1, in + "inserted(1)"}), news[i+1:]...)
	case 2:
		return append(append([]newLine{}, news[:i]...), news[i+1:]...)
	}
	block := []newLine{{-1, in + "if wrapped {"}, {-1, "\t" + olds[i]}, {-1, in + "}"}}
	return append(append(append([]newLine{}, news[:i]...), block...), news[i+1:]...)
}
