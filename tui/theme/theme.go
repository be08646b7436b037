// Package theme names what colours mean and turns each meaning into ready-made
// SGR strings. The palette is the terminal's own 16 colours: nothing paints a
// background, so every scheme of the user stays readable.
package theme

import "fmt"

// Style wraps text into SGR sequences that were computed once.
type Style struct {
	Prefix, Suffix string // both empty when the style changes nothing
}

// Render returns text in the style. text must be one row; a reset inside it ends
// the style.
func (s Style) Render(text string) string {
	if s.Prefix == "" || text == "" {
		return text
	}
	return s.Prefix + text + s.Suffix
}

// Theme is a set of styles and glyphs. It is immutable and safe for concurrent use.
type Theme struct {
	Dark bool // the terminal's background is dark, or that is assumed

	Bold, Italic, Underline, Strike Style

	Faint    Style // less important than the text around it
	Hint     Style // keys and help, never essential
	Accent   Style // names, the focused thing
	Good     Style
	Bad      Style
	Warn     Style
	Added    Style // text of added lines; the + stays in the text
	Removed  Style
	Selected Style // the chosen option, beside a marker

	// AddedTint and RemovedTint mark the changed part of a line with a faint
	// background. They are empty unless the terminal has true colour and has
	// reported its background.
	AddedTint, RemovedTint Style

	Heading, Code, Link, Quote Style // Markdown
	Syntax                     Syntax
	Glyphs                     Glyphs
}

// Syntax is how source code is coloured.
type Syntax struct {
	Comment, Keyword, String, Number, Function, Type Style
}

// Options choose a theme.
type Options struct {
	Name  string // auto, light, dark, mono or high-contrast; "" is auto
	Light bool   // the terminal reported a light background; used by auto
	// NoColor is the NO_COLOR convention: attributes stay, colours go.
	NoColor bool
	ASCII   bool // the ascii glyph set
	// TrueColor says that the terminal shows 24-bit colours and has reported
	// its background: both are needed for tints.
	TrueColor bool
}

// New returns the theme for o. An unknown name is an error that lists the names.
func New(o Options) (*Theme, error) {
	t := &Theme{Dark: !o.Light, Glyphs: glyphs(o.ASCII)}
	switch o.Name {
	case "", "auto":
	case "light":
		t.Dark = false
	case "dark":
		t.Dark = true
	case "mono":
		o.NoColor = true
	case "high-contrast":
	default:
		return nil, fmt.Errorf("theme %q: use auto, light, dark, mono or high-contrast", o.Name)
	}
	t.attributes()
	switch {
	case o.NoColor:
		t.mono()
	case o.Name == "high-contrast":
		t.highContrast()
	default:
		t.color()
		if o.TrueColor {
			t.tints()
		}
	}
	return t, nil
}

// attributes are the styles that every theme shares.
func (t *Theme) attributes() {
	t.Bold = sgr("1", "22")
	t.Italic = sgr("3", "23")
	t.Underline = sgr("4", "24")
	t.Strike = sgr("9", "29")
	t.Selected = sgr("7", "27")
	t.Link = t.Underline
}

func (t *Theme) mono() {
	t.Faint, t.Hint = sgr("2", "22"), sgr("2", "22")
	t.Accent, t.Bad, t.Warn = t.Bold, t.Bold, t.Bold
	t.Heading, t.Code = t.Bold, t.Bold
	t.Syntax = Syntax{Comment: t.Faint, Keyword: t.Bold}
}

// highContrast never dims and adds weight to every colour.
func (t *Theme) highContrast() {
	t.Accent = sgr("1;36", "22;39")
	if !t.Dark {
		t.Accent = sgr("1;34", "22;39")
	}
	t.Good, t.Bad, t.Warn = sgr("1;32", "22;39"), sgr("1;31", "22;39"), sgr("1;35", "22;39")
	t.Added, t.Removed = t.Good, t.Bad
	t.Heading, t.Code = sgr("1;4", "22;24"), t.Bold
	t.Syntax = Syntax{Keyword: t.Bold}
}

// color uses ANSI 1 to 6 and bright black. Yellow and cyan are weak on white, so
// a light background gets magenta and blue.
func (t *Theme) color() {
	accent, warn := foreground(6), foreground(3)
	if !t.Dark {
		accent, warn = foreground(4), foreground(5)
	}
	t.Faint, t.Hint = sgr("2", "22"), sgr("90", "39")
	t.Accent, t.Warn = accent, warn
	t.Good, t.Bad = foreground(2), foreground(1)
	t.Added, t.Removed = t.Good, t.Bad
	t.Heading, t.Code, t.Quote = t.Bold, accent, t.Faint
	t.Syntax = Syntax{
		Comment: t.Hint, Keyword: foreground(5), String: foreground(2),
		Number: warn, Function: foreground(4), Type: accent,
	}
}

func (t *Theme) tints() {
	t.AddedTint, t.RemovedTint = sgr("48;2;20;60;30", "49"), sgr("48;2;75;25;30", "49")
	if !t.Dark {
		t.AddedTint, t.RemovedTint = sgr("48;2;205;240;210", "49"), sgr("48;2;250;215;215", "49")
	}
}

func foreground(n int) Style { return sgr(fmt.Sprint(30+n), "39") }

func sgr(on, off string) Style {
	return Style{Prefix: "\x1b[" + on + "m", Suffix: "\x1b[" + off + "m"}
}
