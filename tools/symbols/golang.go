package symbols

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// scanGo finds the declarations of a Go file. The parser gets the file without
// the bodies of functions, which are most of it and declare nothing that a
// query is about; that takes a third of the time. Should the shortened file not
// parse, the whole one is what counts, as far as it can be read.
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
	g.add(Method, d.Name, receiver(d.Recv.List[0].Type))
}

// receiver is the name of the type that a method belongs to.
func receiver(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return ""
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
	case *ast.TypeSpec:
		switch t := s.Type.(type) {
		case *ast.StructType:
			g.add(Struct, s.Name, "")
			g.members(Field, t.Fields, s.Name.Name)
		case *ast.InterfaceType:
			g.add(Interface, s.Name, "")
			g.members(Method, t.Methods, s.Name.Name)
		default:
			g.add(Type, s.Name, "")
		}
	}
}

// members records the fields of a struct, its inner structs' too, or the methods of an interface.
func (g *goFile) members(kind Kind, list *ast.FieldList, container string) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			g.add(kind, id, container)
		}
		if inner, ok := f.Type.(*ast.StructType); ok && len(f.Names) > 0 {
			g.members(Field, inner.Fields, join(container, f.Names[0].Name))
		}
	}
}

// cut is a part of the source that the parser does not see.
type cut struct{ start, end int }

// cutBodies returns src with the inside of each function declaration's body
// removed. A body whose end is not found stays.
func cutBodies(src []byte) ([]byte, []cut) {
	var cuts []cut
	short := make([]byte, 0, len(src)/3)
	kept := 0
	for i := 0; i < len(src); {
		if c := src[i]; c != 'f' || !wordAt(src, i, "func") {
			i = goSkip(src, i)
			continue
		}
		open := goBody(src, i+len("func"))
		if open < 0 {
			i += len("func")
			continue
		}
		end := goClose(src, open)
		if end < 0 {
			break
		}
		cuts = append(cuts, cut{open + 1, end})
		short = append(short, src[kept:open+1]...)
		kept, i = end, end+1
	}
	return append(short, src[kept:]...), cuts
}

func wordAt(src []byte, i int, word string) bool {
	end := i + len(word)
	return end <= len(src) && string(src[i:end]) == word && (end == len(src) || !isWord(src[end])) && (i == 0 || !isWord(src[i-1]))
}

// isWord tells whether c is part of an identifier; all of UTF-8 beyond ASCII is.
func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// goBody returns where the body of the function whose signature starts at i
// opens, or -1: at the first brace outside of brackets that is not that of a
// type. A line that ends before it ends the declaration.
func goBody(src []byte, i int) int {
	depth, word := 0, ""
	for i < len(src) {
		switch c := src[i]; {
		case isWord(c):
			from := i
			for i < len(src) && isWord(src[i]) {
				i++
			}
			word = string(src[from:i])
			continue
		case c == ' ' || c == '\t':
			i++
			continue
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == '{' && (word == "struct" || word == "interface"):
			if i = goClose(src, i); i < 0 {
				return -1
			}
		case c == '{' && depth == 0:
			return i
		case depth < 0, c == '\n' && depth == 0:
			return -1
		}
		word = ""
		i = goSkip(src, i)
	}
	return -1
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

// goSkip returns the place after the string, the comment or the byte at i.
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
			return after(src, i, "\n") - 1
		case i+1 < len(src) && src[i+1] == '*':
			return after(src, i+2, "*/")
		}
	}
	return i + 1
}
