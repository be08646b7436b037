package shell

import "strings"

// wrapper describes a command that runs the command in its arguments.
type wrapper struct {
	short string // the known short options as getopt writes them: "n:" takes a value
	long  string // the known long options, separated by blanks, "name:" takes a value
	skip  int    // operands before the command
	vars  bool   // NAME=value may stand before the command
	plain bool   // changes nothing about what the command does
}

var wrappers = map[string]wrapper{
	"busybox": {}, "toybox": {}, "builtin": {plain: true}, "command": {short: "p", plain: true},
	"chroot":      {long: "userspec: groups: skip-chdir", skip: 1},
	"chrt":        {short: "abfiormpvdT:P:D:", skip: 1},
	"doas":        {short: "Lnsu:C:"},
	"env":         {short: "i0vu:C:", long: "ignore-environment null debug unset: chdir: block-signal default-signal", vars: true},
	"exec":        {short: "cla:"},
	"faketime":    {skip: 1},
	"flock":       {short: "sxenuoFw:E:", long: "shared exclusive nonblock unlock close no-fork wait: timeout: conflict-exit-code:", skip: 1},
	"ionice":      {short: "tc:n:", long: "class: classdata: ignore"},
	"ltrace":      {},
	"nice":        {short: "n:0123456789", long: "adjustment:", plain: true},
	"nohup":       {plain: true},
	"nsenter":     {},
	"parallel":    {},
	"proot":       {},
	"setarch":     {skip: 1},
	"setpriv":     {},
	"setsid":      {short: "cfw", long: "ctty fork wait"},
	"stdbuf":      {short: "i:o:e:", long: "input: output: error:", plain: true},
	"strace":      {short: "fFqvyCo:e:p:s:"},
	"sudo":        {short: "AbEHKknPSisu:g:h:p:C:D:R:T:r:t:U:", long: "preserve-env user: group: chdir: non-interactive", vars: true},
	"systemd-run": {},
	"taskset":     {short: "acp", skip: 1},
	"time":        {short: "p", plain: true},
	"timeout":     {short: "fpvk:s:", long: "foreground preserve-status verbose kill-after: signal:", skip: 1, plain: true},
	"torsocks":    {},
	"unbuffer":    {},
	"unshare":     {},
}

// maxGuesses bounds the words that are taken for the beginning of a command.
const maxGuesses = 12

// unwrap goes on with the command that a wrapper runs. With an option that is not known the command
// could begin at any later word, so every one is taken for a beginning.
func (w *walker) unwrap(wr wrapper, words []Word, stdin string, at int) {
	args := words[1:]
	n, known := wr.options(args)
	if !known {
		w.complex("an option of " + words[0].Text + " that is not known")
		near := args[:min(len(args), maxGuesses)]
		w.option(near, "-S", "--split-string", "-c")
		for i, a := range near {
			if !strings.HasPrefix(a.Text, "-") {
				w.command(args[i:], nil, stdin)
			}
		}
		return
	}
	n += wr.skip
	for wr.vars && n < len(args) && strings.Contains(args[n].Text, "=") {
		w.complex("an assignment")
		n++
	}
	if n >= len(args) {
		return
	}
	if words[0].Text == "flock" && args[n].Text == "-c" {
		w.option(args[n:], "-c")
		return
	}
	if wr.plain && at < len(w.a.Commands) && len(w.a.Commands[at].Redirects) == 0 {
		w.a.Commands[at].Wrapper = true
	}
	w.command(args[n:], nil, stdin)
}

// options counts the words of args that are the wrapper's own options and their values.
func (wr wrapper) options(args []Word) (n int, known bool) {
	for n < len(args) {
		arg := args[n]
		text := arg.Text
		switch {
		case text == "--":
			return n + 1, true
		case text == "-" || !strings.HasPrefix(text, "-"):
			return n, true
		case arg.Dynamic != "":
			return n, false
		}
		valued, ok := wr.option(text)
		if !ok {
			return n, false
		}
		n++
		if valued {
			n++
		}
	}
	return n, true
}

// option tells whether an option is known and whether its value is the next word.
func (wr wrapper) option(text string) (valued, known bool) {
	if name, ok := strings.CutPrefix(text, "--"); ok {
		name, _, attached := strings.Cut(name, "=")
		for o := range strings.FieldsSeq(wr.long) {
			if strings.TrimSuffix(o, ":") == name {
				return strings.HasSuffix(o, ":") && !attached, true
			}
		}
		return false, false
	}
	for i := 1; i < len(text); i++ {
		at := strings.IndexByte(wr.short, text[i])
		if at < 0 || text[i] == ':' {
			return false, false
		}
		if at+1 < len(wr.short) && wr.short[at+1] == ':' {
			return i == len(text)-1, true
		}
	}
	return false, true
}

var xargsOptions = wrapper{short: "0rtxopa:d:E:I:L:n:P:s:", long: "null no-run-if-empty verbose exit arg-file: delimiter: replace: max-lines: max-args: max-procs: max-chars:"}

// xargs goes on with the command that xargs runs, filled with its input when that is known.
func (w *walker) xargs(words []Word, stdin string) {
	args := words[1:]
	n, known := xargsOptions.options(args)
	if !known {
		w.unwrap(wrapper{}, words, stdin, len(w.a.Commands))
		return
	}
	input := []Word{{Text: "...", Dynamic: "the input of xargs"}}
	if fields := strings.Fields(stdin); len(fields) > 0 {
		input = nil
		for _, f := range fields {
			input = append(input, Word{Text: f, Dynamic: "the input of xargs"})
		}
	}
	if n >= len(args) {
		return
	}
	mark := ""
	for i, a := range args[:n] {
		if a.Text == "-I" && i+1 < n {
			mark = args[i+1].Text
		} else if rest, ok := strings.CutPrefix(a.Text, "-I"); ok {
			mark = rest
		}
	}
	inner := append([]Word{}, args[n])
	for _, a := range args[n+1:] {
		if mark != "" && a.Text == mark {
			inner = append(inner, input...)
			continue
		}
		inner = append(inner, a)
	}
	if mark == "" {
		inner = append(inner, input...)
	}
	w.command(inner, nil, "")
}

var watchOptions = wrapper{short: "bcdegtpwxn:q:", long: "beep color differences errexit chgexit no-title precise exec interval: equexit:"}

// watch goes on with its operands, which it joins and gives to sh.
func (w *walker) watch(words []Word) {
	n, known := watchOptions.options(words[1:])
	if !known {
		w.unwrap(wrapper{}, words, "", len(w.a.Commands))
		return
	}
	w.script(joined(words[1+n:]))
}
