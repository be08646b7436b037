package edit

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// binaryHead is how much of a file is searched for a NUL byte, as git does.
const binaryHead = 8 << 10

func isBinary(content []byte) bool {
	return bytes.IndexByte(content[:min(len(content), binaryHead)], 0) >= 0
}

// check refuses what is wrong whatever the file's text is.
func (d *document) check(e Edit) error {
	if err := checkMode(e); err != nil {
		return err
	}
	text := e.New
	if e.NewContent != nil {
		text = *e.NewContent
	}
	if !isASCII(text) && !d.ascii && !utf8.Valid(d.raw) {
		return refuse(CodeValidation, "the file is not valid UTF-8, so text with non-ASCII characters cannot be added without mixing encodings; write those characters as escapes, or edit only ASCII text")
	}
	return nil
}

// checkMode refuses a call that is not exactly one of the two modes.
func checkMode(e Edit) error {
	if e.NewContent != nil {
		switch {
		case e.New != "":
			return refuse(CodeValidation, "both new_string and new_content given; send old_string and new_string, or start_line, end_line and new_content")
		case e.ReplaceAll:
			return refuse(CodeValidation, "replace_all does not go with new_content; send old_string and new_string to replace every occurrence")
		case e.StartLine < 1 || e.EndLine < e.StartLine:
			return refuse(CodeValidation, "new_content needs 1 <= start_line <= end_line, got start_line %d and end_line %d", e.StartLine, e.EndLine)
		}
		return nil
	}
	switch {
	case e.EndLine != 0:
		return refuse(CodeValidation, "end_line goes with new_content; send start_line, end_line and new_content, or old_string and new_string without end_line")
	case strings.TrimSpace(e.Old) == "":
		return refuse(CodeValidation, "old_string is empty or blank; send the text to replace, with a line that is not blank, or start_line, end_line and new_content")
	case e.Old == e.New:
		return refuse(CodeValidation, "old_string and new_string are equal (line ends apart, which the file keeps); nothing to do")
	case e.StartLine < 0:
		return refuse(CodeValidation, "start_line is %d; lines are counted from 1", e.StartLine)
	}
	return nil
}

const (
	commentLeader = `(?://+|#+|--+|/\*+|<!--|;+|%+|\*+|\{/\*|\(\*|"""|''')`
	omittedWords  = `\(?(?:(?:the|all|your|keep|of)\s+)*(?:existing|rest|remaining|unchanged|omitted|previous|same|other|more)\b`
)

// omission matches a line that stands for text which is not there. Outside of a comment a blank must
// follow the dots: "...rest" is code in some languages.
var omission = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*(?:` + strings.Join([]string{
		commentLeader + `\s*(?:\.\.\.|…)\s*` + omittedWords,
		commentLeader + `\s*(?:\.\.\.|…)\s*(?:\w+\s+){1,3}(?:unchanged|omitted|elided|truncated)\b`,
		`[\[(]?(?:\.\.\.\s+|…\s*)` + omittedWords,
		commentLeader + `?\s*(?:the\s+)?rest of\b.*(?:\.\.\.|…)`,
		commentLeader + `\s*(?:existing|remaining|unchanged|previous|other)\s+(?:\w+\s*){1,3}(?:\.\.\.|…)`,
	}, "|") + `)`)
})

// isOmission says whether a line stands for text which is not there.
func isOmission(line string) bool {
	return hasDots(line) && omission().MatchString(line)
}

func hasDots(s string) bool { return strings.Contains(s, "...") || strings.Contains(s, "…") }

// checkOmission refuses new text in which a line stands for text that was left out, unless the text
// that it replaces has that very line. A bare "..." is a statement in some languages.
func checkOmission(name, old, text string) error {
	if !hasDots(text) {
		return nil
	}
	there := map[string]bool{}
	for line := range strings.SplitSeq(old, "\n") {
		if hasDots(line) {
			there[strings.TrimSpace(line)] = true
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if trimmed := strings.TrimSpace(line); isOmission(line) && !there[trimmed] {
			return refuse(CodeValidation, "line %d of %s is %q, which stands for text that is not there; write the real text, or edit smaller parts",
				i+1, name, clip(trimmed, 100))
		}
	}
	return nil
}

// nonBlank counts the characters of s that are not white space, up to limit.
func nonBlank(s string, limit int) int {
	n := 0
	for _, r := range s {
		if !unicode.IsSpace(r) {
			if n++; n == limit {
				break
			}
		}
	}
	return n
}
