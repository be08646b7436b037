package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call walks a simple command.
func (w *walker) call(c *syntax.CallExpr, redirects []Redirect, stdin string) {
	w.assigns(c.Assigns)
	var words []Word
	for _, arg := range c.Args {
		words = append(words, w.words(arg)...)
	}
	if len(words) == 0 {
		if len(redirects) > 0 {
			w.add(Command{Dir: w.dir, Redirects: redirects})
		}
		return
	}
	w.command(words, redirects, stdin)
}

func (w *walker) assigns(list []*syntax.Assign) {
	for _, a := range list {
		w.complex("an assignment")
		if a.Array != nil || a.Index != nil {
			w.inside(a)
			continue
		}
		if a.Name != nil && a.Value != nil {
			w.set(a.Name.Value, w.word(a.Value).Text)
		}
	}
}

// set remembers a variable. Long values are forgotten: A=$A$A doubles.
func (w *walker) set(name, value string) {
	if len(value) > maxValue {
		delete(w.vars, name)
		return
	}
	if w.vars == nil {
		w.vars = map[string]string{}
	}
	w.vars[name] = value
}

// command records a command and goes on with the ones that it runs in turn.
func (w *walker) command(words []Word, redirects []Redirect, stdin string) {
	if !w.enter() {
		return
	}
	defer w.leave()
	words = split(words)
	c := Command{Words: words, Dir: w.dir, Redirects: redirects}
	at := len(w.a.Commands)
	w.add(c)
	name := c.Name()
	switch name {
	case "cd", "pushd", "popd":
		w.chdir(words[1:])
	case "eval":
		w.complex("eval")
		w.script(joined(words[1:]))
	case "trap":
		w.complex("a trap")
		if len(words) > 1 {
			w.script(words[1].Text)
		}
	case "source", ".", "alias", "unalias", "enable", "set", "shopt", "hash", "export", "declare", "typeset", "readonly", "local", "unset", "read", "mapfile", "readarray":
		w.complex(name)
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "rbash":
		w.nested(words[1:], stdin)
	case "su", "runuser", "script":
		w.option(words[1:], "-c", "--command", "--session-command")
	case "watch":
		w.watch(words)
	case "find":
		w.find(words[1:])
	case "xargs":
		w.xargs(words, stdin)
	default:
		if wr, ok := wrappers[name]; ok {
			w.unwrap(wr, words, stdin, at)
		}
	}
}

// split takes apart a first word that an unquoted variable or substitution made of several.
func split(words []Word) []Word {
	first := words[0]
	if !strings.HasPrefix(first.Dynamic, "the variable") && first.Dynamic != "a command substitution" {
		return words
	}
	var list []Word
	for _, f := range strings.Fields(first.Text) {
		list = append(list, Word{Text: f, Dynamic: first.Dynamic})
	}
	if len(list) == 0 {
		return words
	}
	return append(list, words[1:]...)
}

func (w *walker) chdir(args []Word) {
	target := Word{Text: "~", Dynamic: "~"}
	for _, a := range args {
		if !strings.HasPrefix(a.Text, "-") {
			target = a
			break
		}
		if a.Text == "-" {
			w.dir = ""
			return
		}
	}
	switch {
	case target.Dynamic == "~", strings.HasPrefix(target.Text, "$HOME"), strings.HasPrefix(target.Text, "/"):
		w.dir = path.Clean(target.Text)
	case target.Dynamic != "" || w.dir == "":
		w.dir = ""
	default:
		w.dir = path.Join(w.dir, target.Text)
	}
}

// nested walks the script of a shell: after -c, or on its standard input.
func (w *walker) nested(args []Word, stdin string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch a.Text {
		case "-o", "+o", "-O", "+O", "--rcfile", "--init-file":
			i++
			continue
		}
		if !strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "+") {
			return // a script file is an operand like that of any interpreter
		}
		if !strings.HasPrefix(a.Text, "--") && strings.Contains(a.Text, "c") {
			for _, script := range args[i+1:] {
				if !strings.HasPrefix(script.Text, "-") || script.Text == "-" {
					w.inner(script)
					return
				}
			}
			return
		}
	}
	w.complex("a script")
	if stdin != "" {
		dir := w.dir
		w.script(stdin)
		w.dir = dir
	}
}

// inner walks a script that a command is given as one word.
func (w *walker) inner(script Word) {
	if script.Dynamic != "" {
		w.complex("a script that is not literal")
	}
	dir := w.dir
	w.script(script.Text)
	w.dir = dir
}

// option walks the script that follows one of the flags.
func (w *walker) option(args []Word, flags ...string) {
	for i, a := range args {
		for _, f := range flags {
			if a.Text == f && i+1 < len(args) {
				w.inner(args[i+1])
			}
			rest, attached := strings.CutPrefix(a.Text, f+"=")
			if !attached && len(f) == 2 {
				rest, attached = strings.CutPrefix(a.Text, f)
			}
			if attached && rest != "" {
				w.inner(Word{Text: rest, Dynamic: a.Dynamic})
			}
		}
	}
}

// find walks the commands after -exec and its like. Without a test of names, {} stands for the
// places where the search begins.
func (w *walker) find(args []Word) {
	roots, filtered := FindRoots(args)
	found := Word{Text: "{}", Dynamic: "a file that find finds"}
	for i := 0; i < len(args); i++ {
		switch args[i].Text {
		case "-exec", "-execdir", "-ok", "-okdir":
		default:
			continue
		}
		w.complex("find " + args[i].Text)
		var words []Word
		for i++; i < len(args) && args[i].Text != ";" && args[i].Text != "+"; i++ {
			words = append(words, fill(args[i], "{}", found, roots, filtered)...)
		}
		if len(words) > 0 {
			w.command(words, nil, "")
		}
	}
}

func fill(word Word, mark string, found Word, roots []Word, filtered bool) []Word {
	if word.Text != mark {
		return []Word{word}
	}
	if filtered || len(roots) == 0 {
		return []Word{found}
	}
	var list []Word
	for _, r := range roots {
		list = append(list, Word{Text: r.Text, Dynamic: found.Dynamic})
	}
	return list
}

// FindRoots returns where a find with these arguments begins its search, and whether a test of
// names or ages narrows what it finds.
func FindRoots(args []Word) (roots []Word, filtered bool) {
	expression := false
	for i, a := range args {
		switch {
		case strings.HasPrefix(a.Text, "-") && len(a.Text) > 2 || a.Text == "(" || a.Text == "!":
			expression = true
		case !expression && !strings.HasPrefix(a.Text, "-"):
			roots = append(roots, a)
		}
		switch a.Text {
		case "-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-newer":
			filtered = filtered || i+1 < len(args) && strings.Trim(args[i+1].Text, "*?./") != ""
		case "-mtime", "-mmin", "-atime", "-ctime", "-empty", "-size", "-samefile", "-inum":
			filtered = true
		}
	}
	if len(roots) == 0 {
		roots = []Word{{Text: "."}}
	}
	return roots, filtered
}

func joined(words []Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
