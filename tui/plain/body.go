package plain

import (
	"strings"

	"beestown/tools"
	"beestown/tools/text"
)

// failureLines is how much of a failed command's output is shown, from its end.
const failureLines = 10

// body writes what the line of a finished call leaves open: the change of a file, and why a command
// failed.
func (u *ui) body(b tools.Body) {
	switch b := b.(type) {
	case tools.Diff:
		if !b.Proposed {
			u.lines(text.Escape(b.Unified()))
		}
	case tools.Command:
		if b.Exit != nil && *b.Exit != 0 {
			lines := strings.Split(strings.TrimRight(text.Visible(b.Output), "\n"), "\n")
			u.lines(strings.Join(lines[max(0, len(lines)-failureLines):], "\n"))
		}
	}
}

// lines writes text that belongs to the line before it.
func (u *ui) lines(s string) {
	for l := range strings.Lines(s) {
		u.line("  " + strings.TrimRight(l, "\n"))
	}
}
