package mcp

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	keys := serverKeys([]string{"files", "a.b", "a_b", "x__y_", "", strings.Repeat("k", 40)})
	want := []string{"files", "a_b_" + keys[1][4:], "a_b", "x_y", keys[4], strings.Repeat("k", 23) + keys[5][23:]}
	if diff := cmp.Diff(want, keys); diff != "" || len(keys[1]) != 12 || len(keys[4]) != 8 || len(keys[5]) != 32 {
		t.Errorf("keys %q (-want +got):\n%s", keys, diff)
	}
	long := strings.Repeat("long", 20)
	wire := wireNames("s", "s", []string{"a.b", "a_b", "get repo", "same", "same", long})
	want = []string{"mcp__s__a_b_" + wire[0][12:], "mcp__s__a_b", "mcp__s__get_repo", "mcp__s__same", "mcp__s__same", wire[5]}
	if diff := cmp.Diff(want, wire); diff != "" || len(wire[0]) != 20 || len(wire[5]) != maxName {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// Different tools have different names that providers accept, whatever servers call them.
func TestNamesAreUnique(t *testing.T) {
	form := regexp.MustCompile(`^mcp__[A-Za-z0-9_-]{1,59}$`)
	name := rapid.StringOfN(rapid.SampledFrom([]rune("ab_.-é")), 0, 80, -1)
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.SliceOfNDistinct(name, 1, 5, rapid.ID).Draw(t, "servers")
		seen := map[string]string{}
		for i, key := range serverKeys(servers) {
			own := rapid.SliceOfNDistinct(name, 0, 8, rapid.ID).Draw(t, "tools")
			for j, wire := range wireNames(key, servers[i], own) {
				id := servers[i] + "\x00" + own[j]
				if !form.MatchString(wire) {
					t.Fatalf("%q of %q", wire, id)
				}
				if other, taken := seen[wire]; taken {
					t.Fatalf("%q is %q and %q", wire, other, id)
				}
				seen[wire] = id
			}
		}
	})
}

func TestOddDefinitions(t *testing.T) {
	f := startServers(t, Options{MaxDescription: 1000}, fakeServer(t, "a", "names"))
	s := f.States()[0]
	if len(s.Tools) != 5 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `"same" is listed twice`) {
		t.Errorf("state = %+v", s)
	}
	for _, tool := range f.registry.List(nil) {
		if spec := tool.Spec(); len(spec.Description) > 1000 || !strings.Contains(spec.Description, "left out") {
			t.Errorf("%s: description of %d bytes", spec.Name, len(spec.Description))
		}
	}
	// The server is called by its own name for the tool.
	if r := f.call(t, s.Tools[0], `{"k":1}`); r.Text != `{"k":1}` {
		t.Errorf("result = %+v", r)
	}
}
