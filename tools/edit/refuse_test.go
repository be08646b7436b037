package edit

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const goFile = "package a\n\nimport \"fmt\"\n\n// Sum adds.\nfunc Sum(list []int) int {\n\ttotal := 0\n\tfor _, v := range list {\n\t\ttotal += v\n\t}\n\treturn total\n}\n\nfunc Show(list []int) {\n\tfor _, v := range list {\n\t\tfmt.Println(v)\n\t}\n}\n"

// refuseCase is a call that is refused; its message is golden.
type refuseCase struct {
	name, content string
	edits         []Edit
	code          Code
}

func (tt refuseCase) run(t *testing.T) {
	got, err := ApplyAll([]byte(tt.content), tt.edits)
	var r *Refusal
	if !errors.As(err, &r) {
		t.Fatalf("applied: %q (%s)", got.Content, got.Note)
	}
	if got.Content != nil || r.Code != tt.code {
		t.Errorf("code %s, content %q; want %s and none", r.Code, got.Content, tt.code)
	}
	if n := strings.Count(r.Message, "\n"); n > 40 {
		t.Errorf("the message has %d lines", n)
	}
	golden(t, tt.name, fmt.Sprintf("%s near %d-%d\n%s\n", r.Code, r.Near.Start, r.Near.End, r.Message))
}

// TestRefuseCall: the call itself is wrong.
func TestRefuseCall(t *testing.T) {
	for _, tt := range []refuseCase{
		{"no edit", goFile, nil, CodeValidation},
		{"binary", "a\x00b", []Edit{{Old: "a", New: "b"}}, CodeValidation},
		{"old empty", goFile, []Edit{{Old: "", New: "b"}}, CodeValidation},
		{"old blank", goFile, []Edit{{Old: " \n\t\n", New: "b"}}, CodeValidation},
		{"old equals new", goFile, []Edit{{Old: "a\r\n", New: "a\n"}}, CodeValidation},
		{"both modes", goFile, []Edit{{Old: "a", New: "b", StartLine: 1, EndLine: 1, NewContent: ptr("c")}}, CodeValidation},
		{"end_line without new_content", goFile, []Edit{{Old: "a", New: "b", StartLine: 1, EndLine: 1}}, CodeValidation},
		{"replace_all with new_content", goFile, []Edit{{ReplaceAll: true, StartLine: 1, EndLine: 1, NewContent: ptr("c")}}, CodeValidation},
		{"negative start_line", goFile, []Edit{{Old: "a", New: "b", StartLine: -1}}, CodeValidation},
		{"placeholder", goFile, []Edit{{Old: "\ttotal := 0\n", New: "\ttotal := 1\n\t// ... rest of the function\n"}}, CodeValidation},
		{"placeholder in new_content", goFile, []Edit{{StartLine: 7, EndLine: 11, NewContent: ptr("\t// ... existing code ...\n")}}, CodeValidation},
		{"encoding", "\xe4\nb\n", []Edit{{Old: "b", New: "ü"}}, CodeValidation},
		{"range", goFile, []Edit{{StartLine: 18, EndLine: 19, NewContent: ptr("c")}}, CodeValidation},
		{"range backwards", goFile, []Edit{{StartLine: 5, EndLine: 4, NewContent: ptr("c")}}, CodeValidation},
		{"range of an empty file", "", []Edit{{StartLine: 1, EndLine: 1, NewContent: ptr("c")}}, CodeValidation},
		{"numbers in new_content", goFile, []Edit{{StartLine: 7, EndLine: 8, NewContent: ptr("7\ttotal := 1\n8\tx")}}, CodeValidation},
		{"range holds something else", goFile, []Edit{{Old: "\ttotal := 1\n", StartLine: 7, EndLine: 8, NewContent: ptr("c")}}, CodeNoMatch},
		{"range holds it already", goFile, []Edit{{StartLine: 7, EndLine: 7, NewContent: ptr("\ttotal := 0")}}, CodeApplied},
		{"numbers on some lines", goFile, []Edit{{Old: "7\t\ttotal := 0\n8\t\tfor _, v := range list {", New: "7\t\ttotal := 1\n\tfor _, v := range list {"}}, CodeValidation},
		{"bar number that is not true", "foo\n", []Edit{{Old: "80: foo", New: "81: foo"}}, CodeNoMatch},
	} {
		t.Run(tt.name, tt.run)
	}
}

// TestRefuseNotFound: the old text is nowhere.
func TestRefuseNotFound(t *testing.T) {
	for _, tt := range []refuseCase{
		{"not found, close", goFile, []Edit{{Old: "func Sum(list []int) int {\n\ttotal := 1\n    for _, v := range list {\n\t\ttotal += v \n\t}\n", New: "x\n"}}, CodeNoMatch},
		{"not found, one line", goFile, []Edit{{Old: "\treturn totals, nil\n", New: "x\n"}}, CodeNoMatch},
		{"not found, a line elsewhere", goFile, []Edit{{Old: "one line here\nand another\n\ttotal += v\nthe last one of them all, which is long\n", New: "x\n"}}, CodeNoMatch},
		{"not found, nothing", goFile, []Edit{{Old: "class Foo extends Bar {", New: "x"}}, CodeNoMatch},
		{"not found, longer than the file", "a\n", []Edit{{Old: "a\nb\nc\n", New: "x"}}, CodeNoMatch},
		{"not found, long", strings.Repeat("x\n", 50) + long(60, 30), []Edit{{Old: long(60, 31), New: "x"}}, CodeNoMatch},
		{"elided", goFile, []Edit{{Old: "func Sum(list []int) int {\n\t...\n\treturn total\n}", New: "x"}}, CodeNoMatch},
		{"not found, many differences", "a1\nb1\nc1\nd1\ne1\nf1\ng1\nh1\ni1\nj1\nk1\nl1\n", []Edit{{Old: "a1\nb2\nc1\nd2\ne1\nf2\ng1\nh2\ni1\nj2\nk1\nl2\n", New: "x"}}, CodeNoMatch},
		{"not found, long lines", strings.Repeat("é", 500) + "\n", []Edit{{Old: strings.Repeat("é", 499) + "a", New: "x"}}, CodeNoMatch},
		{"not found, a long line's end", strings.Repeat("é", 500) + "end \n", []Edit{{Old: strings.Repeat("é", 500) + "End", New: "x"}}, CodeNoMatch},
		{"a variant that the file has elsewhere", "f(\"a\")\nit’s\n", []Edit{{Old: "f(“a”)\n", New: "f(“a’s”)\n"}}, CodeNoMatch},
		{"a variant of a kind that old does not have", "f(\"a\")\n", []Edit{{Old: "f(“a”)\n", New: "f(“a…”)\n"}}, CodeNoMatch},
		{"one variant for two", "f(\"a\", “b”)\n", []Edit{{Old: "f(“a“, “b”)\n", New: "f(“c“, “b”)\ng(“)\n"}}, CodeNoMatch},
		{"an ellipsis in a changed text", "wait… what…\nand...\n", []Edit{{Old: "wait... what...\n", New: "what... wait... what... no\n"}}, CodeNoMatch},
		{"a plain character for two variants", "say “a”\n", []Edit{{Old: "say \"a\"\n", New: "say \"a\"\nsay \"b\"\n"}}, CodeNoMatch},
		{"a quote that may be code", "// it’s a\nb()\n", []Edit{{Old: "// it's a\nb()\n", New: "// it's a\nb('c')\n"}}, CodeNoMatch},
		{"old text that new text was cut from", "aaa\nbbb\nccc\nddd\n", []Edit{{Old: "aaa\nbbb\nccX\nddd\n", New: "aaa\nbbb\n"}}, CodeNoMatch},
		{"an escape inside quotes", "f(\"a\")\n", []Edit{{Old: `f("a")\n`, New: `f("a\n")\n`}}, CodeNoMatch},
		{"an escape that is a character", "f('a')\n", []Edit{{Old: `f('a')\n`, New: `f('\n')\n`}}, CodeNoMatch},
		{"a fence that is not closed", "abc\n", []Edit{{Old: "```\nabc\n", New: "x"}}, CodeNoMatch},
		{"bare and escaped quotes", "f(\"a\", \"b\")\n", []Edit{{Old: `f(\"a\", "b")\n`, New: "x"}}, CodeNoMatch},
		{"a result too large", strings.Repeat("a", 1<<20), []Edit{{Old: "a", New: strings.Repeat("b", 100), ReplaceAll: true}}, CodeValidation},
		{"a result too large by several edits", strings.Repeat("a", 1<<19) + strings.Repeat("c", 1<<19), []Edit{{Old: "a", New: strings.Repeat("b", 100), ReplaceAll: true}, {Old: "c", New: strings.Repeat("b", 100), ReplaceAll: true}}, CodeValidation},
		{"too much to line up", numberLines("a%d \n", 3000), []Edit{{Old: numberLines("a%d\n", 3000), New: numberLines("b%d\n", 3000)}}, CodeValidation},
		{"too short for indentation", "\t\t\tx++\n", []Edit{{Old: "\tx++\n\n", New: "\ty++\n"}}, CodeNoMatch},
	} {
		t.Run(tt.name, tt.run)
	}
}

// TestRefusePlace: the old text is somewhere, but what to do there cannot be decided.
func TestRefusePlace(t *testing.T) {
	for _, tt := range []refuseCase{
		{"several", goFile, []Edit{{Old: "for _, v := range list {", New: "x"}}, CodeAmbiguous},
		{"several on one line", "a a\n", []Edit{{Old: "a", New: "b"}}, CodeAmbiguous},
		{"several, overlapping", "aaa\nb\naa\n", []Edit{{Old: "aa", New: "b"}}, CodeAmbiguous},
		{"several, start_line elsewhere", goFile, []Edit{{Old: "for _, v := range list {", New: "x", StartLine: 9}}, CodeAmbiguous},
		{"several ignoring blanks", "\tfoo(a)\n\t\tfoo(a)\n", []Edit{{Old: "    foo(a)\n", New: "    foo(b)\n"}}, CodeAmbiguous},
		{"very many", strings.Repeat("a\n", 1000), []Edit{{Old: "a", New: "b"}}, CodeAmbiguous},

		{"uneven", goFile, []Edit{{Old: "func Sum(list []int) int {\n\ttotal := 0\n\t\tfor _, v := range list {\n", New: "x"}}, CodeNoMatch},
		{"indentation that cannot be carried", "if aaa {\nbbb\n", []Edit{{Old: "    if aaa {\n    bbb\n", New: "    if aaa {\n  ccc\n"}}, CodeNoMatch},
		{"spaces after tabs", "\tidx := 1\n\t    return s\n", []Edit{{Old: "    idx := 1\n", New: "    idx := 1\n        return t\n"}}, CodeNoMatch},
		{"two indent rules", "\t\taaaaaa\n", []Edit{{Old: "    aaaaaa\n", New: "    aaaaaa\n        bbb\n"}}, CodeNoMatch},
		{"characters written in two ways", "say “a” now\n", []Edit{{Old: `say "a" now`, New: `say "a" "b" now`}}, CodeNoMatch},
		{"already applied inexactly", "\tfoo(a)\n\tbar(b)\n", []Edit{{Old: "    foo(a)\n", New: "    foo(a)\n    bar(b)\n"}}, CodeApplied},
		{"already trimmed", "foo(a)\n", []Edit{{Old: "foo(a)  \n", New: "foo(a)\n"}}, CodeApplied},
		{"already applied", goFile, []Edit{{Old: "\tsum := 0\n", New: "\ttotal := 0\n"}}, CodeApplied},

		{"one of two", goFile, []Edit{{Old: "total := 0", New: "total := 1"}, {Old: "nowhere to be found", New: "x"}}, CodeNoMatch},
		{"overlap", goFile, []Edit{{Old: "total := 0\n\tfor", New: "x"}, {Old: "\tfor _, v := range list {\n\t\ttotal", New: "y"}}, CodeValidation},
	} {
		t.Run(tt.name, tt.run)
	}
}

// long makes n lines of which every line before the one at differ is its own.
func long(n, differ int) string {
	var b strings.Builder
	for i := range n {
		if i == differ {
			b.WriteString("\tthis one differs\n")
		}
		fmt.Fprintf(&b, "\tline %d of many\n", i)
	}
	return b.String()
}

func numberLines(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", strings.NewReplacer(" ", "_", ",", "", "'", "").Replace(name)+".golden")
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
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
