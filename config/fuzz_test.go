package config

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.yaml.in/yaml/v3"
)

// checkSame compares two configurations but for the places that rules come from.
func checkSame(t *testing.T, want, got Config) {
	t.Helper()
	ignoreOrigin := cmp.Transformer("origin", func(Origin) string { return "" })
	if diff := cmp.Diff(want, got, ignoreOrigin, cmpopts.EquateEmpty(), cmpopts.EquateErrors()); diff != "" {
		t.Error(diff)
	}
}

// decodeOnly reads a file without layering, expanding or touching the disk.
func decodeOnly(data []byte) (Config, []Problem) {
	cfg := Default()
	root, problem := parse(data)
	if problem != nil || root == nil {
		return cfg, []Problem{{}}
	}
	d := decoder{file: "f", kind: FromUser, settings: map[string]setting{}, origins: map[string]Origin{}, sections: map[reflect.Type][]field{}}
	d.respell(root)
	v := reflect.ValueOf(&cfg).Elem()
	d.section(root, v, "", true)
	for _, k := range leaves() {
		if s, ok := d.settings[k.key]; ok {
			v.FieldByIndex(k.index).Set(s.value)
		}
	}
	return cfg, d.problems
}

// FuzzDecode: no input makes the decoder panic, every problem has a line within the
// file, and what is accepted can be written and read again with the same meaning.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(everySpelling))
	f.Add([]byte("model: ~\nmcp_servers: [{name: a}, {name: a}]\n? {}\n: []\n"))
	f.Add([]byte("tools: {mcpServers: [a, {name: [b]}], rate_limits: {a: {max_calls_per_hour: 1, per_hour: 1}}}"))
	f.Add([]byte("hooks: {e: [{command: [x]}]}\npermissions: {allow: [a]}\nx: &x {y: *x}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, problems := decodeOnly(data)
		if len(problems) > 0 {
			for _, p := range problems {
				if p.Line < 0 || p.Line > len(data)+1 {
					t.Errorf("line %d of %d bytes", p.Line, len(data))
				}
			}
			return
		}
		text, err := yaml.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		second, problems := decodeOnly(text)
		if len(problems) > 0 {
			t.Fatalf("written again it is wrong: %v\n%s", problems, text)
		}
		checkSame(t, first, second)
	})
}
