package config

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// parseNode reads a scalar of a file as a value of type t. The error text names
// what was expected.
func parseNode(node *yaml.Node, t reflect.Type) (reflect.Value, error) {
	if node.Kind != yaml.ScalarNode {
		return reflect.Value{}, fmt.Errorf("expected %s, got %s", expected(t), describe(node))
	}
	tag := node.ShortTag()
	fits := true
	switch {
	case t == durationType:
		fits = tag == "!!int" || tag == "!!float" || tag == "!!str"
	case t.Kind() == reflect.Bool:
		fits = tag == "!!bool"
	case t.Kind() == reflect.Float64:
		fits = tag == "!!int" || tag == "!!float"
	case t.Kind() != reflect.String:
		fits = tag == "!!int"
	}
	if !fits {
		return reflect.Value{}, fmt.Errorf("expected %s, got %s", expected(t), describe(node))
	}
	return parseText(node.Value, t)
}

// parseText reads text, from a file, a variable or a flag, as a value of type t.
// A duration without a unit is in milliseconds.
func parseText(text string, t reflect.Type) (reflect.Value, error) {
	v := reflect.New(t).Elem()
	var err error
	switch {
	case t == durationType:
		var d time.Duration
		d, err = parseDuration(text)
		v.SetInt(int64(d))
	case t.Kind() == reflect.String:
		v.SetString(text)
	case t.Kind() == reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(strings.ToLower(text))
		v.SetBool(b)
	case t.Kind() == reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			err = strconv.ErrRange
		}
		v.SetFloat(f)
	default:
		var n int64
		n, err = strconv.ParseInt(text, 0, 64)
		v.SetInt(n)
	}
	if err != nil {
		return reflect.Value{}, fmt.Errorf("expected %s, got %q", expected(t), short(text))
	}
	return v, nil
}

func parseDuration(text string) (time.Duration, error) {
	ms, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return time.ParseDuration(text)
	}
	ns := ms * float64(time.Millisecond)
	if math.IsNaN(ns) || math.Abs(ns) >= math.MaxInt64 {
		return 0, strconv.ErrRange
	}
	return time.Duration(ns), nil
}

// check says what is wrong with a parsed value, as a sentence part, or nil.
func (c checks) check(v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		if len(c.enum) > 0 && !slices.Contains(c.enum, v.String()) {
			return fmt.Errorf("%q is not one of %s", short(v.String()), strings.TrimPrefix(strings.Join(c.enum, ", "), ", "))
		}
		if c.regexp {
			if _, err := regexp.Compile(v.String()); err != nil {
				return fmt.Errorf("%q is not a regular expression (RE2): %v", short(v.String()), err)
			}
		}
	case reflect.Int, reflect.Int64:
		if v.Type() == durationType {
			return c.checkDuration(time.Duration(v.Int()))
		}
		return c.checkNumber(float64(v.Int()))
	case reflect.Float64:
		return c.checkNumber(v.Float())
	}
	return nil
}

func (c checks) checkNumber(n float64) error {
	if c.min != nil && n < *c.min {
		return fmt.Errorf("%v is too small; the least is %v", n, *c.min)
	}
	if c.max != nil && n > *c.max {
		return fmt.Errorf("%v is too large; the most is %v", n, *c.max)
	}
	return nil
}

func (c checks) checkDuration(d time.Duration) error {
	if d < 0 || c.min != nil && d == 0 {
		return fmt.Errorf("%v is too short; give a duration above zero, such as \"60s\"", d)
	}
	return nil
}

// expected names a type as a user would.
func expected(t reflect.Type) string {
	switch {
	case t == durationType:
		return `a duration (text such as "60s", or a number of milliseconds)`
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Float64:
		return "a number"
	case t.Kind() == reflect.Slice:
		return "a list"
	case t.Kind() == reflect.Map, t.Kind() == reflect.Struct:
		return "a section of keys"
	}
	return "a whole number"
}

// describe names what a file has instead.
func describe(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "a section of keys"
	case yaml.SequenceNode:
		return "a list"
	}
	return strconv.Quote(short(node.Value))
}

// short cuts text that is only named in a message.
func short(text string) string {
	const longest = 60
	if len(text) > longest {
		return text[:longest] + "..."
	}
	return text
}
