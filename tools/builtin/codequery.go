package builtin

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"beestown/tools"
	"beestown/tools/search"
	"beestown/tools/symbols"
	"beestown/tools/workspace"
)

// codeQueryLimit is how many definitions one code_query shows.
const codeQueryLimit = 30

type codeQueryArgs struct {
	Query string `json:"query" jsonschema:"name or part of it, or Type.Method"`
	Type  string `json:"type,omitempty" enum:"function,class,variable,file,all"`
	Path  string `json:"path,omitempty"`
}

// CodeQueryData is the Data of a code_query (specification 002).
type CodeQueryData struct {
	Query   string      `json:"query"`
	Type    string      `json:"type"`
	Matches []CodeMatch `json:"matches"`
	Total   int         `json:"total"`
	// Text tells that no definition was found and the matches are lines that hold the word.
	Text bool `json:"text,omitempty"`
}

// CodeMatch is one definition, file, or line.
type CodeMatch struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Code    string `json:"code"`    // the line of the definition
	Context string `json:"context"` // that line with those around it
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	In      string `json:"in,omitempty"` // the definition around it
}

// CodeQuery makes the tool that finds definitions. Its index belongs to the session, and is filled
// by the first query.
func CodeQuery(f *Files) tools.Tool {
	index := symbols.New()
	return tools.DefinePlanned(tools.Spec{
		Name: "code_query", Category: tools.CategorySearch, Group: tools.GroupWorkspace, Effect: tools.ReadOnly,
		Description: "Find where a function, class, variable or file is defined; for uses, Grep. Best match first, as number, tab, line under each file's name.",
	}, func(_ context.Context, in codeQueryArgs) (tools.Call, error) {
		p, access, err := f.searchAccess(in.Path)
		if err != nil {
			return nil, err
		}
		if in.Type == "" {
			in.Type = string(symbols.All)
		}
		return &codeQueryCall{f: f, index: index, in: in, path: p, access: access}, nil
	})
}

type codeQueryCall struct {
	f      *Files
	index  *symbols.Index
	in     codeQueryArgs
	path   workspace.Path
	access tools.Access
}

func (c *codeQueryCall) Accesses() []tools.Access { return []tools.Access{c.access} }
func (c *codeQueryCall) Preview() tools.View      { return tools.View{Subject: c.subject()} }

func (c *codeQueryCall) subject() string {
	s := c.in.Query
	if c.in.Path != "" {
		s += " in " + display(c.path)
	}
	return s
}

func (c *codeQueryCall) Run(ctx context.Context) (tools.Result, error) {
	s, err := c.f.openScope(c.path)
	if err != nil {
		return tools.Result{}, fileError("code_query: ", err)
	}
	defer s.close()
	found, err := c.index.Query(ctx, s.dir, symbols.Options{
		Query: c.in.Query, Group: symbols.Group(c.in.Type), Dir: s.abs, File: s.file, Ignore: s.ignore,
		Limit: codeQueryLimit, Hidden: s.hidden,
	})
	if err != nil {
		return tools.Result{}, searchError(ctx, "code_query", err)
	}
	if found.Total == 0 && c.in.Type != string(symbols.Files) {
		return c.lines(ctx, s, found)
	}
	return c.definitions(s, found), nil
}

// definitions reports what was found, under each file's name, best first.
func (c *codeQueryCall) definitions(s *scope, found *symbols.Result) tools.Result {
	var text strings.Builder
	if found.Elsewhere {
		fmt.Fprintf(&text, "(not found in what the query names around %s; elsewhere:)\n", found.Name)
	}
	data := CodeQueryData{Query: c.in.Query, Type: c.in.Type, Total: found.Total, Matches: []CodeMatch{}}
	last := ""
	for _, m := range found.Matches {
		name := s.display(m.File)
		if name != last {
			fmt.Fprintln(&text, name)
			last = name
		}
		if m.Kind != symbols.File {
			fmt.Fprintf(&text, "%d\t%s\n", m.Line, m.Code)
		}
		data.Matches = append(data.Matches, CodeMatch{
			File: name, Line: m.Line, Column: m.Column, Code: m.Code, Context: m.Context, Kind: m.Kind.String(), Name: m.Name, In: m.Container,
		})
	}
	switch more := found.Total - len(found.Matches); {
	case found.Total == 0:
		text.WriteString("(no match)\n")
	case more > 0:
		fmt.Fprintf(&text, "(%d more; give more of the name, a type or a path)\n", more)
	}
	return c.result(text.String(), data, fmt.Sprintf("%d definitions", found.Total))
}

// lines is the answer when nothing is defined by that name: the lines that hold it as a word.
func (c *codeQueryCall) lines(ctx context.Context, s *scope, found *symbols.Result) (tools.Result, error) {
	o := search.GrepOptions{Pattern: wordPattern(found.Name), Max: codeQueryLimit, Context: 2, Ignore: s.ignore}
	if s.file != "" {
		o.Paths = []string{s.file}
	}
	grep, err := grepVisible(ctx, s, o)
	if err != nil {
		return tools.Result{}, searchError(ctx, "code_query", err)
	}
	text := "(no definition found, and no line with " + found.Name + ")\n"
	data := CodeQueryData{Query: c.in.Query, Type: c.in.Type, Total: grep.Total, Text: true, Matches: []CodeMatch{}}
	if grep.Total > 0 {
		text = "(no definition found; lines with " + found.Name + ":)\n"
	}
	last := ""
	for _, m := range grep.Matches {
		name := s.display(m.File)
		if name != last {
			text += name + "\n"
			last = name
		}
		text += fmt.Sprintf("%d\t%s\n", m.Line, m.Text)
		around := append(append(append([]string{}, m.Before...), m.Text), m.After...)
		data.Matches = append(data.Matches, CodeMatch{
			File: name, Line: m.Line, Column: m.Column, Code: strings.TrimSpace(m.Text), Context: strings.Join(around, "\n"), Kind: "text", Name: found.Name,
		})
	}
	if grep.AtLeast || len(grep.Matches) < grep.Total {
		text += "(there is more; use Grep)\n"
	}
	if found.Skipped > 0 {
		text += fmt.Sprintf("(%d generated or large files were not looked into for definitions)\n", found.Skipped)
	}
	return c.result(text, data, "no definition"), nil
}

func (c *codeQueryCall) result(text string, data CodeQueryData, summary string) tools.Result {
	return tools.Result{
		Text: text, Data: data,
		View: tools.View{Subject: c.subject(), Summary: summary, Body: tools.Text{Text: text}},
	}
}

// wordPattern makes name a pattern that matches it as a word, where its ends are those of words.
func wordPattern(name string) string {
	pattern := regexp.QuoteMeta(name)
	ascii := regexp.MustCompile(`^\w`)
	if ascii.MatchString(name) {
		pattern = `\b` + pattern
	}
	if ascii.MatchString(name[len(name)-1:]) {
		pattern += `\b`
	}
	return pattern
}
