package symbols

import (
	"os/exec"
	"strings"
	"testing"
)

// goroot is the directory of the Go release that runs the tests.
func goroot(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
