package edit

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

var (
	curly   = strings.NewReplacer(`"`, "“", "'", "’", "-", "–")
	curlier = strings.NewReplacer(`"`, "„", "'", "‘", "-", "—", "...", "…")
	accents = strings.NewReplacer("e", "é", "u", "ü")
	oddGap  = regexp.MustCompile(`(\w) (\w)`)
)

func noBreak(line string) string { return oddGap.ReplaceAllString(line, "$1\u00a0$2") }

// charPerturbations differ in the form of characters.
func charPerturbations() []perturbation {
	return []perturbation{
		{"typographic call", charsInCall(curly.Replace)},
		{"other typographic call", charsInCall(curlier.Replace)},
		{"no-break spaces in the call", charsInCall(noBreak)},
		{"typographic file", charsInFile(curly.Replace)},
		{"other typographic file", charsInFile(curlier.Replace)},
		{"a no-break space in the file", strayChar(func(l string) string {
			at := oddGap.FindStringIndex(l)
			if at == nil {
				return l
			}
			return l[:at[0]] + noBreak(l[at[0]:at[1]]) + l[at[1]:]
		})},
		{"a typographic quote in the file", strayChar(func(l string) string { return strings.Replace(l, `"`, "“", 1) })},
		{"typographic apostrophes in the file", wholeFile(func(l string) string { return strings.ReplaceAll(l, "'", "’") })},
		{"decomposed call", forms(norm.NFC.String, norm.NFD.String)},
		{"decomposed file", forms(norm.NFD.String, norm.NFC.String)},
		{"decomposed call, indent added", forms(norm.NFC.String, func(l string) string { return prefixed("\t", norm.NFD.String(l)) })},
		{"typographic call, crlf file", func(s sample) (trial, bool) {
			t, ok := charsInCall(curly.Replace)(s)
			crlf, _ := lineEnds(func(int) string { return "\r\n" }, same)(s)
			crlf.edits, crlf.unsure = t.edits, t.unsure
			return crlf, ok
		}},
		{"invalid utf-8 elsewhere", func(s sample) (trial, bool) {
			t := s.trial(same, same)
			t.head += "// caf\xe9 \xff\xfe\n"
			return t, isASCII(text(s.olds) + text(s.news))
		}},
	}
}

// typeset tells whether any line holds a character that a typographic variant could stand for anyhow.
func typeset(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return fold(line) != norm.NFC.String(line) })
}

// charsInCall writes the call with other characters than the file. Where the file is typeset itself,
// which of its characters was meant cannot be told.
func charsInCall(f func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t, ok := calling(f)(s)
		if typeset(slices.Concat(s.olds, s.news)) {
			t.unsure = "the file has typographic characters of its own there"
		} else if !shows(t.olds, t.news, variantKind) {
			t.unsure = "old_string has no such character, so it does not tell what the file has for it"
		}
		return t, ok
	}
}

// shows says whether every kind of typographic character in the new lines is in the old ones.
func shows(olds, news []string, kind func(string) string) bool {
	kinds := map[string]bool{}
	for _, u := range units(text(olds)) {
		kinds[kind(u)] = kinds[kind(u)] || !isASCII(u)
	}
	return !slices.ContainsFunc(units(text(news)), func(u string) bool {
		return !isASCII(u) && isASCII(fold(u)) && !kinds[kind(u)]
	})
}

// charsInFile has such characters in the window, and the call without them. A new line that has more of
// them than the line it replaces could mean either: the file around is plain. Characters of which the
// window has none are no trial: nothing says that the file has another for them.
func charsInFile(f func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t := s.trial(f, same)
		changed := false
		for i, line := range s.olds {
			changed = changed || t.file[i] != line+"\n"
		}
		if typeset(slices.Concat(s.olds, s.news)) || addsVariants(s, t) {
			t.unsure = "a new character has two forms in the file"
		}
		return t, changed && shows(t.file, t.truth, fold)
	}
}

// addsVariants says whether the new lines hold, by the letter, more typographic characters than the old.
func addsVariants(s sample, t trial) bool {
	kept, _ := align(s.olds, s.news)
	for j, o := range origins(kept, s.olds, s.news) {
		if kept[j] >= 0 || t.truth[j] == s.news[j] {
			continue
		}
		if o.line < 0 || moreOf(s.news[j], s.olds[o.line]) {
			return true
		}
	}
	return false
}

// moreOf says whether the characters that a variant may stand for are not the same in two lines, in order.
func moreOf(line, old string) bool {
	marks := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(`"'-. `, r) {
				return r
			}
			return -1
		}, s)
	}
	return marks(line) != marks(old)
}

// strayChar has one such character, in a line that stays.
func strayChar(f func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t := s.trial(same, same)
		kept, _ := align(s.olds, s.news)
		for i, line := range s.olds {
			if f(line) == line || !slices.Contains(kept, i) || strings.Count(text(s.olds), line+"\n") > 1 {
				continue
			}
			t.file[i] = f(line) + "\n"
			return t, !typeset(slices.Concat(s.olds, s.news))
		}
		return t, false
	}
}

// quote matches an apostrophe that is not inside a word, so that it may be a part of a program.
var quote = regexp.MustCompile(`(?:^|\PL)'|'(?:\PL|$)`)

// wholeFile has other apostrophes than the call everywhere, which tells how new ones are written if all
// of them are inside words.
func wholeFile(f func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t, ok := charsInFile(f)(s)
		t.head, t.tail = f(t.head), f(t.tail)
		if !quote.MatchString(text(s.olds)+text(s.news)) && !typeset(slices.Concat(s.olds, s.news)) {
			t.unsure = ""
		}
		return t, ok
	}
}

func forms(file, call func(string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		s.olds, s.news = mapLines(s.olds, accents.Replace), mapLines(s.news, accents.Replace)
		t := s.trial(file, call)
		return t, !isASCII(t.edits[0].Old)
	}
}

// wrapPerturbations wrap the texts of the call.
func wrapPerturbations() []perturbation {
	number := func(format string) func(sample, []string) string {
		return func(s sample, lines []string) string {
			out := make([]string, len(lines))
			for i, line := range lines {
				out[i] = fmt.Sprintf(format, len(s.pre)+1+i, line)
			}
			return text(out)
		}
	}
	plain := func(_ sample, lines []string) string { return text(lines) }
	fence := func(_ sample, lines []string) string { return "```go\n" + text(lines) + "```\n" }
	return []perturbation{
		{"line numbers, tab", wrapped(number("%d\t%s"), number("%d\t%s"))},
		{"line numbers, arrow", wrapped(number("%6d→%s"), number("%6d→%s"))},
		{"line numbers, bar", wrapped(number("%05d| %s"), number("%05d| %s"))},
		{"line numbers, bar without blank", wrapped(number("%6d|%s"), number("%6d|%s"))},
		{"line numbers, colon", wrapped(number("%d: %s"), number("%d: %s"))},
		{"line numbers in old_string only", wrapped(number("%d\t%s"), plain)},
		{"fenced", wrapped(fence, fence)},
		{"fence round old_string only", wrapped(fence, plain)},
		{"json escaped", wrapped(jsonEscaped, jsonEscaped)},
		{"quotes escaped", quotesEscaped},
		{"html entities", calling(html.EscapeString)},
		{"line numbers, trailing blanks in the file", func(s sample) (trial, bool) {
			t, _ := wrapped(number("%d\t%s"), number("%d\t%s"))(s)
			file, _ := trailingInFile(s)
			t.file = file.file
			return t, true
		}},
		{"fenced, indent added", func(s sample) (trial, bool) {
			t := s.trial(same, func(l string) string { return prefixed("  ", l) })
			t.edits = []Edit{{Old: fence(s, t.olds), New: fence(s, t.news)}}
			return t, true
		}},
	}
}

func wrapped(old, text func(sample, []string) string) func(sample) (trial, bool) {
	return func(s sample) (trial, bool) {
		t := s.trial(same, same)
		t.edits = []Edit{{Old: old(s, s.olds), New: text(s, s.news)}}
		return t, true
	}
}

func jsonEscaped(_ sample, lines []string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text(lines)); err != nil {
		panic(err)
	}
	return strings.Trim(b.String(), "\n")[1 : b.Len()-2]
}

// quotesEscaped escapes quotes but not the backslashes before them, so that those are one too many.
func quotesEscaped(s sample) (trial, bool) {
	t, ok := calling(func(l string) string { return strings.ReplaceAll(l, `"`, `\"`) })(s)
	if strings.Contains(text(s.olds)+text(s.news), `\`) {
		t.unsure = "the text has backslashes of its own"
	}
	return t, ok
}
