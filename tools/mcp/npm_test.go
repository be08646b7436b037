package mcp

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// npmVar names the directory in which the npm servers are installed, for tests.
const npmVar = "BEESTOWN_TEST_NPM"

// npmModules returns where the npm servers are, or "" when this machine has none; in CI they must be
// there.
func npmModules(t *testing.T) string {
	t.Helper()
	var places []string
	if dir := os.Getenv(npmVar); dir != "" {
		places = append(places, filepath.Join(dir, "node_modules"))
	}
	node, err := exec.LookPath("node")
	if err == nil {
		places = append(places, filepath.Join(filepath.Dir(filepath.Dir(node)), "lib", "node_modules"))
	}
	for _, place := range places {
		if _, err := os.Stat(filepath.Join(place, "@modelcontextprotocol", "server-everything")); err == nil {
			return place
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("node with @modelcontextprotocol/server-everything and server-filesystem is needed in CI; install them and set %s (looked in %q, node: %v)", npmVar, places, err)
	}
	return ""
}

// TestRealServers runs against the servers that their authors publish. Machines without node have
// nothing to run here; the rest of the package is tested with servers of our own.
func TestRealServers(t *testing.T) {
	modules := npmModules(t)
	if modules == "" {
		t.Logf("no npm servers on this machine; set %s to their directory", npmVar)
		return
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("content of a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := func(name string, args ...string) ServerOptions {
		main := filepath.Join(modules, "@modelcontextprotocol", "server-"+name, "dist", "index.js")
		return ServerOptions{Name: name, Command: "node", Args: append([]string{main}, args...), StartupTimeout: time.Minute}
	}
	f := startServers(t, Options{Dir: dir, Version: "test"}, server("everything"), server("filesystem", dir))
	for _, s := range f.States() {
		if s.Status != Ready || len(s.Tools) == 0 {
			t.Fatal(s.Notice())
		}
		t.Logf("%s: %d tools in %v", s.Name, len(s.Tools), s.Took)
	}
	if r := f.call(t, "mcp__everything__echo", `{"message":"bees"}`); !strings.Contains(r.Text, "bees") {
		t.Errorf("echo = %+v", r)
	}
	image := slices.IndexFunc(f.names(), func(name string) bool { return strings.HasSuffix(name, "get-tiny-image") })
	if image < 0 {
		t.Fatalf("no image tool in %v", f.names())
	}
	if r := f.call(t, f.names()[image], `{}`); len(r.Images) != 1 || r.Images[0].MIME != "image/png" {
		t.Errorf("image = %q, %d images", r.Text, len(r.Images))
	}
	if r := f.call(t, "mcp__filesystem__read_text_file", `{"path":"`+filepath.Join(dir, "a.txt")+`"}`); r.Text != "content of a\n" {
		t.Errorf("read = %+v", r)
	}
	if r := f.call(t, "mcp__filesystem__read_text_file", `{"path":"/etc/passwd"}`); r.Err == nil || !strings.Contains(r.Text, "outside") {
		t.Errorf("read of a file outside = %+v", r)
	}
}
