package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"beestown/tools"
)

const source = "package p\n\nfunc a() {\n\treturn 1\n}\n\nfunc b() {\n\treturn 1\n}\n"

// goFile is a kit with p.go, which was read.
func goFile(t *testing.T) *kit {
	t.Helper()
	k := newKit(t, map[string]string{"p.go": source})
	k.do("Read", args{"file_path": "p.go"})
	return k
}

func TestEditModes(t *testing.T) {
	tests := []struct {
		name string
		in   args
		want string // in place of source
		text string // part of what the model reads
	}{
		{"exact", args{"old_string": "func a()", "new_string": "func A()"}, strings.Replace(source, "func a", "func A", 1), "changed p.go (+1 -1)"},
		{"every place", args{"old_string": "return 1", "new_string": "return 2", "replace_all": true}, strings.ReplaceAll(source, "return 1", "return 2"), "changed p.go (+2 -2)"},
		{"the one at a line", args{"old_string": "return 1", "new_string": "return 2", "start_line": 8}, source[:len(source)-4] + "2\n}\n", "changed p.go (+1 -1)"},
		{"lines", args{"start_line": 3, "end_line": 5, "new_content": "var a = 1"}, "package p\n\nvar a = 1\n\nfunc b() {\n\treturn 1\n}\n", "changed p.go (+1 -3)"},
		{"lines deleted", args{"start_line": 1, "end_line": 6, "new_content": ""}, "func b() {\n\treturn 1\n}\n", "changed p.go (+0 -6)"},
		{"several", args{"edits": []args{{"old_string": "func a", "new_string": "func c"}, {"old_string": "func b", "new_string": "func d"}}},
			strings.NewReplacer("func a", "func c", "func b", "func d").Replace(source), "changed p.go (+2 -2)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := goFile(t)
			tt.in["file_path"] = "p.go"
			r := k.try("Edit", tt.in)
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if got := k.content("p.go"); got != tt.want {
				t.Errorf("the file holds %q, want %q", got, tt.want)
			}
			if !strings.HasPrefix(r.Text, tt.text) || strings.Contains(r.Text, "@@") {
				t.Errorf("text %q", r.Text)
			}
			if d := r.Data.(EditData); d.Path != "p.go" || !strings.Contains(d.Diff, "@@") || d.Preview {
				t.Errorf("data %+v", d)
			}
		})
	}
}

func TestEditTolerance(t *testing.T) {
	k := goFile(t)
	r := k.do("Edit", args{"file_path": "p.go", "old_string": "func a() {   \n\treturn 1", "new_string": "func a() {\n\treturn 7"})
	holds(t, r.Text, "changed p.go (+1 -1)\n", "matched", "-\treturn 1\n+\treturn 7\n")
	if got := k.content("p.go"); got != strings.Replace(source, "return 1", "return 7", 1) {
		t.Errorf("the file holds %q", got)
	}
}

func TestEditRefuses(t *testing.T) {
	tests := []struct {
		name string
		in   args
		code tools.Code
		text []string
	}{
		{"not there", args{"old_string": "func z()", "new_string": "x"}, tools.CodeNoMatch, []string{"edit p.go: ", "not found"}},
		{"twice", args{"old_string": "return 1", "new_string": "x"}, tools.CodeAmbiguous, []string{"edit p.go: ", "2 times", "4", "8", "replace_all"}},
		{"equal", args{"old_string": "func a", "new_string": "func a"}, tools.CodeValidation, []string{"nothing to do"}},
		{"no mode", args{}, tools.CodeValidation, []string{"edit p.go: give old_string and new_string, or start_line, end_line and new_content"}},
		{"half a mode", args{"old_string": "x"}, tools.CodeValidation, []string{"give old_string and new_string"}},
		{"two modes", args{"edits": []args{{"old_string": "a", "new_string": "b"}}, "new_content": "x"}, tools.CodeValidation, []string{"not several of them"}},
		{"one of several", args{"edits": []args{{"old_string": "func a", "new_string": "func c"}, {"old_string": "zzz", "new_string": "d"}}}, tools.CodeNoMatch, []string{"edit 2 of 2", "None of the 2 edits was applied"}},
		{"range", args{"start_line": 5, "end_line": 3, "new_content": "x"}, tools.CodeValidation, []string{"1 <= start_line <= end_line"}},
		{"beyond the end", args{"start_line": 50, "end_line": 60, "new_content": "x"}, tools.CodeStale, []string{"lines 50-60 were not read"}},
		{"placeholder", args{"old_string": "func a() {\n\treturn 1\n}", "new_string": "func a() {\n\t// ... existing code ...\n}"}, tools.CodeValidation, []string{"stands for text that is not there"}},
		{"nonsense", args{"old_string": 5, "new_string": []int{1}, "line": 3}, tools.CodeValidation, []string{"Unknown parameter 'line'", "Parameter 'new_string' expected string, got array"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := goFile(t)
			tt.in["file_path"] = "p.go"
			k.refused("Edit", tt.in, tt.code, tt.text...)
			if got := k.content("p.go"); got != source {
				t.Errorf("a refused edit changed the file: %q", got)
			}
		})
	}
	k := newKit(t, map[string]string{"p.go": source, "bin": "a\x00b\n"})
	k.refused("Edit", args{"file_path": "p.go", "old_string": "func q", "new_string": "x"}, tools.CodeStale, "edit p.go: Read the file first, then send the edit again")
	k.refused("Edit", args{"file_path": "q.go", "old_string": "a", "new_string": "b"}, tools.CodeNotFound, "edit q.go: file not found; create it with file_write")
}

// A change between the question and the answer: nothing is written.
func TestEditStaleBetweenPrepareAndRun(t *testing.T) {
	k := goFile(t)
	for _, name := range []string{"Edit", "file_write"} {
		in := args{"file_path": "p.go", "old_string": "func a", "new_string": "func z"}
		if name == "file_write" {
			in = args{"file_path": "p.go", "content": "x"}
		}
		call, err := k.prepare(name, in)
		if err != nil {
			t.Fatal(err)
		}
		k.put("p.go", "theirs\n")
		r := k.run(t.Context(), call)
		if r.Err == nil || r.Err.Code != tools.CodeStale || k.content("p.go") != "theirs\n" {
			t.Errorf("%s: %+v, the file holds %q", name, r.Err, k.content("p.go"))
		}
		holds(t, r.ModelText(), "p.go changed since it was read; read it again")
		k.put("p.go", source)
	}
	call, err := k.prepare("file_write", args{"file_path": "new.go", "content": "mine"})
	if err != nil {
		t.Fatal(err)
	}
	k.put("new.go", "theirs\n")
	if r := k.run(t.Context(), call); r.Err == nil || r.Err.Code != tools.CodeStale || k.content("new.go") != "theirs\n" {
		t.Errorf("%+v, the file holds %q", r.Err, k.content("new.go"))
	}
}

func TestEditPreviewAndBackup(t *testing.T) {
	k := goFile(t)
	in := args{"file_path": "p.go", "old_string": "func a", "new_string": "func z", "preview": true}
	call, err := k.prepare("Edit", in)
	if err != nil {
		t.Fatal(err)
	}
	if a := call.(tools.Accessor).Accesses(); a[0].Effect != tools.ReadOnly {
		t.Errorf("a preview %s", a[0].Effect)
	}
	// Also when the user changed it.
	amended, err := call.(tools.Amender).Amend(t.Context(), []byte("other"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []tools.Call{call, amended} {
		r := k.run(t.Context(), c)
		holds(t, r.Text, "preview, nothing written: p.go", "-func a() {\n")
		if d := r.View.Body.(tools.Diff); !d.Proposed || !r.Data.(EditData).Preview || k.content("p.go") != source {
			t.Error("a preview wrote")
		}
	}
	in["preview"], in["create_backup"] = false, true
	backup := k.do("Edit", in).Data.(EditData).Backup
	if data, err := os.ReadFile(backup); err != nil || string(data) != source || !strings.HasSuffix(backup, "-p.go") {
		t.Errorf("the backup %s holds %q, %v", backup, data, err)
	}
}

// The user changes the proposal: that is written, and the model is told.
func TestEditAmend(t *testing.T) {
	k := goFile(t)
	call, err := k.prepare("Edit", args{"file_path": "p.go", "old_string": "func a", "new_string": "func z"})
	if err != nil {
		t.Fatal(err)
	}
	name, draft := call.(tools.Amender).Draft()
	if name != "p.go" || string(draft) != strings.Replace(source, "func a", "func z", 1) {
		t.Errorf("draft %s: %q", name, draft)
	}
	want := strings.Replace(source, "func a", "func users", 1)
	amended, err := call.(tools.Amender).Amend(t.Context(), []byte(want))
	if err != nil {
		t.Fatal(err)
	}
	if d := amended.Preview().Body.(tools.Diff); !d.Proposed || !strings.Contains(d.Unified(), "+func users() {") {
		t.Errorf("preview %s", d.Unified())
	}
	r := k.run(t.Context(), amended)
	holds(t, r.Text, "The user changed your proposal before approving it. This is what was written:\n--- a/p.go\n+++ b/p.go\n@@", "-func a() {\n+func users() {\n")
	if got := k.content("p.go"); got != want {
		t.Errorf("the file holds %q", got)
	}
	call, err = k.prepare("Edit", args{"file_path": "p.go", "old_string": "func b", "new_string": "func z"})
	if err != nil {
		t.Fatal(err)
	}
	if amended, err = call.(tools.Amender).Amend(t.Context(), []byte(want)); err != nil {
		t.Fatal(err)
	}
	holds(t, k.run(t.Context(), amended).Text, "the file is as it was")
}

// An edit of a file in another encoding changes the bytes of its own place only.
func TestEditEncodings(t *testing.T) {
	const before, after = "erste Zeile\r\n漢字\r\nlast", "erste Zeile\r\n汉字 ü\r\nlast"
	le := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	encodings := map[string]struct {
		encode func(string) (string, error)
		named  string
	}{
		"utf-8 with mark":  {func(s string) (string, error) { return "\uFEFF" + s, nil }, ""},
		"utf-16le":         {func(s string) (string, error) { return le.NewEncoder().String("\uFEFF" + s) }, ""},
		"utf-16le, marked": {func(s string) (string, error) { return le.NewEncoder().String("\uFEFF" + s) }, "utf-16"},
		"utf-16le, bare":   {le.NewEncoder().String, "utf-16le"},
		"gb18030":          {simplifiedchinese.GB18030.NewEncoder().String, "gbk"},
	}
	for name, e := range encodings {
		t.Run(name, func(t *testing.T) {
			raw, err := e.encode(before)
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.encode(after)
			if err != nil {
				t.Fatal(err)
			}
			k := newKit(t, map[string]string{"f": raw})
			k.do("Read", args{"file_path": "f", "encoding": e.named})
			k.do("Edit", args{"file_path": "f", "old_string": "漢字", "new_string": "汉字 ü"})
			if got := k.content("f"); got != want {
				t.Errorf("the file holds %q, want %q", got, want)
			}
		})
	}
	k := newKit(t, map[string]string{"f": "stra\xdfe\n", "odd": "\xff\xfea\x00b"})
	k.do("Read", args{"file_path": "f", "encoding": "latin1"})
	k.refused("Edit", args{"file_path": "f", "old_string": "straße", "new_string": "漢"}, tools.CodeValidation, "cannot be written in the file's encoding iso-8859-1")
	k.do("Edit", args{"file_path": "f", "old_string": "straße", "new_string": "Straße"})
	if got := k.content("f"); got != "Stra\xdfe\n" {
		t.Errorf("the file holds %q", got)
	}
	k.do("Read", args{"file_path": "odd"})
	k.refused("Edit", args{"file_path": "odd", "old_string": "a", "new_string": "c"}, tools.CodeFailed, "cannot be written back as utf-16le byte for byte")
}

// Nothing of a file that policy has to judge first reaches the model before the call runs.
func TestEditOfGuardedFiles(t *testing.T) {
	k := newKit(t, map[string]string{".env": "KEY=hidden\n"})
	outside := filepath.Join(filepath.Dir(k.root), "out.txt")
	if err := os.WriteFile(outside, []byte("KEY=hidden\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".env", outside, "denied/none"} {
		for tool, in := range map[string]args{
			"Edit":         {"old_string": "KEY=hid", "new_string": "x"},
			"edit_file":    {"old_text": "zzz", "new_text": "x"},
			"file_write":   {"content": "x"},
			"NotebookEdit": {"cell_index": 0, "new_source": "x"},
		} {
			if tool == "edit_file" {
				in["path"] = name
			} else {
				in["file_path"] = name
			}
			call, err := k.prepare(tool, in)
			if err != nil {
				t.Errorf("%s %s: refused before policy could: %v", tool, name, err)
				continue
			}
			if a := call.(tools.Accessor).Accesses()[0]; a.Guard == "" && !a.Outside && !a.Denied {
				t.Errorf("%s %s: access %+v", tool, name, a)
			}
			if name == "denied/none" || tool == "file_write" && name == outside {
				continue
			}
			r := k.run(t.Context(), call)
			if r.Err == nil {
				t.Errorf("%s %s ran without a read", tool, name)
			}
			lacks(t, r.ModelText(), "hidden")
		}
	}
	// What changed in it is told, and taken note of, only when the call may run.
	k.do("Read", args{"file_path": ".env"})
	k.put(".env", "KEY=other\n")
	in := args{"file_path": ".env", "old_string": "KEY", "new_string": "K"}
	for range 2 { // denied twice: nothing is learnt
		if _, err := k.prepare("Edit", in); err != nil {
			t.Fatal(err)
		}
	}
	k.refused("Edit", in, tools.CodeStale, "-KEY=hidden\n+KEY=other\n")
	k.do("Edit", in)
}
