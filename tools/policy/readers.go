package policy

import (
	"strings"

	"beestown/tools/shell"
)

// reader describes a command that changes nothing with these options. An option that is not in the
// table makes it ask: GNU tools accept abbreviations, and many readers have one option that writes.
type reader struct {
	short string // options as getopt writes them: "n:" takes a value
	long  string // separated by blanks, "name:" takes a value
	text  int    // operands that are no paths, such as the pattern of grep; -1 means all of them
	most  int    // operands that it may have, 0 for any number
	globs bool   // * and ? may stand in its last operands; their files are looked at one by one
	// grammar, when set, stands for the options: it returns the operands that are paths, and whether
	// the words are known to be harmless.
	grammar func(args []shell.Word) (operands []string, ok bool)
	// recurses tells by the words that directories are searched, on the way through which files would
	// be read that nobody looked at. Then the operands have to be files.
	recurses func(args []shell.Word) bool
}

// readers leaves out what a file of the project configures: git, go (which obeys a toolchain line),
// make, npm, cargo. Nor is there anything that shows the environment.
var readers = map[string]reader{
	"pwd": {short: "LP"}, "true": {text: -1}, "false": {text: -1}, "echo": {short: "neE", text: -1},
	"printf": {text: -1}, "whoami": {}, "uname": {short: "asnrvmpio"}, "nproc": {}, "arch": {}, "groups": {}, "uptime": {short: "ps"},
	"id":   {short: "ugGnr", text: -1},
	"df":   {short: "hkTi"},
	"date": {grammar: dateWords}, "which": {short: "a", text: -1}, "type": {short: "atp", text: -1},
	"basename": {short: "as:z", text: -1}, "dirname": {short: "z", text: -1},
	"seq": {short: "ws:", text: -1}, "sleep": {text: -1},
	"ls": {short: "alhrtRSd1FAinpsmXQ", globs: true,
		long: "all almost-all recursive human-readable color: reverse"},
	"cat":  {short: "nbsAETev", globs: true},
	"tac":  {globs: true},
	"rev":  {globs: true},
	"head": {short: "n:c:qv0123456789", long: "lines: bytes: quiet", globs: true},
	"tail": {short: "n:c:qv0123456789", long: "lines: bytes: quiet", globs: true},
	"wc":   {short: "lwcmL", long: "lines words bytes chars", globs: true},
	"nl":   {short: "b:"},
	"od":   {short: "A:t:xcvN:j:"},
	"fold": {short: "sw:"}, "column": {short: "ts:"}, "paste": {short: "sd:"}, "comm": {short: "123"},
	"stat": {short: "c:L", long: "format:", globs: true},
	"file": {short: "bi", long: "brief mime mime-type", globs: true},
	"du":   {short: "shacd:kmb", long: "max-depth: summarize human-readable", globs: true},
	"tree": {short: "adfFshL:I:P:", long: "dirsfirst noreport gitignore"},
	"find": {grammar: findWords}, "sed": {grammar: sedWords}, "test": {grammar: testWords}, "[": {grammar: bracketWords},
	"jq":       {grammar: jqWords},
	"realpath": {short: "esmz"}, "readlink": {short: "fenm"},
	"cmp": {short: "sl"}, "diff": {short: "uqwbBiaU:", long: "brief unified:"},
	"md5sum": {globs: true}, "sha1sum": {globs: true}, "sha256sum": {globs: true}, "sha512sum": {globs: true}, "cksum": {globs: true},
	"cut":  {short: "d:f:c:b:s"},
	"tr":   {short: "dscC", text: -1},
	"sort": {short: "nrufbdghVMik:t:"},     // neither -o nor -T nor -S
	"uniq": {short: "cduif:s:w:", most: 1}, // the second operand is written
	"grep": {short: "niIlLcvwxEFPHhoqsarRA:B:C:m:0123456789", long: "color: line-number ignore-case include:", text: 1, globs: true, recurses: grepRecurses},
	"rg": {short: "niIlcvwxFSUPoA:B:C:m:t:T:g:", long: "line-number ignore-case type: glob: color: no-heading count files-with-matches",
		text: 1, recurses: func([]shell.Word) bool { return true }},
	"cd": {},
}

func grepRecurses(args []shell.Word) bool {
	for _, a := range args {
		if strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--") && strings.ContainsAny(a.Text, "rR") {
			return true
		}
	}
	return false
}

// dateWords: date prints, unless it has an operand without +, which sets the clock.
func dateWords(args []shell.Word) ([]string, bool) {
	for _, a := range args {
		if a.Text != "-u" && a.Text != "-R" && a.Text != "-I" && !strings.HasPrefix(a.Text, "+") {
			return nil, false
		}
	}
	return nil, true
}

const (
	findTests   = "-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -mtime -mmin -size -perm -user -group"
	findWithout = "-not ! -o -or -a -and ( ) -print -print0 -empty -ls -prune -true -false -depth -xdev -mount"
)

// findWords: only predicates that look at names and attributes. Links are not followed.
func findWords(args []shell.Word) ([]string, bool) {
	var roots []string
	i := 0
	for ; i < len(args) && !strings.HasPrefix(args[i].Text, "-") && args[i].Text != "!" && args[i].Text != "("; i++ {
		roots = append(roots, args[i].Text)
	}
	for ; i < len(args); i++ {
		switch {
		case oneOf(args[i].Text, findWithout):
		case oneOf(args[i].Text, findTests) && i+1 < len(args):
			i++
		default:
			return nil, false
		}
	}
	return roots, true
}

// sedWords: sed -n 'N,Mp' prints lines; every other script may write or run.
func sedWords(args []shell.Word) ([]string, bool) {
	if len(args) < 2 || args[0].Text != "-n" || !sedPrints(args[1].Text) {
		return nil, false
	}
	return plainOperands(args[2:])
}

func sedPrints(script string) bool {
	address := func(s string) bool { return s == "$" || s != "" && strings.Trim(s, "0123456789") == "" }
	lines, prints := strings.CutSuffix(script, "p")
	from, to, two := strings.Cut(lines, ",")
	return prints && address(from) && (!two || address(to))
}

const jqBytes = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.|, "()?:{}-[]`

// jqWords: filters of paths and plain functions; one can also print the environment or load a module.
func jqWords(args []shell.Word) ([]string, bool) {
	for len(args) > 0 && oneOf(args[0].Text, "-r -c -e -s -S -M") {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0].Text, "-") || strings.Trim(args[0].Text, jqBytes) != "" {
		return nil, false
	}
	for _, word := range []string{"env", "import", "include", "input", "debug", "stderr", "def", "repeat", "range", "recurse", "halt", "module"} {
		if strings.Contains(args[0].Text, word) {
			return nil, false
		}
	}
	return plainOperands(args[1:])
}

// testWords: one test of one file.
func testWords(args []shell.Word) ([]string, bool) {
	if len(args) > 0 && args[0].Text == "!" {
		args = args[1:]
	}
	if len(args) != 2 || !oneOf(args[0].Text, "-f -d -e -s -r -w -x -L -h") {
		return nil, false
	}
	return plainOperands(args[1:])
}

func bracketWords(args []shell.Word) ([]string, bool) {
	if len(args) == 0 || args[len(args)-1].Text != "]" {
		return nil, false
	}
	return testWords(args[:len(args)-1])
}

func plainOperands(args []shell.Word) (list []string, ok bool) {
	for _, a := range args {
		if strings.HasPrefix(a.Text, "-") {
			return nil, false
		}
		list = append(list, a.Text)
	}
	return list, true
}
