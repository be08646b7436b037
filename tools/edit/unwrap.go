package edit

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// unwrapping takes one wrapping off a call. ok is false when the call does not wear it, or when taking
// it off would be a guess; err refuses a call of which only a part wears it.
type unwrapping func(request) (r request, ok bool, err error)

// unwrappings returns the call as written and then every wrapping, in the order in which they are tried.
func unwrappings() []unwrapping {
	return []unwrapping{
		func(r request) (request, bool, error) { return r, true, nil },
		unfence, unnumber, unescapeJSON, unescapeQuotes, unescapeHTML,
	}
}

// openFence cuts the marks off the first line of a fence; what may follow is the name of a language.
func openFence(line string) (mark string, ok bool) {
	line = strings.TrimSpace(line)
	language := strings.TrimLeft(line, "`")
	if language == line {
		language = strings.TrimLeft(line, "~")
	}
	mark = line[:len(line)-len(language)]
	return mark, len(mark) >= 3 && len(strings.Fields(language)) <= 1 && !strings.ContainsAny(language, "`~")
}

// unfence takes a Markdown fence off old, and off new when it has one. Inside a fence every line is
// ended, so the last line end is nobody's wish, except where whole lines are deleted.
func unfence(r request) (request, bool, error) {
	old, ok := fenced(r.old)
	if !ok {
		return r, false, nil
	}
	text, newFenced := fenced(r.new)
	if !newFenced {
		text = r.new
	}
	if text == "" || !newFenced && strings.HasSuffix(text, "\n") {
		old += "\n"
	}
	r.old, r.new = old, text
	r.note = "matched without the Markdown fence round old_string"
	return r, true, nil
}

// fenced returns the lines inside a fence that stands round the whole of s, without the last line end.
func fenced(s string) (string, bool) {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	mark, ok := openFence(lines[0])
	if !ok || len(lines) < 2 || strings.TrimSpace(lines[len(lines)-1]) != mark {
		return "", false
	}
	return strings.Join(lines[1:len(lines)-1], "\n"), true
}

// separators are what tools print between a line's number and its text; ours is the tab. Of two that
// begin alike the longer is tried first.
var separators = [...]string{"\t", "→", "| ", "|", ": ", ":"}

// unnumber takes line numbers off old, and off new when every line of it has one too.
func unnumber(r request) (request, bool, error) {
	olds, ended := splitLines(r.old)
	old, first, sep, ok := cutNumbers(olds, true)
	if !ok {
		return r, false, nil
	}
	r.old = joinLines(old, ended)
	news, newEnded := splitLines(r.new)
	text, numbered := make([]string, len(news)), 0
	for i, line := range news {
		if _, rest, ok := cutNumber(line, sep); ok {
			text[i] = rest
			numbered++
		}
	}
	switch numbered {
	case 0:
	case len(news):
		r.new = joinLines(text, newEnded)
	default:
		return r, false, refuse(CodeValidation, "some lines of new_string start with a line number, as those of old_string do, and some do not; send both without line numbers")
	}
	r.lineStart = true
	if len(olds) == 1 && sep != "\t" && sep != "→" {
		r.onlyLine = first // "8080: x" may be text: believe it only where it is true
	}
	r.note = "matched without the line numbers in old_string"
	return r, true, nil
}

// cutNumbers takes the numbers off lines if every line has one, all with one separator and, if rising,
// each one more than that before it.
func cutNumbers(lines []string, rising bool) (out []string, first int, sep string, ok bool) {
	for _, sep := range separators {
		out = out[:0]
		for i, line := range lines {
			n, rest, ok := cutNumber(line, sep)
			if i == 0 {
				first = n
			}
			if !ok || rising && n != first+i {
				break
			}
			out = append(out, rest)
		}
		if len(out) > 0 && len(out) == len(lines) {
			return out, first, sep, true
		}
	}
	return nil, 0, "", false
}

// cutNumber takes one number off. The blank of a separator is easily lost on an empty line.
func cutNumber(line, sep string) (n int, rest string, ok bool) {
	line = strings.TrimLeft(line, " ")
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	n, err := strconv.Atoi(line[:digits])
	if err != nil {
		return 0, "", false
	}
	if bare := strings.TrimRight(sep, " "); bare != "" && line[digits:] == bare {
		return n, "", true
	}
	rest, ok = strings.CutPrefix(line[digits:], sep)
	return n, rest, ok
}

func joinLines(lines []string, ended bool) string {
	s := strings.Join(lines, "\n")
	if ended {
		s += "\n"
	}
	return s
}

// unescapeJSON decodes text that was escaped once too often: one physical line with \n in it.
func unescapeJSON(r request) (request, bool, error) {
	if !strings.Contains(r.old, `\n`) || strings.Contains(r.old, "\n") || strings.Contains(r.new, "\n") {
		return r, false, nil
	}
	old, ok := decodeJSON(r.old)
	text, newOK := decodeJSON(r.new)
	if !ok || !newOK {
		return r, false, nil
	}
	r.old, r.new = plain(old), plain(text)
	r.note = "matched after decoding the escapes in old_string and new_string"
	return r, true, nil
}

// runeEscape is an escape that is the whole of a character literal, so probably meant as it stands.
var runeEscape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`'\\(?:[bfnrt]|u[0-9a-fA-F]{4})'`)
})

// decodeJSON decodes the inside of a JSON string. Bare quotes are taken as they are if no quote is
// escaped and no escape stands between two of them, where it would be part of the program.
func decodeJSON(s string) (string, bool) {
	if runeEscape().MatchString(s) {
		return "", false
	}
	if bare(s, '"') {
		if strings.Contains(s, `\"`) {
			return "", false
		}
		for i, part := range strings.Split(s, `"`) {
			if i%2 == 1 && strings.Contains(part, `\`) {
				return "", false
			}
		}
		s = strings.ReplaceAll(s, `"`, `\"`)
	}
	var out string
	err := json.Unmarshal([]byte(`"`+s+`"`), &out)
	return out, err == nil
}

// bare says whether c stands in s without a backslash before it.
func bare(s string, c byte) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case c:
			return true
		}
	}
	return false
}

// unescapeQuotes turns \" into " where no bare " exists.
func unescapeQuotes(r request) (request, bool, error) {
	if !strings.Contains(r.old, `\"`) || bare(r.old, '"') || strings.Contains(r.new, `\"`) && bare(r.new, '"') {
		return r, false, nil
	}
	r.old = strings.ReplaceAll(r.old, `\"`, `"`)
	r.new = strings.ReplaceAll(r.new, `\"`, `"`)
	r.note = `matched after turning \" into "`
	return r, true, nil
}

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&",
	"&quot;", `"`, "&#34;", `"`, "&#x22;", `"`, "&apos;", "'", "&#39;", "'", "&#x27;", "'")

// unescapeHTML decodes the entities of markup characters where old has neither < nor >.
func unescapeHTML(r request) (request, bool, error) {
	old, text := entities.Replace(r.old), entities.Replace(r.new)
	if old == r.old || strings.ContainsAny(r.old, "<>") || text != r.new && strings.ContainsAny(r.new, "<>") {
		return r, false, nil
	}
	r.old, r.new = old, text
	r.note = "matched after decoding HTML entities"
	return r, true, nil
}

// withNote adds what was tolerated to a note.
func withNote(note, format string, args ...any) string {
	more := fmt.Sprintf(format, args...)
	if note == "" {
		return more
	}
	return note + ", " + more
}
