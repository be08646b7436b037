package cli_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// jsonLine is one line of JSON output.
type jsonLine map[string]any

func (l jsonLine) kind() string { s, _ := l["type"].(string); return s }

// jsonLines decodes stdout, of which every line must be a JSON object.
func jsonLines(ts *testscript.TestScript) []jsonLine {
	var lines []jsonLine
	for text := range strings.Lines(ts.ReadFile("stdout")) {
		var l jsonLine
		if err := json.Unmarshal([]byte(text), &l); err != nil || !strings.HasSuffix(text, "\n") {
			ts.Fatalf("stdout has a line that is no JSON object: %v\n%s", err, text)
		}
		lines = append(lines, l)
	}
	return lines
}

// lookup follows a path such as denied.0.hint; strings come without quotes.
func lookup(v any, path string) (string, bool) {
	for key := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case jsonLine:
			v = at[key]
		case map[string]any:
			v = at[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(at) {
				return "", false
			}
			v = at[i]
		default:
			return "", false
		}
	}
	if s, ok := v.(string); ok {
		return s, true
	}
	data, err := json.Marshal(v)
	return string(data), err == nil && v != nil
}

func cmdEvent(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, len(args) == 3, "[!] event TYPE PATH REGEXP")
	pattern, err := regexp.Compile("(?m)" + args[2])
	ts.Check(err)
	found := slices.ContainsFunc(jsonLines(ts), func(l jsonLine) bool {
		value, ok := lookup(l, args[1])
		return l.kind() == args[0] && ok && pattern.MatchString(value)
	})
	if found == neg {
		ts.Fatalf("a %s whose %s matches %q: %v", args[0], args[1], args[2], found)
	}
}

func cmdKeys(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, !neg && len(args) >= 2, "keys TYPE NAME...")
	must, may := map[string]bool{}, map[string]bool{}
	for _, name := range append(args[1:], "v", "type", "ts", "session", "seq") {
		name, optional := strings.CutSuffix(name, "?")
		must[name], may[name] = !optional, true
	}
	found := 0
	for _, l := range jsonLines(ts) {
		if l.kind() != args[0] {
			continue
		}
		found++
		for name := range l {
			if !may[name] {
				ts.Fatalf("%s has the key %s", args[0], name)
			}
		}
		for name, needed := range must {
			if _, ok := l[name]; needed && !ok {
				ts.Fatalf("%s lacks the key %s", args[0], name)
			}
		}
	}
	if found == 0 {
		ts.Fatalf("there is no %s", args[0])
	}
}

func cmdStream(ts *testscript.TestScript, neg bool, args []string) {
	wants(ts, !neg, "stream [TYPE...]")
	lines := jsonLines(ts)
	if len(lines) < 2 || lines[0].kind() != "init" || lines[len(lines)-1].kind() != "result" {
		ts.Fatalf("the stream does not go from init to result")
	}
	open := map[string]bool{}
	for i, l := range lines {
		checkHead(ts, l, lines[0], i+1)
		id, _ := l["id"].(string)
		switch l.kind() {
		case "init", "result":
			if i > 0 && i < len(lines)-1 {
				ts.Fatalf("line %d is a second %s", i+1, l.kind())
			}
		case "tool.start":
			if id == "" || open[id] {
				ts.Fatalf("line %d: tool.start with the id %q, which is empty or open", i+1, id)
			}
			open[id] = true
		case "tool.end":
			if !open[id] {
				ts.Fatalf("line %d: tool.end of %q, which did not start", i+1, id)
			}
			delete(open, id)
		}
		if len(args) > 0 && args[0] == l.kind() {
			args = args[1:]
		}
	}
	if len(open) > 0 {
		ts.Fatalf("calls without an end: %v", open)
	}
	if len(args) > 0 {
		ts.Fatalf("the stream lacks, in this order: %v", args)
	}
}

// checkHead checks what every line carries.
func checkHead(ts *testscript.TestScript, l, first jsonLine, seq int) {
	at, _ := l["ts"].(string)
	if _, err := time.Parse("2006-01-02T15:04:05.000Z", at); err != nil {
		ts.Fatalf("line %d: ts: %v", seq, err)
	}
	if l["v"] != 1.0 || l["seq"] != float64(seq) || l["session"] == "" || l["session"] != first["session"] {
		ts.Fatalf("line %d: v %v, seq %v, session %v", seq, l["v"], l["seq"], l["session"])
	}
}
