package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// expand replaces ${VAR} and a leading ~/ in the fields that say so, in values that
// were written in a file and are in effect. What goes wrong inside an entry that can
// be left out (a server, a provider, a channel) is kept on that entry.
func (l *loader) expand() {
	config := reflect.ValueOf(&l.Config).Elem()
	for _, k := range l.keys {
		if problem := l.expandValue(config.FieldByIndex(k.index), k.checks, k.key); problem != nil {
			l.problems = append(l.problems, *problem)
		}
	}
	for _, f := range fieldsOf(config.Type()) {
		if f.typ.Kind() == reflect.Map && f.typ.Elem().Kind() == reflect.Struct {
			l.expandEntries(config.Field(f.index), f.key)
		}
	}
}

// expandEntries expands each entry of a map of sections.
func (l *loader) expandEntries(entries reflect.Value, key string) {
	fields := fieldsOf(entries.Type().Elem())
	for _, name := range entries.MapKeys() {
		entry := reflect.New(entries.Type().Elem()).Elem()
		entry.Set(entries.MapIndex(name))
		if enabled := entry.FieldByName("Enabled"); enabled.IsValid() && !enabled.Bool() {
			continue
		}
		var first *Problem
		for _, f := range fields {
			problem := l.expandValue(entry.Field(f.index), f.checks, key+"."+name.String()+"."+f.key)
			if first == nil {
				first = problem
			}
		}
		if first != nil {
			entry.FieldByName("Err").Set(reflect.ValueOf(*first))
		}
		entries.SetMapIndex(name, entry)
	}
}

// expandValue expands text, and the elements of a list or a map of texts.
func (l *loader) expandValue(v reflect.Value, c checks, key string) *Problem {
	if !c.expand && !c.path {
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		text, problem := l.expandText(v.String(), c, key, l.origins[key])
		v.SetString(text)
		return problem
	case reflect.Slice:
		list := make([]string, v.Len()) // a new list: v may be shared with another layer
		for i := range list {
			text, problem := l.expandText(v.Index(i).String(), c, fmt.Sprintf("%s[%d]", key, i), l.origins[key])
			if problem != nil {
				return problem
			}
			list[i] = text
		}
		if v.Len() > 0 {
			v.Set(reflect.ValueOf(list))
		}
	case reflect.Map:
		entries := v.Interface().(map[string]string)
		for _, name := range slices.Sorted(maps.Keys(entries)) {
			at := key + "." + name
			text, problem := l.expandText(entries[name], c, at, l.origins[at])
			if problem != nil {
				return problem
			}
			entries[name] = text
		}
	}
	return nil
}

func (l *loader) expandText(text string, c checks, key string, origin Origin) (string, *Problem) {
	expanded := text
	if c.expand && origin.inFile() {
		var err error
		if expanded, err = expandVariables(text, l.LookupEnv); err != nil {
			problem := origin.problem(key + ": " + err.Error())
			return "", &problem
		}
	}
	if expanded != text {
		l.raw[key] = text
	}
	if c.path && (expanded == "~" || strings.HasPrefix(expanded, "~/")) {
		expanded = filepath.Join(l.Home, expanded[1:])
	}
	return expanded, nil
}

// expandVariables replaces every ${VAR}; $${ stands for a literal ${, and any other $ for itself.
func expandVariables(text string, lookup func(string) (string, bool)) (string, error) {
	var b strings.Builder
	for {
		i := strings.Index(text, "${")
		if i < 0 {
			b.WriteString(text)
			return b.String(), nil
		}
		if i > 0 && text[i-1] == '$' {
			b.WriteString(text[:i-1] + "${")
			text = text[i+2:]
			continue
		}
		name, rest, closed := strings.Cut(text[i+2:], "}")
		if !closed || !variableName(name) {
			return "", fmt.Errorf("%q is not of the form ${NAME}; write $${ for a literal ${", short(text[i:]))
		}
		value, ok := lookup(name)
		if !ok {
			return "", fmt.Errorf("the variable %s is not set; set it, or write $${%s} for the literal text", name, name)
		}
		b.WriteString(text[:i] + value)
		text = rest
	}
}

func variableName(name string) bool {
	for i, r := range name {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}
