package transcript

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beestown/tools"
	"beestown/tui/md"
	"beestown/tui/row"
	"beestown/tui/theme"
	"beestown/tui/view"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var now = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

func look(t testing.TB, width int, expanded, ascii bool) Look {
	t.Helper()
	th, err := theme.New(theme.Options{Name: "dark", ASCII: ascii})
	if err != nil {
		t.Fatal(err)
	}
	return Look{Width: width, Expanded: expanded, Theme: th, Markdown: md.New(th), Now: now}
}

const mixed = "中文字符,全角 👩‍👩‍👧 family and a very long line that has to be wrapped somewhere 字字字字字字字字字字字字"

// items is one of each kind, in several states.
func items(t testing.TB) []Item {
	l := look(t, 80, false, false)
	answer := NewAnswer(l.Markdown)
	answer.Append("Some **text**.\n\n```go\nfunc main() {}\n```\n\n" + mixed)
	answer.Finish()
	void := NewAnswer(l.Markdown)
	void.Append("half an ans")
	void.Void()
	thinking := &Thinking{}
	thinking.Append("first this, then " + mixed)
	thinking.Finish()
	running := NewTool("Bash", "go test ./...")
	running.Start("Bash", tools.View{Subject: "go test ./..."}, now.Add(-6400*time.Millisecond))
	running.Progress("one\ntwo\nthree\nfour\nfive\nsix\n"+mixed, 4000)
	waiting := NewTool("Edit", "a.go")
	waiting.Wait(tools.View{Subject: "internal/" + strings.Repeat("deep/", 20) + "a.go", Summary: "+1 -2"}, now)
	failed := NewTool("Bash", "")
	failed.End(Failed, view.Clean(tools.View{Subject: "make docs", Summary: "exit 2",
		Body: tools.Command{Command: "make docs", Output: strings.Repeat("line\n", 30) + "\x1b[31mError\x1b[0m 1"}}), 1900*time.Millisecond, "")
	denied := NewTool("Bash", "rm -rf /\nrm -rf ~")
	denied.End(Denied, tools.View{}, 0, "you: not on a Friday")
	edited := NewTool("Edit", "a.go")
	edited.End(Succeeded, view.Clean(tools.View{Subject: "a.go", Summary: "+1 -1", Body: tools.NewDiff("a.go", []byte("a\n"), []byte(mixed+"\n"))}), 0, "")
	retry := &Retry{Attempt: 2, Max: 5, Cause: "HTTP 429 too many requests", Until: now.Add(4 * time.Second), Void: true}
	return []Item{
		NewHeader(Facts{Version: "0.1", Model: "m", Endpoint: "http://127.0.0.1", Place: "~/src (main)", Tools: "tools 14", Tips: []string{"a", "b"}, Demo: true}),
		NewUser("fix it\n" + mixed), thinking, answer, void, NewTool("Read", "a.go"), running, waiting, failed, denied, edited, retry,
		NewNotice("warn", "Connection lost. "+mixed, "try again"), NewNotice("error", "x", ""),
		NewReflection(Reflection{Verdict: "continue", Assessment: "todos are open " + mixed, Focus: "tests", Lessons: []string{"Bash: read the error"}}),
		NewView("Tools", view.Clean(tools.View{Summary: "2", Body: tools.Table{Header: []string{"tool", "group"}, Rows: [][]string{{"Read", mixed}, {"Edit", "files"}}}})),
	}
}

func TestItems(t *testing.T) {
	for _, width := range []int{20, 40, 80, 120} {
		for _, expanded := range []bool{false, true} {
			l := look(t, width, expanded, width == 120)
			var out []string
			for i, item := range items(t) {
				for r := range item.Height(&l) {
					line := item.Row(&l, r)
					if w := row.Width(line); w > width {
						t.Errorf("item %d (%T) at %d: row %d has %d cells: %q", i, item, width, r, w, line)
					}
					out = append(out, strings.TrimRight(ansi.Strip(line), " "))
				}
				out = append(out, "")
			}
			golden(t, fmt.Sprintf("items-%d-%v", width, expanded), strings.Join(out, "\n"))
		}
	}
}

func list(t testing.TB, n, height int) *List {
	l := NewList()
	l.SetLook(look(t, 40, false, false))
	l.SetHeight(height)
	for i := range n {
		l.Append(NewUser(fmt.Sprint("prompt ", i)))
	}
	return l
}

func TestListFollows(t *testing.T) {
	l := list(t, 50, 9)
	at := func() string { return ansi.Strip(strings.Join(l.View(), "|")) }
	if !strings.HasSuffix(at(), "prompt 49") {
		t.Fatalf("not at the end: %s", at())
	}
	l.Scroll(-6)
	before := at()
	l.Append(NewUser("late"))
	if at() != before || l.Following() {
		t.Errorf("moved from %s to %s", before, at())
	}
	if l.Below() != 2 { // the blank row and the prompt
		t.Errorf("%d new rows, want 2", l.Below())
	}
	l.Scroll(8)
	if !l.Following() || !strings.HasSuffix(at(), "late") {
		t.Errorf("the end does not follow: %s", at())
	}
	l.Top()
	if !strings.HasPrefix(at(), "❯ prompt 0") {
		t.Errorf("not at the beginning: %s", at())
	}
	l.Scroll(-5)
	if !strings.HasPrefix(at(), "❯ prompt 0") {
		t.Errorf("above the beginning: %s", at())
	}
}

// A change of the width keeps the item under the reader's eye, and scrolling down
// and up by any steps shows the same rows again.
func TestListScrollIsReversible(t *testing.T) {
	l := list(t, 200, 10)
	l.Scroll(-150)
	for n := 1; n < 40; n += 3 {
		before := l.View()
		l.Scroll(n)
		l.Scroll(-n)
		if diff := cmp.Diff(before, l.View()); diff != "" {
			t.Fatalf("by %d: %s", n, diff)
		}
	}
	first := l.View()[1]
	narrow := look(t, 30, false, false)
	l.SetLook(narrow)
	if l.View()[1] != first {
		t.Errorf("another width moved the text from %q to %q", first, l.View()[1])
	}
}

func TestListForgetsWhatIsFar(t *testing.T) {
	l := list(t, 3000, 20)
	for range 600 {
		l.View()
		l.Scroll(-4)
	}
	if n := len(l.drawn); n > keptItems {
		t.Errorf("%d items keep their rows", n)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}
