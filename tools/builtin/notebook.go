package builtin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// notebookText is a notebook's JSON text and where in it the cells are, so that one of them can be
// changed in place: whatever is not changed comes back byte for byte.
type notebookText struct {
	raw    []byte
	cells  []jsonValue // of the array "cells"
	array  jsonValue   // the array itself
	minor  int         // nbformat_minor: from 5 on every cell has an id
	layout jsonLayout
}

// jsonValue is a part of the text: the value from start to end, for a member of an object with its name.
type jsonValue struct {
	name       string
	start, end int
}

// jsonLayout is how the text is laid out. Without a newline it is all on one line.
type jsonLayout struct {
	newline, unit, colon string
	ascii                bool // other characters are written as escapes
}

// parseNotebook finds the cells. It refuses what is no notebook of format 4, or has a member twice.
func parseNotebook(raw []byte) (*notebookText, error) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, fmt.Errorf("it is not valid JSON in UTF-8")
	}
	n := &notebookText{raw: raw}
	top, err := n.children(jsonValue{end: len(raw)}, '{')
	if err != nil {
		return nil, err
	}
	for _, m := range top {
		switch m.name {
		case "cells":
			n.array = m
		case "nbformat_minor":
			if err := json.Unmarshal(n.text(m), &n.minor); err != nil {
				return nil, fmt.Errorf("nbformat_minor is no number")
			}
		}
	}
	if n.array.end == 0 {
		return nil, fmt.Errorf("it has no cells; only notebooks of format 4 can be used")
	}
	if n.cells, err = n.children(n.array, '['); err != nil {
		return nil, err
	}
	n.layout = layoutOf(raw, top[0])
	return n, nil
}

func (n *notebookText) text(v jsonValue) []byte { return n.raw[v.start:v.end] }

// children returns the members of an object or the elements of an array.
func (n *notebookText) children(of jsonValue, open json.Delim) ([]jsonValue, error) {
	dec := json.NewDecoder(bytes.NewReader(n.text(of)))
	if t, err := dec.Token(); err != nil || t != open {
		return nil, fmt.Errorf("it has no %s where a notebook has one (offset %d)", open, of.start)
	}
	var out []jsonValue
	names := map[string]bool{}
	for dec.More() {
		var v jsonValue
		if open == '{' {
			t, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v.name, _ = t.(string)
			if names[v.name] {
				return nil, fmt.Errorf("it has %q twice (offset %d)", v.name, of.start)
			}
			names[v.name] = true
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		v.end = of.start + int(dec.InputOffset())
		v.start = v.end - len(value)
		out = append(out, v)
	}
	return out, nil
}

// member returns a member of an object by its name.
func member(members []jsonValue, name string) (jsonValue, bool) {
	i := slices.IndexFunc(members, func(m jsonValue) bool { return m.name == name })
	if i < 0 {
		return jsonValue{}, false
	}
	return members[i], true
}

// layoutOf reads the layout off the first member of the text.
func layoutOf(raw []byte, first jsonValue) jsonLayout {
	head := string(raw[:first.start])
	l := jsonLayout{colon: ":"}
	if i := strings.LastIndexByte(head, ':'); i >= 0 && i+1 < len(head) {
		l.colon = ": "
	}
	_, space, _ := strings.Cut(head, "{")
	space = space[:len(space)-len(strings.TrimLeft(space, " \t\r\n"))]
	if i := strings.LastIndexByte(space, '\n'); i >= 0 {
		l.newline, l.unit = "\n", space[i+1:]
		if strings.HasSuffix(space[:i+1], "\r\n") {
			l.newline = "\r\n"
		}
	}
	l.ascii = asciiOnly(raw) && bytes.Contains(raw, []byte(`\u`))
	return l
}

// brk is what stands before an element at a depth.
func (l jsonLayout) brk(depth int) string {
	if l.newline == "" {
		return ""
	}
	return l.newline + strings.Repeat(l.unit, depth)
}

// comma is what stands between two elements at a depth.
func (l jsonLayout) comma(depth int) string {
	if l.newline == "" && l.colon == ": " {
		return ", "
	}
	return "," + l.brk(depth)
}

// quote writes a string as Jupyter does: other characters than ASCII as they are, unless the notebook
// has none.
func (l jsonLayout) quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // a string can always be encoded
	}
	quoted := strings.TrimSuffix(b.String(), "\n")
	if !l.ascii {
		return quoted
	}
	b.Reset()
	for _, r := range quoted {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	return b.String()
}

// The depths of a notebook's parts.
const (
	depthCells  = 1 // the end of the array
	depthCell   = 2
	depthMember = 3
	depthLine   = 4
)

// sourceLines splits a source as the list of a cell has it: every line with its end.
func sourceLines(source string) []string {
	if source == "" {
		return nil
	}
	lines := strings.SplitAfter(source, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// sourceValue writes a source: in the form of the old value if there is one, whose unchanged lines stay
// as they are.
func (n *notebookText) sourceValue(source string, old *jsonValue) (string, error) {
	first, between, last := n.layout.brk(depthLine), n.layout.comma(depthLine), n.layout.brk(depthMember)
	known := map[string]string{}
	if old != nil {
		if n.raw[old.start] == '"' {
			return n.layout.quote(source), nil
		}
		elements, err := n.children(*old, '[')
		if err != nil {
			return "", err
		}
		for i, e := range elements {
			var line string
			if err := json.Unmarshal(n.text(e), &line); err != nil {
				return "", fmt.Errorf("a line of its source is no string")
			}
			known[line] = string(n.text(e))
			if i == 0 {
				first = string(n.raw[old.start+1 : e.start])
				last = string(n.raw[elements[len(elements)-1].end : old.end-1])
			} else {
				between = string(n.raw[elements[i-1].end:e.start])
			}
		}
		if len(elements) == 1 && strings.ContainsAny(first, "\n") {
			between = "," + first
		}
	}
	lines := sourceLines(source)
	if len(lines) == 0 {
		return "[]", nil
	}
	for i, line := range lines {
		if as, ok := known[line]; ok {
			lines[i] = as
		} else {
			lines[i] = n.layout.quote(line)
		}
	}
	return "[" + first + strings.Join(lines, between) + last + "]", nil
}
