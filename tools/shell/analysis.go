package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLine is the most bytes of a command line that are analysed.
const MaxLine = 100_000

// maxDepth bounds the nesting of commands in commands, maxScripts that of scripts in scripts (sh -c,
// eval), maxRead the bytes of all scripts, maxCommands the number of commands, maxValue the bytes of
// a variable that is followed, maxBrackets the brackets of a line, which the parser pays for.
const (
	maxDepth    = 200
	maxScripts  = 6
	maxRead     = 4 * MaxLine
	maxValue    = 256
	maxBrackets = 5000
	maxCommands = 3000
)

// Analysis is what is known about a command line.
type Analysis struct {
	// Commands are the simple commands in the order in which they stand, each inner command after
	// the wrapper that runs it.
	Commands []Command
	// Complex lists what makes the line more than a sequence of plain commands, each a phrase such
	// as "a command in the background"; no rule about words can vouch for such a line.
	Complex []string
	// Problem tells why the line could not be analysed to its end, "" when it was: a syntax error,
	// control characters, too long. Commands then holds what was found before.
	Problem string
	// SelfForking tells that a function starts itself in a pipeline or in the background.
	SelfForking bool
}

// Command is one simple command. A statement that consists of redirects only has no Words.
type Command struct {
	Words     []Word
	Dir       string // working directory as far as the line tells, absolute; "" when unknown
	Redirects []Redirect
	// Wrapper marks a command whose only act is to run the next one in the list with limits that
	// do not change what it does: timeout, nice, nohup.
	Wrapper bool
}

// Word is one argument. Text has quotes and escapes removed; what only the shell can expand stands
// in it as written ("$HOME/x", "*.go").
type Word struct {
	Text    string
	Dynamic string // why Text is not what the command gets ("a glob"), "" when it is
}

// Redirect connects a command to a file. Here-documents, here-strings and copies of descriptors are
// none.
type Redirect struct {
	Target Word
	Write  bool // creates, truncates or appends to Target; else it is read
}

// Name is the command's name without its directory, "" when there are no words.
func (c Command) Name() string {
	if len(c.Words) == 0 {
		return ""
	}
	name := c.Words[0].Text
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Dynamic tells why the command's words or redirects are not all known, "" when they are.
func (c Command) Dynamic() string {
	for _, w := range c.Words {
		if w.Dynamic != "" {
			return w.Dynamic
		}
	}
	for _, r := range c.Redirects {
		if r.Target.Dynamic != "" {
			return r.Target.Dynamic
		}
	}
	return ""
}

// String is the command's words, quoted where a reader needs it.
func (c Command) String() string {
	words := make([]string, len(c.Words))
	for i, w := range c.Words {
		words[i] = quoted(w)
	}
	return strings.Join(words, " ")
}

func quoted(w Word) string {
	if w.Dynamic == "" && (w.Text == "" || strings.ContainsAny(w.Text, " \t\n'\"\\$`*?[]{}();&|<>~#!")) {
		return "'" + strings.ReplaceAll(w.Text, "'", `'\''`) + "'"
	}
	return w.Text
}

// Analyse reads line as bash would when it runs in dir, an absolute path or "".
func Analyse(line, dir string) (a Analysis) {
	defer func() {
		// The parser is not ours and the line may be hostile: a panic makes the answer stricter.
		if recover() != nil {
			a.Problem = "the command could not be analysed"
		}
	}()
	if len(line) > MaxLine {
		a.Problem = "the command is longer than 100 kB"
		return a
	}
	if strings.Count(line, "(")+strings.Count(line, "{")+strings.Count(line, "`")+strings.Count(line, "[") > maxBrackets {
		a.Problem = "the command has too many brackets"
		return a
	}
	w := walker{a: &a, dir: dir}
	a.Problem = hidden(line)
	w.script(line)
	return a
}

// hidden names the first character that a reader would not see as what bash sees.
func hidden(line string) string {
	if !utf8.ValidString(line) {
		return "the command is not valid UTF-8"
	}
	for _, r := range line {
		switch {
		case r == '\n' || r == '\t' || r >= ' ' && r < 0x7f:
		case unicode.IsControl(r):
			return "the command contains a control character"
		case unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector), strings.ContainsRune("\u034f\u115f\u1160\u2800\u3164\uffa0", r):
			return "the command contains an invisible character"
		case unicode.IsSpace(r):
			return "the command contains a blank that is no ASCII blank"
		}
	}
	return ""
}
