package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beestown/tools"
)

// A file that somebody else changed is refused once, with what changed; then the same call works.
func TestEditStale(t *testing.T) {
	k := goFile(t)
	changed := strings.Replace(source, "func b", "func other", 1)
	k.put("p.go", changed)
	edit := args{"file_path": "p.go", "old_string": "func a", "new_string": "func z"}
	k.refused("Edit", edit, tools.CodeStale, "was changed by somebody else since you read it; nothing was written", "-func b() {\n+func other() {\n", "send the edit again if it still holds")
	k.do("Edit", edit)
	if got := k.content("p.go"); got != strings.Replace(changed, "func a", "func z", 1) {
		t.Errorf("the file holds %q", got)
	}
	if err := os.Chtimes(filepath.Join(k.root, "p.go"), longAgo, longAgo); err != nil {
		t.Fatal(err)
	}
	k.do("Edit", args{"file_path": "p.go", "old_string": "func z", "new_string": "func y"}) // a touch is no change
}

// Line numbers are used only for lines that were read as they are numbered now.
func TestEditLinesMustBeRead(t *testing.T) {
	k := newKit(t, map[string]string{"f": manyLines(100)})
	line := func(first, last int, text string) args {
		return args{"file_path": "f", "start_line": first, "end_line": last, "new_content": text}
	}
	k.do("Read", args{"file_path": "f", "limit": 20})
	k.refused("Edit", line(20, 21, "x"), tools.CodeStale, "lines 20-21 were not read in this session as they are now numbered; Read them first (offset 20)")
	k.do("Edit", line(20, 20, "twenty"))
	k.refused("Edit", line(50, 50, "x"), tools.CodeStale) // a write of line 20 is no read of line 50
	k.do("Edit", args{"file_path": "f", "old_string": "line 60\n", "new_string": "sixty\n"})
	k.do("Edit", line(60, 60, "LX"))
	k.do("Edit", line(10, 10, "a\nb"))
	k.do("Edit", line(10, 11, "a\nc")) // its own lines are known
	k.refused("Edit", line(15, 15, "x"), tools.CodeStale)
	k.do("Edit", line(9, 9, "nine"))
	k.do("Read", args{"file_path": "f"})
	k.do("Edit", line(101, 101, "end"))
	holds(t, k.content("f"), "line 8\nnine\na\nc\nline 11\n", "line 19\ntwenty\nline 21\n", "line 59\nLX\n", "line 99\nend\n")
}

// An edit of an unread file that would apply shows its place, which counts as read.
func TestEditUnread(t *testing.T) {
	k := newKit(t, map[string]string{"f": manyLines(100), "g": manyLines(100), "long": strings.Repeat("x", 3000) + "\nhere\n", ".env": "KEY=hidden\n"})
	in := args{"file_path": "f", "old_string": "line 50\n", "new_string": "fifty\n"}
	k.refused("Edit", in, tools.CodeStale, "edit f: Read the file first; nothing was written. The edit would be made here:\n47\tline 47\n", "\n53\tline 53\nThese lines count as read now")
	if k.content("f") != manyLines(100) {
		t.Error("a refused edit wrote")
	}
	k.refused("Edit", args{"file_path": "f", "start_line": 60, "end_line": 60, "new_content": "x"}, tools.CodeStale, "lines 60-60 were not read")
	k.do("Edit", args{"file_path": "f", "start_line": 53, "end_line": 53, "new_content": "LIII"})
	k.do("Edit", in)
	holds(t, k.content("f"), "line 49\nfifty\nline 51\n", "LIII\nline 54\n")

	// Several places, near each other and far apart.
	two := func(a, b int) args {
		return args{"file_path": "g", "edits": []args{
			{"old_string": fmt.Sprintf("line %d\n", b), "new_string": "b\n"}, {"old_string": fmt.Sprintf("line %d\n", a), "new_string": "a\n"},
		}}
	}
	k.refused("Edit", args{"file_path": "g", "old_string": "line", "new_string": "row", "replace_all": true}, tools.CodeStale, "Read the file first, then send the edit again")
	k.refused("Edit", two(10, 14), tools.CodeStale, "7\tline 7\n8\t", "\n13\tline 13\n14\tline 14\n", "\n17\tline 17\nThese lines")
	k.do("Edit", two(10, 14))

	// What cannot be shown whole, and what needs an approval first, is not shown.
	for _, name := range []string{"long", ".env"} {
		old := map[string]string{"long": "here", ".env": "KEY"}[name]
		k.refused("Edit", args{"file_path": name, "old_string": old, "new_string": "x"}, tools.CodeStale, "Read the file first, then send the edit again")
	}
}

// After two texts that were not found the model is told to go by line numbers; what it was shown it may edit.
func TestEditMissedTwice(t *testing.T) {
	k := newKit(t, map[string]string{"f": manyLines(100)})
	k.do("Read", args{"file_path": "f", "limit": 10})
	miss := args{"file_path": "f", "old_string": "line 49\nline 5O\nline 51\n", "new_string": "x"}
	first := k.try("Edit", miss).ModelText()
	holds(t, first, "Closest: lines 49-51", "50\tline 50\n", "start_line: 49, end_line: 51 and new_content")
	lacks(t, first, "in a row")
	k.refused("Edit", miss, tools.CodeNoMatch, "This is refusal 2 in a row for this file. Go by line numbers: the lines above count as read, then send start_line")
	k.refused("Edit", args{"file_path": "f", "old_string": "nothing of the kind", "new_string": "x"}, tools.CodeNoMatch, "refusal 3 in a row", "Read the lines that you mean")
	k.do("Edit", args{"file_path": "f", "start_line": 49, "end_line": 51, "new_content": "x"})
	k.do("Read", args{"file_path": "f"})
	lacks(t, k.try("Edit", miss).ModelText(), "in a row")
}

// A file that changed outside has new line numbers: they have to be read first, refreshed record or not.
func TestEditStaleLines(t *testing.T) {
	k := newKit(t, map[string]string{"f": manyLines(20)})
	k.do("Read", args{"file_path": "f"})
	k.put("f", "new\n"+manyLines(20))
	in := args{"file_path": "f", "start_line": 5, "end_line": 5, "new_content": "x"}
	k.refused("Edit", in, tools.CodeStale, "+new\n", "The record is refreshed")
	k.refused("Edit", in, tools.CodeStale, "lines 5-5 were not read in this session as they are now numbered")
	k.do("Read", args{"file_path": "f", "offset": 4, "limit": 3})
	k.do("Edit", in)
	holds(t, k.content("f"), "line 3\nx\nline 5\n")
}
