package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A page that stands in the conversation already is not sent a second time, unless it is asked for
// a third time, or anything about it is different.
func TestReadAgain(t *testing.T) {
	k := newKit(t, map[string]string{"f": manyLines(200), "short": manyLines(5)})
	full, page := numbered(1, 200), numbered(11, 90)+"(lines 11-90 of 200; go on with offset 91)\n"
	note := "(f is unchanged since you read lines 1-200 of 200 above; Read again only if you need the text once more)\n"
	whole, part := args{"file_path": "f"}, args{"file_path": "f", "offset": 11, "limit": 80}
	read := func(step string, a args, want string) {
		t.Helper()
		if diff := cmp.Diff(want, k.do("Read", a).Text); diff != "" {
			t.Errorf("%s: %s", step, diff)
		}
	}
	read("first", whole, full)
	read("another range", part, page)
	read("again", args{"file_path": "./f", "limit": 500}, note)
	read("a third time", whole, full)
	read("and again", whole, note)
	read("the other range again", part, strings.Replace(note, "1-200", "11-90", 1))
	read("short", args{"file_path": "short"}, numbered(1, 5))
	read("short again", args{"file_path": "short"}, numbered(1, 5))

	read("before the edit", part, page)
	k.do("Edit", args{"file_path": "f", "old_string": "line 20\n", "new_string": "line 20 \n"})
	read("after the edit", part, strings.Replace(page, "line 20\n", "line 20 \n", 1))
	read("in another encoding", args{"file_path": "f", "offset": 11, "limit": 80, "encoding": "latin1"}, strings.Replace(page, "line 20\n", "line 20 \n", 1))

	r := k.do("Read", part)
	if d := r.Data.(ReadData); !strings.HasPrefix(r.Text, "(f is unchanged") || !strings.HasPrefix(d.Content, "line 11\n") || !strings.HasSuffix(r.View.Summary, "unchanged") {
		t.Errorf("the log or the screen lacks what was read: %q, %q", d.Content, r.View.Summary)
	}
	k.do("Read", part)
	k.files.Forget()
	if r := k.do("Read", part); !strings.HasPrefix(r.Text, "11\t") {
		t.Errorf("after the conversation was cleared: %q", r.Text)
	}
}
