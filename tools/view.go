package tools

// View is how a preview or a result is shown: one header line and a body of a closed set of kinds.
// Front ends draw kinds, never tools.
type View struct {
	// Subject is the primary argument: the path, the pattern, the command. It always names the
	// thing and is never replaced by a count.
	Subject string
	// Summary is the outcome in a few words: "+6 -3", "7 matches in 3 files", "exit 0".
	Summary string
	Body    Body // nil when the header says it all
}

// Body is one of Text, Markdown, Diff, File, Command, List, Table and Image.
type Body interface{ body() }

// Text is plain text, foreign unless the program wrote it: sanitise before showing.
type Text struct{ Text string }

// Markdown is text to render.
type Markdown struct{ Text string }

// Diff is a change of one file.
type Diff struct {
	Path           string
	New            bool // the file did not exist
	Proposed       bool // it is not written (yet)
	Hunks          []Hunk
	Added, Removed int
	// Omitted tells why there are no hunks although the content changes: binary, too large.
	Omitted string
}

// Hunk is a run of changed lines with their context; OldStart and NewStart count from 1.
type Hunk struct {
	OldStart, OldLines, NewStart, NewLines int
	// Section is the nearest preceding line that starts a definition, may be empty.
	Section string
	Lines   []DiffLine
}

// DiffLine is one line of a hunk. Op is ' ', '-' or '+'; Text has no line terminator.
type DiffLine struct {
	Op   byte
	Text string
	// NoNewline marks the last line of a file that does not end with a newline.
	NoNewline bool
}

// File is a part of a file with its line numbers.
type File struct {
	Path  string
	First int // number of the first line, from 1
	Lines []string
	Total int // lines of the whole file
}

// Command is a shell command and, once it ran, its output.
type Command struct {
	Command, Dir string
	TimeoutSec   int
	Output       string // combined, as the model sees it
	Exit         *int   // nil before it ran or when it was killed
}

// List is a list of short items: files, tools.
type List struct {
	Items []string
	More  int // items that are not shown
}

// Table is rows of cells.
type Table struct {
	Header []string
	Rows   [][]string
}

// Image is a picture that was read.
type Image struct {
	Path, MIME    string
	Width, Height int
	Bytes         int
}

func (Text) body()     {}
func (Markdown) body() {}
func (Diff) body()     {}
func (File) body()     {}
func (Command) body()  {}
func (List) body()     {}
func (Table) body()    {}
func (Image) body()    {}
