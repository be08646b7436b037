package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"beestown/tools"
	"beestown/tui/md"
	"beestown/tui/theme"
	"beestown/tui/view"
)

// answerRows is how much of the last answer is printed on leaving.
const answerRows = 40

// Summary is what remains of a session on the main screen.
type Summary struct {
	Answer string // the last answer, as Markdown; may be empty
	Files  []FileChange
}

// FileChange is one file that the session changed, in lines.
type FileChange struct {
	Path           string
	Added, Removed int
}

// Text is the summary for a terminal of the given width: the last answer, at most 40
// rows of it, and the changed files. It ends with a newline unless it is empty.
func (s Summary) Text(width int, th *theme.Theme) string {
	var b strings.Builder
	if s.Answer != "" {
		rows := md.New(th).Render(s.Answer, max(min(width, 100), minWidth))
		shown := rows[:min(len(rows), answerRows)]
		b.WriteString(strings.Join(shown, "\n") + "\n")
		if n := len(rows) - len(shown); n > 0 {
			fmt.Fprintf(&b, "(%d more rows)\n", n)
		}
	}
	if len(s.Files) > 0 && b.Len() > 0 {
		b.WriteString("\n")
	}
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s  +%d -%d\n", f.Path, f.Added, f.Removed)
	}
	return b.String()
}

// changes adds up the edits of a session by file.
type changes map[string]FileChange

func (c *changes) add(b tools.Body) {
	d, ok := b.(tools.Diff)
	if !ok {
		return
	}
	if *c == nil {
		*c = changes{}
	}
	f := (*c)[d.Path]
	f.Path, f.Added, f.Removed = view.Line(d.Path), f.Added+d.Added, f.Removed+d.Removed
	(*c)[d.Path] = f
}

func (c changes) sorted() []FileChange {
	var out []FileChange
	for _, f := range c {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b FileChange) int { return cmp.Compare(a.Path, b.Path) })
	return out
}
