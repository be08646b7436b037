package md

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// inline returns the source of a leaf block as glamour is to see it: soft line breaks
// are blanks, and tags are text, because glamour drops them and with them the T of
// a Vec<T>.
func (l *layout) inline(n ast.Node) string {
	tags := l.tags(n)
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		raw := strings.TrimRight(string(segment.Value(l.source)), "\n")
		line := strings.TrimSpace(raw)
		if len(tags) > 0 {
			offset := segment.Start - segment.Padding + strings.Index(raw, line)
			line = withTags(line, offset, tags)
		}
		b.WriteString(line)
		switch {
		case i == lines.Len()-1:
		case strings.HasSuffix(raw, "  "):
			b.WriteString("\\\n")
		case hardBreak(line):
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
	}
	return strings.TrimSuffix(b.String(), "\\\n") // a <br> at the end
}

// hardBreak reports whether a line ends with a backslash that is not escaped.
func hardBreak(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

// leafRows wraps each line of a leaf.
func leafRows(styled string, width int) []string {
	var rows []string
	for line := range strings.SplitSeq(styled, "\n") {
		rows = append(rows, wrap(strings.TrimLeft(line, " "), width)...)
	}
	return rows
}

// tags returns the offsets in the source at which HTML tags start in a leaf block.
func (l *layout) tags(n ast.Node) map[int]bool {
	if !strings.Contains(string(n.Lines().Value(l.source)), "<") {
		return nil
	}
	tags := map[int]bool{}
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if html, ok := n.(*ast.RawHTML); ok && entering && html.Segments.Len() > 0 {
			tags[html.Segments.At(0).Start] = true
		}
		return ast.WalkContinue, nil
	})
	return tags
}

var lineBreakTag = regexp.MustCompile(`^<br ?/?>`)

// withTags makes text of the tags in line, which starts at offset in the source; a
// <br> becomes a hard line break.
func withTags(line string, offset int, tags map[int]bool) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		if !tags[offset+i] {
			b.WriteByte(line[i])
			i++
		} else if br := lineBreakTag.FindString(line[i:]); br != "" {
			b.WriteString("\\\n")
			i += len(br)
		} else {
			b.WriteString("&lt;")
			i++
		}
	}
	return b.String()
}
