package edit

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ptr(s string) *string { return &s }

// applyCase is an edit that is accepted; there is one for every rule.
type applyCase struct {
	name, content string
	edit          Edit
	want, note    string
}

func (tt applyCase) run(t *testing.T) {
	content := []byte(tt.content)
	got, err := Apply(content, tt.edit)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tt.want, string(got.Content)); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
	if got.Note != tt.note {
		t.Errorf("note %q, want %q", got.Note, tt.note)
	}
	if string(content) != tt.content {
		t.Errorf("the given content was changed to %q", content)
	}
}

// TestApplyExact: text is found as it was written.
func TestApplyExact(t *testing.T) {
	for _, tt := range []applyCase{
		{"exact inside a line", "a b c\n", Edit{Old: "b", New: "x"}, "a x c\n", ""},
		{"exact is never re-indented", "\tif a {\n", Edit{Old: "if a {", New: "if a {\nb"}, "\tif a {\nb\n", ""},
		{"exact with BOM in both", "\ufeffa\nb\n", Edit{Old: "\ufeffa\n", New: "x\n"}, "\ufeffx\nb\n", ""},
		{"new lines take the line's CRLF", "a\nb\r\nc\n", Edit{Old: "b", New: "x\ny"}, "a\nx\r\ny\r\nc\n", ""},
		{"new lines take the majority", "a\r\nb\r\nc\nd\n", Edit{Old: "a\nb\nc\n", New: "a\nx\nb\nc\n"}, "a\r\nx\r\nb\r\nc\nd\n", ""},
		{"no line end: the file's", "a\r\nb", Edit{Old: "b", New: "b\nc"}, "a\r\nb\r\nc", ""},
		{"line end removed", "a\r\nb\r\n", Edit{Old: "a\nb", New: "ab"}, "ab\r\n", ""},
		{"lone CR is text", "a\rb\n", Edit{Old: "b", New: "c"}, "a\rc\n", ""},
		{"invalid UTF-8 stays", "\xe4\n\xffb\n", Edit{Old: "b", New: "c"}, "\xe4\n\xffc\n", ""},
		{"delete", "a\nb\nc\n", Edit{Old: "b\n", New: ""}, "a\nc\n", ""},
		{"replace_all", "a a a\n", Edit{Old: "a", New: "bb", ReplaceAll: true}, "bb bb bb\n", ""},
		{"start_line", "a\nb\na\n", Edit{Old: "a", New: "x", StartLine: 3}, "a\nb\nx\n", ""},
		{"start_line is a hint for one place", "a\nb\n", Edit{Old: "b", New: "x", StartLine: 1}, "a\nx\n", ""},
		{"a bare ... is code", "def f():\n    pass\n", Edit{Old: "pass", New: "..."}, "def f():\n    ...\n", ""},
		{"an omission that was there", "a\n# ... more\n", Edit{Old: "a\n# ... more", New: "b\n# ... more"}, "b\n# ... more\n", ""},
	} {
		t.Run(tt.name, tt.run)
	}
}

// TestApplyTolerant: whole lines agree under a tolerance.
func TestApplyTolerant(t *testing.T) {
	for _, tt := range []applyCase{
		{"trailing blanks of kept lines stay", "a  \nb\t\nc\n", Edit{Old: "a\nb\nc", New: "a\nb\nx"}, "a  \nb\t\nx\n", "matched lines 1-3 ignoring trailing blanks"},
		{"missing final newline stays", "a\nb", Edit{Old: "b\n", New: "c\n"}, "a\nc", "matched line 2 ignoring trailing blanks"},
		{"odd spaces", "x\u00a0= 1 + 2\ny\n", Edit{Old: "x = 1 + 2\ny", New: "x = 1 + 3\ny"}, "x\u00a0= 1 + 3\ny\n", "matched lines 1-2 ignoring Unicode form and punctuation variants"},
		{"quotes taken back", `f("a", "b")`, Edit{Old: "f(“a”, “b”)", New: "f(“a”, “c”, “d”)"}, `f("a", "c", "d")`, "matched line 1 ignoring Unicode form and punctuation variants"},
		{"the file's quotes are kept in a changed line", "say “a” now\n", Edit{Old: `say "a" now`, New: `say "a" then`}, "say “a” then\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"ellipsis", "wait... what\n", Edit{Old: "wait… what", New: "wait… who"}, "wait... who\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"form is carried to new characters", "cafe\u0301 ole\u0301\n", Edit{Old: "café olé", New: "café über"}, "cafe\u0301 u\u0308ber\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"indent added", "\tif aaa {\n\t\tbbb\n\t}\n", Edit{Old: "if aaa {\n\tbbb\n}\n", New: "if aaa {\n\tccc\n\n}\n"}, "\tif aaa {\n\t\tccc\n\n\t}\n", "matched lines 1-3 ignoring indentation; new_string was shifted right by 1 tab"},
		{"indent removed", "if aaa:\n  bbb\n", Edit{Old: "    if aaa:\n      bbb\n", New: "    if aaa:\n      ccc\n"}, "if aaa:\n  ccc\n", "matched lines 1-2 ignoring indentation; new_string was shifted left by 4 spaces"},
		{"spaces to tabs", "\tif aaa {\n\t\tbbb\n", Edit{Old: "    if aaa {\n        bbb\n", New: "    if aaa {\n        ccc\n            ddd\n"}, "\tif aaa {\n\t\tccc\n\t\t\tddd\n", "matched lines 1-2 ignoring indentation; new_string was written with tabs for 4 spaces"},
		{"spaces to tabs, depth", "\t\tif aaa {\n\t\t\tbbb\n", Edit{Old: "  if aaa {\n    bbb\n", New: "  if aaa {\n    ccc\n"}, "\t\tif aaa {\n\t\t\tccc\n", "matched lines 1-2 ignoring indentation; new_string was written with tabs for 2 spaces, +1 levels"},
		{"tabs to spaces", "  if aaa:\n    bbb\n", Edit{Old: "\tif aaa:\n\t\tbbb\n", New: "\tif aaa:\n\t\tccc\n\t\t\tddd\n"}, "  if aaa:\n    ccc\n      ddd\n", "matched lines 1-2 ignoring indentation; new_string was written with 2 spaces for a tab"},
		{"blank ends", "aaa\nbbb\nccc\n", Edit{Old: "\nbbb\n\n", New: "\n\nxxx\n"}, "aaa\n\nxxx\nccc\n", "matched without the blank lines at the ends of old_string, matched line 2 ignoring trailing blanks"},
	} {
		t.Run(tt.name, tt.run)
	}
}

// TestApplyUnwrapped: the call wears a wrapping.
func TestApplyUnwrapped(t *testing.T) {
	for _, tt := range []applyCase{
		{"fence", "aaa\nbbb\n", Edit{Old: "```go\naaa\n```", New: "```go\nxxx\n```"}, "xxx\nbbb\n", "matched without the Markdown fence round old_string"},
		{"fence, delete", "aaa\nbbb\n", Edit{Old: "```\naaa\n```\n", New: ""}, "bbb\n", "matched without the Markdown fence round old_string"},
		{"numbers", "a\nfoo\n\n\tbar\n", Edit{Old: "2\tfoo\n3\t\n4\t\tbar", New: "2\tfoo\n3\t\tbaz"}, "a\nfoo\n\tbaz\n", "matched without the line numbers in old_string"},
		{"numbers in old only", "foo\n", Edit{Old: "1\tfoo", New: "bar"}, "bar\n", "matched without the line numbers in old_string"},
		{"bar numbers, one line, true number", "a\nfoo\n", Edit{Old: "2| foo", New: "2| bar"}, "a\nbar\n", "matched without the line numbers in old_string"},
		{"bar numbers without a blank", "foo\n\n bar\n", Edit{Old: "1|foo\n2|\n3| bar", New: "1|foo\n2| bar"}, "foo\n bar\n", "matched without the line numbers in old_string"},
		{"colon numbers, empty line", "foo\n\nbar\n", Edit{Old: "1: foo\n2:\n3: bar", New: "1: foo\n2: bar"}, "foo\nbar\n", "matched without the line numbers in old_string"},
		{"numbers match at the start of a line", "x = a b\na b\n", Edit{Old: "2\ta", New: "2\tc"}, "x = a b\nc b\n", "matched without the line numbers in old_string"},
		{"bar number and indentation", "a\n\tfoo(a)\n", Edit{Old: "2| foo(a)\n", New: "2| bar(b)\n"}, "a\n\tbar(b)\n", "matched without the line numbers in old_string, matched line 2 ignoring indentation; new_string was shifted right by 1 tab"},
		{"numbers, all", "x a\na\na\n", Edit{Old: "2\ta", New: "2\tc", ReplaceAll: true}, "x a\nc\nc\n", "matched without the line numbers in old_string"},
		{"start_line among tolerant places", "  foo(a)\n    x\n  foo(a)\n", Edit{Old: "foo(a) \n", New: "bar(b)\n", StartLine: 3}, "  foo(a)\n    x\n  bar(b)\n", "matched line 3 ignoring indentation; new_string was shifted right by 2 spaces"},
		{"indent and quotes", "\tf(\"a\")\n\tg(b)\n", Edit{Old: "f(“a”)\ng(b)\n", New: "f(“b”)\ng(b)\n"}, "\tf(\"b\")\n\tg(b)\n", "matched lines 1-2 ignoring indentation, Unicode form and punctuation variants; new_string was shifted right by 1 tab"},
		{"odd spaces as indentation", "\tfoo(a)\n", Edit{Old: "\u00a0\u00a0\u00a0\u00a0foo(a)\n", New: "\u00a0\u00a0\u00a0\u00a0bar(b)\n"}, "\tbar(b)\n", "matched line 1 ignoring indentation, Unicode form and punctuation variants; new_string was written with tabs for 4 spaces"},
		{"odd spaces in the file's indentation", "\t\u00a0foo(a)\n", Edit{Old: "foo(a) \n", New: "bar(b)\n"}, "\t\u00a0bar(b)\n", "matched line 1 ignoring indentation, Unicode form and punctuation variants; new_string was shifted right by 1 tab and 1 odd space"},
		{"a file without indentation", "if aaa\nbbb\n", Edit{Old: "\tif aaa\n\tbbb\n", New: "\tif aaa\n\t\tccc\n"}, "if aaa\n\tccc\n", "matched lines 1-2 ignoring indentation; new_string was shifted left by 1 tab"},
		{"a variant that old does not have", "f(\"a\")\n", Edit{Old: "f(“a”)\n", New: "f(“a’s”)\n"}, "f(\"a's\")\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"ellipsis in the file", "wait… what\n", Edit{Old: "wait... what", New: "wait... who"}, "wait… who\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"a variant that the file always has", "it’s a\nb’s\n", Edit{Old: "it's a\n", New: "it's a\nit's c\n"}, "it’s a\nit’s c\nb’s\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"a variant beside the plain character", "it’s a 'b'\n", Edit{Old: "it's a 'b'\n", New: "it's a 'b'\nc 'd'\n"}, "it’s a 'b'\nc 'd'\n", "matched line 1 ignoring Unicode form and punctuation variants"},
		{"trailing blanks of the call", "a(1)\nb(2)\n", Edit{Old: "a(1)  \nb(2)  \n", New: "a(1)  \nc(3)  \n"}, "a(1)\nc(3)\n", "matched lines 1-2 ignoring trailing blanks"},
		{"JSON, bare quotes", "a(\"x\")\nb\n", Edit{Old: `a("x")\nb`, New: `a("y")\nc`}, "a(\"y\")\nc\n", "matched after decoding the escapes in old_string and new_string"},
		{"JSON", "a\n\tb(\"x\\n\")\n", Edit{Old: `a\n\tb(\"x\\n\")`, New: `a\n\tc(\"y\\n\")`}, "a\n\tc(\"y\\n\")\n", "matched after decoding the escapes in old_string and new_string"},
		{"quotes", `f("a")`, Edit{Old: `f(\"a\")`, New: `f(\"b\")`}, `f("b")`, `matched after turning \" into "`},
		{"entities", "if a < b && c {\n", Edit{Old: "if a &lt; b &amp;&amp; c {", New: "if a &gt; b {"}, "if a > b {\n", "matched after decoding HTML entities"},
	} {
		t.Run(tt.name, tt.run)
	}
}

// TestApplyLines: a range of lines is replaced.
func TestApplyLines(t *testing.T) {
	for _, tt := range []applyCase{
		{"lines", "a\nb\nc\n", Edit{StartLine: 2, EndLine: 3, NewContent: ptr("x\ny\nz")}, "a\nx\ny\nz\n", ""},
		{"lines, final newline is the same", "a\nb\n", Edit{StartLine: 2, EndLine: 2, NewContent: ptr("x\n")}, "a\nx\n", ""},
		{"lines, delete", "a\r\nb\r\n", Edit{StartLine: 1, EndLine: 1, NewContent: ptr("")}, "b\r\n", ""},
		{"lines, no final newline", "a\nb", Edit{StartLine: 2, EndLine: 2, NewContent: ptr("x\ny\n")}, "a\nx\ny", ""},
		{"lines keep their ends", "a\r\nb\nc\n", Edit{StartLine: 1, EndLine: 3, NewContent: ptr("a\nx\nc")}, "a\r\nx\nc\n", ""},
		{"lines, too many to line up", numberLines("a%d\n", 3000), Edit{StartLine: 1, EndLine: 3000, NewContent: ptr(numberLines("b%d\n", 3000))}, numberLines("b%d\n", 3000), ""},
		{"lines with what they hold", "a\nb \n", Edit{Old: "b\n", StartLine: 2, EndLine: 2, NewContent: ptr("x")}, "a\nx\n", ""},
	} {
		t.Run(tt.name, tt.run)
	}
}

func TestApplyAll(t *testing.T) {
	edits := []Edit{{Old: "c", New: "x\ny"}, {Old: "a\n", New: ""}, {Old: "d \n", New: "e\n"}}
	got, err := ApplyAll([]byte("a\nb\nc\nd\n"), edits)
	if err != nil {
		t.Fatal(err)
	}
	want := Applied{
		Content: []byte("b\nx\ny\ne\n"),
		Matched: []Span{{1, 1}, {3, 3}, {4, 4}},
		Spans:   []Span{{1, 0}, {2, 3}, {4, 4}},
		Note:    "edit 3: matched line 4 ignoring trailing blanks",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSpans(t *testing.T) {
	for _, tt := range []struct {
		name, content string
		edit          Edit
		matched, want []Span
	}{
		{"inside a line", "a\nb c\n", Edit{Old: "b c", New: "b d"}, []Span{{2, 2}}, []Span{{2, 2}}},
		{"line added", "a\nb\n", Edit{Old: "a\n", New: "a\nx\ny\n"}, []Span{{1, 1}}, []Span{{2, 3}}},
		{"line removed", "a\nb\nc\n", Edit{Old: "a\nb\n", New: "a\n"}, []Span{{1, 2}}, []Span{{2, 1}}},
		{"part removed", "a\nb c\n", Edit{Old: "b c", New: "b"}, []Span{{2, 2}}, []Span{{2, 2}}},
		{"all", "a\na\n", Edit{Old: "a", New: "b\nc", ReplaceAll: true}, []Span{{1, 1}, {2, 2}}, []Span{{1, 2}, {3, 4}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Apply([]byte(tt.content), tt.edit)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([][]Span{tt.matched, tt.want}, [][]Span{got.Matched, got.Spans}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestOmission tells lines that stand for missing text from lines that do not.
func TestOmission(t *testing.T) {
	yes := []string{
		"// ... existing code ...", "# ... rest of the function", "... unchanged", "<!-- ... other elements -->",
		"/* … remaining cases */", "// rest of the code ...", "{/* ... existing markup ... */}", "-- ... same as before",
		"// ... (rest unchanged) ...", "// existing code ...", "[... remaining items ...]", "    // ...other methods",
		"// ... implementation unchanged", "... (unchanged)", "# ... keep all existing tests ...",
	}
	no := []string{
		"...", "// ...", "f(args...)", "return append(a, b...)", "x = [...rest]", "{...props}", "function f(...args) {",
		"// rest of the line", `fmt.Println("loading...")`, "// and so on ...", "...rest,", "other := more...",
	}
	for _, line := range yes {
		if !isOmission(line) {
			t.Errorf("%q is not seen as an omission", line)
		}
	}
	for _, line := range no {
		if isOmission(line) {
			t.Errorf("%q is taken for an omission", line)
		}
	}
}

func TestRefusalIsTheError(t *testing.T) {
	_, err := Apply([]byte("a\n"), Edit{Old: "b", New: "c"})
	var r *Refusal
	if !errors.As(err, &r) || r.Code != CodeNoMatch || !strings.Contains(err.Error(), "not found") {
		t.Errorf("got %v", err)
	}
}
