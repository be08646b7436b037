package md

import (
	"strconv"
	"strings"
	"testing"

	"beestown/tui/theme"
)

// document repeats the corpus up to size bytes, with a number in each sentence so
// that no cache helps.
func document(b *testing.B, name string, size int) string {
	text := corpus(b)[name]
	var doc strings.Builder
	for i := 0; doc.Len() < size; i++ {
		number := " " + strconv.Itoa(i)
		doc.WriteString(strings.NewReplacer(". ", number+". ", " |", number+" |", " *", number+" *", "\t", "\t"+number).Replace(text))
	}
	return doc.String()[:size]
}

// BenchmarkStream200KB is an answer as fast as it comes: 16-byte pieces, with a look
// per 400 bytes, which is one each 33 ms at 3,000 tokens a second.
func BenchmarkStream200KB(b *testing.B) {
	for _, name := range []string{"answer", "wide"} {
		text := document(b, name, 200<<10)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := NewStream(newRenderer(b, theme.Options{}))
				for from := 0; from < len(text); from += 16 {
					s.Append(text[from:min(from+16, len(text))])
					if from%400 == 0 {
						s.Lines(100)
					}
				}
				s.Finish()
				s.Lines(100)
			}
		})
	}
}

// BenchmarkResize is the cost of a new width for a finished answer of 200 KB.
func BenchmarkResize(b *testing.B) {
	s := NewStream(newRenderer(b, theme.Options{}))
	s.Append(document(b, "answer", 200<<10))
	s.Finish()
	width := 80
	b.ReportAllocs()
	for b.Loop() {
		width = 180 - width
		s.Lines(width)
	}
}

// BenchmarkFlush is one look at 300 tokens a second: 40 new bytes at the end of an
// answer of 200 KB.
func BenchmarkFlush(b *testing.B) {
	text := document(b, "answer", 200<<10)
	s := NewStream(newRenderer(b, theme.Options{}))
	s.Append(text)
	s.Lines(100)
	from := 0
	b.ReportAllocs()
	for b.Loop() {
		s.Append(text[from : from+40])
		s.Lines(100)
		from = (from + 40) % (len(text) - 40)
	}
}

// BenchmarkTail is one look at an unfinished block that is as long as it may be while
// it is still rendered at each look.
func BenchmarkTail(b *testing.B) {
	tails := map[string]string{
		"paragraph": strings.Repeat("A sentence with `code`, *emphasis* and [a link](http://x.y). ", 66),
		"list":      strings.Repeat("- **item** with `code` and some words after it\n", 85),
		"table":     "| name | value | note |\n|---|---|---|\n" + strings.Repeat("| `alpha` | 1 | a **note** of some words |\n", 94),
		"bash":      "```bash\n" + strings.Repeat("for f in *.go; do echo \"$f\"; done # comment\n", 22),
	}
	for name, text := range tails {
		b.Run(name, func(b *testing.B) {
			r := newRenderer(b, theme.Options{})
			s := NewStream(r)
			s.Append(text)
			for b.Loop() {
				s.tail = tail{} // what a new token does
				clear(r.leaves.young)
				s.Lines(100)
			}
		})
	}
}
