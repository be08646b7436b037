package symbols

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// treesVar names more directories for TestCtags to compare on, divided like a PATH.
const treesVar = "BEESTOWN_TEST_SOURCES"

// universalCtags returns the program, or "" when this machine has none; in CI it must be there.
func universalCtags(t testing.TB) string {
	t.Helper()
	name, err := exec.LookPath("ctags")
	if err == nil {
		out, _ := exec.Command(name, "--version").Output()
		if bytes.Contains(out, []byte("Universal Ctags")) && bytes.Contains(out, []byte("+json")) {
			return name
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("universal-ctags with JSON output is needed in CI; install the package universal-ctags")
	}
	return ""
}

// compared is which of ctags' kinds are definitions in our sense. Left out are imports, local
// variables, parameters, prototypes, the keys of JavaScript's objects that hold data, and what stands
// for a place and not for a name.
var compared = map[string]string{
	"Python":     "class function member variable",
	"JavaScript": "class function method generator getter setter field constant variable",
	"TypeScript": "class function method generator interface enum enumerator namespace alias property constant variable",
	"Rust":       "module struct interface function enum typedef variable macro field enumerator method",
	"Java":       "class interface enum enumConstant field method annotation",
	"Kotlin":     "class interface object method property constant typealias",
	"C":          "macro enumerator function enum member struct typedef union variable",
	"C++":        "macro enumerator function enum member struct typedef union variable class namespace",
	"C#":         "class enumerator enum field interface method namespace property struct event",
	"Ruby":       "class method module singletonMethod constant accessor alias",
	"PHP":        "class define function interface namespace trait variable",
	"Shell":      "function alias",
	"Lua":        "function",
}

// ctagsNames is what ctags calls our languages where that differs.
var ctagsNames = map[string]string{"Shell": "Sh"}

// sampleDir holds our own samples, which are full of what ctags gets wrong: they are shown, not judged.
const sampleDir = "testdata/lang"

// score is how one language fares on one tree.
type score struct {
	theirs, found int
	ours          int
	missed        []string
}

// TestCtags compares what is found with universal-ctags, on real packages and on our own samples.
func TestCtags(t *testing.T) {
	ctags := universalCtags(t)
	if ctags == "" {
		t.Log("no universal-ctags on this machine; nothing to compare with")
		return
	}
	table := fmt.Sprintf("%-11s %-28s %8s %8s %8s %7s\n", "language", "tree", "ours", "ctags", "found", "")
	for _, dir := range sourceTrees(t) {
		scores := compareTree(t, ctags, dir)
		for _, name := range slices.Sorted(mapKeys(scores)) {
			s := scores[name]
			percent := 100 * float64(s.found) / float64(max(s.theirs, 1))
			table += fmt.Sprintf("%-11s %-28s %8d %8d %8d %6.2f%%\n", name, shorten(dir), s.ours, s.theirs, s.found, percent)
			if percent < 95 && s.theirs >= 20 && dir != sampleDir {
				t.Errorf("%s in %s: %.2f %% of what ctags finds; missed:\n%s", name, dir, percent, strings.Join(s.missed[:min(40, len(s.missed))], "\n"))
			}
		}
	}
	t.Log("\n" + table)
}

func mapKeys(m map[string]*score) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func shorten(dir string) string {
	if len(dir) > 28 {
		return "…" + dir[len(dir)-27:]
	}
	return dir
}

// sourceTrees is what this machine has of real code.
func sourceTrees(t *testing.T) []string {
	trees := []string{sampleDir, filepath.Join(goroot(t), "src", "runtime", "cgo")}
	if out, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output(); err == nil {
		lib := strings.TrimSpace(string(out))
		trees = append(trees, filepath.Join(lib, "asyncio"), filepath.Join(lib, "email"), filepath.Join(lib, "unittest"))
	}
	if node, err := exec.LookPath("npm"); err == nil {
		if npm, err := filepath.EvalSymlinks(node); err == nil {
			trees = append(trees, filepath.Join(filepath.Dir(filepath.Dir(npm)), "lib"))
		}
	}
	trees = append(trees, filepath.SplitList(os.Getenv(treesVar))...)
	return slices.DeleteFunc(trees, func(dir string) bool { _, err := os.Stat(dir); return err != nil })
}

// compareTree scans a tree with both and counts by language.
func compareTree(t *testing.T, ctags, dir string) map[string]*score {
	files := map[string][]string{} // by language
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if l := languageOf(name); err == nil && e.Type().IsRegular() && l != nil && compared[l.name] != "" {
			lang := l.name
			if strings.HasSuffix(name, ".h") {
				lang = headerLanguage(t, name)
			}
			files[lang] = append(files[lang], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	scores := map[string]*score{}
	delete(files, "")
	for name, list := range files {
		scores[name] = compareFiles(t, ctags, name, list)
	}
	return scores
}

type spot struct {
	file string
	line int
	name string
}

func compareFiles(t *testing.T, ctags, lang string, files []string) *score {
	s := &score{}
	ours := map[spot]bool{}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil || len(src) > maxFile || unreadable(src) {
			continue
		}
		for _, sym := range scanned(name, src) {
			ours[spot{name, int(sym.line), spaceless(sym.name)}] = true
		}
	}
	s.ours = len(ours)
	for tag := range definitions(t, ctags, lang, files) {
		s.theirs++
		if ours[spot{tag.Path, tag.Line, tag.Name}] {
			s.found++
		} else {
			s.missed = append(s.missed, fmt.Sprintf("%s:%d %s %s (in %s)", tag.Path, tag.Line, tag.Kind, tag.Name, tag.Scope))
		}
	}
	return s
}

// tag is what ctags tells of a definition.
type tag struct {
	Name, Path, Kind, Scope, ScopeKind string
	Line                               int
}

// definitions yields what ctags finds, each place once, without what is no definition in our sense.
func definitions(t *testing.T, ctags, lang string, files []string) iter.Seq[tag] {
	theirName := lang
	if n := ctagsNames[lang]; n != "" {
		theirName = n
	}
	cmd := exec.Command(ctags, "--options=NONE", "--sort=no", "--language-force="+theirName, "--output-format=json", "--fields=+nKzs", "-f", "-", "-L", "-")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ctags: %v", err)
	}
	kinds := strings.Fields(compared[lang])
	sourceLine := sourceLines(t)
	return func(yield func(tag) bool) {
		seen := map[spot]bool{}
		lines := bufio.NewScanner(bytes.NewReader(out))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var g tag
			if json.Unmarshal(lines.Bytes(), &g) != nil || !slices.Contains(kinds, g.Kind) {
				continue
			}
			line := sourceLine(g.Path, g.Line)
			if lang == "Lua" || g.Kind == "namespace" { // we record the parts of a.b.c
				g.Name = g.Name[strings.LastIndexAny(g.Name, ".:")+1:]
			}
			if g.mistaken(lang, line) || g.local(lang, line) {
				continue
			}
			g.Name = strings.TrimPrefix(spaceless(g.Name), "#") // of a private member
			if at := (spot{g.Path, g.Line, g.Name}); !seen[at] {
				seen[at] = true
				if !yield(g) {
					return
				}
			}
		}
	}
}

// local tells whether g is inside a function, where we look for functions and types only.
func (g tag) local(lang, line string) bool {
	switch lang {
	case "C", "C++":
		return g.ScopeKind == "function"
	case "Ruby", "Kotlin":
		return g.ScopeKind == "method" && g.Kind != "method"
	case "JavaScript", "TypeScript": // it does not tell of the scope; what is indented is local unless it is exported
		return (g.Kind == "constant" || g.Kind == "variable") && strings.TrimLeft(line, " \t") != line && !strings.Contains(line, "export ")
	}
	return false
}

// mistaken tells whether nothing is defined by that name on that line.
func (g tag) mistaken(lang, line string) bool {
	switch {
	case strings.HasPrefix(g.Name, "__anon"), strings.HasPrefix(strings.ToLower(g.Name), "anonymous"):
		return true
	case lang == "Lua": // a pattern, or a name such as function_arg
		return strings.ContainsAny(g.Name, "[]%*") || !luaFunction.MatchString(line)
	case lang == "Ruby": // a key
		return g.Kind == "constant" && strings.Contains(line, g.Name+" =>")
	case lang == "Kotlin": // a lambda, a loop's variable; and we call no object Companion
		return g.Name == "Companion" || g.Kind == "method" && !kotlinMethod.MatchString(line)
	case lang == "C#": // the parameters before "=>", and the condition in "where T : struct"
		at := strings.Index(line, g.Name)
		return g.Kind == "field" && strings.Contains(line[:max(at, 0)], "(") && strings.Contains(line, "=>") || g.Kind == "struct" && !strings.Contains(line, "struct "+g.Name)
	case lang == "TypeScript": // import { type Name }
		return g.Kind == "alias" && !strings.ContainsAny(line, "=<") && strings.ContainsAny(line, "{,}") || g.Name == "void"
	case lang == "JavaScript" && g.Kind == "field": // parameters, and names that an object or an element uses
		m := scriptField.FindStringSubmatch(line)
		return m == nil || m[1] != strings.TrimPrefix(g.Name, "#")
	case lang == "JavaScript": // a guess from name.prototype, at each use
		return g.Kind == "class" && !definesClass(line, g.Name)
	}
	return false
}

var (
	cppHeader  = regexp.MustCompile(`(?m)^\s*(class|namespace|template)\b`)
	objcHeader = regexp.MustCompile(`(?m)^\s*(@interface|@protocol|@class|#import)\b`)
)

// headerLanguage tells C++ from C, which ctags has to be told; "" for Objective-C, which we do not know.
func headerLanguage(t *testing.T, name string) string {
	src, err := os.ReadFile(name)
	switch {
	case err != nil:
		t.Fatal(err)
	case objcHeader.Match(src):
		return ""
	case cppHeader.Match(src):
		return "C++"
	}
	return "C"
}

// definesClass tells whether a line of JavaScript does more than use a class.
func definesClass(line, name string) bool {
	return strings.Contains(line, "class "+name) || strings.Contains(line, "function "+name) || strings.Contains(line, name+" = (function") ||
		strings.Contains(line, name+" = class")
}

var scriptField = regexp.MustCompile(`^\s*(?:static\s+)?#?([\w$]+)(?:\s+=[^=>]|;|:.*[;=]$)`)

var kotlinMethod = regexp.MustCompile(`\bfun\b`)

var luaFunction = regexp.MustCompile(`\bfunction\b`)

// spaceless makes "operator =" and "operator=" one.
func spaceless(name string) string { return strings.ReplaceAll(name, " ", "") }

// sourceLines reads the lines of files, the same file once.
func sourceLines(t *testing.T) func(name string, line int) string {
	last, lines := "", []string(nil)
	return func(name string, line int) string {
		if name != last {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			last, lines = name, strings.Split(string(src), "\n")
		}
		if line > len(lines) {
			return ""
		}
		return lines[line-1]
	}
}
