package symbols

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// samples returns the sample files by name. That of Go is no .go file, so that gofmt passes it by.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/lang/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(name), ".txt")] = src
	}
	return files
}

func scanned(name string, src []byte) []symbol {
	var out sink
	languageOf(name).scan(src, &out)
	return out.symbols(src)
}

// Each language has a sample that is full of what is hard in it. Names that hold "no" are traps.
func TestSamples(t *testing.T) {
	for name, src := range samples(t) {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			for _, s := range scanned(name, src) {
				fmt.Fprintf(&got, "%d:%d %s %s", s.line, s.col, s.kind, s.name)
				if s.container != "" {
					fmt.Fprintf(&got, " in %s", s.container)
				}
				got.WriteByte('\n')
				if s.name == "no" || s.name == "No" || s.name == "local" {
					t.Errorf("line %d: %s is in a string, a comment or a function", s.line, s.name)
				}
			}
			golden := filepath.Join("testdata", "golden", name+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A line break of Windows changes nothing, nor does a file that ends in the middle.
func TestSamplesInOtherForms(t *testing.T) {
	for name, src := range samples(t) {
		want := scanned(name, src)
		crlf := scanned(name, []byte(strings.ReplaceAll(string(src), "\n", "\r\n")))
		if len(crlf) != len(want) {
			t.Errorf("%s: %d symbols with CRLF, %d without", name, len(crlf), len(want))
		}
		for n := range src {
			scanned(name, src[:n:n])
		}
	}
}
