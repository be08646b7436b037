package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// setting is the value of a fixed key in one layer.
type setting struct {
	value  reflect.Value
	origin Origin
}

// decoder reads one file into a Config. Fixed keys go to settings, to be layered;
// everything under a map goes straight into the Config, over what an earlier file put there.
type decoder struct {
	file     string // as shown to the user
	kind     OriginKind
	earlier  map[string]setting // the settings of the file before
	settings map[string]setting
	origins  map[string]Origin
	problems []Problem
	untold   int // problems beyond maxProblems
	notices  []Problem
	sections map[reflect.Type][]field // filled by fieldsOf, as a file may have many entries of a kind
}

// maxProblems is how many problems of one file are told; a file of another kind has thousands.
const maxProblems = 50

func (d *decoder) problem(node *yaml.Node, format string, args ...any) {
	if len(d.problems) == maxProblems {
		d.untold++
		return
	}
	d.problems = append(d.problems, Problem{File: d.file, Line: node.Line, Text: fmt.Sprintf(format, args...)})
}

func (d *decoder) origin(node *yaml.Node) Origin {
	return Origin{Kind: d.kind, Name: d.file, Line: node.Line}
}

func (d *decoder) fieldsOf(t reflect.Type) []field {
	fields, ok := d.sections[t]
	if !ok {
		fields = fieldsOf(t)
		d.sections[t] = fields
	}
	return fields
}

// section decodes a mapping with known keys. fixed says that no map is above it.
func (d *decoder) section(node *yaml.Node, v reflect.Value, prefix string, fixed bool) {
	fields := d.fieldsOf(v.Type())
	seen := make(map[string]*yaml.Node)
	for key, value := range pairs(node) {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key.Value })
		if i < 0 {
			i = slices.IndexFunc(fields, func(f field) bool { return f.key == snake(key.Value) })
		}
		if i < 0 {
			d.unknown(key, prefix, fields)
			continue
		}
		f := fields[i]
		if !d.once(seen, key, f.key, prefix) {
			continue
		}
		d.value(value, v.Field(f.index), f.checks, prefix+f.key, fixed)
	}
}

// value decodes the value of one key into v, whatever its type.
func (d *decoder) value(node *yaml.Node, v reflect.Value, c checks, key string, fixed bool) {
	switch {
	case node.Kind == yaml.AliasNode:
		d.problem(node, "%s: YAML references (*%s) are not supported; write the value out", key, node.Value)
	case node.ShortTag() == "!!null": // "key:" with nothing behind it leaves the key unset
	case c.personal && d.kind == FromProject:
		d.notices = append(d.notices, Problem{d.file, node.Line, key + " is ignored: a key never comes from a project file; set it in the environment or in your own config.yml"})
	case v.Kind() == reflect.Struct:
		if d.is(node, yaml.MappingNode, v.Type(), key) {
			d.section(node, v, key+".", fixed)
		}
	case v.Kind() == reflect.Map:
		if d.is(node, yaml.MappingNode, v.Type(), key) {
			d.entries(node, v, c, key)
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		if d.is(node, yaml.SequenceNode, v.Type(), key) {
			d.list(node, v, c, key)
		}
	case fixed:
		parsed := reflect.New(v.Type()).Elem()
		if earlier, ok := d.earlier[key]; ok && c.add {
			parsed.Set(earlier.value)
		}
		if d.leaf(node, parsed, c, key) {
			d.settings[key] = setting{parsed, d.origin(node)}
		}
	default:
		if d.leaf(node, v, c, key) {
			d.origins[key] = d.origin(node)
		}
	}
}

// leaf decodes a scalar, or a list of strings, into v.
func (d *decoder) leaf(node *yaml.Node, v reflect.Value, c checks, key string) bool {
	if v.Kind() != reflect.Slice {
		return d.scalar(node, v, c, key)
	}
	if !d.is(node, yaml.SequenceNode, v.Type(), key) {
		return false
	}
	list := reflect.MakeSlice(v.Type(), 0, len(node.Content))
	if c.add {
		list = reflect.AppendSlice(list, v)
	}
	ok := true
	for _, item := range node.Content {
		element := reflect.New(v.Type().Elem()).Elem()
		ok = d.scalar(item, element, c, key) && ok
		list = reflect.Append(list, element)
	}
	v.Set(list)
	return ok
}

func (d *decoder) scalar(node *yaml.Node, v reflect.Value, c checks, key string) bool {
	parsed, err := parseNode(node, v.Type())
	if err == nil {
		err = c.check(parsed)
	}
	if err != nil {
		d.problem(node, "%s: %v", key, err)
		return false
	}
	v.Set(parsed)
	return true
}

// entries decodes a mapping whose keys are the user's own words, entry over entry.
func (d *decoder) entries(node *yaml.Node, v reflect.Value, c checks, key string) {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	seen := make(map[string]*yaml.Node)
	for name, value := range pairs(node) {
		if name.Kind != yaml.ScalarNode || name.Value == "" {
			d.problem(name, "%s: a name is missing here", key)
			continue
		}
		if strings.IndexFunc(name.Value, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
			d.problem(name, "%s: the name %q has characters that cannot be shown; use another", key, short(name.Value))
			continue
		}
		if !d.once(seen, name, name.Value, key+".") || value.ShortTag() == "!!null" {
			continue
		}
		at := reflect.ValueOf(name.Value)
		entry := reflect.New(v.Type().Elem()).Elem()
		if earlier := v.MapIndex(at); earlier.IsValid() {
			entry.Set(earlier)
		} else if entry.Type() == serverType {
			entry.Set(reflect.ValueOf(NewMCPServer()))
		}
		d.value(value, entry, c, key+"."+name.Value, false)
		v.SetMapIndex(at, entry)
		d.origins[key+"."+name.Value] = d.origin(name)
	}
}

// list decodes rules and hooks, which are added to those of the file before and
// each remember where they come from.
func (d *decoder) list(node *yaml.Node, v reflect.Value, c checks, key string) {
	for _, item := range node.Content {
		element := reflect.New(v.Type().Elem())
		switch e := element.Interface().(type) {
		case *Rule:
			e.Origin = d.origin(item)
			if !d.scalar(item, reflect.ValueOf(&e.Text).Elem(), c, key) {
				continue
			}
			if strings.TrimSpace(e.Text) == "" {
				d.problem(item, "%s: a rule is empty; write one such as \"Bash(go test *)\"", key)
			}
		case *Hook:
			e.Origin = d.origin(item)
			if d.is(item, yaml.MappingNode, element.Elem().Type(), key) {
				d.section(item, element.Elem(), key+".", false)
			}
		}
		v.Set(reflect.Append(v, element.Elem()))
	}
	d.origins[key] = d.origin(node)
}

// found returns the problems in the order of their lines.
func (d *decoder) found() []Problem {
	sortByLine(d.problems)
	if d.untold > 0 {
		return append(d.problems, Problem{File: d.file, Text: fmt.Sprintf("and %d more problems; is it the right file?", d.untold)})
	}
	return d.problems
}

// is reports a value of the wrong shape.
func (d *decoder) is(node *yaml.Node, kind yaml.Kind, t reflect.Type, key string) bool {
	if node.Kind != kind {
		d.problem(node, "%s: expected %s, got %s", key, expected(t), describe(node))
	}
	return node.Kind == kind
}

// once reports a key that its section has already.
func (d *decoder) once(seen map[string]*yaml.Node, key *yaml.Node, name, prefix string) bool {
	if first, ok := seen[name]; ok {
		d.problem(key, "%s is set twice (also on line %d); keep one", prefix+name, first.Line)
		return false
	}
	seen[name] = key
	return true
}

// unknown reports a key that there is not, with the one that was probably meant.
func (d *decoder) unknown(key *yaml.Node, prefix string, fields []field) {
	if len(d.problems) == maxProblems {
		d.untold++
		return
	}
	if key.Kind != yaml.ScalarNode {
		d.problem(key, "expected the name of a key, got %s", describe(key))
		return
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.key
	}
	unknown := fmt.Sprintf("unknown key %q", prefix+short(key.Value))
	if meant := nearest(snake(key.Value), names); meant != "" {
		d.problem(key, "%s; did you mean %q?", unknown, prefix+meant)
		return
	}
	for _, l := range leaves() {
		if strings.HasSuffix(l.key, "."+snake(key.Value)) {
			d.problem(key, "%s; did you mean %q?", unknown, l.key)
			return
		}
	}
	d.problem(key, "%s; known here: %s", unknown, strings.Join(names, ", "))
}
