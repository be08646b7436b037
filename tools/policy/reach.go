package policy

import (
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"beestown/tools/shell"
	"beestown/tools/workspace"
)

// command is one command of the line with what is known about it.
type command struct {
	shell.Command
	harmless bool      // the table of read-only commands vouches for it
	suspects []suspect // empty when harmless
}

// suspect is a word that no wildcard of a rule vouches for; the rule has to name it.
type suspect struct {
	index  int // among the command's words; -1 for the target of a redirect
	text   string
	why    string
	exact  bool // a rule that names it may be offered
	denied bool // below a denied path
}

// maxLooks bounds the paths of a line that are compared with the disk.
const maxLooks = 4000

// examine reads the line and looks at every word that could be a path.
func (j *judgement) examine() {
	j.line = shell.Analyse(j.access.Command, j.dir)
	for _, c := range j.line.Commands {
		if !slices.Contains(j.dirs, c.Dir) {
			j.dirs = append(j.dirs, c.Dir)
		}
	}
	j.commands = make([]command, len(j.line.Commands))
	for i, c := range j.line.Commands {
		known := command{Command: c, harmless: !c.Wrapper && j.harmless(c)}
		known.suspects = j.suspects(known)
		j.commands[i] = known
	}
	if j.looks > maxLooks && j.line.Problem == "" {
		j.line.Problem = "the command has more words than can be checked"
	}
}

// suspects finds the words of a command that reach further than a wildcard should. What a wrapper
// runs stands in the line by itself.
func (j *judgement) suspects(c command) []suspect {
	var list []suspect
	for _, r := range c.Redirects {
		if s := j.reach(r.Target, false); s.denied {
			s.index = -1
			list = append(list, s)
		}
	}
	if c.Wrapper || c.harmless || len(c.Words) == 0 {
		return list
	}
	risky := riskyWords(c.Command)
	for i, w := range c.Words[1:] {
		s := j.reach(w, c.Name() != "go")
		switch {
		case s.why != "":
		case evaluated(c.Command, w):
			s = suspect{text: w.Text, why: "a shell may evaluate it"}
		case slices.Contains(risky, i+1):
			s = suspect{text: w.Text, why: "an option that writes files or runs programs", exact: true}
		default:
			continue
		}
		s.index = i + 1
		list = append(list, s)
	}
	return list
}

// reach tells whether some part of the word is a path outside the workspace or a special file. grouped
// tells that the program has options of one letter with the value in the same word.
func (j *judgement) reach(w shell.Word, grouped bool) suspect {
	text := w.Text
	if w.Dynamic == "a glob" {
		if at := strings.IndexAny(text, "*?["); at >= 0 {
			text = text[:strings.LastIndexByte(text[:at], '/')+1]
		}
	}
	for part := range places(text, grouped) {
		if why, denied := j.unusual(part); why != "" {
			return suspect{text: w.Text, why: why, denied: denied}
		}
	}
	return suspect{}
}

// separators stand between the parts of a word: --file=x, if=x, host:x, a,b, @x.
const separators = "=:,@"

// places yields the parts of a word that a program could take for a path. Too many is the safe side.
func places(text string, grouped bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		option := strings.HasPrefix(text, "-")
		if option && grouped && !attached(text, yield) || !option && !yield(text) {
			return
		}
		for rest, first := text, true; ; first = false {
			at := strings.IndexAny(rest, separators)
			if at < 0 {
				return
			}
			before, sep := rest[:at], rest[at]
			rest = rest[at+1:]
			if sep == ':' && strings.HasPrefix(rest, "//") && (before == "http" || before == "https") {
				return // an address, and no longer a list of paths
			}
			if !(first && option) && !yield(before) || !yield(rest) {
				return
			}
		}
	}
}

// attached yields what may be the value of a short option in the same word: -o/x, -xofile.
func attached(text string, yield func(string) bool) bool {
	if strings.HasPrefix(text, "--") {
		return true
	}
	head, _, _ := strings.Cut(text, "=")
	for i := 2; i < len(head); i++ {
		if !yield(text[i:]) {
			return false
		}
	}
	return true
}

// unusual tells what is special about a path that a command is given, "" when nothing is. A relative
// one is looked at from every directory that the line enters: whether a cd takes place may depend on
// what runs before it.
func (j *judgement) unusual(text string) (why string, denied bool) {
	switch text {
	case "", "-", "/dev/null", "/dev/stdout", "/dev/stderr":
		return "", false
	}
	text = j.p.ruin.expand(text, "")
	if filepath.IsAbs(text) {
		return j.look(text)
	}
	if strings.HasPrefix(text, "~") {
		return outside, false
	}
	for _, dir := range j.dirs {
		dir = j.p.ruin.expand(dir, "")
		if !filepath.IsAbs(dir) {
			return unknownPlace, false
		}
		abs := dir + "/" + text
		if strings.HasPrefix(text, "$PWD") {
			abs = j.p.ruin.expand(text, dir)
		}
		if why, denied = j.look(abs); why != "" {
			return why, denied
		}
	}
	return "", false
}

const (
	outside      = "outside the workspace"
	unknownPlace = "relative to a directory that is not known"
)

// look asks what an absolute path is. It is not cleaned before: behind a link, .. is elsewhere.
func (j *judgement) look(abs string) (why string, denied bool) {
	if j.looks++; j.looks > maxLooks {
		return "", false // examine sees to it
	}
	if j.p.resolve == nil {
		if !j.inside(filepath.Clean(abs)) {
			return outside, false
		}
		return "", false
	}
	p, err := j.resolve(abs)
	switch {
	case err != nil:
		return "not a path that can be checked", false
	case p.Denied:
		return "under a denied path", true
	case !p.Inside:
		return outside, false
	case p.Secret:
		return "secret file", false
	case p.Git:
		return "git directory", false
	case p.Config:
		return "configuration of this program", false
	}
	return "", false
}

// resolve asks the workspace once for each path of the line.
func (j *judgement) resolve(abs string) (workspace.Path, error) {
	if p, ok := j.resolved[abs]; ok {
		return p, nil
	}
	p, err := j.p.resolve(abs)
	if err == nil {
		if j.resolved == nil {
			j.resolved = map[string]workspace.Path{}
		}
		j.resolved[abs] = p
	}
	return p, err
}

// evaluated tells whether a word is evaluated although it was quoted. Some builtins read names of
// variables, and the index of an array is an expression that may hold commands; runners of scripts
// hand their words on to a shell.
func evaluated(c shell.Command, w shell.Word) bool {
	switch c.Name() {
	case "test", "[", "read", "unset", "wait", "let", "declare", "typeset", "local", "export", "readonly", "mapfile", "readarray", "getopts":
	case "printf":
		if len(c.Words) < 2 || !strings.HasPrefix(c.Words[1].Text, "-v") {
			return false
		}
	case "npm", "pnpm", "yarn", "make":
		return strings.ContainsAny(w.Text, "`$")
	default:
		return false
	}
	return strings.ContainsAny(w.Text, "`$[")
}

// vouches tells whether an allow rule with a pattern is enough for a command.
func (r *rule) vouches(c command) bool {
	if r.matchWords(c.Command, false) != matches {
		return false
	}
	return !slices.ContainsFunc(c.suspects, func(s suspect) bool { return !r.spells(s) })
}

// spells tells whether the rule names the word literally.
func (r *rule) spells(s suspect) bool {
	return s.index >= 0 && s.index < len(r.words) && r.words[s.index].Dynamic == "" && r.words[s.index].Text == s.text
}
