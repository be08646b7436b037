package policy

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beestown/tools/shell"
)

// maxReaders bounds the commands of a line that runs without asking; each is checked against the disk.
const maxReaders = 32

// harmless tells whether a command changes nothing and reads only ordinary files of the workspace.
// Its words must be literal, but for globs where the table has them.
func (j *judgement) harmless(c shell.Command) bool {
	if j.p.resolve == nil || len(j.line.Commands) > maxReaders || len(c.Words) == 0 || c.Dir == "" {
		return false
	}
	name := c.Words[0].Text
	if name == "[" && c.Words[0].Dynamic == "a glob" {
		c.Words = append([]shell.Word{{Text: name}}, c.Words[1:]...) // a bracket that is not closed is none
	}
	r, known := readers[name]
	if !known {
		return false
	}
	args, ok := j.literal(c, r.globs)
	if !ok {
		return false
	}
	operands, ok := r.operands(args)
	if !ok || name == "cd" && len(operands) != 1 || r.most > 0 && len(operands) > r.most {
		return false
	}
	if r.text < 0 {
		return true
	}
	paths := operands[min(r.text, len(operands)):]
	if r.recurses != nil && r.recurses(args) && len(paths) == 0 {
		return false // all of the directory
	}
	for _, o := range append(slices.Clip(paths), ".") {
		if !j.ordinary(o) {
			return false
		}
		if name == "cd" && o != "." && !isDir(c.Dir, o) {
			return false
		}
	}
	return r.recurses == nil || !r.recurses(args) || !slices.ContainsFunc(paths, func(o string) bool { return !isFile(c.Dir, o) })
}

// maxEntries bounds the directory that a glob is compared with, maxMatches the files that it stands
// for.
const (
	maxEntries = 2000
	maxMatches = 50
)

// literal returns the words after the name with globs replaced by the files that they stand for now.
func (j *judgement) literal(c shell.Command, globs bool) ([]shell.Word, bool) {
	if c.Dynamic() == "" {
		return c.Words[1:], true
	}
	if !globs || c.Words[0].Dynamic != "" || len(j.dirs) > 1 {
		return nil, false
	}
	for _, r := range c.Redirects {
		if r.Target.Dynamic != "" {
			return nil, false
		}
	}
	var list []shell.Word
	for _, w := range c.Words[1:] {
		switch w.Dynamic {
		case "":
			list = append(list, w)
		case "a glob":
			found, ok := j.expand(c.Dir, w.Text)
			if !ok {
				return nil, false
			}
			list = append(list, found...)
		default:
			return nil, false
		}
	}
	return list, true
}

// expand lists the files that a glob in the last part of a path stands for; ok is false when it is
// another kind of glob, or when there are too many.
func (j *judgement) expand(dir, pattern string) (list []shell.Word, ok bool) {
	at := strings.LastIndexByte(pattern, '/') + 1
	prefix, last := pattern[:at], pattern[at:]
	if strings.ContainsAny(prefix, "*?[\\") || strings.ContainsAny(last, "[\\") || filepath.IsAbs(pattern) || strings.HasPrefix(pattern, "-") {
		return nil, false
	}
	if prefix != "" && !j.ordinary(prefix) {
		return nil, false
	}
	f, err := os.Open(filepath.Join(dir, prefix))
	if err != nil {
		return nil, false
	}
	defer func() { _ = f.Close() }()
	names, err := f.Readdirnames(maxEntries)
	if err != nil && err != io.EOF || len(names) == maxEntries {
		return nil, false
	}
	for _, name := range names {
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(last, ".") || !wild(last, name) {
			continue
		}
		if prefix == "" && strings.HasPrefix(name, "-") || len(list) == maxMatches {
			return nil, false
		}
		list = append(list, shell.Word{Text: prefix + name})
	}
	return list, true
}

// isFile tells whether an operand is a regular file now.
func isFile(dir, operand string) bool {
	if !filepath.IsAbs(operand) {
		operand = filepath.Join(dir, operand)
	}
	info, err := os.Stat(operand)
	return err == nil && info.Mode().IsRegular()
}

// isDir tells whether cd would succeed: what follows counts on it.
func isDir(dir, operand string) bool {
	if !filepath.IsAbs(operand) {
		operand = filepath.Join(dir, operand)
	}
	info, err := os.Stat(operand)
	return err == nil && info.IsDir()
}

// ordinary tells whether a path operand is inside the workspace and nothing special, from every
// directory that the line enters: whether a cd takes place may depend on what runs before it.
func (j *judgement) ordinary(operand string) bool {
	if operand == "-" {
		return true
	}
	if slices.Contains(strings.Split(operand, "/"), "..") {
		return false // through a link, .. is not what the words say
	}
	if filepath.IsAbs(operand) {
		return j.plainPath(operand)
	}
	seen := ""
	for _, c := range j.line.Commands {
		if c.Dir == seen {
			continue
		}
		if c.Dir == "" || !j.plainPath(filepath.Join(c.Dir, operand)) {
			return false
		}
		seen = c.Dir
	}
	return true
}

func (j *judgement) plainPath(abs string) bool {
	path, err := j.resolve(abs)
	return err == nil && path.Inside && !path.Denied && !path.Secret && !path.Git
}

// operands returns the words that are neither options nor their values; ok is false when an option
// is not in the table.
func (r reader) operands(words []shell.Word) (list []string, ok bool) {
	if r.grammar != nil {
		return r.grammar(words)
	}
	for i := 0; i < len(words); i++ {
		text := words[i].Text
		switch {
		case text == "--":
			for _, w := range words[i+1:] {
				list = append(list, w.Text)
			}
			return list, true
		case strings.HasPrefix(text, "--"):
			valued, known := r.longOption(text[2:])
			if !known {
				return nil, false
			}
			if valued {
				i++
			}
		case len(text) > 1 && text[0] == '-':
			valued, known := r.shortOptions(text[1:])
			if !known {
				return nil, false
			}
			if valued {
				i++
			}
		default:
			list = append(list, text)
		}
	}
	return list, true
}

func (r reader) longOption(text string) (valued, known bool) {
	name, _, attached := strings.Cut(text, "=")
	for o := range strings.FieldsSeq(r.long) {
		if o == name {
			return false, !attached
		}
		if o == name+":" {
			return !attached && name != "color", true
		}
	}
	return false, false
}

func (r reader) shortOptions(letters string) (valued, known bool) {
	for i := range len(letters) {
		at := strings.IndexByte(r.short, letters[i])
		if at < 0 || letters[i] == ':' {
			return false, false
		}
		if at+1 < len(r.short) && r.short[at+1] == ':' {
			return i == len(letters)-1, true
		}
	}
	return false, true
}
