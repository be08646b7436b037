package config

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.yaml.in/yaml/v3"
)

const examplePath = "../.beestown.example.yml"

func readExample(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestExampleHoldsTheDefaults(t *testing.T) {
	w := newWorld(t)
	w.user(readExample(t))
	l := w.load()
	if diff := cmp.Diff(Default(), l.Config, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the example differs from the defaults (-default +example):\n%s", diff)
	}
}

func TestExampleHoldsEveryKey(t *testing.T) {
	text := uncomment(readExample(t))
	w := newWorld(t)
	w.user(text)
	w.env = map[string]string{"WORK_API_KEY": "k", "EXAMPLE_TOKEN": "t", "TEAM_WEBHOOK": "https://example.com"}
	for name, server := range w.load().Config.MCPServers {
		if server.Err != nil {
			t.Errorf("server %s of the example: %v", name, server.Err)
		}
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	requireKeys(t, "", reflect.TypeFor[Config](), []*yaml.Node{document.Content[0]})
}

// uncomment turns "#key: value" into "key: value"; prose has a single space after the #.
func uncomment(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		indent, rest, ok := strings.Cut(line, "#")
		prose := strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "  ")
		if ok && strings.TrimSpace(indent) == "" && !prose {
			lines[i] = indent + rest
		}
	}
	return strings.Join(lines, "\n")
}

// requireKeys checks that every key of a section is in at least one of the nodes, with a comment.
func requireKeys(t *testing.T, path string, typ reflect.Type, nodes []*yaml.Node) {
	t.Helper()
	switch {
	case typ.Kind() == reflect.Map:
		requireKeys(t, path+".*", typ.Elem(), children(nodes))
	case typ.Kind() == reflect.Slice && typ.Elem() == reflect.TypeFor[Hook]():
		requireKeys(t, path+"[]", typ.Elem(), children(nodes))
	case typ.Kind() == reflect.Struct:
		for _, f := range fieldsOf(typ) {
			var found []*yaml.Node
			for _, node := range nodes {
				if value := lookup(node, f.key); value != nil {
					found = append(found, value)
				}
			}
			if len(found) == 0 {
				t.Errorf("%s has no key %q", examplePath, strings.TrimPrefix(path+"."+f.key, "."))
				continue
			}
			requireKeys(t, path+"."+f.key, f.typ, found)
		}
	}
}

func children(nodes []*yaml.Node) []*yaml.Node {
	var list []*yaml.Node
	for _, node := range nodes {
		if node.Kind == yaml.SequenceNode {
			list = append(list, node.Content...)
		}
		for _, value := range pairs(node) {
			list = append(list, value)
		}
	}
	return list
}

func TestRoundTrip(t *testing.T) {
	w := newWorld(t)
	w.user(uncomment(readExample(t)))
	w.env = map[string]string{"WORK_API_KEY": "k", "EXAMPLE_TOKEN": "t", "TEAM_WEBHOOK": "https://example.com"}
	first := w.load().Config
	data, err := yaml.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	w.user(string(data))
	second := w.load().Config
	checkSame(t, first, second)
}
