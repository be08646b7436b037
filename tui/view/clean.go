package view

import (
	"strings"

	"beestown/tools"
	"beestown/tools/text"
)

// Limits of what is kept of one body; the session's log has all of it.
const (
	keptLines = 200
	keptBytes = 64 << 10
)

// Clean returns a view without anything that could act on the terminal, and with
// its long parts shortened. It is called once, when a view arrives.
func Clean(v tools.View) tools.View {
	v.Subject = text.Visible(v.Subject)
	v.Summary = Line(v.Summary)
	switch b := v.Body.(type) {
	case tools.Text:
		v.Body = tools.Text{Text: shorten(text.KeepSGR(b.Text))}
	case tools.Markdown:
		v.Body = tools.Markdown{Text: text.Visible(b.Text)}
	case tools.Diff:
		v.Body = cleanDiff(b)
	case tools.File:
		b.Path = Line(b.Path)
		b.Lines = each(b.Lines[:min(len(b.Lines), keptLines)], text.Visible)
		v.Body = b
	case tools.Command:
		b.Command, b.Dir = text.Visible(b.Command), Line(b.Dir)
		b.Output = shorten(text.KeepSGR(b.Output))
		v.Body = b
	case tools.List:
		kept := min(len(b.Items), keptLines)
		b.More += len(b.Items) - kept
		b.Items = each(b.Items[:kept], Line)
		v.Body = b
	case tools.Table:
		v.Body = cleanTable(b)
	case tools.Image:
		b.Path, b.MIME = Line(b.Path), Line(b.MIME)
		v.Body = b
	}
	return v
}

// Exact is Clean for an approval: nothing is shortened and the command and the
// subject show every character that would act or hide.
func Exact(v tools.View) tools.View {
	command, isCommand := v.Body.(tools.Command)
	plain, isText := v.Body.(tools.Text)
	subject := v.Subject
	v = Clean(v)
	v.Subject = text.Exact(subject)
	switch {
	case isCommand:
		command.Command = text.Exact(command.Command)
		command.Dir = text.Exact(command.Dir)
		command.Output = ""
		v.Body = command
	case isText:
		v.Body = tools.Text{Text: text.Exact(plain.Text)}
	}
	return v
}

// Line cleans a text that has to be a single line.
func Line(s string) string {
	s = text.Visible(s)
	if !strings.ContainsAny(s, "\n\t") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

func cleanDiff(d tools.Diff) tools.Diff {
	d.Path, d.Omitted = Line(d.Path), Line(d.Omitted)
	hunks := make([]tools.Hunk, len(d.Hunks))
	for i, h := range d.Hunks {
		h.Section = Line(h.Section)
		lines := make([]tools.DiffLine, len(h.Lines))
		for j, l := range h.Lines {
			l.Text = text.Escape(l.Text)
			lines[j] = l
		}
		h.Lines = lines
		hunks[i] = h
	}
	d.Hunks = hunks
	return d
}

func cleanTable(t tools.Table) tools.Table {
	t.Header = each(t.Header, Line)
	rows := make([][]string, min(len(t.Rows), keptLines))
	for i := range rows {
		rows[i] = each(t.Rows[i], Line)
	}
	t.Rows = rows
	return t
}

func each(in []string, f func(string) string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = f(s)
	}
	return out
}

// shorten keeps the beginning and the end of a long text.
func shorten(s string) string {
	s = strings.TrimRight(s, "\n")
	s, _ = text.Truncate(s, keptBytes, func(n int) string { return note(n, "bytes") })
	if strings.Count(s, "\n") < keptLines {
		return s
	}
	lines := strings.Split(s, "\n")
	half := keptLines / 2
	out := append(lines[:half:half], note(len(lines)-keptLines, "lines"))
	return strings.Join(append(out, lines[len(lines)-half:]...), "\n")
}
