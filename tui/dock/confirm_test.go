package dock

import (
	"strings"
	"testing"
	"time"

	"beestown/tools"
	"beestown/tui/theme"

	"github.com/charmbracelet/x/ansi"
)

// Where a command runs is a part of what is approved: it is never cut.
func TestDirectoryOfACommandIsShownWhole(t *testing.T) {
	th, err := theme.New(theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const dir = "/home/someone/projects/a/directory/with/quite/a/long/name"
	for _, width := range []int{30, 40, 60, 80, 120} {
		d := New(th)
		d.AskApproval("q1", tools.Approval{
			Tool: "Bash", View: tools.View{Subject: "rm -rf a", Body: tools.Command{Command: "rm -rf a", Dir: dir, TimeoutSec: 120}},
		}, false, time.Time{})
		d.Resize(width, 20)
		rows, _ := d.Draw()
		shown := ansi.Strip(strings.Join(rows, "\n"))
		joined := strings.NewReplacer("\\", "", "\n", "", " ", "").Replace(shown)
		if !strings.Contains(joined, "in"+dir) || !strings.Contains(joined, "rm-rfa") {
			t.Errorf("width %d: the directory is not whole:\n%s", width, shown)
		}
	}
}
