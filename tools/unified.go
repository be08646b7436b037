package tools

import (
	"fmt"
	"strconv"
	"strings"
)

// Unified returns the diff in unified format, as patch(1) reads it; "" when nothing changed.
func (d Diff) Unified() string {
	if len(d.Hunks) == 0 {
		if d.Omitted != "" {
			return fmt.Sprintf("%s: %s\n", d.Path, d.Omitted)
		}
		return ""
	}
	var b strings.Builder
	from := patchName("a/" + d.Path)
	if d.New {
		from = "/dev/null"
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, patchName("b/"+d.Path))
	for _, h := range d.Hunks {
		b.WriteString(h.Header())
		b.WriteByte('\n')
		for _, l := range h.Lines {
			b.WriteByte(l.Op)
			b.WriteString(l.Text)
			b.WriteByte('\n')
			if l.NoNewline {
				b.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	return b.String()
}

// patchName writes a name as patch reads it: a tab ends one with blanks, and one that would break the
// line is quoted.
func patchName(name string) string {
	if strings.ContainsAny(name, "\n\r\t\"\\") {
		return strconv.Quote(name)
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// Header is the hunk's @@ line. A range of no lines names the line before it, as diff does.
func (h Hunk) Header() string {
	head := fmt.Sprintf("@@ -%s +%s @@", span(h.OldStart, h.OldLines), span(h.NewStart, h.NewLines))
	if h.Section != "" {
		head += " " + h.Section
	}
	return head
}

// Counts is the change in lines: "+6 -3".
func (d Diff) Counts() string { return fmt.Sprintf("+%d -%d", d.Added, d.Removed) }

func span(start, n int) string {
	if n == 0 {
		start--
	}
	if n == 1 {
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, n)
}
