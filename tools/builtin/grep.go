package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"beestown/tools"
	"beestown/tools/search"
	"beestown/tools/workspace"
)

type grepArgs struct {
	Pattern      string   `json:"pattern"`
	Path         string   `json:"path,omitempty"`
	Include      []string `json:"include,omitempty" jsonschema:"such as *.go"`
	Exclude      []string `json:"exclude,omitempty"`
	IgnoreCase   bool     `json:"ignore_case,omitempty"`
	ContextLines int      `json:"context_lines,omitempty" jsonschema:"around each match" min:"0" max:"50"`
	Output       string   `json:"output,omitempty" jsonschema:"default content" enum:"content,files,count"`
	MaxResults   int      `json:"max_results,omitempty" jsonschema:"default 100"`
}

// GrepData is the Data of a Grep.
type GrepData struct {
	Matches []GrepMatch    `json:"matches"`
	Counts  map[string]int `json:"counts,omitempty"` // by file, for output files and count
	Total   int            `json:"total"`
	AtLeast bool           `json:"at_least,omitempty"` // the search stopped early: there may be more
}

// GrepMatch is one matching line.
type GrepMatch struct {
	File    string      `json:"file"`
	Line    int         `json:"line"`
	Column  int         `json:"column"`
	Match   string      `json:"match"`
	Text    string      `json:"text"`
	Context GrepContext `json:"context"`
}

// GrepContext is the lines around a match.
type GrepContext struct {
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// Grep makes the tool that finds lines by content.
func Grep(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "Grep", Category: tools.CategorySearch, Group: tools.GroupWorkspace, Effect: tools.ReadOnly,
		Description: "Search file contents for a regular expression (RE2), line by line; ignored, binary and credential files are left out. " +
			"Returns number, tab, line under each file's name; or names, or counts.",
		Adapt: tools.Both(tools.Rename("glob", "include", "-i", "ignore_case", "-C", "context_lines", "head_limit", "max_results", "output_mode", "output"), outputNames),
	}, func(_ context.Context, in grepArgs) (tools.Call, error) {
		p, access, err := f.searchAccess(in.Path)
		if err != nil {
			return nil, err
		}
		return &grepCall{f: f, in: in, path: p, access: access}, nil
	})
}

// outputNames accepts the longer name of an output that other tools use.
func outputNames(args map[string]any) error {
	if args["output"] == "files_with_matches" {
		args["output"] = "files"
	}
	delete(args, "-n")
	return nil
}

type grepCall struct {
	f      *Files
	in     grepArgs
	path   workspace.Path
	access tools.Access
}

func (c *grepCall) Accesses() []tools.Access { return []tools.Access{c.access} }

func (c *grepCall) Preview() tools.View { return tools.View{Subject: c.subject()} }

func (c *grepCall) subject() string {
	s := fmt.Sprintf("%q", c.in.Pattern)
	if c.in.Path != "" {
		s += " in " + display(c.path)
	}
	if len(c.in.Include) > 0 {
		s += " (" + strings.Join(c.in.Include, " ") + ")"
	}
	return s
}

func (c *grepCall) Run(ctx context.Context) (tools.Result, error) {
	s, err := c.f.openScope(c.path)
	if err != nil {
		return tools.Result{}, fileError("grep: ", err)
	}
	defer s.close()
	o := search.GrepOptions{
		Pattern: c.in.Pattern, IgnoreCase: c.in.IgnoreCase, Include: c.in.Include, Exclude: c.in.Exclude,
		Context: c.in.ContextLines, Max: c.in.MaxResults, Ignore: s.ignore, Ripgrep: c.f.ripgrep(), Dir: s.abs,
		FilesOnly: c.in.Output == "files", CountOnly: c.in.Output == "count",
	}
	if o.Max <= 0 {
		o.Max = 100
	}
	if s.file != "" {
		o.Paths = []string{s.file}
	}
	found, err := grepVisible(ctx, s, o)
	if err != nil {
		return tools.Result{}, searchError(ctx, "grep", err)
	}
	return c.result(s, found), nil
}

// grepVisible searches, and once more without the files that may not be shown if any of them has a
// match: neither a count nor a limit may tell what is in them.
func grepVisible(ctx context.Context, s *scope, o search.GrepOptions) (*search.GrepResult, error) {
	found, err := search.Grep(ctx, s.dir, o)
	if err != nil || s.file != "" {
		return found, err
	}
	hidden := func(f search.FileCount) bool { return s.hidden(f.File) }
	if !slices.ContainsFunc(found.Files, hidden) {
		return found, nil
	}
	all := o
	all.FilesOnly, all.CountOnly, all.Max, all.Context = true, false, 0, 0
	names, err := search.Grep(ctx, s.dir, all)
	if err != nil {
		return nil, err
	}
	o.Exclude = slices.Clone(o.Exclude)
	for _, f := range names.Files {
		if hidden(f) {
			o.Exclude = append(o.Exclude, "/"+globEscape(f.File))
		}
	}
	if found, err = search.Grep(ctx, s.dir, o); err != nil {
		return nil, err
	}
	// A file may have got its match in the meantime.
	found.Files = slices.DeleteFunc(found.Files, hidden)
	found.Matches = slices.DeleteFunc(found.Matches, func(m search.Match) bool { return s.hidden(m.File) })
	return found, nil
}

// globEscape makes a name a pattern that matches this name only.
func globEscape(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `{`, `\{`, `]`, `\]`, `}`, `\}`).Replace(name)
}

func (c *grepCall) result(s *scope, found *search.GrepResult) tools.Result {
	r := &grepReport{s: s, seen: map[string]bool{}}
	var data GrepData
	if c.in.Output == "files" || c.in.Output == "count" {
		data = r.files(found, c.in.Output == "count")
	} else {
		data = r.lines(found)
	}
	summary := count(data.Total, "match", "matches") + " in " + count(len(r.seen), "file", "files")
	more := data.AtLeast || len(data.Matches) < data.Total
	switch c.in.Output {
	case "files":
		summary = count(data.Total, "file", "files")
		more = data.AtLeast || len(data.Counts) < data.Total
	case "count":
		listed := 0
		for _, n := range data.Counts {
			listed += n
		}
		more = listed < data.Total
	}
	if data.AtLeast {
		summary = "at least " + summary
	}
	r.footer(found, more)
	return tools.Result{
		Text: r.text.String(), Data: data,
		View: tools.View{Subject: c.subject(), Summary: summary, Body: tools.Text{Text: r.text.String()}},
	}
}

// grepReport writes what the model reads: matches under their file's name, or names, or counts.
type grepReport struct {
	s    *scope
	text strings.Builder
	seen map[string]bool // files shown
}

func (r *grepReport) lines(found *search.GrepResult) GrepData {
	data := GrepData{Total: found.Total, AtLeast: found.AtLeast, Matches: []GrepMatch{}}
	file, last := "", 0
	for _, m := range found.Matches {
		if m.File != file {
			file, last = m.File, 0
			r.seen[file] = true
			fmt.Fprintln(&r.text, r.s.display(file))
		}
		last = r.match(m, last)
		data.Matches = append(data.Matches, GrepMatch{
			File: r.s.display(m.File), Line: m.Line, Column: m.Column, Match: m.Match, Text: m.Text,
			Context: GrepContext{Before: append([]string{}, m.Before...), After: append([]string{}, m.After...)},
		})
	}
	return data
}

// match writes one match with its context, leaving out lines that stand there already; it returns
// the last line that it wrote.
func (r *grepReport) match(m search.Match, last int) int {
	first := m.Line - len(m.Before)
	if last > 0 && first > last+1 && len(m.Before)+len(m.After) > 0 {
		r.text.WriteString("--\n")
	}
	put := func(n int, line string) {
		if n > last {
			fmt.Fprintf(&r.text, "%d\t%s\n", n, line)
			last = n
		}
	}
	for i, line := range m.Before {
		put(first+i, line)
	}
	put(m.Line, m.Text)
	for i, line := range m.After {
		put(m.Line+1+i, line)
	}
	return last
}

func (r *grepReport) files(found *search.GrepResult, counts bool) GrepData {
	data := GrepData{Total: found.Total, AtLeast: found.AtLeast, Matches: []GrepMatch{}, Counts: map[string]int{}}
	for _, f := range found.Files {
		name := r.s.display(f.File)
		r.seen[f.File] = true
		data.Counts[name] = f.Count
		if counts {
			fmt.Fprintf(&r.text, "%d\t%s\n", f.Count, name)
		} else {
			fmt.Fprintln(&r.text, name)
		}
	}
	return data
}

// footer says what is not shown, and how to get it. More tells that a limit cut the list.
func (r *grepReport) footer(found *search.GrepResult, more bool) {
	if r.text.Len() == 0 {
		r.text.WriteString("(no match)\n")
	}
	if more {
		r.text.WriteString("(there is more; narrow the search or raise max_results)\n")
	}
	for _, name := range found.TooLarge {
		fmt.Fprintf(&r.text, "(not searched, too large: %s)\n", r.s.display(name))
	}
	if n := len(found.Unreadable); n > 0 {
		fmt.Fprintf(&r.text, "(%d files could not be read; the first: %v)\n", n, found.Unreadable[0])
	}
}
