package symbols

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Kind is what a definition defines.
type Kind uint8

// The kinds. What a query calls a class is Class to Module.
const (
	Function Kind = iota
	Method
	Macro
	Class
	Struct
	Interface
	Enum
	Type
	Module
	Constant
	Variable
	Field
	File
)

var kindNames = [...]string{
	"function", "method", "macro", "class", "struct", "interface", "enum", "type", "module",
	"constant", "variable", "field", "file",
}

// String returns the kind in one word.
func (k Kind) String() string { return kindNames[k] }

// symbol is one definition. Its strings are parts of one string of the file.
type symbol struct {
	name      string
	container string // the definitions around it, joined by dots; "" at the top
	line, col int32  // from 1; col in bytes
	letters   uint32 // which letters the name holds, see letterMask
	kind      Kind
}

// sink collects what a scanner finds.
type sink struct {
	found []foundSymbol
	pkg   string // the package or namespace that the file says it is in
}

type foundSymbol struct {
	start, end int // of the name, in bytes
	kind       Kind
	container  string
}

// maxSymbols bounds the definitions of one file; a larger file is a table of data.
const maxSymbols = 50_000

func (s *sink) add(kind Kind, start, end int, container string) {
	if start < end && len(s.found) < maxSymbols {
		s.found = append(s.found, foundSymbol{start, end, kind, container})
	}
}

// symbols turns what was found in src into records, in the order of the file, each place once.
func (s *sink) symbols(src []byte) []symbol {
	slices.SortStableFunc(s.found, func(a, b foundSymbol) int { return cmp.Compare(a.start, b.start) })
	s.found = slices.CompactFunc(s.found, func(a, b foundSymbol) bool { return a.start == b.start })
	size := 0
	for i, f := range s.found {
		size += f.end - f.start
		if i == 0 || f.container != s.found[i-1].container {
			size += len(f.container)
		}
	}
	var all strings.Builder // one piece of memory for all names of the file
	all.Grow(size)
	list := make([]symbol, len(s.found))
	line, lineStart, at := 1, 0, 0
	for i, f := range s.found {
		line += bytes.Count(src[at:f.start], []byte{'\n'})
		if nl := bytes.LastIndexByte(src[at:f.start], '\n'); nl >= 0 {
			lineStart = at + nl + 1
		}
		at = f.start
		container := ""
		if i > 0 && f.container == s.found[i-1].container {
			container = list[i-1].container
		} else {
			container = appendTo(&all, f.container)
		}
		name := appendTo(&all, string(src[f.start:f.end]))
		list[i] = symbol{
			name: name, container: container, kind: f.kind,
			line: int32(line), col: int32(f.start - lineStart + 1), letters: letterMask(name),
		}
	}
	return list
}

// appendTo adds to a builder that has room and returns the added part.
func appendTo(b *strings.Builder, s string) string {
	n := b.Len()
	b.WriteString(s)
	return b.String()[n:]
}

// letterMask has a bit for each letter of s without regard to case, and one for everything else. A
// name can hold the letters of a query in order only if its mask has all bits of the query's.
func letterMask(s string) uint32 {
	var mask uint32
	for i := range len(s) {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' {
			mask |= 1 << (c - 'a')
		} else {
			mask |= 1 << 31
		}
	}
	return mask
}

// join names what is inside a container.
func join(container, name string) string {
	switch {
	case container == "":
		return name
	case name == "":
		return container
	}
	return container + "." + name
}
