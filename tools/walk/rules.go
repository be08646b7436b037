package walk

import (
	"bytes"
	"strings"
)

// rules are the patterns of one ignore file, in the order of the file.
type rules []rule

// rule is one line of an ignore file.
type rule struct {
	negate  bool // "!": takes back an earlier exclusion
	dirOnly bool // trailing slash
	full    bool // holds a slash: matches the path below the file, not the name
	literal bool // no wildcard: prefix is the whole pattern
	suffix  bool // "*" and a literal: prefix is what a name must end in
	prefix  string
	glob    glob
}

type verdict int8

const (
	undecided verdict = iota
	ignore
	keep
)

// parseRules reads the content of an ignore file. Nothing in it is an error:
// like git, it drops lines that can not match.
func parseRules(content []byte) rules {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	var rs rules
	for line := range bytes.Lines(content) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if r, ok := parseRule(string(line)); ok {
			rs = append(rs, r)
		}
	}
	return rs
}

func parseRule(line string) (r rule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line, _, _ = strings.Cut(line, "\x00") // git's strings end there
	line = trimSpaces(line)
	line, r.negate = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	r.full = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return r, false
	}
	if tail, found := strings.CutPrefix(line, "*"); found && !r.full && !strings.ContainsAny(tail, wildcards) {
		r.suffix, r.prefix = true, tail
		return r, true
	}
	// As in git, "**" is judged by what follows the literal prefix: "a**/b"
	// matches "a/x/b", although the documentation says otherwise.
	n := strings.IndexAny(line, wildcards)
	if r.literal = n < 0; r.literal {
		r.prefix = line
		return r, true
	}
	if !r.full {
		n = 0
	}
	r.prefix = line[:n]
	r.glob, ok = compileGlob(line[n:])
	return r, ok
}

const wildcards = `*?[\`

// trimSpaces drops trailing spaces that no backslash protects.
func trimSpaces(s string) string {
	end := len(s)
	for end > 0 && s[end-1] == ' ' {
		end--
	}
	slashes := 0
	for slashes < end && s[end-1-slashes] == '\\' {
		slashes++
	}
	if slashes%2 == 1 && end < len(s) {
		end++
	}
	return s[:end]
}

// match judges a slash path relative to the directory of the ignore file.
// The last rule that matches decides.
func (rs rules) match(path string, isDir bool) verdict {
	if len(rs) == 0 {
		return undecided
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(rs) - 1; i >= 0; i-- {
		r := &rs[i]
		if r.dirOnly && !isDir {
			continue
		}
		subject := name
		if r.full {
			subject = path
		}
		if !r.matches(subject) {
			continue
		}
		if r.negate {
			return keep
		}
		return ignore
	}
	return undecided
}

func (r *rule) matches(s string) bool {
	switch {
	case r.literal:
		return s == r.prefix
	case r.suffix:
		return strings.HasSuffix(s, r.prefix)
	}
	return strings.HasPrefix(s, r.prefix) && r.glob.match(s[len(r.prefix):])
}
