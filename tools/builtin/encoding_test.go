package builtin

import (
	"testing"

	"beestown/tools"
)

// The bytes of files as other programs wrote them. An edit changes its own place, in the encoding of the
// file, or is refused.
func TestEncodingsByteForByte(t *testing.T) {
	const (
		gb     = "\xd6\xd0\xce\xc4 a\r\n\xba\xba\xd7\xd6\x84\x31\xa4\x37\n" // 中文 a, 汉字 and U+FFFD's four bytes
		latin  = "caf\xe9 a\nna\xefve\n"
		utf16  = "\xfe\xff\x4e\x2d\x00a\x00\r\x00\n\x00b"
		broken = "ok a\n\xff\xfe\xc3\n"
	)
	edit := func(from, to string) args { return args{"old_string": from, "new_string": to} }
	tests := []struct {
		name, content, encoding string
		tool                    string
		in                      args
		want                    string // empty when it is refused
		text                    string
	}{
		{"gb18030, named", gb, "gb18030", "Edit", edit("中文 a", "中 ü"), "\xd6\xd0 \xa8\xb9\r\n\xba\xba\xd7\xd6\x84\x31\xa4\x37\n", ""},
		{"gb18030, not named, ascii", gb, "", "Edit", edit(" a\n", " bc\n"), "\xd6\xd0\xce\xc4 bc\r\n\xba\xba\xd7\xd6\x84\x31\xa4\x37\n", ""},
		{"gb18030, not named, other text", gb, "", "Edit", edit(" a\n", " 文\n"), "", "not valid UTF-8"},
		{"gbk", gb, "gbk", "Edit", edit("中文", "é"), "\xa8\xa6 a\r\n\xba\xba\xd7\xd6\x84\x31\xa4\x37\n", ""},
		{"latin1, named", latin, "latin1", "Edit", edit("café a", "thé"), "th\xe9\nna\xefve\n", ""},
		{"latin1, named, no such character", latin, "latin1", "Edit", edit("café", "中"), "", "cannot be written in the file's encoding iso-8859-1"},
		{"latin1, not named", latin, "", "Edit", edit(" a\n", " ü\n"), "", "not valid UTF-8"},
		{"latin1, by lines", latin, "latin1", "Edit", args{"start_line": 1, "end_line": 1, "new_content": "ü"}, "\xfc\nna\xefve\n", ""},
		{"utf-16, big end first", utf16, "", "Edit", edit("中a", "文"), "\xfe\xff\x65\x87\x00\r\x00\n\x00b", ""},
		{"invalid bytes stay", broken, "", "Edit", edit("ok a", "ok b"), "ok b\n\xff\xfe\xc3\n", ""},

		{"overwritten, named by Read", latin, "latin1", "file_write", args{"content": "ü\n"}, "\xfc\n", ""},
		{"overwritten, not named", latin, "", "file_write", args{"content": "ü\n"}, "", "Read it with its encoding"},
		{"overwritten, ascii", latin, "", "file_write", args{"content": "u\n"}, "u\n", ""},
		{"overwritten, converted on purpose", latin, "", "file_write", args{"content": "ü\n", "encoding": "utf-8"}, "ü\n", ""},
		{"appended, named by Read", gb, "gbk", "file_write", args{"content": "文\n", "mode": "append"}, gb + "\xce\xc4\n", ""},
		{"appended, named by the call", latin, "", "file_write", args{"content": "ü\n", "mode": "append", "encoding": "latin1"}, latin + "\xfc\n", ""},
		{"appended, in another encoding", utf16, "", "file_write", args{"content": "ü\n", "mode": "append", "encoding": "latin1"}, "", "the file is utf-16be; append in its encoding"},
		{"appended, not named", latin, "", "file_write", args{"content": "ü\n", "mode": "append"}, "", "Read it with its encoding"},
		{"appended, ascii", latin, "", "file_write", args{"content": "u\n", "mode": "append"}, latin + "u\n", ""},
		{"appended, utf-16", utf16, "", "file_write", args{"content": "文", "mode": "append"}, utf16 + "\x65\x87", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := newKit(t, map[string]string{"f": tt.content})
			k.do("Read", args{"file_path": "f", "encoding": tt.encoding})
			tt.in["file_path"] = "f"
			if tt.want == "" {
				k.refused(tt.tool, tt.in, tools.CodeValidation, tt.text)
				tt.want = tt.content
			} else {
				k.do(tt.tool, tt.in)
			}
			if got := k.content("f"); got != tt.want {
				t.Errorf("the file holds %q, want %q", got, tt.want)
			}
		})
	}
}
