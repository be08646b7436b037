package llmtest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Parse reads a script in the text form that the package comment describes. Errors name the line.
func Parse(script string) ([]Turn, error) {
	var turns []Turn
	p := parser{}
	for i, line := range strings.Split(script, "\n") {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == "---":
			turns, p = append(turns, p.turn), parser{}
		case line == "" || strings.HasPrefix(line, "#"):
		default:
			p.used = true
			if err := p.directive(line); err != nil {
				return nil, fmt.Errorf("llmtest: line %d: %w", i+1, err)
			}
		}
	}
	if p.used {
		turns = append(turns, p.turn)
	}
	return turns, nil
}

// parser collects the directives of one turn.
type parser struct {
	turn Turn
	used bool
}

func (p *parser) directive(line string) error {
	name, rest, _ := strings.Cut(line, " ")
	if flag := p.flag(name); flag != nil {
		*flag = true
		return nil
	}
	if number := p.number(name); number != nil {
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 {
			return fmt.Errorf("%s wants a number, not %q", name, rest)
		}
		if *number = n; name == "repeat" && n == 0 {
			*number = Forever
		}
		return nil
	}
	if text := p.text(name); text != nil {
		if *text != "" {
			*text += "\n"
		}
		*text += rest
		return nil
	}
	return p.structured(name, rest)
}

func (p *parser) flag(name string) *bool {
	f := &p.turn.Fault
	return map[string]*bool{
		"hang": &f.Hang, "nofinish": &f.NoFinish, "nodone": &f.NoDone, "json": &f.JSON,
		"comments": &f.Comments, "sharedindex": &f.SharedIndex, "repeatname": &f.RepeatName,
		"usageeach": &f.UsageEach, "noids": &f.NoIDs,
	}[name]
}

func (p *parser) number(name string) *int {
	t := &p.turn
	return map[string]*int{
		"chunk": &t.Chunk, "repeat": &t.Repeat, "status": &t.Fault.Status,
		"cut": &t.Fault.CutAfter, "flush": &t.Fault.Flush,
	}[name]
}

func (p *parser) text(name string) *string {
	t := &p.turn
	return map[string]*string{
		"text": &t.Text, "reasoning": &t.Reasoning, "reasoning-field": &t.ReasoningField,
		"finish": &t.Finish, "body": &t.Fault.Body, "error": &t.Fault.Error, "raw": &t.Fault.Raw,
	}[name]
}

func (p *parser) structured(name, rest string) error {
	t := &p.turn
	switch name {
	case "call":
		tool, args, _ := strings.Cut(rest, " ")
		if tool == "" {
			return fmt.Errorf("call wants a tool name and arguments")
		}
		t.Calls = append(t.Calls, Tool(tool, args))
	case "want":
		t.Want = append(t.Want, rest)
	case "usage":
		if _, err := fmt.Sscanf(rest, "%d %d", &t.Usage.Input, &t.Usage.Output); err != nil {
			return fmt.Errorf("usage wants two numbers, not %q", rest)
		}
	case "header":
		key, value, ok := strings.Cut(rest, ": ")
		if !ok {
			return fmt.Errorf("header wants \"Name: value\", not %q", rest)
		}
		if t.Fault.Header == nil {
			t.Fault.Header = map[string]string{}
		}
		t.Fault.Header[key] = value
	case "delay":
		d, err := time.ParseDuration(rest)
		if err != nil {
			return fmt.Errorf("delay wants a duration such as 20ms, not %q", rest)
		}
		t.Delay = d
	default:
		return fmt.Errorf("unknown directive %q; the package comment lists them", name)
	}
	return nil
}
