package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirects returns the files of a statement's redirects, and the text of a here-document or
// here-string.
func (w *walker) redirects(list []*syntax.Redirect) (files []Redirect, here string) {
	for _, r := range list {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				here = w.word(r.Hdoc).Text
			}
			w.complex("a here-document")
		case syntax.WordHdoc:
			here = w.word(r.Word).Text
			w.complex("a here-string")
		case syntax.DplIn, syntax.DplOut:
			if target := w.word(r.Word); !isDescriptor(target.Text) {
				files = append(files, Redirect{Target: target, Write: true})
			}
		case syntax.RdrIn:
			files = append(files, Redirect{Target: w.word(r.Word)})
		default:
			files = append(files, Redirect{Target: w.word(r.Word), Write: true})
		}
	}
	return files, here
}

func isDescriptor(s string) bool {
	return s == "-" || s != "" && strings.Trim(s, "0123456789") == ""
}

// output is what a statement prints, when it is a plain echo, printf or cat of a here-document.
func (w *walker) output(s *syntax.Stmt) string {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	quiet := walker{a: &Analysis{}, vars: w.vars, depth: w.depth, quiet: true}
	var words []string
	for _, arg := range call.Args {
		for _, v := range quiet.words(arg) {
			words = append(words, v.Text)
		}
	}
	switch path.Base(words[0]) {
	case "echo":
		for len(words) > 1 && strings.HasPrefix(words[1], "-") {
			words = words[1:]
		}
		return strings.Join(words[1:], " ")
	case "printf", "yes":
		if len(words) > 2 && strings.Contains(words[1], "%") {
			words = words[1:]
		}
		return strings.NewReplacer(`\n`, "\n", `\0`, "\n").Replace(strings.Join(words[1:], "\n"))
	case "cat":
		_, here := quiet.redirects(s.Redirs)
		return here
	}
	return ""
}
