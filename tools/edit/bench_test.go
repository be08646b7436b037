package edit

import (
	"fmt"
	"strings"
	"testing"
)

// bigFile makes a source of about 5 MB whose lines repeat as those of real ones do.
func bigFile(end string) string {
	var b strings.Builder
	for i := 0; b.Len() < 5<<20; i++ {
		fmt.Fprintf(&b, "func f%d(list []int) int {%s\ttotal := %d%s\tfor _, v := range list {%s\t\ttotal += v * %d%s\t}%s\treturn total%s}%s%s",
			i, end, i%100, end, end, i%7, end, end, end, end, end)
	}
	return b.String()
}

func curlyBack(s string) string { return strings.NewReplacer("“", `"`, "”", `"`).Replace(s) }

// BenchmarkApply measures calls on a 5 MB file, refusals included.
func BenchmarkApply(b *testing.B) {
	lf := bigFile("\n")
	accented := strings.Replace(lf, "total", "tötal", 1)
	window := func(name string) string {
		at := strings.Index(lf, "func "+name+"(")
		return lf[at : at+strings.Index(lf[at:], "\n}\n")+3]
	}
	block := window("f30000")
	spaces := strings.ReplaceAll(block, "\t", "    ")
	typo := strings.Replace(block, "total := 0", "total := 1000", 1)
	half := len(lf) / 2
	cjk := strings.Repeat("\t变量 := 函数(“参数”, 数组)\n", 5<<20/40)
	numbered := func(from, n int, gap string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\t变量%d := 函数(“参数”,%s数组)\n", from+i, gap)
		}
		return b.String()
	}
	variants := numbered(0, 5<<20/45, "\u00a0")
	old := numbered(40_000, 1000, " ")
	for _, bb := range []struct {
		name, content string
		edit          Edit
	}{
		{"exact", lf, Edit{Old: block, New: "x\n"}},
		{"exact-crlf", bigFile("\r\n"), Edit{Old: block, New: "x\n"}},
		{"replace_all", lf, Edit{Old: "total", New: "sum", ReplaceAll: true}},
		{"ambiguous", lf, Edit{Old: "\treturn total\n}\n", New: "x"}},
		{"indent", lf, Edit{Old: spaces, New: spaces + "}\n"}},
		{"indent-unicode", accented, Edit{Old: spaces, New: spaces + "}\n"}},
		{"not-found", lf, Edit{Old: typo, New: "x"}},
		{"not-found-unicode", accented, Edit{Old: strings.ReplaceAll(typo, "v", "ü"), New: "x"}},
		{"not-found-line", lf, Edit{Old: "\ttotal -= v * 1234567\n", New: "x"}},
		{"not-found-long", lf, Edit{Old: lf[:half] + "x\n" + lf[half:], New: "x"}},
		{"not-found-blank-lines", strings.Repeat("\n", 5<<20), Edit{Old: strings.Repeat("\n", 1<<20) + "x", New: "x"}},
		{"not-found-cjk", cjk, Edit{Old: "变量 := 函数(参)\n变量\n变量\n", New: "x"}},
		{"ambiguous-repeated", strings.Repeat("x\n", 5<<20/2), Edit{Old: strings.Repeat("x \n", 1<<20), New: "x"}},
		{"not-found-repeated", strings.Repeat("x\ny\n", 5<<20/4), Edit{Old: strings.Repeat("x\nz\n", 1<<17), New: "x"}},
		{"unicode-long", variants, Edit{Old: old, New: strings.ReplaceAll(old, "参数", "新的")}},
		{"unicode-and-indent-long", variants, Edit{Old: strings.ReplaceAll(old, "\t", "    "), New: strings.ReplaceAll(strings.ReplaceAll(old, "\t", "    "), "参数", "新的")}},
		{"typographic-long", variants, Edit{Old: curlyBack(old), New: curlyBack(old + old)}},
		{"not-found-crlf", bigFile("\r\n"), Edit{Old: typo, New: "x"}},
		{"not-found-json", lf, Edit{Old: strings.ReplaceAll(typo, "\n", `\n`), New: "x"}},
		{"not-found-long-lines", strings.Repeat(strings.Repeat("ab ", 10_000)+"\n", 170), Edit{Old: strings.Repeat("ab ", 10_000) + "x\n", New: "x"}},
		{"line-range", lf, Edit{StartLine: 1, EndLine: 100_000, NewContent: &typo}},
		{"one-long-line", strings.Repeat("ab ", 5<<20/3), Edit{Old: strings.Repeat("ab ", 1000) + "x", New: "x"}},
		{"same-bytes", strings.Repeat("a", 5<<20), Edit{Old: strings.Repeat("a", 100_000), New: "x"}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			content := []byte(bb.content)
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := Apply(content, bb.edit)
				if err != nil && len(err.Error()) > 40_000 {
					b.Fatal("a message of", len(err.Error()), "bytes")
				}
				if refused := strings.HasPrefix(bb.name, "not") || strings.HasPrefix(bb.name, "ambiguous"); refused && err == nil {
					b.Fatal("applied")
				}
			}
		})
	}
}

// BenchmarkApplyAll measures many inexact edits of a 5 MB file in one call.
func BenchmarkApplyAll(b *testing.B) {
	content := bigFile("\n")
	var edits []Edit
	for i := range 64 {
		at := strings.Index(content, fmt.Sprintf("func f%d(", 500*i))
		block := content[at : at+strings.Index(content[at:], "\n}\n")+3]
		block = strings.ReplaceAll(block, "\t", "  ")
		edits = append(edits, Edit{Old: block, New: strings.Replace(block, "total +=", "total -=", 1)})
	}
	raw := []byte(content)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := ApplyAll(raw, edits); err != nil {
			b.Fatal(err)
		}
	}
}
