package md

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"beestown/tui/theme"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/ansi"
	xansi "github.com/charmbracelet/x/ansi"
)

// cacheSize bounds each of the two generations of rendered leaves.
const cacheSize = 512

// leaves renders the inline Markdown of paragraphs, headings and cells through
// glamour, one leaf at a time and without wrapping: a leaf does not depend on the
// width, so it is rendered once and only wrapped again after a resize. Glamour
// costs milliseconds per KB; a growing list re-renders its newest item only.
type leaves struct {
	glamour    *glamour.TermRenderer
	young, old map[string]string
}

func newLeaves(th *theme.Theme) *leaves {
	g, err := glamour.NewTermRenderer(
		glamour.WithStyles(glamourStyles(th)),
		glamour.WithWordWrap(0),
		glamour.WithPreservedNewLines(),
	)
	if err != nil {
		panic("md: glamour rejects its options: " + err.Error()) // they are constants
	}
	return &leaves{glamour: g, young: map[string]string{}}
}

// paragraph returns the inline Markdown in text as styled lines, separated by
// newlines where the source has hard line breaks. defs are link reference
// definitions.
func (v *leaves) paragraph(text, defs string) string {
	if plain(text) {
		return text
	}
	return v.render(asParagraph(text), defs)
}

// heading is paragraph for the text of a heading.
func (v *leaves) heading(level int, text, defs string) string {
	// The closing # keeps a # that belongs to the text.
	return v.render(strings.Repeat("#", level)+" "+text+" #", defs)
}

func (v *leaves) render(text, defs string) string {
	if defs != "" && strings.Contains(text, "[") {
		text = defs + "\n\n" + text
	}
	if out, ok := v.young[text]; ok {
		return out
	}
	out, ok := v.old[text]
	if !ok {
		rendered, err := v.glamour.Render(safeEntities(text))
		if err != nil {
			return text // unrendered text is better than none
		}
		out = strings.Trim(rendered, "\n")
	}
	if len(v.young) >= cacheSize {
		v.old, v.young = v.young, map[string]string{}
	}
	v.young[strings.Clone(text)] = out
	return out
}

// plain reports whether text has nothing that Markdown would change.
func plain(text string) bool {
	return !strings.ContainsAny(text, "\\`*_[]<>&~@#\n") && !strings.Contains(text, "://") && !strings.Contains(text, "www.")
}

var blockStart = regexp.MustCompile(`^(?:[-+*](?:\s|$)|(?:[-*_]\s*){3,}$|#{1,6}(?:\s|$)|>|\d{1,9}[.)](?:\s|$)|~~~|\[[^\]]+\]:)`)

// asParagraph keeps text, such as a table's cell with "- 5" in it, from being read as
// a list or another block now that it stands alone.
func asParagraph(text string) string {
	if !blockStart.MatchString(text) {
		return text
	}
	return "&#" + strconv.Itoa(int(text[0])) + ";" + text[1:]
}

var numericEntity = regexp.MustCompile(`&#[0-9xX][0-9a-fA-F]*;?`)

// safeEntities replaces character references that mean control characters: they
// would turn into escape sequences behind every check.
func safeEntities(text string) string {
	if !strings.Contains(text, "&#") {
		return text
	}
	return numericEntity.ReplaceAllStringFunc(text, func(entity string) string {
		if strings.IndexFunc(html.UnescapeString(entity), isControl) >= 0 {
			return "\uFFFD"
		}
		return entity
	})
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

// glamourStyles maps the theme to glamour. Block layout is ours (layout.go), so
// only inline styles and the heading are set.
func glamourStyles(th *theme.Theme) ansi.StyleConfig {
	yes := true
	code := ansi.StylePrimitive{Bold: &yes}
	heading := ansi.StylePrimitive{Bold: &yes}
	if color := themeColor(th.Code); color != "" {
		code = ansi.StylePrimitive{Color: &color}
	}
	return ansi.StyleConfig{
		H1:            ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Bold: &yes, Underline: &yes}},
		Heading:       ansi.StyleBlock{StylePrimitive: heading},
		Strong:        ansi.StylePrimitive{Bold: &yes},
		Emph:          ansi.StylePrimitive{Italic: &yes},
		Strikethrough: ansi.StylePrimitive{CrossedOut: &yes},
		Code:          ansi.StyleBlock{StylePrimitive: code},
		Link:          ansi.StylePrimitive{Underline: &yes},
		Image:         ansi.StylePrimitive{Underline: &yes},
	}
}

// themeColor is the ANSI colour number of a style, "" if it has none.
func themeColor(s theme.Style) string {
	l := parseLine(s.Prefix + "x")
	if color, ok := l.styles[len(l.styles)-1].Fg.(xansi.BasicColor); ok {
		return strconv.Itoa(int(color))
	}
	return ""
}
