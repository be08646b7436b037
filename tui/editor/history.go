package editor

import "strings"

// maxHistory bounds the drafts kept in memory.
const maxHistory = 1000

// history is the prompts of before, oldest first, and the walk through them.
type history struct {
	drafts  []Draft
	at      int // index of the draft shown; len(drafts) is the user's own
	walking bool
	own     Draft // what the user had typed before the walk
	keep    bool  // the text is being changed by the walk itself
}

// SetHistory loads the prompts of earlier sessions, oldest first. Storing what Take
// returns is the owner's business.
func (e *Editor) SetHistory(drafts []Draft) {
	e.history = history{}
	for _, d := range drafts {
		e.history.add(d)
	}
}

func (h *history) add(d Draft) {
	h.walking = false
	if d.Empty() || len(h.drafts) > 0 && h.drafts[len(h.drafts)-1].Prompt() == d.Prompt() {
		return
	}
	h.drafts = append(h.drafts, d)
	if len(h.drafts) > maxHistory {
		h.drafts = h.drafts[1:]
	}
}

// leave ends the walk: the user changed the text, which is now their own.
func (h *history) leave() {
	if !h.keep {
		h.walking = false
	}
}

// older shows the prompt before the one shown and reports whether there is one.
func (e *Editor) older() bool {
	h := &e.history
	if !h.walking {
		h.at, h.own = len(h.drafts), e.Draft()
	}
	if h.at == 0 {
		return false
	}
	h.at--
	e.show(h.drafts[h.at], true)
	return true
}

// newer goes back towards what the user had typed.
func (e *Editor) newer() bool {
	h := &e.history
	if !h.walking {
		return false
	}
	h.at++
	if h.at == len(h.drafts) {
		e.show(h.own, false)
	} else {
		e.show(h.drafts[h.at], true)
	}
	return true
}

func (e *Editor) show(d Draft, walking bool) {
	e.history.keep = true
	e.SetDraft(d)
	e.history.keep = false
	e.history.walking = walking
	e.popup.open = false // up and down belong to the walk
}

// search is the state of ctrl+r.
type search struct {
	active bool
	query  string
	at     int // index of the match, -1 if there is none
}

// Search reports whether a history search is open, what it looks for, and the
// prompt found; found is false when nothing matches.
func (e *Editor) Search() (query string, match Draft, found, active bool) {
	s := &e.search
	if s.active && s.at >= 0 {
		match, found = e.history.drafts[s.at], true
	}
	return s.query, match, found, s.active
}

func (e *Editor) startSearch() {
	e.popup.open = false
	e.search = search{active: true, at: -1}
	e.find(len(e.history.drafts) - 1)
}

// find looks for the query from an index towards the oldest prompt.
func (e *Editor) find(from int) {
	s := &e.search
	s.at = -1
	query := strings.ToLower(s.query)
	for i := from; i >= 0; i-- {
		if strings.Contains(strings.ToLower(e.history.drafts[i].Prompt()), query) {
			s.at = i
			return
		}
	}
}

func (e *Editor) searchType(text string) {
	e.search.query += cleanInput(text)
	e.find(len(e.history.drafts) - 1)
}

// searchKey handles a key while searching; done is false for keys that end the
// search with its match and then mean what they always mean.
func (e *Editor) searchKey(key string) (result Result, done bool) {
	s := &e.search
	switch key {
	case "ctrl+r":
		if s.at > 0 {
			was := s.at
			if e.find(was - 1); s.at < 0 {
				s.at = was
			}
		}
	case "backspace", "ctrl+h":
		if runes := []rune(s.query); len(runes) > 0 {
			s.query = string(runes[:len(runes)-1])
		}
		e.find(len(e.history.drafts) - 1)
	case "esc", "ctrl+g", "ctrl+c":
		*s = search{}
	case "enter", "tab":
		e.acceptSearch()
	default:
		e.acceptSearch()
		return Ignored, false
	}
	return Handled, true
}

func (e *Editor) acceptSearch() {
	if at := e.search.at; at >= 0 {
		e.SetDraft(e.history.drafts[at])
	}
	e.search = search{}
}
