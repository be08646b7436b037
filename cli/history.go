package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"beestown/tui/editor"
)

// Limits of the prompt history: entries that are loaded, the size at which the file is shortened to
// them, and the size of one entry. The file is read before the first frame: a prompt with a whole log
// in it is remembered while the session runs only.
const (
	historyEntries = 500
	historyBytes   = 2 << 20
	historyEntry   = 64 << 10
)

// history keeps prompts between runs: one JSON object a line, only ever appended to while a session
// runs. A history that cannot be read or written is no reason not to work.
type history struct{ path string }

func openHistory(state string) history { return history{filepath.Join(state, "history")} }

// load returns the newest prompts, oldest first.
func (h history) load() []editor.Draft {
	data, err := os.ReadFile(h.path)
	if err != nil {
		return nil
	}
	var drafts []editor.Draft
	for line := range bytes.Lines(data) {
		var d editor.Draft
		if len(line) <= historyEntry && json.Unmarshal(line, &d) == nil && !d.Empty() {
			drafts = append(drafts, d)
		}
	}
	drafts = drafts[max(0, len(drafts)-historyEntries):]
	if len(data) > historyBytes {
		h.shorten(drafts)
	}
	return drafts
}

// add appends a prompt.
func (h history) add(d editor.Draft) {
	line, err := json.Marshal(d)
	if err != nil || len(line) >= historyEntry {
		return
	}
	if os.MkdirAll(filepath.Dir(h.path), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	f.Write(append(line, '\n'))
}

func (h history) shorten(drafts []editor.Draft) {
	var b bytes.Buffer
	for _, d := range drafts {
		if line, err := json.Marshal(d); err == nil {
			b.Write(append(line, '\n'))
		}
	}
	tmp := h.path + ".new"
	if os.WriteFile(tmp, b.Bytes(), 0o600) == nil {
		os.Rename(tmp, h.path)
	}
}

// width is the width of a terminal in columns, 80 when it does not tell.
func width(f *os.File) int {
	if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}
