package search

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// ripgrep returns the program, to be used in every tree. Without it there is
// nothing to compare with; CI has to have it.
func ripgrep(t *testing.T) *Ripgrep {
	t.Helper()
	rg := FindRipgrep(t.TempDir())
	if rg == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("CI has to install ripgrep")
		}
		t.Log("there is no rg on the PATH: nothing is compared")
		return nil
	}
	rg.minimum, rg.always = 1, true
	return rg
}

// withRipgrep searches with both engines and returns both results, made
// comparable: with ripgrep only files that may match are read, and at the limit
// it is known when no other may match.
func withRipgrep(t *testing.T, rg *Ripgrep, root *os.Root, o GrepOptions) (pure, with *GrepResult) {
	t.Helper()
	pure, err := Grep(t.Context(), root, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Dir, o.Ripgrep = root.Name(), rg
	rg.learn(o.Dir, 1, true)
	if with, err = Grep(t.Context(), root, o); err != nil {
		t.Fatal(err)
	}
	if rg.broken || rg.trust[o.Dir] != ripgrepTrust-1 {
		t.Fatalf("%+v: ripgrep was not used: %+v", o, rg)
	}
	if pure.AtLeast && !with.AtLeast {
		all := o
		all.Max, all.Ripgrep = 0, nil
		if r, err := Grep(t.Context(), root, all); err != nil || r.Total != with.Total {
			t.Errorf("%+v: Total is %d and final, want %d: %v", o, with.Total, r.Total, err)
		}
	}
	for _, r := range []*GrepResult{pure, with} {
		r.AtLeast, r.Searched, r.Binary = false, 0, 0
	}
	return pure, with
}

// TestRipgrepEquals holds both engines equal over odd files, all options.
func TestRipgrepEquals(t *testing.T) {
	rg := ripgrep(t)
	if rg == nil {
		return
	}
	root := writeTree(t, ripgrepTree())
	for i, pattern := range slices.Concat(trickyPatterns, []string{`^foo$|^bar$`, `(^$){2}`, `$`, `o\s*$`, `\x{80}`, `(?i)STRASSE|ſ`, `[^\x00-\x7f]`}) {
		for bits := range 1 << 6 {
			if i%7 != bits%7 && bits > 3 {
				continue // each process takes a few milliseconds
			}
			o := GrepOptions{Pattern: pattern, Literal: bits&1 != 0, IgnoreCase: bits&2 != 0, FilesOnly: bits&4 != 0, CountOnly: bits&12 == 8}
			if bits&16 != 0 {
				o.Max = 5
			}
			if bits&32 != 0 {
				o.Context, o.Include, o.Exclude = 2, []string{"*.txt", "sub/**", "*8"}, []string{"deep", "/rnd/1"}
			}
			pure, with := withRipgrep(t, rg, root, o)
			if diff := cmp.Diff(pure, with); diff != "" {
				t.Fatalf("%+v (-without +with ripgrep):\n%s", o, diff)
			}
		}
	}
}

// ripgrepTree is files that are read, decoded or ignored in odd ways.
func ripgrepTree() map[string]string {
	files := trickyFiles()
	for name, order := range map[string][2]int{"utf16le": {0, 1}, "utf16be": {1, 0}} {
		var b []byte
		for _, u := range utf16.Encode([]rune("\uFEFFfoo\r\nstraße 世 K\nbar\n")) {
			pair := [2]byte{byte(u), byte(u >> 8)}
			b = append(b, pair[order[0]], pair[order[1]])
		}
		files[name] = string(b)
	}
	for name, content := range map[string]string{
		"bom": "\xef\xbb\xbffoo\nbar", "-": "foo\n", "-e": "foo\n", "a b": "foo\n", "new\nline": "foo\n", "ünï": "foo\n", "[x]{1}*?": "foo\n",
		".hidden/.foo": "foo\n", ".hg/foo": "foo\n", "sub/.svn": "foo\n", ".git/config": "foo\n",
		".gitignore": "*.o\n/build/\n!keep.o\nout/**\n[Tt]mp\nx?z\n**/gen\n", "a.o": "foo\n", "keep.o": "foo\n", "build/a": "foo\n", "sub/build/a": "foo\n",
		"out/a": "foo\n", "tmp/a": "foo\n", "sub/Tmp": "foo\n", "xyz/a": "foo\n", "sub/a/gen/b": "foo\n", "sub/.gitignore": "/deep\n!*.o\nc/d\n",
		"sub/x.o": "foo\n", "sub/c/d/e": "foo\n", ".ignore": "*.nope\n!build\n", "a.nope": "foo\n", ".git/info/exclude": "private\n", "private/a": "foo\n",
	} {
		files[name] = content
	}
	return files
}

// TestRipgrepEqualsOnGo compares on a real tree.
func TestRipgrepEqualsOnGo(t *testing.T) {
	rg := ripgrep(t)
	if rg == nil {
		return
	}
	root := openRoot(t, filepath.Join(goroot(t), "src", "cmd", "compile"))
	for _, q := range benchPatterns {
		for _, o := range []GrepOptions{{Max: 100, Context: 1}, {CountOnly: true, Exclude: []string{"testdata"}}, {FilesOnly: true, Include: []string{"*.go"}}} {
			o.Pattern, o.IgnoreCase = q.opts.Pattern, q.opts.IgnoreCase
			pure, with := withRipgrep(t, rg, root, o)
			if diff := cmp.Diff(pure, with); diff != "" {
				t.Errorf("%+v (-without +with ripgrep):\n%.2000s", o, diff)
			}
		}
	}
}

// TestRipgrepIsLeftOut: where it might see other files, or has failed.
func TestRipgrepIsLeftOut(t *testing.T) {
	rg := ripgrep(t)
	if rg == nil {
		return
	}
	root := writeTree(t, map[string]string{"f": "foo\n", "g": "foo\n", "d/.gitignore": "x y\n"})
	search := func(o GrepOptions) *GrepResult {
		t.Helper()
		o.Pattern, o.Ripgrep = "foo", rg
		r, err := Grep(t.Context(), root, o)
		if err != nil || r.Total != 2 {
			t.Fatalf("%+v: %v, %v", o, r, err)
		}
		return r
	}
	if search(GrepOptions{Dir: root.Name()}); rg.use(root.Name()) {
		t.Error("a tree with an odd ignore file is trusted")
	}
	if err := root.Remove("d/.gitignore"); err != nil {
		t.Fatal(err)
	}
	if search(GrepOptions{Dir: root.Name(), Exclude: []string{"d"}}); rg.use(root.Name()) {
		t.Error("a walk that did not see everything is trusted")
	}
	if search(GrepOptions{Dir: root.Name(), Include: []string{"f", "g"}}); !rg.use(root.Name()) {
		t.Error("a plain tree is not trusted")
	}
	rg.learn(t.TempDir(), 1, true)
	if r := search(GrepOptions{Dir: filepath.Dir(root.Name())}); r.Searched != 2 {
		t.Error("another directory was searched")
	}
	rg.program = filepath.Join(t.TempDir(), "gone")
	if search(GrepOptions{Dir: root.Name()}); !rg.broken {
		t.Error("a program that does not run is kept")
	}
}

func TestFindRipgrep(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "rg"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	if FindRipgrep(filepath.Dir(bin)) != nil {
		t.Error("a program inside the workspace is run")
	}
	if FindRipgrep(t.TempDir()) == nil {
		t.Error("not found")
	}
	t.Setenv("PATH", t.TempDir())
	if FindRipgrep(t.TempDir()) != nil {
		t.Error("found where there is none")
	}
}

func TestSuperset(t *testing.T) {
	for pattern, want := range map[string]string{
		`a\.b`:     `a\x2Eb`,
		`\bé\b`:    `(?:\xC3\xA9)`,
		`(?i)ak`:   `[\x41-\x41\x61-\x61](?:[\x4B-\x4B\x6B-\x6B]|[\x80-\xFF]{1,4})`,
		`^a$`:      `(?:(?m:^)(?:\xEF\xBB\xBF)?a\r?(?m:$))`,
		`$^`:       `(?:\r?(?m:$))`,
		`[^a]*|b+`: `(?:(?:(?:[\x00-\x09\x0B-\x60\x62-\x7F]|[\x80-\xFF]{1,4}))*|(?:b)+)`,
		`[\n]`:     "",
		`\pL{999}`: "",
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := superset(re.Simplify())
		if !ok {
			got = ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
}

// BenchmarkGrepWithRipgrep is Grep in a large tree without and with ripgrep.
func BenchmarkGrepWithRipgrep(b *testing.B) {
	dir := goroot(b)
	root := openRoot(b, dir)
	rg := FindRipgrep(b.TempDir())
	for _, q := range benchPatterns {
		for name, rg := range map[string]*Ripgrep{"without": nil, "with": rg} {
			o := q.opts
			o.CountOnly, o.Ripgrep, o.Dir = true, rg, dir
			b.Run(fmt.Sprintf("%s/%s", q.name, name), func(b *testing.B) {
				for b.Loop() {
					if rg != nil {
						rg.learn(dir, ripgrepMinimum, true)
					}
					if _, err := Grep(context.Background(), root, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// FuzzSuperset: a line that matches an expression matches what ripgrep is asked for. Its syntax is
// a part of Go's, which here sees one character for each byte.
func FuzzSuperset(f *testing.F) {
	for _, p := range trickyPatterns {
		f.Add(p, "foo bar\r", true)
		f.Add(p, "stra\xc3\x9fe \xff\xe2\x84\xaa", false)
	}
	f.Fuzz(func(t *testing.T, expr, line string, fold bool) {
		if len(expr) > 100 || strings.Contains(line, "\n") {
			return
		}
		p, err := parse(GrepOptions{Pattern: expr, IgnoreCase: fold})
		if err != nil {
			return
		}
		wide, ok := superset(p.tree)
		if !ok || !p.re.Match(trimCR([]byte(line))) {
			return
		}
		var runes []rune
		for _, c := range []byte(line) {
			runes = append(runes, rune(c))
		}
		// Go's "." and negated sets are not in it, so that bytes need no other care.
		if re := regexp.MustCompile(wide); !re.MatchString(string(runes)) {
			t.Errorf("%q matches %q, %s does not", expr, line, wide)
		}
	})
}
