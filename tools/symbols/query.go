package symbols

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strings"

	"beestown/tools/walk"
)

// Group is what a query looks for.
type Group string

// The groups; "" is All.
const (
	All       Group = "all"
	Functions Group = "function" // also methods and macros
	Classes   Group = "class"    // every kind of type, and modules
	Variables Group = "variable" // also constants and fields
	Files     Group = "file"
)

// has tells whether a kind is in the group.
func (g Group) has(k Kind) bool {
	switch g {
	case Functions:
		return k <= Macro
	case Classes:
		return k >= Class && k <= Module
	case Variables:
		return k >= Constant && k <= Field
	case Files:
		return k == File
	}
	return true
}

// Options is a query.
type Options struct {
	// Query is a name, perhaps with what is around it: Name, Type.Method,
	// package.Func, ns::Class. A part of a name finds what is like it.
	Query string
	Group Group
	// Dir names the root, as an absolute path: the index tells trees apart by it.
	Dir string
	// File restricts the query to one file below the root; "" is all files.
	File   string
	Ignore *walk.Ignore // rules from outside the root
	// Limit is the most matches that are returned; 0 means 50.
	Limit int
	// Hidden, if set, tells of a file that nothing may be told of it. It is
	// called for files in which something was found.
	Hidden func(file string) bool
}

const defaultLimit = 50

// Match is one definition, or with kind File one file.
type Match struct {
	File      string // slash path below the root
	Line      int    // from 1
	Column    int    // in bytes, from 1
	Kind      Kind
	Name      string
	Container string // the definitions around it, joined by dots
	Code      string // the line of the definition, without its indentation
	Context   string // that line with those around it
	Exact     bool   // a parser of the language found it, not a heuristic
}

// Result is what a query found, best first.
type Result struct {
	Matches []Match
	Total   int // also of matches beyond the limit
	// Name is what the query was reduced to: the name without what is around it.
	Name string
	// Elsewhere is set when the query named a container or package and the
	// name was only found in others.
	Elsewhere bool
	// Skipped is the number of source files that were too large, or had lines
	// too long, to be scanned.
	Skipped int
}

// Query finds definitions in the files below root, of which it reads those that
// are new or changed. It blocks until it is done and all its goroutines have
// ended.
//
// Best is the exact name, then the name in another case, then a name that
// begins with the query, then one that has it as a word or as a part; only
// where none of these exist, names with the letters of the query in order.
// Among equals the project's own code comes before tests, generated and
// vendored code, and shorter paths before longer ones.
//
// Errors are an empty query, a root that can not be read, and the cause of a
// cancelled ctx.
func (x *Index) Query(ctx context.Context, root *os.Root, o Options) (*Result, error) {
	q := parseQuery(o.Query)
	if q.name == "" {
		return nil, errors.New("the query is empty; give the name of a definition, such as Type.Method")
	}
	if o.Limit <= 0 {
		o.Limit = defaultLimit
	}
	files, err := x.refresh(ctx, root, &o)
	if err != nil {
		return nil, err
	}
	m := matcher{q: q, group: o.Group, hidden: o.Hidden}
	for i, f := range files {
		if i%512 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		m.file(f)
	}
	result := m.result(o.Limit)
	for _, f := range files {
		if f.skipped {
			result.Skipped++
		}
	}
	return result, readLines(ctx, root, result.Matches)
}

// matcher collects candidates.
type matcher struct {
	q      query
	group  Group
	hidden func(string) bool
	found  []candidate
}

type candidate struct {
	fit  fit
	far  uint8
	file *file
	sym  *symbol // nil for the file itself
}

// file offers a file and what is in it.
func (m *matcher) file(f *file) {
	first := len(m.found)
	if m.group.has(File) {
		if fit := m.q.fitsFile(f.name); fit != none && (m.group == Files || fit <= sameFold) {
			m.found = append(m.found, candidate{fit, 0, f, nil})
		}
	}
	if m.group != Files {
		for i := range f.symbols {
			s := &f.symbols[i]
			if s.letters&m.q.letters != m.q.letters || !m.group.has(s.kind) {
				continue
			}
			if fit, far := m.q.fits(f, s); fit != none {
				m.found = append(m.found, candidate{fit, far, f, s})
			}
		}
	}
	if len(m.found) > first && m.hidden != nil && m.hidden(f.name) {
		m.found = m.found[:first]
	}
}

// result orders the candidates and keeps the best.
func (m *matcher) result(limit int) *Result {
	r := &Result{Name: m.q.name}
	m.found = m.q.keep(m.found)
	slices.SortFunc(m.found, compare)
	r.Total = len(m.found)
	r.Elsewhere = r.Total > 0 && m.q.qualifier != "" && m.found[0].fit >= elsewhere
	for _, c := range m.found[:min(limit, len(m.found))] {
		match := Match{File: c.file.name, Line: 1, Column: 1, Kind: File, Name: path.Base(c.file.name), Exact: true}
		if c.sym != nil {
			match.Line, match.Column = int(c.sym.line), int(c.sym.col)
			match.Kind, match.Name, match.Container = c.sym.kind, c.sym.name, c.sym.container
			match.Exact = c.file.lang.exact
		}
		r.Matches = append(r.Matches, match)
	}
	return r
}

func compare(a, b candidate) int {
	c := cmp.Or(
		cmp.Compare(a.fit, b.fit), cmp.Compare(a.far, b.far), cmp.Compare(a.file.place, b.file.place), cmp.Compare(a.weight(), b.weight()),
		cmp.Compare(strings.Count(a.file.name, "/"), strings.Count(b.file.name, "/")), cmp.Compare(a.file.name, b.file.name),
	)
	if c != 0 || a.sym == nil || b.sym == nil {
		return c
	}
	return cmp.Or(cmp.Compare(a.sym.line, b.sym.line), cmp.Compare(a.sym.col, b.sym.col))
}

// weight puts what others use before what is inside it: types and functions, then methods and
// files, then constants and variables, then fields.
func (c candidate) weight() int {
	if c.sym == nil {
		return 1
	}
	switch c.sym.kind {
	case Method:
		return 1
	case Constant, Variable:
		return 2
	case Field:
		return 3
	}
	return 0
}
