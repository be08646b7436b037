package tui

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"beestown/tools/text"
	"beestown/tui/dock"
	"beestown/tui/editor"
	"beestown/tui/row"
	"beestown/tui/view"

	tea "charm.land/bubbletea/v2"
)

// maxPopup is the most candidates that are shown at once.
const maxPopup = 6

func (a *App) newEditor() *editor.Editor {
	e := editor.New(func(trigger rune, query string) []editor.Candidate {
		switch {
		case trigger == '/':
			return commandCandidates(query)
		case a.opt.Files != nil:
			return a.opt.Files(query)
		}
		return nil
	})
	e.SetHistory(a.opt.History)
	return e
}

// promptWidth is the cells of the text right of the prompt glyph.
func (a *App) promptWidth() int { return max(a.width-3, 1) }

func (a *App) editorHeight() int {
	if _, _, _, searching := a.editor.Search(); searching {
		return 1
	}
	a.editor.SetMaxHeight(max(min(maxEditor, a.height/3), 1))
	return len(a.editor.Lines(a.promptWidth()))
}

// popupRows draws the candidates for the word at the cursor.
func (a *App) popupRows() []string {
	items, selected := a.editor.Popup()
	from := max(min(selected-maxPopup+1, len(items)-maxPopup), 0)
	var rows []string
	for i, c := range items[from:min(from+maxPopup, len(items))] {
		lead, name := "   ", text.Visible(c.Text)
		if from+i == selected {
			lead = " " + a.th.Accent.Render(a.th.Glyphs.Prompt) + " "
			name = a.th.Bold.Render(name)
		}
		line := lead + name
		if c.Detail != "" {
			line = row.Pad(line, min(22, a.width/2)) + "  " + a.th.Hint.Render(text.Visible(c.Detail))
		}
		rows = append(rows, row.Cut(line, a.width, a.th.Glyphs.More))
	}
	return rows
}

// editorRows draws the editor and says where the cursor belongs.
func (a *App) editorRows() (rows []string, x, y int) {
	glyph := a.th.Accent.Render(a.th.Glyphs.Prompt) + " "
	if query, match, found, searching := a.editor.Search(); searching {
		label := "search: " + strings.NewReplacer("\t", " ", "\n", " ").Replace(text.Visible(query))
		line := glyph + label
		if found {
			line += "   " + a.th.Hint.Render(view.Line(match.Label()))
		}
		return []string{row.Cut(line, a.width-1, a.th.Glyphs.More)}, min(2+row.Width(label), a.width-1), 0
	}
	if a.editor.Empty() {
		hint := "Ask anything.  @ file  / command  ctrl+j newline"
		if a.width < narrowWidth {
			hint = "Ask anything. @ /"
		}
		if a.turn.busy {
			hint = ""
		}
		return []string{glyph + a.th.Hint.Render(row.Cut(hint, a.promptWidth(), ""))}, 2, 0
	}
	for i, line := range a.editor.Lines(a.promptWidth()) {
		lead := "  "
		if i == 0 {
			lead = glyph
		}
		// What has no width for the editor is shown here: such a row may be too long.
		rows = append(rows, lead+row.Cut(text.Visible(line), a.promptWidth(), a.th.Glyphs.More))
	}
	x, y = a.editor.Cursor(a.promptWidth())
	return rows, x + 2, y
}

// submit sends a prompt, or runs a command.
func (a *App) submit(prompt string) tea.Cmd {
	if name, arg, ok := splitCommand(prompt); ok {
		return a.command(name, arg)
	}
	if a.conv.Session == nil {
		return nil
	}
	if err := a.conv.Session.Prompt(a.ctx, prompt); err != nil {
		a.notice("error", text.Visible(err.Error()), "The prompt is in the editor again.")
		a.editor.SetDraft(editor.Draft{Text: prompt})
	}
	return nil
}

// giveBack puts prompts that were not delivered before the draft.
func (a *App) giveBack(prompts []string) {
	if len(prompts) == 0 {
		return
	}
	draft := a.editor.Draft()
	back := strings.Join(prompts, "\n\n")
	if !draft.Empty() {
		back += "\n\n"
	}
	draft.Text = back + draft.Text
	a.editor.SetDraft(draft)
}

// pasted puts pasted text where text is being typed. A paste never answers.
func (a *App) pasted(content string) tea.Cmd {
	now := a.opt.Now()
	switch {
	case a.first != nil:
		a.first.insert(content)
	case a.dock.Open() && a.dock.Armed(now) && a.dock.Typing():
		a.dock.Insert(content)
	default:
		a.help = nil
		a.editor.Paste(tea.PasteMsg{Content: content})
		a.dock.Typed(!a.editor.Empty(), now)
	}
	return nil
}

// openEditor opens the external editor on a question's draft, or on the prompt when
// the id is empty.
func (a *App) openEditor(e dock.Edit) tea.Cmd {
	argv := a.editorCommand()
	return func() tea.Msg { return prepareEdit(a.ctx, argv, e) }
}

func (a *App) editorCommand() []string {
	for _, line := range []string{a.opt.Editor, os.Getenv("VISUAL"), os.Getenv("EDITOR")} {
		if argv := strings.Fields(line); len(argv) > 0 {
			return argv
		}
	}
	return []string{"vi"}
}

// execMsg asks for the terminal to be given to a program that edits path.
type execMsg struct {
	id, path string
	cmd      *exec.Cmd
}

// prepareEdit writes the draft to a file that only the user can read.
func prepareEdit(ctx context.Context, argv []string, e dock.Edit) tea.Msg {
	dir, err := os.MkdirTemp("", "beestown-edit-")
	if err != nil {
		return draftMsg{id: e.ID, err: err}
	}
	path := filepath.Join(dir, filepath.Base(e.Name))
	if err := os.WriteFile(path, e.Content, 0o600); err != nil {
		os.RemoveAll(dir)
		return draftMsg{id: e.ID, err: err}
	}
	cmd := exec.CommandContext(ctx, argv[0], append(argv[1:len(argv):len(argv)], path)...)
	return execMsg{id: e.ID, path: path, cmd: cmd}
}

// runEdit gives the terminal to the editor and reads what it left.
func runEdit(m execMsg) tea.Cmd {
	return tea.ExecProcess(m.cmd, func(err error) tea.Msg {
		defer os.RemoveAll(filepath.Dir(m.path))
		if err != nil {
			return draftMsg{id: m.id, err: err}
		}
		content, err := os.ReadFile(m.path)
		return draftMsg{id: m.id, content: content, err: err}
	})
}

// drafted takes back what the external editor made.
func (a *App) drafted(m draftMsg) tea.Cmd {
	switch {
	case m.err != nil:
		a.notice("error", "The editor "+strings.Join(a.editorCommand(), " ")+" did not finish: "+text.Visible(m.err.Error()), "Set ui.editor, $VISUAL or $EDITOR.")
	case m.id == "":
		a.editor.SetDraft(editor.Draft{Text: strings.TrimRight(string(m.content), "\n")})
	default:
		return a.reply(a.dock.Edited(m.id, m.content))
	}
	return nil
}
