package walk

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRules feeds arbitrary ignore files and paths: no panic, always an end.
func FuzzRules(f *testing.F) {
	for _, tc := range gitCases {
		for _, content := range tc.files {
			f.Add([]byte(content), "dir/foo.c", false)
		}
	}
	f.Add([]byte("*a*a*a*a*a*a*a*a*a*b"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", true)
	f.Add([]byte("**/a*/**/a*/**/a*/**/b"), "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", true)
	f.Fuzz(func(t *testing.T, content []byte, path string, isDir bool) {
		if len(content) > 4096 || len(path) > 4096 {
			return // longer than any path
		}
		parseRules(content).match(path, isDir)
	})
}

// BenchmarkCollect walks the source of Go's standard library.
func BenchmarkCollect(b *testing.B) {
	root, err := os.OpenRoot(filepath.Join(goroot(b), "src"))
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	for b.Loop() {
		entries, _, err := Collect(context.Background(), root, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(entries)), "files")
	}
}
