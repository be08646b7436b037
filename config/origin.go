package config

import (
	"strconv"
)

// OriginKind says which layer a value comes from; a later one wins over an earlier one.
type OriginKind int

// The layers, weakest first.
const (
	FromDefault OriginKind = iota
	FromUser
	FromProject
	FromEnvironment
	FromFlag
)

// Origin is the place that a value comes from.
type Origin struct {
	Kind OriginKind
	// Name is the file as shown to the user, the variable, or the flag ("--model"); empty for a default.
	Name string
	// Line is the line in the file, from 1; 0 outside files.
	Line int
}

// String gives "default", "flag --model", "BEESTOWN_MODEL" or "~/.config/beestown/config.yml:3".
func (o Origin) String() string {
	switch {
	case o.Kind == FromDefault:
		return "default"
	case o.Kind == FromFlag:
		return "flag " + o.Name
	case o.Line > 0:
		return o.Name + ":" + strconv.Itoa(o.Line)
	}
	return o.Name
}

// inFile says whether the value was written in a file.
func (o Origin) inFile() bool { return o.Kind == FromUser || o.Kind == FromProject }

// problem makes a Problem at this place.
func (o Origin) problem(text string) Problem {
	name := o.Name
	if o.Kind == FromFlag {
		name = "flag " + o.Name
	}
	return Problem{File: name, Line: o.Line, Text: text}
}
