package builtin

import (
	"encoding/json"
	"strconv"
)

// jsonNumber is a number as decoded arguments hold it.
func jsonNumber(f float64) json.Number {
	return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
}
