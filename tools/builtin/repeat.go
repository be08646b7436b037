package builtin

import (
	"fmt"
	"sync"

	"beestown/tools/workspace"
)

// noteFrom is the size of a page in bytes from which on a note is worth it.
const noteFrom = 600

// reads is what Read has shown in this conversation. A page that is asked for again while its file is
// unchanged is answered with a note, once: a model that asks twice needs the text. The zero value is
// ready; it is safe for concurrent use.
type reads struct {
	mu    sync.Mutex
	pages map[shownPage]workspace.Hash // of the whole file when the page was shown
}

type shownPage struct {
	path, encoding string
	lines          workspace.Lines
}

// again reports whether the same page stands in the conversation already. If not, it stands there
// from now on.
func (r *reads) again(p shownPage, hash workspace.Hash) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pages == nil {
		r.pages = map[shownPage]workspace.Hash{}
	}
	if r.pages[p] == hash {
		delete(r.pages, p)
		return true
	}
	r.pages[p] = hash
	return false
}

func (r *reads) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pages = nil
}

// Forget is to be called when results of Read have left the conversation, for example because it was
// cleared: from then on pages are shown again. The Ledger stays, it is about files.
func (f *Files) Forget() { f.reads.forget() }

// unchanged is the note that stands for a page.
func unchanged(name string, lines workspace.Lines, total int) string {
	return fmt.Sprintf("(%s is unchanged since you read lines %d-%d of %d above; Read again only if you need the text once more)\n", name, lines.First, lines.Last, total)
}
