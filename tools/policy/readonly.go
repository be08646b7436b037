package policy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beestown/tools/shell"
)

// reader describes a command that changes nothing with these options. An option that is not in the
// table makes it ask: GNU tools accept abbreviations, and many readers have one option that writes.
type reader struct {
	short string // options as getopt writes them: "n:" takes a value
	long  string // separated by blanks, "name:" takes a value
	text  int    // operands that are no paths, such as the pattern of grep; -1 means all of them
}

var readers = map[string]reader{
	"pwd": {short: "LP"}, "true": {text: -1}, "false": {text: -1}, "echo": {short: "neE", text: -1},
	"whoami": {}, "uname": {short: "asnrvmpio"}, "nproc": {},
	"basename": {short: "as:z", text: -1}, "dirname": {short: "z", text: -1},
	"seq": {short: "ws:", text: -1}, "sleep": {text: -1},
	"ls":       {short: "alhrtRSd1FAinpsmXQ", long: "all almost-all recursive human-readable color: reverse"},
	"cat":      {short: "nbsAETev"},
	"head":     {short: "n:c:qv0123456789"},
	"tail":     {short: "n:c:qv0123456789"},
	"wc":       {short: "lwcmL"},
	"nl":       {short: "b:"},
	"stat":     {short: "c:L"},
	"du":       {short: "shacd:kmb", long: "max-depth:"},
	"realpath": {short: "esmz"}, "readlink": {short: "fenm"},
	"cmp": {short: "sl"}, "diff": {short: "uqwbBiaU:", long: "brief unified:"},
	"md5sum": {}, "sha1sum": {}, "sha256sum": {}, "sha512sum": {}, "cksum": {},
	"cut": {short: "d:f:c:b:s"},
	"tr":  {short: "dscC", text: -1},
	// Not recursively: that would read secret files on the way.
	"grep": {short: "niIlLcvwxEFHhoqsaA:B:C:m:0123456789", long: "color: line-number ignore-case", text: 1},
	"cd":   {},
}

// maxReaders bounds the commands of a line that runs without asking; each is checked against the disk.
const maxReaders = 32

// harmless tells whether a command changes nothing and reads only ordinary files of the workspace.
// The command must have literal words only; opaque sees to that.
func (j *judgement) harmless(c shell.Command) bool {
	if j.p.resolve == nil || len(j.line.Commands) > maxReaders || len(c.Words) == 0 || c.Dir == "" || c.Dynamic() != "" {
		return false
	}
	r, known := readers[c.Words[0].Text]
	if !known {
		return false
	}
	operands, ok := r.operands(c.Words[1:])
	if !ok || c.Words[0].Text == "cd" && len(operands) != 1 {
		return false
	}
	if r.text < 0 {
		return true
	}
	for _, o := range append(operands[min(r.text, len(operands)):], ".") {
		if !j.ordinary(o) {
			return false
		}
		if c.Words[0].Text == "cd" && o != "." && !isDir(c.Dir, o) {
			return false
		}
	}
	return true
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
	path, err := j.p.resolve(abs)
	return err == nil && path.Inside && !path.Denied && !path.Secret && !path.Git
}

// operands returns the words that are neither options nor their values; ok is false when an option
// is not in the table.
func (r reader) operands(words []shell.Word) (list []string, ok bool) {
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
