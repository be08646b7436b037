package symbols

import (
	"bytes"
	"context"
	"os"
	"strings"
	"unicode/utf8"
)

// The size of what is quoted.
const (
	contextLines = 2   // before and after the definition
	maxQuoted    = 240 // bytes of a line
)

// readLines fills in the code of the matches, reading each file once. The code
// of a file that can not be read any more stays empty.
func readLines(ctx context.Context, root *os.Root, matches []Match) error {
	r := &reader{root: root}
	defer r.close()
	done := make([]bool, len(matches))
	for i := range matches {
		if done[i] || matches[i].Kind == File {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		src, err := r.read(matches[i].File)
		if err != nil {
			continue
		}
		lines := bytes.Split(src, []byte{'\n'})
		for k := i; k < len(matches); k++ {
			if m := &matches[k]; m.File == matches[i].File && m.Kind != File {
				done[k] = true
				m.quote(lines)
			}
		}
	}
	return nil
}

func (m *Match) quote(lines [][]byte) {
	at := m.Line - 1
	if at >= len(lines) {
		return // the file became shorter in the meantime
	}
	m.Code = strings.TrimSpace(quoted(lines[at]))
	around := lines[max(0, at-contextLines):min(len(lines), at+contextLines+1)]
	text := make([]string, len(around))
	for i, line := range around {
		text[i] = quoted(line)
	}
	m.Context = strings.TrimRight(strings.Join(text, "\n"), "\n")
}

// quoted is a line as text of a bounded length.
func quoted(line []byte) string {
	line = bytes.TrimRight(line, "\r \t")
	if len(line) <= maxQuoted {
		return string(line)
	}
	line = line[:maxQuoted]
	for len(line) > 0 && !utf8.RuneStart(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return string(line[:max(0, len(line)-1)]) + "…"
}
