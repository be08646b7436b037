package policy

import (
	"slices"
	"strings"

	"beestown/tools/shell"
)

// riskyOptions are the options of common programs that run another program or write to a file, so
// that a wildcard behind the program should not cover them. One letter is a short option.
var riskyOptions = map[string]string{
	"go": `exec toolexec vettool o overlay modfile modcacherw pkgdir ldflags gcflags asmflags gccgoflags compiler mod
		coverprofile cpuprofile memprofile blockprofile mutexprofile trace outputdir w u fuzz fuzzcachedir fix
		testlogfile gocoverdir`,
	"git": `output output-directory exec upload-pack receive-pack ext-diff open-files-in-pager O
		config-env exec-path git-dir work-tree template separate-git-dir edit`,
	"cargo":  "config Z target-dir manifest-path artifact-dir out-dir lockfile-path fix C logfile",
	"make":   "eval E",
	"npm":    npmOptions,
	"pnpm":   npmOptions,
	"yarn":   npmOptions + " use-yarnrc modules-folder cwd",
	"pytest": "basetemp pastebin override-ini o c config-file p pdbcls junit-xml junitxml log-file rootdir confcutdir debug cov-report html report-log",
	"sort":   "o output compress-program T temporary-directory files0-from",
	"rg":     "pre hostname-bin",
	"find":   "delete exec execdir ok okdir fprint fprint0 fprintf fls files0-from",
	"tar":    "I F to-command checkpoint-action use-compress-program rsh-command info-script new-volume-script",
}

const npmOptions = `script-shell shell prefix C dir node-options userconfig globalconfig init-module editor viewer git
	cache logs-dir global g location shell-emulator config`

// riskyWords are the indices of the words that hold such an option.
func riskyWords(c shell.Command) []int {
	list, known := riskyOptions[c.Name()]
	if !known {
		return nil
	}
	var found []int
	early := c.Name() == "git" // before its sub-command, options such as -c set programs to run
	for i, w := range c.Words[1:] {
		text := w.Text
		switch {
		case text == "--" && !oneOf(c.Name(), "go cargo"): // there they are for the tests
			return found
		case !strings.HasPrefix(text, "-") || text == "-":
			early = false
			continue
		}
		if early && !oneOf(text, "--no-pager --version --no-optional-locks") || risky(c.Name(), text, list) {
			found = append(found, i+1)
		}
	}
	return found
}

func risky(program, text, list string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(text, "-"), "=")
	switch {
	case program == "go":
		return oneOf(strings.TrimPrefix(name, "test."), list)
	case program == "find", strings.HasPrefix(text, "--") && oneOf(program, "cargo pytest"):
		return oneOf(name, list)
	case strings.HasPrefix(text, "--"):
		// Many programs take abbreviations.
		return slices.ContainsFunc(strings.Fields(list), func(o string) bool {
			return o == name || len(o) > 1 && len(name) > 1 && strings.HasPrefix(o, name)
		})
	}
	return oneOf(name, list) || slices.ContainsFunc(strings.Fields(list), func(o string) bool {
		return len(o) == 1 && strings.Contains(name, o)
	})
}
