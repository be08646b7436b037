package symbols

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// wholeFile is what the parser finds in all of a file, bodies included.
func wholeFile(src []byte) []string {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var names []string
	add := func(id *ast.Ident) {
		if id.Name != "_" {
			at := fset.PositionFor(id.Pos(), false)
			names = append(names, fmt.Sprintf("%d:%d %s", at.Line, at.Column, id.Name))
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				case *ast.TypeSpec:
					add(s.Name)
				}
			}
		}
	}
	return names
}

// TestGoIsComplete holds what is found without the bodies against what the
// parser finds in the whole file, for every file of the Go release.
func TestGoIsComplete(t *testing.T) {
	files, total := 0, 0
	err := filepath.WalkDir(filepath.Join(goroot(t), "src"), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		want := wholeFile(src)
		if want == nil {
			return nil // test data with mistakes
		}
		var got []string
		for _, s := range scanned(name, src) {
			if at := fmt.Sprintf("%d:%d %s", s.line, s.col, s.name); s.kind != Field && (s.kind != Method || slices.Contains(want, at)) {
				got = append(got, at)
			}
		}
		files++
		total += len(want)
		if !slices.Equal(want, got) {
			t.Errorf("%s: parser %d, found %d", name, len(want), len(got))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d declarations in %d files", total, files)
}

// What can not be parsed is found as far as it goes.
func TestGoWithMistakes(t *testing.T) {
	src := "package p\n\nfunc One() {\n\tif {\n}\n\nfunc Two() {}\n\ntype Three struct { a int }\n\nfunc Four( {}\n"
	names := map[string]bool{}
	for _, s := range scanned("x.go", []byte(src)) {
		names[s.name] = true
	}
	if !names["One"] {
		t.Errorf("found %v", names)
	}
}
