package symbols

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// scanGo finds the declarations of a Go file. The parser gets the file without
// the bodies of functions and the values of variables, which are most of it and
// declare nothing that a query is about; that takes a fraction of the time.
// Should the shortened file not parse, the whole one is what counts, as far as
// it can be read.
func scanGo(src []byte, out *sink) {
	short, cuts := cutBodies(src)
	g := goFile{fset: token.NewFileSet(), cuts: cuts, out: out}
	tree, err := parser.ParseFile(g.fset, "", short, parser.SkipObjectResolution)
	if err != nil {
		g = goFile{fset: token.NewFileSet(), out: out}
		tree, _ = parser.ParseFile(g.fset, "", src, parser.SkipObjectResolution|parser.AllErrors)
	}
	if tree == nil {
		return
	}
	if tree.Name != nil {
		out.pkg = tree.Name.Name
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			g.function(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				g.spec(d.Tok, s)
			}
		}
	}
}

// goFile maps the places of a parsed file to those of the source.
type goFile struct {
	fset *token.FileSet
	cuts []cut
	next int // the first cut that is behind the last place
	gone int // how much the cuts before it removed
	out  *sink
}

// add records a name; names come in the order of the file.
func (g *goFile) add(kind Kind, id *ast.Ident, container string) {
	if id == nil || id.Name == "_" {
		return
	}
	at := g.fset.Position(id.Pos()).Offset
	for g.next < len(g.cuts) && g.cuts[g.next].start-g.gone <= at {
		g.gone += g.cuts[g.next].end - g.cuts[g.next].start
		g.next++
	}
	g.out.add(kind, at+g.gone, at+g.gone+len(id.Name), container)
}

func (g *goFile) function(d *ast.FuncDecl) {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		g.add(Function, d.Name, "")
		return
	}
	container := ""
	if id := typeName(d.Recv.List[0].Type); id != nil {
		container = id.Name
	}
	g.add(Method, d.Name, container)
}

// typeName is the name of the type that a method belongs to or that is embedded, nil if there is none.
func typeName(t ast.Expr) *ast.Ident {
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			return x.Sel
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return nil
		}
	}
}

func (g *goFile) spec(tok token.Token, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		kind := Variable
		if tok == token.CONST {
			kind = Constant
		}
		for _, id := range s.Names {
			g.add(kind, id, "")
		}
		g.members(s.Type, s.Names[0].Name)
		if len(s.Names) == 1 && len(s.Values) == 1 {
			g.members(s.Values[0], s.Names[0].Name)
		}
	case *ast.TypeSpec:
		kind := Type
		switch s.Type.(type) {
		case *ast.StructType:
			kind = Struct
		case *ast.InterfaceType:
			kind = Interface
		}
		g.add(kind, s.Name, "")
		g.members(s.Type, s.Name.Name)
	}
}

// members records the fields of a struct or the methods of an interface, also where t is a list of
// them, a pointer to one, or what is within another.
func (g *goFile) members(t ast.Expr, container string) {
	switch t := t.(type) {
	case *ast.StructType:
		g.fields(Field, t.Fields, container)
	case *ast.InterfaceType:
		g.fields(Method, t.Methods, container)
	case *ast.ArrayType:
		g.members(t.Elt, container)
	case *ast.MapType:
		g.members(t.Key, container)
		g.members(t.Value, container)
	case *ast.ChanType:
		g.members(t.Value, container)
	case *ast.StarExpr:
		g.members(t.X, container)
	case *ast.ParenExpr:
		g.members(t.X, container)
	case *ast.CompositeLit:
		g.members(t.Type, container)
	case *ast.UnaryExpr: // &struct{...}{...}
		g.members(t.X, container)
	}
}

func (g *goFile) fields(kind Kind, list *ast.FieldList, container string) {
	if list == nil || strings.Count(container, ".") > maxDepth {
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			g.add(kind, id, container)
		}
		inside := container
		if len(f.Names) > 0 {
			inside = join(container, f.Names[0].Name)
		} else if kind == Field {
			g.add(Field, typeName(f.Type), container)
		}
		g.members(f.Type, inside)
	}
}

// cut is a part of the source that the parser does not see.
type cut struct{ start, end int }

// cutBodies returns src without comments and without what is in braces, except
// those of structs and interfaces: functions' bodies and values are most of a
// file. Braces that do not match stay.
func cutBodies(src []byte) ([]byte, []cut) {
	var cuts []cut
	short := make([]byte, 0, len(src)/4)
	kept := 0
	remove := func(start, end int) {
		if start < end {
			cuts = append(cuts, cut{start, end})
			short = append(short, src[kept:start]...)
			kept = end
		}
	}
	for i := 0; i < len(src); {
		next := goSkip(src, i)
		switch src[i] {
		case '/':
			if next > i+1 && src[i+1] == '/' {
				remove(i, next)
			}
		case '{':
			if opensType(src, i) {
				break
			}
			end := goClose(src, i)
			if end < 0 { // nor will any other that is around it
				return append(short, src[kept:]...), cuts
			}
			remove(i+1, end)
			next = end + 1
		}
		i = next
	}
	return append(short, src[kept:]...), cuts
}

// opensType tells whether the brace at i is that of a struct or an interface.
func opensType(src []byte, i int) bool {
	end := i
	for end > 0 && (src[end-1] == ' ' || src[end-1] == '\t') {
		end--
	}
	return bytes.HasSuffix(src[:end], []byte("struct")) || bytes.HasSuffix(src[:end], []byte("interface"))
}

// goClose returns where the brace that opens at i closes, or -1.
func goClose(src []byte, i int) int {
	depth := 0
	for i < len(src) {
		switch src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
		i = goSkip(src, i)
	}
	return -1
}

// goMarks are the bytes that goSkip stops at.
var goMarks = [256]bool{'"': true, '\'': true, '`': true, '/': true, '{': true, '}': true}

// goSkip returns the place after the string or the comment at i, or after the
// bytes that mean nothing here.
func goSkip(src []byte, i int) int {
	switch c := src[i]; c {
	case '"', '\'':
		for i++; i < len(src) && src[i] != c && src[i] != '\n'; i++ {
			if src[i] == '\\' {
				i++
			}
		}
	case '`':
		return after(src, i+1, "`")
	case '/':
		switch {
		case i+1 < len(src) && src[i+1] == '/':
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				return i + n
			}
			return len(src)
		case i+1 < len(src) && src[i+1] == '*':
			return after(src, i+2, "*/")
		}
	}
	for i++; i < len(src) && !goMarks[src[i]]; i++ {
		continue
	}
	return min(i, len(src))
}
