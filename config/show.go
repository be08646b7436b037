package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Entry is one key as `beestown config show` prints it.
type Entry struct {
	// Key is the whole path, such as "mcp_servers.github.command".
	Key string
	// Value is one line of text; a secret is masked, a text with ${VAR} is shown as written.
	Value string
	// Origin is the place that the value comes from.
	Origin Origin
}

// Origin tells where the value of a key comes from. Below a map, a whole entry
// ("mcp_servers.github") comes from the last file that had anything to say about it.
func (l *Loaded) Origin(key string) Origin { return l.origins[key] }

// Entries lists every key with its value and origin: in the order of Config, the
// entries of a map by name, the rules one by one.
func (l *Loaded) Entries() []Entry {
	s := shower{Loaded: l}
	s.section(reflect.ValueOf(l.Config), "")
	return s.entries
}

type shower struct {
	*Loaded
	entries []Entry
}

func (s *shower) section(v reflect.Value, prefix string) {
	for _, f := range fieldsOf(v.Type()) {
		s.value(v.Field(f.index), f.checks, prefix+f.key)
	}
}

func (s *shower) value(v reflect.Value, c checks, key string) {
	switch {
	case v.Kind() == reflect.Struct:
		s.section(v, key+".")
	case v.Kind() == reflect.Map:
		names := v.MapKeys()
		slices.SortFunc(names, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, name := range names {
			s.value(v.MapIndex(name), c, key+"."+name.String())
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			switch e := v.Index(i).Interface().(type) {
			case Rule:
				s.entries = append(s.entries, Entry{key, e.Text, e.Origin})
			case Hook:
				s.entries = append(s.entries, Entry{key, flow(e), e.Origin})
			}
		}
	default:
		s.entries = append(s.entries, Entry{key, s.text(v, c, key), s.origins[key]})
	}
}

func (s *shower) text(v reflect.Value, c checks, key string) string {
	switch {
	case c.secret:
		return Mask(v.String())
	case v.Type() == durationType:
		return shortDuration(time.Duration(v.Int()))
	case v.Kind() == reflect.String:
		if raw, ok := s.raw[key]; ok {
			return raw
		}
		return v.String()
	case v.Kind() == reflect.Slice:
		list := make([]string, v.Len())
		for i := range list {
			list[i] = v.Index(i).String()
			if raw, ok := s.raw[key+"["+strconv.Itoa(i)+"]"]; ok {
				list[i] = raw
			}
		}
		return flow(list)
	}
	return flow(v.Interface())
}

// flow writes a value on one line of YAML.
func flow(value any) string {
	var node yaml.Node
	if err := node.Encode(value); err != nil {
		return err.Error()
	}
	node.Style |= yaml.FlowStyle
	text, err := yaml.Marshal(&node)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text))
}

// shortDuration writes 2m0s as 2m and 10m0s as 10m.
func shortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Mask hides a secret but for its last four characters; a short one wholly.
func Mask(secret string) string {
	const shown = 4
	switch {
	case secret == "":
		return ""
	case len(secret) < 3*shown:
		return "***"
	}
	return "***" + secret[len(secret)-shown:]
}
