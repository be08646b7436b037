package builtin

import (
	"strings"
	"testing"

	"beestown/tools"
)

func TestFileWrite(t *testing.T) {
	k := newKit(t, map[string]string{"a.txt": "old\n"})
	call, err := k.prepare("file_write", args{"file_path": "x/y/new.txt", "content": "one\ntwo"})
	if err != nil {
		t.Fatal(err)
	}
	if d := call.Preview().Body.(tools.Diff); !d.New || !d.Proposed || d.Added != 2 {
		t.Errorf("preview %+v", d)
	}
	r := k.run(t.Context(), call)
	if r.Text != "created x/y/new.txt (+2 -0)" || k.content("x/y/new.txt") != "one\ntwo" || !r.Data.(WriteData).Created {
		t.Errorf("%q, %+v", r.Text, r.Data)
	}
	// What it wrote it knows.
	k.do("file_write", args{"file_path": "x/y/new.txt", "content": "three\n"})
	k.do("Edit", args{"file_path": "x/y/new.txt", "start_line": 1, "end_line": 1, "new_content": "four"})

	write := args{"file_path": "a.txt", "content": "new\n"}
	k.refused("file_write", write, tools.CodeStale, "file_write a.txt: the file exists and was not read in this session; Read it first, or use Edit")
	k.do("Read", args{"file_path": "a.txt"})
	k.put("a.txt", "theirs\n")
	k.refused("file_write", write, tools.CodeStale, "-old\n+theirs\n")
	k.do("file_write", write)
	if got := k.content("a.txt"); got != "new\n" {
		t.Errorf("a.txt holds %q", got)
	}
}

func TestFileWriteAppend(t *testing.T) {
	k := newKit(t, map[string]string{"log": "one\n"})
	k.do("file_write", args{"file_path": "log", "content": "two\n", "mode": "append"})
	k.do("write_file", args{"path": "log", "content": "three\n", "append": "true"})
	k.do("write_file", args{"path": "log", "content": "four\n", "append": true, "mode": "append"})
	if got := k.content("log"); got != "one\ntwo\nthree\nfour\n" {
		t.Errorf("log holds %q", got)
	}
	// Who only appended has not seen the file.
	k.refused("file_write", args{"file_path": "log", "content": ""}, tools.CodeStale, "was not read")
	k.do("Read", args{"file_path": "log"})
	k.do("file_write", args{"file_path": "log", "content": "five\n", "mode": "append"})
	k.do("Edit", args{"file_path": "log", "start_line": 4, "end_line": 5, "new_content": "x"})
	k.do("file_write", args{"file_path": "fresh", "content": "x", "mode": "append"})
	k.refused("write_file", args{"path": "log", "content": "", "append": true, "mode": "overwrite"}, tools.CodeValidation, "append=true and mode=overwrite contradict each other; give mode alone")
	k.refused("write_file", args{"path": "log", "content": "", "append": false, "mode": "append"}, tools.CodeValidation, "contradict")
}

func TestFileWriteRefuses(t *testing.T) {
	k := newKit(t, map[string]string{"dir/x": "", "le": "\xff\xfea\x00"})
	tests := []struct {
		in   args
		code tools.Code
		text string
	}{
		{args{"file_path": "a"}, tools.CodeValidation, "Missing required parameter: content"},
		{args{"file_path": "a", "content": "x", "mode": "prepend"}, tools.CodeValidation, "Parameter 'mode' must be one of: overwrite, append"},
		{args{"file_path": "a", "content": "x", "encoding": "klingon"}, tools.CodeValidation, "file_write a: unknown encoding 'klingon'"},
		{args{"file_path": "a", "content": "漢", "encoding": "latin1"}, tools.CodeValidation, "Failed to write file: a: the new text cannot be written in the file's encoding iso-8859-1"},
		{args{"file_path": "le", "content": "x", "encoding": "latin1", "mode": "append"}, tools.CodeValidation, "the file is utf-16le; append in its encoding"},
		{args{"file_path": "dir", "content": "x"}, tools.CodeValidation, "dir is a directory"},
		{args{"file_path": "dir/x/y", "content": "x"}, tools.CodeFailed, "Failed to write file: "},
		{args{"file_path": "a\nb", "content": "x"}, tools.CodeValidation, "Failed to write file: "},
		{args{"file_path": "a", "content": strings.Repeat("x", 10<<20+1)}, tools.CodeFileTooLarge, "Failed to write file: a: File size (10485761) exceeds limit (10485760)"},
	}
	for _, tt := range tests {
		k.refused("file_write", tt.in, tt.code, tt.text)
	}
}

// A file stays in its encoding, and one that was made in another than UTF-8 can be edited again.
func TestFileWriteEncodings(t *testing.T) {
	k := newKit(t, map[string]string{"le": "\xff\xfea\x00", "marked": "\uFEFFa\n"})
	tests := []struct {
		file, encoding, content, want string
		read                          bool
	}{
		{"le", "", "b", "\xff\xfeb\x00", true},
		{"marked", "", "b\n", "\uFEFFb\n", true},
		{"gb", "gbk", "汉\n", "\xba\xba\n", false},
		{"new", "utf-16le", "a", "\xff\xfea\x00", false},
		{"be", "utf-16be", "a", "\xfe\xff\x00a", false},
		{"plain", "utf-8", "ü", "ü", false},
	}
	for _, tt := range tests {
		if tt.read {
			k.do("Read", args{"file_path": tt.file})
		}
		k.do("file_write", args{"file_path": tt.file, "content": tt.content, "encoding": tt.encoding})
		if got := k.content(tt.file); got != tt.want {
			t.Errorf("%s holds %q, want %q", tt.file, got, tt.want)
		}
	}
	k.do("Edit", args{"file_path": "gb", "old_string": "汉", "new_string": "汉汉"})
	if got := k.content("gb"); got != "\xba\xba\xba\xba\n" {
		t.Errorf("gb holds %q", got)
	}
}

// bytesWritten is what was written, also when the user changed it.
func TestFileWriteAmend(t *testing.T) {
	k := newKit(t, nil)
	call, err := k.prepare("file_write", args{"file_path": "n", "content": "mine"})
	if err != nil {
		t.Fatal(err)
	}
	if call, err = call.(tools.Amender).Amend(t.Context(), []byte("users text")); err != nil {
		t.Fatal(err)
	}
	r := k.run(t.Context(), call)
	if d := r.Data.(WriteData); d.BytesWritten != 10 || k.content("n") != "users text" {
		t.Errorf("%+v, the file holds %q", d, k.content("n"))
	}
	holds(t, r.Text, "created n (+1 -0)\nThe user changed your proposal", "+users text\n")
}
