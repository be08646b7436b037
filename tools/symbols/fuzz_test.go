package symbols

import (
	"path/filepath"
	"strings"
	"testing"
)

// fuzzScanner checks what holds for any input: a scanner ends without a panic, and what it finds is in
// the file, in order, each place once.
func fuzzScanner(f *testing.F, exts ...string) {
	for name, src := range samples(f) {
		for _, ext := range exts {
			if filepath.Ext(name) == ext {
				f.Add(src)
			}
		}
	}
	for _, odd := range []string{"", "\"", "'", "`", "`${", "/*", "<<<A", "{([", "})]", "R\"", "r#\"", "\"\"\"", "#", "\\", "class", "def", "fn ", "function", "[[", "a::"} {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, ext := range exts {
			checkScan(t, "x"+ext, src)
		}
	})
}

func checkScan(t *testing.T, name string, src []byte) {
	t.Helper()
	lines := strings.Split(string(src), "\n")
	line, col := int32(1), int32(0)
	for _, s := range scanned(name, src) {
		if s.line < line || s.line == line && s.col <= col {
			t.Fatalf("%d:%d %q comes after %d:%d", s.line, s.col, s.name, line, col)
		}
		line, col = s.line, s.col
		if int(line) > len(lines) || int(col) < 1 || s.name == "" {
			t.Fatalf("%d:%d %q is not in the file", line, col, s.name)
		}
		if rest := strings.Join(lines[line-1:], "\n"); !strings.HasPrefix(rest[col-1:], s.name) {
			t.Fatalf("%d:%d is not %q", line, col, s.name)
		}
	}
}

func FuzzGo(f *testing.F)      { fuzzScanner(f, ".go") }
func FuzzPython(f *testing.F)  { fuzzScanner(f, ".py") }
func FuzzScript(f *testing.F)  { fuzzScanner(f, ".js", ".ts", ".tsx") }
func FuzzRust(f *testing.F)    { fuzzScanner(f, ".rs") }
func FuzzKotlin(f *testing.F)  { fuzzScanner(f, ".kt") }
func FuzzSwift(f *testing.F)   { fuzzScanner(f, ".swift") }
func FuzzPHP(f *testing.F)     { fuzzScanner(f, ".php") }
func FuzzCFamily(f *testing.F) { fuzzScanner(f, ".c", ".cpp", ".java", ".cs") }
func FuzzRuby(f *testing.F)    { fuzzScanner(f, ".rb") }
func FuzzShell(f *testing.F)   { fuzzScanner(f, ".sh") }
func FuzzLua(f *testing.F)     { fuzzScanner(f, ".lua") }

// FuzzQuery checks that no query makes the ranking panic, and that a name fits itself.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{"", "a", "Type.Method", "func (*T).Name()", "ns::Class::method", "*", "...", "é", "a b", "x.go"} {
		f.Add(q, "GetPageList")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		q := parseQuery(text)
		q.fitsFile(name)
		if fit := q.fitsName(name); q.name == name && fit != same {
			t.Fatalf("%q does not fit itself", name)
		}
	})
}
