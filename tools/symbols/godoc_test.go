package symbols

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documented is packages of which TestGoDoc compares all that go doc tells.
var documented = []string{
	"net/http", "go/types", "go/ast", "encoding/json", "runtime", "strings", "reflect", "os", "sync", "text/template", "database/sql", "image/color",
}

// TestGoDoc looks for everything that go doc knows of a package, what is not exported included, in
// an index of it: functions, methods, types, constants, variables, fields and interfaces' methods.
func TestGoDoc(t *testing.T) {
	for _, pkg := range documented {
		t.Run(pkg, func(t *testing.T) {
			dir := filepath.Join(goroot(t), "src", filepath.FromSlash(pkg))
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			files, err := New().refresh(t.Context(), root, &Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			known, fields := map[string]bool{}, map[string][]string{}
			for _, f := range files {
				for _, s := range f.symbols {
					known[join(s.container, s.name)] = true
					if s.kind == Field {
						fields[s.container] = append(fields[s.container], s.name)
					}
				}
			}
			names := docNames(t, pkg)
			if len(names) < 5 {
				t.Errorf("go doc tells of %d names only", len(names))
			}
			for _, name := range names {
				if !known[name] && !promoted(known, fields, name, 2) {
					t.Errorf("%s is not found", name)
				}
			}
			t.Logf("%d names", len(names))
		})
	}
}

// promoted tells whether a method belongs to a type that is embedded in the one that go doc names,
// or is embedded in one that is.
func promoted(known map[string]bool, fields map[string][]string, name string, depth int) bool {
	owner, method, _ := strings.Cut(name, ".")
	for _, f := range fields[owner] {
		if inner := join(f, method); known[inner] || depth > 0 && promoted(known, fields, inner, depth-1) {
			return true
		}
	}
	return false
}

// The parts of what go doc prints that are no declarations: what is before the first heading and the
// notes behind the last, the headings, comments, which are indented by spaces, and their links.
var (
	docAround  = regexp.MustCompile(`(?s)^.*?\n(?:CONSTANTS|VARIABLES|FUNCTIONS|TYPES)\n|\nBUG: .*`)
	docComment = regexp.MustCompile(`(?m)^(?:    .*|\[.*\]: .*|CONSTANTS|VARIABLES|FUNCTIONS|TYPES)$`)
)

// docNames is what go doc prints of a package: names, those of members behind what they belong to.
func docNames(t *testing.T, pkg string) []string {
	out, err := exec.Command("go", "doc", "-all", "-u", pkg).Output()
	if err != nil {
		t.Fatal(err)
	}
	src := append([]byte("package p\n"), docComment.ReplaceAll(docAround.ReplaceAll(out, nil), nil)...)
	tree, err := parser.ParseFile(token.NewFileSet(), pkg, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			owner := ""
			if d.Recv != nil {
				owner = lastPart(strings.TrimLeft(printed(d.Recv.List[0].Type), "*"))
			}
			if d.Name.Name != "_" {
				names = append(names, join(owner, d.Name.Name))
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				names = append(names, specNames(s)...)
			}
		}
	}
	return names
}

func specNames(s ast.Spec) []string {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return append([]string{s.Name.Name}, memberNames(s.Type, s.Name.Name)...)
	case *ast.ValueSpec:
		var names []string
		for _, id := range s.Names {
			if id.Name != "_" {
				names = append(names, id.Name)
			}
		}
		if s.Type != nil {
			names = append(names, memberNames(s.Type, s.Names[0].Name)...)
		}
		return names
	}
	return nil
}

// memberNames is the fields and methods of a type, and of the types in it.
func memberNames(t ast.Expr, owner string) []string {
	var names []string
	ast.Inspect(t, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType: // its fields are parameters
			return false
		case *ast.Field:
			for _, id := range n.Names {
				if id.Name != "_" {
					names = append(names, join(owner, id.Name))
				}
			}
			if len(n.Names) > 0 {
				names = append(names, memberNames(n.Type, join(owner, n.Names[0].Name))...)
				return false
			}
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 {
					names = append(names, join(owner, lastPart(printed(f.Type))))
				}
			}
		}
		return true
	})
	return names
}

// printed is a type as it is written, without its arguments.
func printed(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.IndexExpr:
		return printed(t.X)
	case *ast.IndexListExpr:
		return printed(t.X)
	case *ast.StarExpr:
		return "*" + printed(t.X)
	case *ast.SelectorExpr:
		return printed(t.X) + "." + t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return ""
}

func lastPart(name string) string {
	return name[strings.LastIndexAny(name, ".*")+1:]
}
