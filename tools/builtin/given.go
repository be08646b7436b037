package builtin

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// take removes a parameter from the arguments and returns its value, nil when it is missing or null.
func take(args map[string]any, name string) any {
	v := args[name]
	delete(args, name)
	return v
}

// takeInt is take for a whole number, which may come as text; given is false when it is missing.
func takeInt(args map[string]any, name string) (n int, given bool, err error) {
	v := take(args, name)
	if v == nil {
		return 0, false, nil
	}
	f, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || f != float64(int(f)) {
		return 0, false, fmt.Errorf("parameter '%s' expected integer, got %v", name, v)
	}
	return int(f), true, nil
}

// jsonNumber is a number as decoded arguments hold it.
func jsonNumber(f float64) json.Number {
	return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
}
