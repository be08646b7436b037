package theme

// Glyphs are the symbols of the screen. The unicode set has only characters of
// neutral East Asian width, which every terminal draws one cell wide; Rule is the
// exception, so rules are drawn one column short.
type Glyphs struct {
	Prompt  string // before the editor and the focused option
	Closed  string // something that can be expanded
	Open    string
	Done    string
	Failed  string
	Todo    string
	Ticked  string
	Warn    string
	More    string // text was left out here
	Bullet  string
	Rule    string
	Column  string // between the columns of a table
	Cross   string // where a table's rule meets a column
	Spinner []string
}

func glyphs(ascii bool) Glyphs {
	if ascii {
		return Glyphs{
			Prompt: ">", Closed: "+", Open: "-", Done: "v", Failed: "x", Todo: "[ ]", Ticked: "[x]",
			Warn: "!", More: "...", Bullet: "-", Rule: "-", Column: "|", Cross: "+",
			Spinner: []string{"|", "/", "-", `\`},
		}
	}
	return Glyphs{
		Prompt: "❯", Closed: "▸", Open: "▾", Done: "✓", Failed: "✗", Todo: "☐", Ticked: "☑",
		Warn: "⚠", More: "⋯", Bullet: "-", Rule: "─", Column: "│", Cross: "┼",
		Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"},
	}
}
