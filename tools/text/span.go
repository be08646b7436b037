package text

import (
	"slices"
	"strings"
)

// replaceSpans puts Redacted in the place of each span; those that overlap count as one.
func replaceSpans(s string, spans []span) string {
	if len(spans) == 0 {
		return s
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	var out strings.Builder
	out.Grow(len(s))
	at := 0
	for _, p := range spans {
		if p.from >= at {
			out.WriteString(s[at:p.from])
			out.WriteString(Redacted)
		}
		at = max(at, p.to)
	}
	out.WriteString(s[at:])
	return out.String()
}
