package walk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGitAgrees compares walks with what git check-ignore says.
func TestGitAgrees(t *testing.T) {
	for _, tc := range gitCases {
		t.Run(tc.name, func(t *testing.T) {
			dir := gitRepo(t)
			writeTree(t, dir, tc.files)
			for _, f := range hardNames {
				writeFile(t, filepath.Join(dir, f), "x")
			}
			compareWithGit(t, dir, "")
		})
	}
}

var hardNames = []string{
	"a", "a.o", "b.txt", "foo", "foo.c", "dir/foo", "dir/foo.c", "dir/sub/foo", "dir/sub/deep/x.go",
	"build/out/a.o", "src/build/keep.c", "src/a/b/c/d.txt", "sp ace", "trail ", "#hash", "!bang", "[x]",
	"x", "-", "]", "ab", "abc", "aXc", "foobar", "fooz/bar", "foo-x/y/bar", ".hidden", ".dir/file",
	"ünïcode", "back\\slash", "star*", "q?", "tab\t", "docs/a.md", "docs/b/a.md", "A", "B.TXT",
}

var gitCases = []struct {
	name  string
	files map[string]string
}{
	{"names", map[string]string{".gitignore": "*.o\nfoo\n"}},
	{"anchored", map[string]string{".gitignore": "/foo\nsrc/build\n/dir/*.c\n"}},
	{"directories only", map[string]string{".gitignore": "build/\nfoo/\na/\n"}},
	{"negation", map[string]string{".gitignore": "*\n!*/\n!*.c\ndir/\n!dir/foo.c\n"}},
	{"negation below an ignored directory", map[string]string{".gitignore": "dir\n", "dir/.gitignore": "!foo\n"}},
	{"nested files", map[string]string{".gitignore": "*.c\n", "dir/.gitignore": "!foo.c\nsub/*\n!sub/foo\n", "src/.gitignore": "/build\nb/**\n"}},
	{"double stars", map[string]string{".gitignore": "**/sub/**\nsrc/**/d.txt\ndocs/**\n!docs/b\n**foo\nfoo**/bar\n"}},
	{"double star odd", map[string]string{".gitignore": "a**/b\nfoo**bar\n/**/x\n**\\/a.md\n***/y\n"}},
	{"double star ends", map[string]string{".gitignore": "/**\n!/src/\n!/src/**\n"}},
	{"classes", map[string]string{".gitignore": "[a-c]\n[!a-z]\nfoo[.]c\na[[:upper:]]c\n[]-]\n[[:punct:]]x]\n"}},
	{"classes odd", map[string]string{".gitignore": "[\nfoo[\n[a\n[[:nope:]]\n[[:alpha]\n[a-]b\n[\\]]\n[^x]b\n[]\n[!]\na[!/]c\n[z-a]\n"}},
	{"escapes", map[string]string{".gitignore": "\\#hash\n\\!bang\nback\\\\slash\nstar\\*\nq\\?\n\\[x]\ndir\\/foo\nfoo\\\n"}},
	{"spaces", map[string]string{".gitignore": "sp ace   \ntrail\\ \nfoo\\  \n  a\ntab\t\nx \\\n"}},
	{"comments, blank lines, CRLF, BOM", map[string]string{".gitignore": "\xef\xbb\xbffoo\r\n# a\n\n  \n!\n/\n//\n*.o\r\na\rb\n"}},
	{"no newline at the end", map[string]string{".gitignore": "foo\n*.txt"}},
	{"NUL", map[string]string{".gitignore": "foo\x00bar\n*.o\n"}},
	{"bytes, not characters", map[string]string{".gitignore": "?n?code\n??n??code\n[ü]*\n"}},
	{"info/exclude", map[string]string{".git/info/exclude": "*.c\n/docs\nfoo\n", ".gitignore": "!foo.c\n"}},
	{"case", map[string]string{".gitignore": "a\nb.txt\n"}},
	{"slashes", map[string]string{".gitignore": "dir//foo\n//a\nsrc/a/\n./foo\ndir/../a\n"}},
}

// TestGitAgreesOnRandomPatterns does the same for patterns made by chance.
// Each directory has its own ignore file, so that one git run judges them all.
func TestGitAgreesOnRandomPatterns(t *testing.T) {
	dir := gitRepo(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	atoms := []string{"a", "b", "c", "*", "**", "/", "?", "[ab]", "[!a]", "\\a", "**/", "/**", "a*", "*b", "-", "[a-c]", "[", "]", "\\", " ", "!", "[^/]", "*/"}
	names := []string{"a", "b", "ab", "a/a", "a/b", "ab/c", "b/a/c", "c/ab/b", "abc", "a-b", "c/a/b/c", "ba/ab/a", "aa/b", "b/b/b"}
	for n := range 150 {
		at := filepath.Join(dir, fmt.Sprintf("case%03d", n))
		var lines strings.Builder
		for range 1 + rnd.IntN(3) {
			if rnd.IntN(4) == 0 {
				lines.WriteString("!")
			}
			for range 1 + rnd.IntN(6) {
				lines.WriteString(atoms[rnd.IntN(len(atoms))])
			}
			lines.WriteString("\n")
		}
		writeFile(t, filepath.Join(at, ".gitignore"), lines.String())
		for i, name := range names {
			// A name that is a directory elsewhere in the list gets its own place.
			writeFile(t, filepath.Join(at, name+[]string{"", "", "a"}[i%3]+"/f"), "x")
		}
		writeFile(t, filepath.Join(at, "abcc"), "x")
		writeFile(t, filepath.Join(at, "b-"), "x")
	}
	compareWithGit(t, dir, "")
}

func TestGitAgreesOnGlobalFile(t *testing.T) {
	dir := gitRepo(t)
	writeTree(t, dir, map[string]string{".gitignore": "!foo.c\n", "foo.c": "", "bar.c": "", "dir/x": "", "y/dir/x": ""})
	global := filepath.Join(t.TempDir(), "ignore")
	writeFile(t, global, "*.c\n/dir\n")
	compareWithGit(t, dir, global)
}

// compareWithGit fails t where the walk of dir and git differ. Git judges
// every path of the tree; the walk has to yield exactly the others.
func compareWithGit(t *testing.T, dir, global string) {
	t.Helper()
	ig, err := LoadIgnore(dir, global)
	if err != nil {
		t.Fatal(err)
	}
	all := paths(t, dir, Options{Dirs: true, IncludeIgnored: true})
	got := paths(t, dir, Options{Dirs: true, Ignore: ig})

	cmd := exec.Command("git", "-c", "core.excludesFile="+global, "check-ignore", "--no-index", "-z", "--stdin")
	cmd.Dir = dir
	cmd.Env = gitEnv()
	cmd.Stdin = strings.NewReader(strings.Join(all, "\x00") + "\x00")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: nothing is ignored
		t.Fatalf("git check-ignore: %v: %s", err, &stderr)
	}
	ignored := strings.Split(string(out), "\x00")
	slices.Sort(ignored)
	want := slices.DeleteFunc(all, func(p string) bool {
		_, found := slices.BinarySearch(ignored, p)
		return found
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not ignored (-git +walk):\n%s", diff)
	}
}

func gitRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("git", "init", "-q", "--template=", dir)
	cmd.Env = gitEnv()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git init: %v: %s", err, out)
	}
	return dir
}

func gitEnv() []string {
	return append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
}

func writeTree(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
}

func writeFile(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func paths(t *testing.T, dir string, opts Options) []string {
	t.Helper()
	entries, report, err := Collect(t.Context(), openRoot(t, dir), opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Unreadable) > 0 {
		t.Errorf("unreadable: %v", report.Unreadable)
	}
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Path
	}
	return list
}

func openRoot(t testing.TB, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}
