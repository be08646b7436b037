package search

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// superset writes an expression for ripgrep that matches every line which re
// matches, and perhaps more: it is used to pass over files, so that where two
// engines might disagree about characters, word boundaries or line ends it only
// has to allow for both. It works on bytes: to it any one to four bytes above
// ASCII may be a character. ok is false for an expression that is not worth it.
func superset(re *syntax.Regexp) (expr string, ok bool) {
	var w supersetWriter
	ok = w.write(re) && w.b.Len() <= maxSuperset
	return w.b.String(), ok
}

// maxSuperset is the most bytes of an expression for ripgrep, which compiles a
// longer one slowly or not at all.
const maxSuperset = 4 << 10

type supersetWriter struct {
	b     strings.Builder
	ended bool // "$" was written
}

func (w *supersetWriter) write(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
	case syntax.OpLiteral:
		if slices.Contains(re.Rune, '\n') {
			return false // ripgrep refuses it
		}
		for _, r := range re.Rune {
			w.rune(r, re.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		return w.class(re.Rune)
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		return w.class([]rune{0, unicode.MaxRune})
	case syntax.OpBeginLine, syntax.OpBeginText:
		// After "$" it would have to stand behind the carriage return.
		if !w.ended {
			w.b.WriteString(`(?m:^)(?:\xEF\xBB\xBF)?`)
		}
	case syntax.OpEndLine, syntax.OpEndText:
		w.ended = true
		w.b.WriteString(`\r?(?m:$)`)
	case syntax.OpCapture:
		return w.list(re.Sub, "")
	case syntax.OpConcat:
		return w.list(re.Sub, "")
	case syntax.OpAlternate:
		return w.list(re.Sub, "|")
	case syntax.OpStar:
		return w.list(re.Sub, "") && w.repeat("*")
	case syntax.OpPlus:
		return w.list(re.Sub, "") && w.repeat("+")
	case syntax.OpQuest:
		return w.list(re.Sub, "") && w.repeat("?")
	default:
		return false
	}
	return true
}

func (w *supersetWriter) list(subs []*syntax.Regexp, between string) bool {
	w.b.WriteString("(?:")
	for i, sub := range subs {
		if i > 0 {
			w.b.WriteString(between)
		}
		if w.b.Len() > maxSuperset || !w.write(sub) {
			return false
		}
	}
	w.b.WriteString(")")
	return true
}

func (w *supersetWriter) repeat(op string) bool {
	w.b.WriteString(op)
	return true
}

func (w *supersetWriter) rune(r rune, fold bool) {
	if fold {
		orbit := []rune{r, r}
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			orbit = append(orbit, f, f)
		}
		if len(orbit) > 2 {
			w.class(orbit)
			return
		}
	}
	if r == utf8.RuneError {
		w.class([]rune{r, r}) // stands for any invalid byte as well
		return
	}
	for _, c := range []byte(string(r)) {
		if isWord(c) {
			w.b.WriteByte(c)
		} else {
			fmt.Fprintf(&w.b, `\x%02X`, c)
		}
	}
}

// class writes a set given as pairs of first and last characters. It is false
// for a set that is empty within a line.
func (w *supersetWriter) class(ranges []rune) bool {
	var ascii strings.Builder
	high := false
	add := func(lo, hi rune) {
		if lo <= hi {
			fmt.Fprintf(&ascii, `\x%02X-\x%02X`, lo, hi)
		}
	}
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		high = high || hi >= utf8.RuneSelf
		hi = min(hi, utf8.RuneSelf-1)
		if lo <= '\n' && '\n' <= hi {
			add(lo, '\n'-1)
			lo = '\n' + 1
		}
		add(lo, hi)
	}
	const beyond = `[\x80-\xFF]{1,4}`
	switch {
	case ascii.Len() > 0 && high:
		w.b.WriteString("(?:[" + ascii.String() + "]|" + beyond + ")")
	case ascii.Len() > 0:
		w.b.WriteString("[" + ascii.String() + "]")
	case high:
		w.b.WriteString("(?:" + beyond + ")")
	}
	return ascii.Len() > 0 || high
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}
