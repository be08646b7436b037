package builtin

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"beestown/tools"
)

func numbered(first, last int) string {
	var b strings.Builder
	for i := first; i <= last; i++ {
		fmt.Fprintf(&b, "%d\tline %d\n", i, i)
	}
	return b.String()
}

func manyLines(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

func TestReadPages(t *testing.T) {
	k := newKit(t, map[string]string{"five": manyLines(5), "many": manyLines(2100), "empty": "", "no-end": "a\nb", "crlf": "a\r\nb\r\n", "mark": "\uFEFFa\n"})
	tests := []struct {
		in        args
		want      string
		truncated bool
	}{
		{args{"file_path": "five"}, numbered(1, 5), false},
		{args{"file_path": "five", "offset": 3}, numbered(3, 5), false},
		{args{"file_path": "five", "limit": 2}, numbered(1, 2) + "(lines 1-2 of 5; go on with offset 3)\n", true},
		{args{"file_path": "five", "offset": 2, "limit": 2}, numbered(2, 3) + "(lines 2-3 of 5; go on with offset 4)\n", true},
		{args{"file_path": "five", "start_line": "2", "end_line": "3"}, numbered(2, 3) + "(lines 2-3 of 5; go on with offset 4)\n", true},
		{args{"file_path": "five", "end_line": 1}, numbered(1, 1) + "(lines 1-1 of 5; go on with offset 2)\n", true},
		{args{"file_path": "five", "end_line": 99}, numbered(1, 5), false},
		{args{"file_path": "five", "offset": 0, "limit": 0}, numbered(1, 5), false}, // how some models say "not given"
		{args{"file_path": "five", "offset": 6}, "(the file has 5 lines, none from line 6)\n", false},
		{args{"file_path": "many"}, numbered(1, 2000) + "(lines 1-2000 of 2100; go on with offset 2001)\n", true},
		{args{"file_path": "many", "limit": 5000, "offset": 101}, numbered(101, 2100), false},
		{args{"file_path": "empty"}, "(empty file)\n", false},
		{args{"file_path": "no-end"}, "1\ta\n2\tb\n", false},
		{args{"file_path": "crlf"}, "1\ta\n2\tb\n", false},
		{args{"file_path": "mark"}, "1\ta\n", false},
	}
	for _, tt := range tests {
		r := k.do("Read", tt.in)
		if diff := cmp.Diff(tt.want, r.Text); diff != "" {
			t.Errorf("%v: %s", tt.in, diff)
		}
		if got := r.Data.(ReadData).Truncated; got != tt.truncated {
			t.Errorf("%v: truncated %v", tt.in, got)
		}
	}
	if got := k.do("Read", args{"file_path": "crlf", "limit": 1}).Data.(ReadData).Content; got != "a\r\n" {
		t.Errorf("content %q has not the bytes of the file", got)
	}
}

// The limits of one Read are those of the Files.
func TestReadLimits(t *testing.T) {
	k := newKit(t, map[string]string{"five": manyLines(5)})
	k.files.ReadLines = 3
	for _, in := range []args{{"file_path": "five"}, {"file_path": "five", "limit": 4}} {
		if got, want := k.do("Read", in).Text, numbered(1, 3)+"(lines 1-3 of 5; go on with offset 4)\n"; got != want {
			t.Errorf("%v: %q, want %q", in, got, want)
		}
	}
	holds(t, Read(k.files).Spec().Description, "at most 3 lines")
	k.files.ReadBytes = 15 // a line is 9 bytes: the second goes beyond it
	if got, want := k.do("Read", args{"file_path": "five"}).Text, numbered(1, 2)+"(lines 1-2 of 5; go on with offset 3)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReadRefuses(t *testing.T) {
	k := newKit(t, map[string]string{"a.txt": "a\n", "bin": "a\x00b", "dir/x": "", "denied/d": "secret text", "broken.png": "no image", "broken.pdf": "%PDF-1.4 no more", "broken.ipynb": "{"})
	tests := []struct {
		in   args
		code tools.Code
		text string
	}{
		{args{"file_path": "none.txt"}, tools.CodeNotFound, "Failed to read file: file not found: none.txt"},
		{args{"file_path": "a.txt/b"}, tools.CodeNotFound, "file not found: a.txt/b"},
		{args{"file_path": "dir"}, tools.CodeValidation, "Failed to read file: dir is a directory"},
		{args{"file_path": "bin"}, tools.CodeFailed, "Failed to read file: bin is binary (3 bytes); look at it with Bash: xxd bin | head"},
		{args{"file_path": "denied/d"}, tools.CodePath, "Permission denied: Access denied"},
		{args{"file_path": ""}, tools.CodeValidation, "path is empty"},
		{args{}, tools.CodeValidation, "Missing required parameter: file_path"},
		{args{"file_path": "a.txt", "limit": 2, "end_line": 3}, tools.CodeValidation, "give limit or end_line, not both"},
		{args{"file_path": "a.txt", "offset": 5, "end_line": 3}, tools.CodeValidation, "end_line 3 is before line 5"},
		{args{"file_path": "a.txt", "end_line": "x"}, tools.CodeValidation, "parameter 'end_line' expected integer, got x"},
		{args{"file_path": "a.txt", "encoding": "klingon"}, tools.CodeValidation, "unknown encoding 'klingon'; known: utf-8 gb18030 big5 utf-16le utf-16be latin1 windows-1252 auto base64"},
		{args{"file_path": "broken.png"}, tools.CodeFailed, "broken.png is no image that can be read"},
		{args{"file_path": "broken.pdf"}, tools.CodeFailed, "Failed to read file: broken.pdf"},
		{args{"file_path": "broken.ipynb"}, tools.CodeFailed, "broken.ipynb is no notebook"},
	}
	for _, tt := range tests {
		k.refused("Read", tt.in, tt.code, tt.text)
	}
}

func TestReadEncodings(t *testing.T) {
	const text = "漢字 テスト\nzweite Zeile\n"
	gb, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	big5, err := traditionalchinese.Big5.NewEncoder().String("漢字\n")
	if err != nil {
		t.Fatal(err)
	}
	k := newKit(t, map[string]string{
		"utf8": text, "gb": gb, "big5": big5, "latin1": "stra\xdfe\n",
		"le": "\xff\xfea\x00\n\x00", "be": "\xfe\xff\x00a\x00\n", "le-bare": "a\x00\n\x00",
	})
	tests := []struct{ file, encoding, want, name string }{
		{"utf8", "", text, "utf-8"}, {"utf8", "auto", text, "utf-8"}, {"utf8", "UTF8", text, "utf-8"}, {"utf8", "ascii", text, "utf-8"},
		{"gb", "gb18030", text, "gb18030"}, {"gb", "GBK", text, "gb18030"}, {"big5", "big5", "漢字\n", "big5"},
		{"latin1", "latin1", "straße\n", "iso-8859-1"}, {"latin1", "", "stra\uFFFDe\n", "utf-8"},
		{"le", "", "a\n", "utf-16le"}, {"be", "", "a\n", "utf-16be"}, {"be", "utf-16", "a\n", "utf-16be"}, {"le-bare", "utf-16le", "a\n", "utf-16le"},
	}
	for _, tt := range tests {
		d := k.do("Read", args{"file_path": tt.file, "encoding": tt.encoding}).Data.(ReadData)
		if d.Content != tt.want || d.Encoding != tt.name {
			t.Errorf("%s as %q: %q in %s", tt.file, tt.encoding, d.Content, d.Encoding)
		}
	}
}

func TestReadLongLine(t *testing.T) {
	long := strings.Repeat("漢", 2000)
	k := newKit(t, map[string]string{"long": long + "\nnext\n"})
	r := k.do("Read", args{"file_path": "long"})
	holds(t, r.Text, "  [4002 more bytes: sed -n 1p FILE | cut -b1999-]\n2\tnext\n")
	if d := r.Data.(ReadData); !d.Truncated || d.Chars != 666+1+5 {
		t.Errorf("truncated %v, %d characters", d.Truncated, d.Chars)
	}
}

// A file beyond the limit for whole files is read in pages, and cannot be edited.
func TestReadHugeFile(t *testing.T) {
	k := newKit(t, nil)
	line := strings.Repeat("x", 99) + "\n"
	k.put("huge", strings.Repeat(line, 110_000)+strings.Repeat("y", 700_000)+"\nlast\n")
	r := k.do("Read", args{"file_path": "huge", "offset": 110_000})
	holds(t, r.Text, "110000\txxx", "\n110001\tyyy", "  [698000 more bytes: sed -n 110001p FILE", "\n110002\tlast\n")
	if d := r.Data.(ReadData); d.TotalLines != 110_002 {
		t.Errorf("%d lines", d.TotalLines)
	}
	k.refused("Edit", args{"file_path": "huge", "old_string": "last", "new_string": "x"}, tools.CodeFileTooLarge, "exceeds limit (10485760)")
	k.put("huge.bin", "\x00"+strings.Repeat(line, 110_000))
	k.refused("Read", args{"file_path": "huge.bin"}, tools.CodeFileTooLarge, "File size (11000001) exceeds limit (10485760)")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := k.tryIn(ctx, "Read", args{"file_path": "huge"}); r.Err == nil || r.Err.Code != tools.CodeCancelled {
		t.Errorf("a cancelled read: %+v", r.Err)
	}
}

func TestReadImage(t *testing.T) {
	k := newKit(t, nil)
	for name, size := range map[string]image.Rectangle{"small.png": image.Rect(0, 0, 4, 2), "wide.png": image.Rect(0, 0, 3136, 10)} {
		var data bytes.Buffer
		if err := png.Encode(&data, image.NewRGBA(size)); err != nil {
			t.Fatal(err)
		}
		k.put(name, data.String())
	}
	r := k.do("Read", args{"file_path": "small.png"})
	if len(r.Images) != 1 || r.Images[0].MIME != "image/png" || string(r.Images[0].Data) != k.content("small.png") {
		t.Errorf("a small image is not sent as it is: %d images", len(r.Images))
	}
	holds(t, r.Text, "small.png: png image, 4 x 2 pixels")
	r = k.do("Read", args{"file_path": "wide.png"})
	cfg, kind, err := image.DecodeConfig(bytes.NewReader(r.Images[0].Data))
	if err != nil || kind != "png" || cfg.Width != 1568 || cfg.Height != 5 {
		t.Errorf("%d x %d %s, %v", cfg.Width, cfg.Height, kind, err)
	}
}

// onePage is a PDF file with one line of text.
func onePage(text string) string {
	stream := "BT /F1 12 Tf 72 720 Td (" + text + ") Tj ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(stream), stream),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	var table strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", table.String(), start)
	return b.String()
}

func TestReadPDF(t *testing.T) {
	k := newKit(t, map[string]string{"a.pdf": onePage("Hello from a page")})
	r := k.do("Read", args{"file_path": "a.pdf"})
	holds(t, r.Text, "1\t[page 1 of 1]\n2\tHello from a page\n")
	for cut := 20; cut < len(onePage("x")); cut += 13 { // damaged files are refused, never a crash
		k.put("cut.pdf", onePage("x")[:cut])
		k.try("Read", args{"file_path": "cut.pdf"})
	}
}

func TestReadNotebook(t *testing.T) {
	k := newKit(t, map[string]string{"n.ipynb": `{"cells":[
		{"id":"c1","cell_type":"markdown","source":"# Title"},
		{"id":"c2","cell_type":"code","source":["x = 1\n","x"],"outputs":[{"output_type":"execute_result","data":{"text/plain":["1"]}},{"output_type":"error","ename":"E","evalue":"bad"}]}]}`})
	r := k.do("Read", args{"file_path": "n.ipynb"})
	want := "1\t[cell 0 markdown c1]\n2\t# Title\n3\t[cell 1 code c2]\n4\tx = 1\n5\tx\n6\t[output]\n7\t1\n8\t[output]\n9\tE: bad\n"
	if diff := cmp.Diff(want, r.Text); diff != "" {
		t.Error(diff)
	}
	k.refused("Edit", args{"file_path": "n.ipynb", "old_string": "# Title", "new_string": "# T"}, tools.CodeStale, "Read the file first with encoding utf-8")
	k.do("Read", args{"file_path": "n.ipynb", "encoding": "utf-8"})
	k.do("Edit", args{"file_path": "n.ipynb", "old_string": "# Title", "new_string": "# T"})
}

// What a call would touch is said before it runs, for policy to judge.
func TestAccesses(t *testing.T) {
	k := newKit(t, map[string]string{".env": "KEY=hidden", "a.txt": "a", ".git/config": "g", ".beestown.yml": "x"})
	outside := filepath.Join(filepath.Dir(k.root), "out.txt")
	if err := os.WriteFile(outside, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		tool string
		in   args
		want tools.Access
	}{
		{"Read", args{"file_path": "a.txt"}, tools.Access{Effect: tools.ReadOnly, Path: k.root + "/a.txt", Display: "a.txt"}},
		{"Read", args{"file_path": ".env"}, tools.Access{Effect: tools.ReadOnly, Path: k.root + "/.env", Display: ".env", Guard: "file that may hold credentials"}},
		{"Read", args{"file_path": "../out.txt"}, tools.Access{Effect: tools.ReadOnly, Path: outside, Display: outside, Outside: true}},
		{"Read", args{"file_path": "denied/x"}, tools.Access{Effect: tools.ReadOnly, Path: k.root + "/denied/x", Display: "denied/x", Denied: true}},
		{"Read", args{"file_path": ".git/config"}, tools.Access{Effect: tools.ReadOnly, Path: k.root + "/.git/config", Display: ".git/config"}},
		{"file_write", args{"file_path": ".git/hooks/x", "content": "x"}, tools.Access{Effect: tools.WritesFiles, Path: k.root + "/.git/hooks/x", Display: ".git/hooks/x", Guard: "git's own files"}},
		{"file_write", args{"file_path": ".beestown/roles/x", "content": "x"}, tools.Access{Effect: tools.WritesFiles, Path: k.root + "/.beestown/roles/x", Display: ".beestown/roles/x", Guard: "BeesTown's own configuration"}},
		{"file_write", args{"file_path": "n.txt", "content": "x"}, tools.Access{Effect: tools.WritesFiles, Path: k.root + "/n.txt", Display: "n.txt"}},
		{"Grep", args{"pattern": "x"}, tools.Access{Effect: tools.ReadOnly, Path: k.root, Display: "."}},
		{"Glob", args{"pattern": "*", "path": ".."}, tools.Access{Effect: tools.ReadOnly, Path: filepath.Dir(k.root), Display: filepath.Dir(k.root), Outside: true}},
		{"file_list", args{}, tools.Access{Effect: tools.ReadOnly, Path: k.root, Display: "."}},
		{"Bash", args{"command": "make", "env": args{"B": "it's", "A": "1"}}, tools.Access{Effect: tools.Executes, Command: `A='1' B='it'\''s' make`}},
	}
	for _, tt := range tests {
		call, err := k.prepare(tt.tool, tt.in)
		if err != nil {
			t.Errorf("%s %v: %v", tt.tool, tt.in, err)
			continue
		}
		if diff := cmp.Diff([]tools.Access{tt.want}, call.(tools.Accessor).Accesses()); diff != "" {
			t.Errorf("%s %v: %s", tt.tool, tt.in, diff)
		}
		if call.Preview().Subject == "" {
			t.Errorf("%s %v: the header names nothing", tt.tool, tt.in)
		}
	}
}
