package dock

import (
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tools/text"
	"beestown/tui/keys"
	"beestown/tui/row"
	"beestown/tui/theme"
	"beestown/tui/view"
)

// ask puts questions one after another: options, and always a free text.
type ask struct {
	th        *theme.Theme
	ident     string
	original  []tools.Question // labels go back as the model wrote them
	questions []tools.Question
	forms     []form
	at        int // the question shown
	armed     bool
	width     int
	height    int
}

// form is what was entered for one question.
type form struct {
	focus  int // the free text is behind the last option
	picked map[int]bool
	free   *field
	done   bool
}

func newAsk(id string, questions []tools.Question, th *theme.Theme) *ask {
	a := &ask{th: th, ident: id, original: questions}
	for _, q := range questions {
		clean := tools.Question{Header: view.Line(q.Header), Text: text.Visible(q.Text), Multiple: q.Multiple}
		for _, o := range q.Options {
			clean.Options = append(clean.Options, tools.Option{Label: view.Line(o.Label), Description: view.Line(o.Description)})
		}
		a.questions = append(a.questions, clean)
		a.forms = append(a.forms, form{picked: map[int]bool{}, free: newField("")})
	}
	return a
}

func (a *ask) restyle(th *theme.Theme)  { a.th = th }
func (a *ask) id() string               { return a.ident }
func (a *ask) arm(on bool)              { a.armed = on }
func (a *ask) resize(width, height int) { a.width, a.height = width, height }

func (a *ask) label() string {
	if q := a.questions[a.at]; q.Header != "" {
		return "question " + q.Header
	}
	return "question"
}

func (a *ask) footer() (left, keys string) {
	keys = fmt.Sprintf("enter choose   1-%d pick", len(a.questions[a.at].Options)+1)
	if len(a.questions) > 1 {
		keys += "   tab next"
	}
	if a.questions[a.at].Multiple {
		keys += "   space tick"
	}
	return "", keys + "   esc skip"
}

// typing tells that the free text has the keyboard.
func (a *ask) typing() bool { return a.forms[a.at].focus == len(a.questions[a.at].Options) }

func (a *ask) insert(s string) {
	f := &a.forms[a.at]
	f.focus = len(a.questions[a.at].Options)
	f.free.insert(s)
}

// key carries out a key that answers. Any other text begins the free answer.
func (a *ask) key(action keys.Action, key, typed string) Reply {
	q, f := a.questions[a.at], &a.forms[a.at]
	free := a.typing()
	switch {
	case action == keys.Confirm:
		return a.confirm()
	case action == keys.Cancel:
		return a.decline()
	case action == keys.Next:
		a.at = (a.at + 1) % len(a.questions)
	case action == keys.Up:
		f.focus = max(f.focus-1, 0)
	case action == keys.Down:
		f.focus = min(f.focus+1, len(q.Options))
	case free:
		f.free.key(key, typed)
	case action == keys.Pick && int(key[0]-'1') <= len(q.Options):
		f.focus = int(key[0] - '1')
		if f.focus == len(q.Options) {
			return Reply{}
		}
		if q.Multiple {
			f.picked[f.focus] = !f.picked[f.focus]
			return Reply{}
		}
		return a.confirm()
	case action == keys.Toggle && q.Multiple:
		f.picked[f.focus] = !f.picked[f.focus]
	case typed != "" && typed != " ":
		a.insert(typed)
	}
	return Reply{}
}

// confirm takes the answer to the question shown and goes on to an open one.
func (a *ask) confirm() Reply {
	q, f := a.questions[a.at], &a.forms[a.at]
	free := f.focus == len(q.Options)
	if free && strings.TrimSpace(f.free.value()) == "" && !f.any() {
		return Reply{}
	}
	if !free && !q.Multiple {
		clear(f.picked)
	}
	if !free && (!q.Multiple || !f.any()) {
		f.picked[f.focus] = true
	}
	f.done = true
	for i := range a.forms {
		if next := (a.at + i) % len(a.forms); !a.forms[next].done {
			a.at = next
			return Reply{}
		}
	}
	replies := make([]tools.Reply, len(a.forms))
	for i := range a.forms {
		replies[i] = tools.Reply{Answers: a.answers(i)}
	}
	return Reply{ID: a.ident, Questions: replies}
}

func (f *form) any() bool {
	for _, p := range f.picked {
		if p {
			return true
		}
	}
	return false
}

func (a *ask) answers(i int) []string {
	f, q := &a.forms[i], a.original[i]
	var out []string
	free := strings.TrimSpace(f.free.value())
	if q.Multiple || f.focus < len(q.Options) {
		for o := range q.Options {
			if f.picked[o] {
				out = append(out, q.Options[o].Label)
			}
		}
	}
	if free != "" && (q.Multiple || f.focus == len(q.Options)) {
		out = append(out, free)
	}
	return out
}

func (a *ask) decline() Reply {
	replies := make([]tools.Reply, len(a.questions))
	for i := range replies {
		replies[i] = tools.Reply{Declined: true}
	}
	return Reply{ID: a.ident, Questions: replies}
}

func (a *ask) deny() Reply { return a.decline() }

// draw returns the rows; when they are too many, the window shows the focused option.
func (a *ask) draw() ([]string, *Cursor) {
	rows := a.headRows()
	q, f := a.questions[a.at], &a.forms[a.at]
	var cursor *Cursor
	focusRow := 0
	for i := 0; i <= len(q.Options); i++ {
		if i == f.focus {
			focusRow = len(rows)
		}
		if i < len(q.Options) {
			rows = append(rows, a.optionRows(i)...)
			continue
		}
		lead := a.lead(i)
		label := lead + "Something else: "
		value, at := f.free.draw(max(a.width-row.Width(label)-1, 1))
		if i == f.focus {
			cursor = &Cursor{X: row.Width(label) + at, Y: len(rows)}
		}
		rows = append(rows, row.Cut(label+value, a.width, ""))
	}
	if over := len(rows) - a.height; over > 0 {
		from := min(max(focusRow-a.height+2, 0), over)
		rows = rows[from : from+a.height]
		if cursor != nil {
			cursor.Y -= from
		}
	}
	return rows, cursor
}

func (a *ask) headRows() []string {
	q := a.questions[a.at]
	head := q.Header
	if n := len(a.questions); n > 1 && a.width < 60 {
		head = fmt.Sprintf("%d/%d  %s", a.at+1, n, q.Header)
	} else if n > 1 {
		head = fmt.Sprintf("Question %d of %d   %s", a.at+1, n, q.Header)
	} else if head == "" {
		head = "Question"
	}
	rows := []string{" " + a.th.Bold.Render(row.Cut(head, a.width-1, a.th.Glyphs.More))}
	for _, r := range row.Prose(q.Text, a.width-2) {
		rows = append(rows, " "+r)
	}
	if len(q.Options)*2+len(rows)+2 <= a.height {
		rows = append(rows, "")
	}
	return rows
}

func (a *ask) lead(i int) string {
	q, f := a.questions[a.at], &a.forms[a.at]
	marker := "  "
	if i == f.focus && a.armed {
		marker = a.th.Accent.Render(a.th.Glyphs.Prompt) + " "
	}
	tick := ""
	if q.Multiple && i < len(q.Options) {
		tick = a.th.Glyphs.Todo + " "
		if f.picked[i] {
			tick = a.th.Glyphs.Ticked + " "
		}
	}
	return fmt.Sprintf(" %s%d %s", marker, i+1, tick)
}

// optionRows is the label and the description, which narrow screens show for the
// focused option only.
func (a *ask) optionRows(i int) []string {
	o, focused := a.questions[a.at].Options[i], i == a.forms[a.at].focus
	lead := a.lead(i)
	indent := strings.Repeat(" ", row.Width(lead))
	var rows []string
	for j, part := range row.Prose(o.Label, a.width-len(indent)-1) {
		if focused {
			part = a.th.Bold.Render(part)
		}
		if j == 0 {
			rows = append(rows, lead+part)
		} else {
			rows = append(rows, indent+part)
		}
	}
	if o.Description == "" || a.width < 60 && !focused {
		return rows
	}
	for _, part := range row.Prose(o.Description, a.width-len(indent)-1) {
		rows = append(rows, indent+a.th.Hint.Render(part))
	}
	return rows
}
