package config

import (
	"reflect"
	"strconv"
	"strings"
	"time"
)

// checks is what the config tag of a field says: a comma-separated list of
//
//	enum=a|b   the words; |a|b: or empty   min=1, max=9   the allowed numbers (durations: nanoseconds)
//	secret     masked when shown          personal       refused in a project file
//	expand     ${VAR} is replaced         path           a leading ~/ is replaced
//	regexp     must compile (RE2)         add            a project's list adds to the user's
//
// On a list or a map it holds for every element.
type checks struct {
	enum                                        []string
	min, max                                    *float64
	secret, personal, expand, path, regexp, add bool
}

// field is one key of a section.
type field struct {
	key   string
	index int
	typ   reflect.Type
	checks
}

// leaf is one key with a fixed name: a scalar or a list of strings.
type leaf struct {
	key   string // the whole path, "tools.bash.timeout"
	index []int
	typ   reflect.Type
	checks
}

var (
	durationType = reflect.TypeFor[time.Duration]()
	ruleListType = reflect.TypeFor[[]Rule]()
	serverType   = reflect.TypeFor[MCPServer]()
)

// fieldsOf lists the keys of a section, in the order of the struct.
func fieldsOf(t reflect.Type) []field {
	fields := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		key := f.Tag.Get("yaml")
		if key == "-" {
			continue
		}
		fields = append(fields, field{key: key, index: i, typ: f.Type, checks: parseChecks(f.Tag.Get("config"))})
	}
	return fields
}

// leaves lists every key with a fixed name, in the order of the struct.
func leaves() []leaf {
	return appendLeaves(nil, reflect.TypeFor[Config](), "", nil)
}

func appendLeaves(list []leaf, t reflect.Type, prefix string, index []int) []leaf {
	for _, f := range fieldsOf(t) {
		at := append(append([]int(nil), index...), f.index)
		switch {
		case f.typ.Kind() == reflect.Struct:
			list = appendLeaves(list, f.typ, prefix+f.key+".", at)
		case f.typ.Kind() == reflect.Map, f.typ == ruleListType:
		default:
			list = append(list, leaf{key: prefix + f.key, index: at, typ: f.typ, checks: f.checks})
		}
	}
	return list
}

func parseChecks(tag string) checks {
	var c checks
	for part := range strings.SplitSeq(tag, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "enum":
			c.enum = strings.Split(value, "|")
		case "min":
			c.min = number(value)
		case "max":
			c.max = number(value)
		case "secret":
			c.secret = true
		case "personal":
			c.personal = true
		case "expand":
			c.expand = true
		case "path":
			c.path = true
		case "regexp":
			c.regexp = true
		case "add":
			c.add = true
		}
	}
	return c
}

func number(text string) *float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("config tag: " + err.Error()) // a mistake in this package, found by its first test
	}
	return &n
}
