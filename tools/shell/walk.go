package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker collects an Analysis. It follows the working directory and the variables that the line
// itself sets, so that `cd / && rm -rf *` and `D=/; rm -rf $D` are seen for what they are.
type walker struct {
	a     *Analysis
	dir   string
	vars  map[string]string
	depth int
	// scripts counts the texts inside texts that are being read; each is parsed anew.
	scripts int
	read    int // bytes of all scripts so far
	total   int // words of all commands so far
	// quiet keeps substitutions from being walked a second time when a word is read again.
	quiet bool
}

func (w *walker) complex(what string) {
	if !slices.Contains(w.a.Complex, what) {
		w.a.Complex = append(w.a.Complex, what)
	}
}

func (w *walker) problem(what string) {
	if w.a.Problem == "" {
		w.a.Problem = what
	}
}

// enter counts a level of nesting; leave must be called when it returns true.
func (w *walker) enter() bool {
	if w.depth >= maxDepth || len(w.a.Commands) >= maxCommands || w.total > MaxLine {
		w.problem("the command is nested too deeply or too long")
		return false
	}
	w.depth++
	return true
}

func (w *walker) leave() { w.depth-- }

// script walks a text that bash would read. The statements before a syntax error count: bash runs
// them before it comes to the error.
func (w *walker) script(text string) {
	if !w.enter() {
		return
	}
	defer w.leave()
	w.read += len(text)
	if w.scripts == maxScripts || w.read > maxRead {
		w.problem("the command is nested too deeply or too long")
		return
	}
	w.scripts++
	defer func() { w.scripts-- }()
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for stmt, err := range parser.StmtsSeq(strings.NewReader(text)) {
		if err != nil {
			w.problem("the command is not valid bash")
			continue // the parser may yield once more, a break would make it panic
		}
		w.stmt(stmt, "")
	}
}

// subshell walks f's statements without letting their cd and assignments out.
func (w *walker) subshell(stmts []*syntax.Stmt) {
	dir := w.dir
	w.stmts(stmts)
	w.dir = dir
}

func (w *walker) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		w.stmt(s, "")
	}
}

// stmt walks one statement; stdin is what it reads, when that is known.
func (w *walker) stmt(s *syntax.Stmt, stdin string) {
	if !w.enter() {
		return
	}
	defer w.leave()
	if s.Background || s.Coprocess || s.Disown {
		w.complex("a command in the background")
	}
	redirects, here := w.redirects(s.Redirs)
	if here != "" {
		stdin = here
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		w.call(call, redirects, stdin)
		return
	}
	if len(redirects) > 0 {
		w.add(Command{Dir: w.dir, Redirects: redirects})
	}
	w.compound(s.Cmd, stdin)
}

// add records a command. The words are counted because guessing where a command begins repeats them.
func (w *walker) add(c Command) {
	w.total += len(c.Words)
	if len(w.a.Commands) >= maxCommands || w.total > MaxLine {
		w.problem("the command is nested too deeply or too long")
		return
	}
	w.a.Commands = append(w.a.Commands, c)
}

func (w *walker) compound(cmd syntax.Command, stdin string) {
	switch c := cmd.(type) {
	case nil:
	case *syntax.BinaryCmd:
		w.binary(c, stdin)
	case *syntax.Subshell:
		w.subshell(c.Stmts)
	case *syntax.Block:
		w.stmts(c.Stmts)
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			w.stmts(c.Cond)
			w.stmts(c.Then)
		}
	case *syntax.WhileClause:
		w.stmts(c.Cond)
		w.stmts(c.Do)
	case *syntax.ForClause:
		w.loop(c)
	case *syntax.CaseClause:
		w.word(c.Word)
		for _, item := range c.Items {
			w.inside(item)
		}
	case *syntax.FuncDecl:
		w.complex("a function")
		w.selfForking(c)
		w.stmt(c.Body, "")
	case *syntax.TimeClause:
		if c.Stmt != nil {
			w.stmt(c.Stmt, stdin)
		}
	case *syntax.CoprocClause:
		w.complex("a command in the background")
		w.stmt(c.Stmt, stdin)
	case *syntax.DeclClause:
		w.assigns(c.Args)
	case *syntax.ArithmCmd, *syntax.LetClause, *syntax.TestClause:
		w.complex("an expression that bash evaluates")
		w.inside(c)
	default:
		w.complex("syntax that is not known")
		w.inside(c)
	}
}

func (w *walker) loop(c *syntax.ForClause) {
	if iter, ok := c.Loop.(*syntax.WordIter); ok {
		for _, item := range iter.Items {
			// The last value stands for all; a protected one should win, and "/" sorts first.
			for _, v := range w.words(item) {
				if old, known := w.vars[iter.Name.Value]; !known || v.Text < old {
					w.set(iter.Name.Value, v.Text)
				}
			}
		}
	} else {
		w.complex("an expression that bash evaluates")
		w.inside(c.Loop)
	}
	w.stmts(c.Do)
}

// binary walks a list or pipeline. Their nodes lean to one side, so that the depth would be the
// length; the spine is walked in a loop.
func (w *walker) binary(c *syntax.BinaryCmd, stdin string) {
	var right []*syntax.BinaryCmd
	left := &syntax.Stmt{Cmd: c}
	for {
		b, ok := left.Cmd.(*syntax.BinaryCmd)
		if !ok || len(left.Redirs) > 0 || left.Background {
			break
		}
		right = append(right, b)
		left = b.X
	}
	dir := w.dir
	w.stmt(left, stdin)
	for _, b := range slices.Backward(right) {
		piped := ""
		if b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
			piped = w.output(left)
			w.dir = dir
		}
		w.stmt(b.Y, piped)
		if piped != "" {
			w.dir = dir
		}
		left = b.Y
	}
}

// inside walks the commands of substitutions anywhere below a node.
func (w *walker) inside(node syntax.Node) {
	if node == nil || !w.enter() {
		return
	}
	defer w.leave()
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			w.stmt(n, "")
			return false
		case *syntax.CmdSubst, *syntax.ProcSubst:
			w.complex("a command substitution")
		}
		return true
	})
}

func (w *walker) selfForking(f *syntax.FuncDecl) {
	if f.Name == nil {
		return
	}
	forks := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			return n.Background || n.Coprocess
		case *syntax.BinaryCmd:
			return n.Op == syntax.Pipe || n.Op == syntax.PipeAll
		}
		return false
	}
	found, calls := false, false
	syntax.Walk(f.Body, func(n syntax.Node) bool {
		if n != nil && forks(n) {
			found = true
		}
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 && call.Args[0].Lit() == f.Name.Value {
			calls = true
		}
		return true
	})
	w.a.SelfForking = w.a.SelfForking || found && calls
}
