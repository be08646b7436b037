package symbols

import (
	"bytes"
	"regexp"
	"sync"
)

// lines calls visit with each line of src and its place, without its end.
func lines(src []byte, visit func(line []byte, at int)) {
	for at := 0; at < len(src); {
		end := bytes.IndexByte(src[at:], '\n')
		if end < 0 {
			end = len(src) - at
		}
		visit(src[at:at+end], at)
		at += end + 1
	}
}

// shellPatterns are compiled when the first script is scanned.
var shellPatterns = sync.OnceValue(func() (p struct{ function, alias, variable, heredoc *regexp.Regexp }) {
	p.function = regexp.MustCompile(`^\s*(?:function\s+([\w:.@+-]+)|([\w:.@+-]+)\s*\(\s*\))`)
	p.alias = regexp.MustCompile(`^\s*alias\s+(?:--?\w+\s+)*([\w.:-]+)=`)
	p.variable = regexp.MustCompile(`^(?:(?:export|readonly|declare|typeset)\s+(?:-\w+\s+)*)?(\w+)\+?=`)
	p.heredoc = regexp.MustCompile(`<<(-?)\s*\\?["']?(\w+)["']?`)
	return p
})

// scanShell finds functions, aliases, and variables that are set at the beginning of a line.
func scanShell(src []byte, out *sink) {
	patterns := shellPatterns()
	end := "" // of the here-document that we are in
	tabs := false
	lines(src, func(line []byte, at int) {
		if end != "" {
			if tabs {
				line = bytes.TrimLeft(line, "\t")
			}
			if string(bytes.TrimRight(line, "\r ")) == end {
				end = ""
			}
			return
		}
		trimmed := bytes.TrimLeft(line, " \t")
		if len(trimmed) == 0 || trimmed[0] == '#' {
			return
		}
		if m := patterns.function.FindSubmatchIndex(line); m != nil {
			addGroup(out, Function, m, at, "")
		} else if m := patterns.alias.FindSubmatchIndex(line); m != nil {
			addGroup(out, Function, m, at, "")
		} else if m := patterns.variable.FindSubmatchIndex(line); m != nil {
			addGroup(out, Variable, m, at, "")
		}
		if bytes.Contains(line, []byte("<<")) && !bytes.Contains(line, []byte("<<<")) {
			if m := patterns.heredoc.FindSubmatch(line); m != nil {
				end, tabs = string(m[2]), len(m[1]) > 0
			}
		}
	})
}

// addGroup records the first group of a match that took part.
func addGroup(out *sink, kind Kind, m []int, at int, container string) {
	for g := 2; g+1 < len(m); g += 2 {
		if m[g] >= 0 {
			out.add(kind, at+m[g], at+m[g+1], container)
			return
		}
	}
}
