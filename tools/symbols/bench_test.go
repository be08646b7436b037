package symbols

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// BenchmarkFirst is the first query in the Go source tree. Where universal-ctags
// is on the PATH it makes its tags of the same tree in turn with ours, and the
// ratio is reported: above 1, ctags is faster.
func BenchmarkFirst(b *testing.B) {
	dir := goroot(b)
	root := openRoot(b, dir)
	ctags := universalCtags(b)
	var theirs time.Duration
	for b.Loop() {
		ask(b, New(), root, dir, "ReadFull")
		if ctags != "" {
			b.StopTimer()
			cmd := exec.Command(ctags, "--options=NONE", "-R", "-f", "-", ".")
			cmd.Dir, cmd.Stdout = dir, io.Discard
			began := time.Now()
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
			theirs += time.Since(began)
			b.StartTimer()
		}
	}
	if theirs > 0 {
		b.ReportMetric(float64(b.Elapsed())/float64(theirs), "x-ctags")
	}
}

// BenchmarkLater is a query when the index is filled: a name, a part of one,
// letters, and nothing at all.
func BenchmarkLater(b *testing.B) {
	dir := goroot(b)
	root := openRoot(b, dir)
	index := New()
	ask(b, index, root, dir, "ReadFull")
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	for _, query := range []string{"ReadFull", "http.Handler", "read", "rdf", "zzqxjunlikely"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				ask(b, index, root, dir, query)
			}
			b.ReportMetric(float64(index.total), "symbols")
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB")
		})
	}
}

// BenchmarkScan scans the sample of each language.
func BenchmarkScan(b *testing.B) {
	for name, src := range samples(b) {
		b.Run(filepath.Ext(name)[1:], func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				scanned(name, src)
			}
		})
	}
}

func ask(b *testing.B, index *Index, root *os.Root, dir, query string) {
	b.Helper()
	if _, err := index.Query(context.Background(), root, Options{Query: query, Dir: dir}); err != nil {
		b.Fatal(err)
	}
}

func openRoot(b *testing.B, dir string) *os.Root {
	b.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	return root
}
