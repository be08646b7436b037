package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// arrows is which of our packages a package may import (architecture: import direction). A pattern
// ends in /* for everything below. What is not here imports nothing of ours.
var arrows = []struct {
	from string
	to   []string
}{
	{"beestown", []string{"cli"}},
	{"cli", []string{"*"}},
	{"cli/demo", []string{"llm", "llm/scripted"}},
	{"cli/oneshot", []string{"agent", "tools", "llm", "tools/text"}},
	{"tui", []string{"agent", "tools", "llm", "tools/text", "tui/*"}},
	{"tui/*", []string{"agent", "tools", "llm", "tools/text", "tui/*"}},
	{"agent", []string{"llm", "tools"}},
	{"agent/prompt", nil},
	{"agent/*", []string{"tools", "llm", "agent"}},
	{"tools/builtin", []string{
		"tools", "tools/workspace", "tools/walk", "tools/edit", "tools/search", "tools/symbols", "tools/checkpoint",
		"tools/shell", "tools/sandbox", "tools/web", "tools/artifact", "tools/channel", "tools/text",
	}},
	{"tools/gate", []string{"tools", "tools/policy", "tools/audit", "tools/text"}},
	{"tools/policy", []string{"tools", "tools/shell", "tools/workspace"}},
	{"tools/search", []string{"tools/walk"}},
	{"tools/symbols", []string{"tools/walk", "tools/search"}},
	{"tools/checkpoint", []string{"tools/walk"}},
	{"tools/workspace", []string{"tools/walk"}},
	{"tools/sandbox", []string{"tools/workspace"}},
	{"tools/audit", []string{"tools", "tools/text"}},
	{"tools/mcp", []string{"tools", "tools/text", "tools/workspace", "tools/sandbox"}},
	{"tools/plugin", []string{"tools", "tools/text", "tools/workspace", "tools/sandbox"}},
	{"config/trust", []string{"config"}},
	{"llm/*", []string{"llm"}},
	{"bench", []string{"llm/llmtest", "llm", "tui/term/vt", "tui/term/termtest"}},
	{"bench/tokens", []string{"llm/llmtest"}},
}

// fences is which packages alone may import a library, by prefix of its path.
var fences = []struct{ library, room string }{
	{"github.com/openai/openai-go", "llm/openai"},
	{"github.com/mark3labs/mcp-go", "tools/mcp"},
	{"charm.land/", "tui"},
	{"github.com/charmbracelet/", "tui"},
	{"github.com/alecthomas/chroma", "tui"},
	{"github.com/spf13/viper", "config"},
	{"mvdan.cc/sh", "tools/shell"},
	{"github.com/spf13/cobra", "cli"},
}

// banned is what nobody imports: v1 of the screen libraries, which block at start and do not link
// beside v2.
var banned = []string{
	"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/lipgloss", "github.com/charmbracelet/glamour",
}

type listed struct {
	ImportPath, Dir, Export, Name string
	GoFiles, Imports              []string
	Standard                      bool
}

// packages lists this module and, with their export data, everything that it imports.
var packages = sync.OnceValues(func() ([]listed, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,Name,GoFiles,Imports,Standard", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	var list []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
})

func house(t *testing.T) []listed {
	t.Helper()
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	ours := slices.DeleteFunc(slices.Clone(all), func(p listed) bool { _, ok := room(p.ImportPath); return !ok })
	if len(ours) < 20 {
		t.Fatalf("only %d packages of ours were found", len(ours))
	}
	return ours
}

// room is a package's path within the module; "beestown" for its root.
func room(importPath string) (string, bool) {
	if importPath == "beestown" {
		return importPath, true
	}
	return strings.CutPrefix(importPath, "beestown/")
}

func matches(pattern, name string) bool {
	if pattern == "*" {
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(name, below+"/")
	}
	return pattern == name
}

func mayImport(from, to string) bool {
	for _, a := range arrows {
		if matches(a.from, from) {
			return slices.ContainsFunc(a.to, func(p string) bool { return matches(p, to) })
		}
	}
	return false
}

func TestImportDirection(t *testing.T) {
	for _, p := range house(t) {
		from, _ := room(p.ImportPath)
		for _, imp := range p.Imports {
			if to, ours := room(imp); ours && !mayImport(from, to) {
				t.Errorf("%s must not import %s", from, to)
			}
			for _, f := range fences {
				if strings.HasPrefix(imp, f.library) && from != f.room && !strings.HasPrefix(from, f.room+"/") {
					t.Errorf("%s must not import %s; only %s may", from, imp, f.room)
				}
			}
			for _, b := range banned {
				if imp == b || strings.HasPrefix(imp, b+"/") {
					t.Errorf("%s imports %s, which is banned", from, imp)
				}
			}
			if to, ours := room(imp); ours && to == "config" && from != "cli" && from != "config/trust" {
				t.Errorf("%s must not read config; only cli does", from)
			}
		}
	}
}

func TestPackageNames(t *testing.T) {
	for _, p := range house(t) {
		if slices.Contains([]string{"util", "utils", "common", "types", "manager", "service", "helpers"}, p.Name) {
			t.Errorf("package %s: %q says nothing about what is in it", p.ImportPath, p.Name)
		}
	}
}

func TestEveryPackageIsInTheArchitecture(t *testing.T) {
	doc, err := os.ReadFile("docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range house(t) {
		if name, _ := room(p.ImportPath); name != "beestown" && !bytes.Contains(doc, []byte("`"+name+"`")) {
			t.Errorf("docs/ARCHITECTURE.md does not name `%s`", name)
		}
	}
}

// The budgets of a function and of a file, in lines.
const (
	functionBudget = 80
	fileBudget     = 400
)

func TestBudgets(t *testing.T) {
	for _, p := range house(t) {
		for _, name := range p.GoFiles {
			file := filepath.Join(p.Dir, name)
			fset := token.NewFileSet()
			tree, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if ast.IsGenerated(tree) {
				continue
			}
			short := path.Join(strings.TrimPrefix(p.ImportPath, "beestown/"), name)
			if n := fset.File(tree.Pos()).LineCount(); n > fileBudget && !isTable(tree) {
				t.Errorf("%s has %d lines, the budget is %d", short, n, fileBudget)
			}
			checkFunctions(t, fset, tree, short)
		}
	}
}

// isTable tells whether a file is mostly one composite literal.
func isTable(tree *ast.File) bool {
	var lines token.Pos
	for _, d := range tree.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			lines += g.End() - g.Pos()
		}
	}
	return 2*lines > tree.End()-tree.Pos()
}

func checkFunctions(t *testing.T, fset *token.FileSet, tree *ast.File, short string) {
	t.Helper()
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1; n > functionBudget {
			t.Errorf("%s: %s has %d lines, the budget is %d", short, fn.Name.Name, n, functionBudget)
		}
		if fn.Name.Name == "init" && fn.Recv == nil {
			t.Errorf("%s has an init function", short)
		}
		if fn.Name.IsExported() && fn.Recv == nil && fn.Doc == nil {
			t.Errorf("%s: %s has no doc comment", short, fn.Name.Name)
		}
	}
}

// TestOneDispatchPoint finds every call of tools.Call.Run by its type: there is one.
func TestOneDispatchPoint(t *testing.T) {
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var found []string
	for _, p := range house(t) {
		found = append(found, runCalls(t, fset, imp, p)...)
	}
	if want := []string{"agent/dispatch.go"}; !slices.Equal(found, want) {
		t.Errorf("tools.Call.Run is called in %v, want only in %v", found, want)
	}
}

func runCalls(t *testing.T, fset *token.FileSet, imp types.Importer, p listed) []string {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		tree, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, tree)
	}
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: imp}
	if _, err := conf.Check(p.ImportPath, fset, files, info); err != nil {
		t.Fatal(err)
	}
	var found []string
	for sel, s := range info.Selections {
		if sel.Sel.Name == "Run" && s.Recv().String() == "beestown/tools.Call" {
			name, _ := room(p.ImportPath)
			found = append(found, path.Join(name, filepath.Base(fset.Position(sel.Pos()).Filename)))
		}
	}
	return found
}

// TestRunewidthStaysPinned keeps out the releases of go-runewidth that fill tables for 20 ms at every
// start; the screen libraries ask for one of them.
func TestRunewidthStaysPinned(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "github.com/mattn/go-runewidth").Output()
	if err != nil {
		t.Fatal(err)
	}
	if version := strings.TrimSpace(string(out)); version < "v0.0.28" || len(version) != len("v0.0.28") {
		t.Errorf("go-runewidth is %s; go get github.com/mattn/go-runewidth@v0.0.31", version)
	}
}
