package config

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// SetUserKey sets one scalar key, such as "model", in a config file, which is made if
// it is not there. Only the line of that key changes; comments, blank lines and
// order stay. The value is checked first and is taken literally. The file is replaced
// at once, with mode 0600. The error continues a sentence that begins with the file's name.
func SetUserKey(path, key, value string) error {
	k, err := scalarKey(leaves(), key)
	if err != nil {
		return err
	}
	parsed, err := parseText(value, k.typ)
	if err == nil {
		err = k.check(parsed)
	}
	if err != nil {
		return fmt.Errorf("cannot have %s: %w", key, err)
	}
	data, err := readFile(path)
	if err != nil {
		return err
	}
	if k.expand {
		value = strings.ReplaceAll(value, "${", "$${")
		parsed.SetString(value)
	}
	literal, err := yaml.Marshal(parsed.Interface())
	if err != nil {
		return err
	}
	edited, err := setLine(data, strings.Split(key, "."), strings.TrimRight(string(literal), "\n"))
	if err != nil {
		return err
	}
	if root, problem := parse([]byte(edited)); problem != nil || !has(root, strings.Split(key, "."), value, literal) {
		return fmt.Errorf("is written in a way that %s cannot be set in; set it by hand", key)
	}
	return writePrivate(path, []byte(edited))
}

// has says whether the edited tree holds the value.
func has(root *yaml.Node, path []string, value string, literal []byte) bool {
	for _, name := range path {
		root = lookup(root, name)
	}
	return root != nil && (root.Value == value || root.Value == strings.TrimSpace(string(literal)))
}

// setLine returns the text of a file with one key set: its line is replaced, or one is
// put in below the deepest section that is there, or sections are added at the end.
func setLine(data []byte, path []string, literal string) (string, error) {
	root, problem := parse(data)
	if problem != nil {
		return "", fmt.Errorf("%s (line %d); mend it by hand", problem.Text, problem.Line)
	}
	if strings.Contains(literal, "\n") {
		return "", errors.New("cannot hold a value of several lines")
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	if len(lines) == 1 && lines[0] == "" {
		lines = nil
	}
	parent, at, indent := root, len(lines), ""
	depth := 0
	for ; depth < len(path) && parent != nil; depth++ {
		key, value := lookupPair(parent, path[depth])
		if key == nil {
			break
		}
		indent = strings.Repeat(" ", key.Column-1)
		if depth == len(path)-1 {
			if value.Kind != yaml.ScalarNode || value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 || parent.Style&yaml.FlowStyle != 0 {
				return "", fmt.Errorf("has %s on several lines or in braces; set it by hand", strings.Join(path, "."))
			}
			lines[key.Line-1] = withComment(indent+key.Value+": "+literal, value, key)
			return strings.Join(lines, "\n") + "\n", nil
		}
		parent, at = value, key.Line
		indent += "  "
		if value.Kind == yaml.MappingNode && len(value.Content) > 0 {
			indent = strings.Repeat(" ", value.Content[0].Column-1)
		}
	}
	var added []string
	for i, name := range path[depth:] {
		line := indent + strings.Repeat("  ", i) + name + ":"
		if depth+i == len(path)-1 {
			line += " " + literal
		}
		added = append(added, line)
	}
	lines = append(lines[:at:at], append(added, lines[at:]...)...)
	return strings.Join(lines, "\n") + "\n", nil
}

// withComment keeps the comment at the end of a line that is replaced.
func withComment(line string, value, key *yaml.Node) string {
	for _, node := range []*yaml.Node{value, key} {
		if node.LineComment != "" {
			return line + " " + node.LineComment
		}
	}
	return line
}

// lookupPair is lookup with the key's node.
func lookupPair(node *yaml.Node, name string) (key, value *yaml.Node) {
	for k, v := range pairs(node) {
		if snake(k.Value) == name {
			return k, v
		}
	}
	return nil, nil
}
