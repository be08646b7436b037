package search

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// naive is Grep in its simplest form: split into lines, ask regexp.
func naive(t *testing.T, files map[string]string, o GrepOptions) *GrepResult {
	t.Helper()
	expr := o.Pattern
	if o.Literal {
		expr = regexp.QuoteMeta(expr)
	}
	if o.IgnoreCase {
		expr = "(?i)" + expr
	}
	re := regexp.MustCompile(expr)
	r := &GrepResult{}
	for _, name := range slices.Sorted(mapKeys(files)) {
		if r.AtLeast = o.Max > 0 && !o.CountOnly && (len(r.Matches) == o.Max || o.FilesOnly && len(r.Files) == o.Max); r.AtLeast {
			break
		}
		content := files[name]
		// A NUL further on is looked for only where there is a match.
		nul := strings.IndexByte(content, 0)
		if nul >= 0 && (nul < sniffed || slices.ContainsFunc(splitLines(content), re.MatchString)) {
			r.Binary++
			continue
		}
		r.Searched++
		lines := splitLines(content)
		n := 0
		for i, line := range lines {
			loc := re.FindStringIndex(line)
			if loc == nil || o.FilesOnly && n == 1 {
				continue
			}
			n++
			if o.FilesOnly || o.CountOnly || o.Max > 0 && len(r.Matches) == o.Max {
				continue
			}
			m := Match{File: name, Line: i + 1, Column: loc[0] + 1, Match: valid(line[loc[0]:loc[1]]), Text: valid(line)}
			for _, l := range lines[max(0, i-o.Context):i] {
				m.Before = append(m.Before, valid(l))
			}
			for _, l := range lines[i+1 : min(len(lines), i+1+o.Context)] {
				m.After = append(m.After, valid(l))
			}
			r.Matches = append(r.Matches, m)
		}
		if r.Total += n; n > 0 && (o.Max == 0 || len(r.Files) < o.Max) {
			r.Files = append(r.Files, FileCount{name, n})
		}
	}
	return r
}

func splitLines(content string) []string {
	if content == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	return lines
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func mapKeys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

var trickyPatterns = []string{
	"foo", "o", "foo|bar", "^foo", "foo$", "^$", "^", "$", "", "^\\s*$", "a*", "fo+", "[^a]", "\\bfoo\\b", "\\Bo", "\\W", ".", "^.{3}$",
	"é", "[é-ü]", "\\pL+", "\\PL{2}", "[[:upper:]]", "s", "ſ", "k{2}", "straße", "Kelvin", "\\x{fffd}", "(?i)BAR", "(?s)a.b", "(?m)^b", "foo\\r", "\\r",
	"(foo|ba)r?", "x{2,3}y", "(?:a|b)+c", "$^", "\\Afoo\\z", "foo.*bar", "[\\s\\S]", "世", "日.語", "\\.", "(foo)(bar)", "o\\b", "(a|ab)(c|bcd)",
}

// TestGrepEqualsNaive holds all combinations of options against the naive
// search over a tree of awkward files.
func TestGrepEqualsNaive(t *testing.T) {
	files := trickyFiles()
	root := writeTree(t, files)
	for _, pattern := range trickyPatterns {
		for bits := range 1 << 6 {
			o := GrepOptions{Pattern: pattern, Literal: bits&1 != 0, IgnoreCase: bits&2 != 0, FilesOnly: bits&4 != 0, CountOnly: bits&8 != 0, MaxLine: 1 << 20}
			if bits&16 != 0 {
				o.Max = 5
			}
			if bits&32 != 0 {
				o.Context = 2
			}
			if o.FilesOnly && o.CountOnly {
				continue
			}
			got, err := Grep(t.Context(), root, o)
			if err != nil {
				t.Fatalf("%+v: %v", o, err)
			}
			if diff := cmp.Diff(naive(t, files, o), got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%+v (-naive +grep):\n%s", o, diff)
			}
		}
	}
}

// trickyFiles holds what line matching tends to get wrong, and some chance.
func trickyFiles() map[string]string {
	files := map[string]string{
		"empty": "", "newline": "\n", "newlines": "\n\n\n", "no-end": "foo", "crlf": "foo\r\nbar\r\n\r\nfoo bar\r\n", "cr": "a\rb\nfoo\r",
		"latin1": "caf\xe9 foo\n\xff\xfe\xfd\nstra\xdfe\n", "utf8": "café\nstraße STRASSE\n日本語\n世界 foo\n\uFFFD\n", "cut": "foo\xe4\xb8\nbar\xe4",
		"fold": "ſ K k s S\nFOO fOo\nBaR\nKelvin\n", "binary": "foo\x00bar\n", "late-binary": strings.Repeat("foo"+strings.Repeat(" ", sniffed)+"bar\n", 2) + "\x00\n",
		"sub/deep/a.go": "package foo\n\nfunc bar() {}\n", "sub/b": "aab\nabcd\nxxy xxxy\nab c\n",
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	atoms := []string{"foo", "bar", "o", "a", "b", "c", " ", "\n", "\n", "é", "ü", "S", "k", ".", "\r\n", "\xc3", "世", "x", "Z", "\t"}
	for i := range 6 {
		var b strings.Builder
		for range rnd.IntN(400) {
			b.WriteString(atoms[rnd.IntN(len(atoms))])
		}
		files[fmt.Sprintf("rnd/%d/%02d.txt", i%3, i)] = b.String()
	}
	return files
}

// FuzzGrep compares the search of one text with the naive one.
func FuzzGrep(f *testing.F) {
	for _, p := range trickyPatterns {
		f.Add(p, "foo bar\nbar\r\n\ncaf\xe9 K\n", true)
	}
	f.Fuzz(func(t *testing.T, expr, text string, fold bool) {
		if len(expr) > 200 || len(text) > 4000 {
			return
		}
		o := GrepOptions{Pattern: expr, IgnoreCase: fold, MaxLine: 1 << 20}
		p, err := parse(o)
		if err != nil {
			return
		}
		s := &scanner{opts: &o, matcher: newMatcher(p)}
		if bytes.HasPrefix([]byte(text), []byte("\xef\xbb\xbf")) || strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			return
		}
		got := s.scan(t.Context(), "f", []byte(text))
		want := naive(t, map[string]string{"f": text}, o)
		if diff := cmp.Diff(want.Matches, got.matches, cmpopts.EquateEmpty()); diff != "" && !got.binary {
			t.Errorf("%q in %q (-naive +grep):\n%s", expr, text, diff)
		}
	})
}

func writeTree(t *testing.T, files map[string]string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return openRoot(t, dir)
}
