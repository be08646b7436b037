package symbols

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// rubyPatterns are compiled when the first file is scanned.
var rubyPatterns = sync.OnceValue(func() (p struct {
	scope, meta, method, constant, attr, alias, name, heredoc *regexp.Regexp
}) {
	p.scope = regexp.MustCompile(`^\s*(class|module)\s+((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)`)
	p.meta = regexp.MustCompile(`^\s*class\s*<<\s*(\w+)`)
	p.method = regexp.MustCompile(`^\s*(?:(?:private|protected|public|private_class_method|module_function|memoize)\s+)*def\s+(?:(self|[A-Za-z_]\w*)(?:\.|::))?([A-Za-z_\x80-\xff][\w\x80-\xff]*[?!=]?|\[\]=?|[+\-*/%<>=!~^&|` + "`" + `]+@?)`)
	p.constant = regexp.MustCompile(`^\s*([A-Z]\w*)\s*(?:\|\|)?=(?:[^=~>]|$)`)
	p.attr = regexp.MustCompile(`^\s*(?:(?:private|protected|public)\s+)?(?:attr_(?:accessor|reader|writer)|attr|mattr_accessor|cattr_accessor)[\s(]+(.*)`)
	p.alias = regexp.MustCompile(`^\s*(?:alias\s+:?([\w?!=]+)|alias_method[\s(]+:([\w?!=]+)|define_method[\s(]+:([\w?!=]+))`)
	p.name = regexp.MustCompile(`:([\w?!]+)`)
	p.heredoc = regexp.MustCompile(`<<([~-]?)["'` + "`" + `]?([A-Z_a-z]\w*)["'` + "`" + `]?`)
	return p
})

// rubyScanner finds definitions by line and indentation, which is what holds in
// a language whose strings and patterns are known only to its parser.
type rubyScanner struct {
	out     *sink
	scopes  []rubyBlock
	heredoc string
	plain   bool // the end of the here-document stands at the beginning of its line
	skip    bool // in =begin ... =end
	done    bool // behind __END__
}

type rubyBlock struct {
	indent int
	name   string
}

func scanRuby(src []byte, out *sink) {
	r := &rubyScanner{out: out}
	lines(src, r.line)
}

func (r *rubyScanner) line(line []byte, at int) {
	line = bytes.TrimRight(line, "\r")
	trimmed := bytes.TrimLeft(line, " \t")
	switch {
	case r.done:
	case r.heredoc != "":
		end := trimmed
		if r.plain {
			end = line
		}
		if string(bytes.TrimSpace(end)) == r.heredoc {
			r.heredoc = ""
		}
	case bytes.HasPrefix(line, []byte("=begin")):
		r.skip = true
	case bytes.HasPrefix(line, []byte("=end")):
		r.skip = false
	case r.skip, len(trimmed) == 0, trimmed[0] == '#':
	case string(line) == "__END__":
		r.done = true
	default:
		p := rubyPatterns()
		r.definition(line, at, len(line)-len(trimmed))
		if m := p.heredoc.FindSubmatch(line); m != nil && !bytes.Contains(line[:bytes.Index(line, m[0])], []byte("class")) &&
			(len(m[1]) > 0 || m[2][0] >= 'A' && m[2][0] <= 'Z') {
			r.heredoc, r.plain = string(m[2]), len(m[1]) == 0
		}
	}
}

func (r *rubyScanner) definition(line []byte, at, indent int) {
	for len(r.scopes) > 0 && r.scopes[len(r.scopes)-1].indent >= indent && !bytes.HasPrefix(line[indent:], []byte("end")) {
		r.scopes = r.scopes[:len(r.scopes)-1]
	}
	p := rubyPatterns()
	in := ""
	if n := len(r.scopes); n > 0 {
		in = r.scopes[n-1].name
	}
	if m := p.scope.FindSubmatchIndex(line); m != nil {
		r.scope(line, at, indent, m, in)
	} else if p.meta.Match(line) {
		r.scopes = append(r.scopes, rubyBlock{indent, in})
	} else if m := p.method.FindSubmatchIndex(line); m != nil {
		kind := Method
		if in == "" {
			kind = Function
		}
		r.out.add(kind, at+m[4], at+m[5], in)
	} else if m := p.constant.FindSubmatchIndex(line); m != nil {
		addGroup(r.out, Constant, m, at, in)
	} else if m := p.alias.FindSubmatchIndex(line); m != nil {
		addGroup(r.out, Method, m, at, in)
	} else if m := p.attr.FindSubmatchIndex(line); m != nil {
		for _, n := range p.name.FindAllSubmatchIndex(line[m[2]:m[3]], -1) {
			r.out.add(Field, at+m[2]+n[2], at+m[2]+n[3], in)
		}
	}
}

func (r *rubyScanner) scope(line []byte, at, indent int, m []int, in string) {
	kind := Class
	if line[m[2]] == 'm' {
		kind = Module
	}
	full := strings.TrimPrefix(string(line[m[4]:m[5]]), "::")
	last := strings.LastIndex(full, "::")
	start := m[5] - len(full)
	if last >= 0 {
		start += last + 2
		in = join(in, strings.ReplaceAll(full[:last], "::", "."))
		full = full[last+2:]
	}
	r.out.add(kind, at+start, at+m[5], in)
	oneLine := bytes.HasSuffix(bytes.TrimRight(line, " "), []byte("end")) && bytes.Contains(line, []byte(";"))
	if !oneLine {
		r.scopes = append(r.scopes, rubyBlock{indent, join(in, full)})
	}
}
