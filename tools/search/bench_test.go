package search

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var benchPatterns = []struct {
	name string
	opts GrepOptions
}{
	{"literal", GrepOptions{Pattern: "ReadFull"}},
	{"no match", GrepOptions{Pattern: "zzqxjunlikely"}},
	{"ignore case", GrepOptions{Pattern: "unexpectedeof", IgnoreCase: true}},
	{"ignore case sk", GrepOptions{Pattern: "sks", IgnoreCase: true}},
	{"alternation", GrepOptions{Pattern: "ReadFull|WriteString|NewReader"}},
	{"inner literal", GrepOptions{Pattern: "[A-Z]{3}Handler[a-z]+"}},
	{"words", GrepOptions{Pattern: "func.*Reader.*error"}},
	{"no literal", GrepOptions{Pattern: "[a-z]+[0-9]{4}[A-Z]"}},
	{"anchored", GrepOptions{Pattern: "^type [A-Z]\\w+ interface"}},
	{"word boundary", GrepOptions{Pattern: `\bctx\b`}},
	{"letters", GrepOptions{Pattern: `\pL{30}`}},
	{"every line", GrepOptions{Pattern: `\w+`}},
}

// BenchmarkGrep counts matches in a tree. Where ripgrep is on the PATH it runs
// the same query in turn with ours, and the ratio is reported: above 1, ripgrep
// is faster.
func BenchmarkGrep(b *testing.B) {
	src := goroot(b)
	trees := []struct{ name, dir string }{
		{"goroot", src},
		{"net", filepath.Join(src, "src", "net")},
	}
	for _, tree := range trees {
		for _, q := range benchPatterns {
			b.Run(fmt.Sprintf("%s/%s", tree.name, q.name), func(b *testing.B) { benchmarkGrep(b, tree.dir, q.opts) })
		}
	}
}

func benchmarkGrep(b *testing.B, dir string, o GrepOptions) {
	root := openRoot(b, dir)
	o.CountOnly = true
	rg, _ := exec.LookPath("rg") // without it only our own time is shown
	var theirs time.Duration
	// Once each before it counts: whoever runs first would read the tree from the disk for both.
	result, err := Grep(context.Background(), root, o)
	if err != nil {
		b.Fatal(err)
	}
	if rg != "" {
		runRipgrep(b, rg, dir, o)
	}
	for b.Loop() {
		if result, err = Grep(context.Background(), root, o); err != nil {
			b.Fatal(err)
		}
		if rg != "" {
			b.StopTimer()
			theirs += runRipgrep(b, rg, dir, o)
			b.StartTimer()
		}
	}
	b.ReportMetric(float64(result.Total), "matches")
	if theirs > 0 {
		b.ReportMetric(float64(b.Elapsed())/float64(theirs), "x-rg")
	}
}

func runRipgrep(b *testing.B, rg, dir string, o GrepOptions) time.Duration {
	args := []string{"--no-config", "--hidden", "--count", "-e", o.Pattern}
	if o.IgnoreCase {
		args = append(args, "-i")
	}
	cmd := exec.Command(rg, append(args, ".")...)
	cmd.Dir, cmd.Stdout = dir, io.Discard
	began := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		b.Fatal(err)
	}
	return time.Since(began)
}

// BenchmarkGrepFirst is the usual call: lines with context, up to a limit.
func BenchmarkGrepFirst(b *testing.B) {
	root := openRoot(b, goroot(b))
	for b.Loop() {
		if _, err := Grep(context.Background(), root, GrepOptions{Pattern: "error", Max: 100, Context: 2}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGlob(b *testing.B) {
	root := openRoot(b, goroot(b))
	for b.Loop() {
		if _, err := Glob(context.Background(), root, GlobOptions{Pattern: "src/**/*_test.go"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRank types a query letter by letter over 50,000 paths.
func BenchmarkRank(b *testing.B) {
	paths := make([]string, 50_000)
	for i := range paths {
		paths[i] = fmt.Sprintf("internal/%c%c/component%d/some_file_%d.go", 'a'+i%26, 'a'+i/26%26, i%977, i)
	}
	for b.Loop() {
		f := NewFiles(paths)
		for n := range len("file_77") + 1 {
			f.Rank("file_77"[:n], 20)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/9, "µs/key")
}

func openRoot(tb testing.TB, dir string) *os.Root {
	tb.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { root.Close() })
	return root
}
