package builtin

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

// advertised is what the model is told about by default, as cli/menu.go has it; find_tools finds the others.
var advertised = []string{
	"Read", "Edit", "file_write", "file_list", "Glob", "Grep", "code_query", "Bash", "TodoWrite", "ask_user", "find_tools", "call_tool",
}

// maxDefinitions bounds the bytes of the advertised names, descriptions and schemas: they are a part of every
// request (architecture.md, section 5).
const maxDefinitions = 7500

// What a model is told about each tool. A change here breaks the prompt caches of all sessions.
func TestDefinitions(t *testing.T) {
	total := 0
	for _, tool := range newKit(t, nil).registry.List(nil) {
		s := tool.Spec()
		schema, err := tools.Encode(tool.Schema())
		if err != nil {
			t.Fatal(err)
		}
		size := len(s.Name) + len(s.Description) + len(schema)
		t.Logf("%-13s %5d bytes (description %d, schema %d)", s.Name, size, len(s.Description), len(schema))
		if slices.Contains(advertised, s.Name) {
			total += size
		}
		golden(t, s, schema)
	}
	t.Logf("%-13s %5d bytes", "advertised", total)
	if total > maxDefinitions {
		t.Errorf("the definitions have %d bytes, the limit is %d", total, maxDefinitions)
	}
}

func golden(t *testing.T, s tools.Spec, schema json.RawMessage) {
	t.Helper()
	encoded, err := json.Marshal(map[string]any{"name": s.Name, "description": s.Description, "parameters": schema})
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, encoded, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	file := filepath.Join("testdata", "schema", s.Name+".json")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s: %s", s.Name, diff)
	}
}

// Each description is sentences that stand alone, and each tool says who may call it and what it can do.
func TestSpecs(t *testing.T) {
	sentences := regexp.MustCompile(`^[A-Z][^\n]*\.$`)
	for _, tool := range newKit(t, nil).registry.List(nil) {
		s := tool.Spec()
		if !sentences.MatchString(s.Description) {
			t.Errorf("%s: description %q", s.Name, s.Description)
		}
		if s.Category == "" || s.Effect < tools.ReadOnly || s.Group == "" {
			t.Errorf("%s: category %q, effect %s, group %q", s.Name, s.Category, s.Effect, s.Group)
		}
		// Rows S0-36, S0-51, S2-14: what can change something asks.
		if changes := s.Effect == tools.WritesFiles || s.Effect == tools.Executes; changes != s.Permissions.RequireConfirmation {
			t.Errorf("%s: requires a confirmation: %v", s.Name, s.Permissions.RequireConfirmation)
		}
		for name, p := range tool.Schema().Properties {
			if p.Type == "" || len(p.Types) > 0 {
				t.Errorf("%s.%s has no plain type, which some providers reject", s.Name, name)
			}
		}
	}
}
