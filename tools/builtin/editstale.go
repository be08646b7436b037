package builtin

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"

	"beestown/tools"
	"beestown/tools/edit"
	"beestown/tools/workspace"
)

// What a refusal shows of a file that was not read.
const (
	aroundMatch = 3  // lines on either side of the match
	maxAttached = 40 // lines in all
)

// fresh checks that the model has seen the file as it is now. Whoever edits lines by number must
// have seen those very lines.
func (f *Files) fresh(p workspace.Path, old version, edits []edit.Edit, allowed bool) error {
	switch f.Ledger.Check(p.Abs, old.hash) {
	case workspace.Unread:
		return f.unreadError(p, old, edits)
	case workspace.Stale:
		return f.staleError(p, old, allowed)
	}
	seen, _ := f.Ledger.Seen(p.Abs)
	if isRich(p) && len(seen.Shown) == 0 {
		return f.unreadError(p, old, edits) // its cells or pages were read, not its text
	}
	for _, e := range edits {
		if e.NewContent != nil && !shown(seen.Shown, e.StartLine, e.EndLine) {
			return tools.Errorf(tools.CodeStale, "edit %s: lines %d-%d were not read in this session as they are now numbered; Read them first (offset %d)", p.Name, e.StartLine, e.EndLine, max(e.StartLine, 1))
		}
	}
	return nil
}

func shown(ranges []workspace.Lines, first, last int) bool {
	for _, r := range ranges {
		if r.First <= first && last <= r.Last {
			return true
		}
	}
	return false
}

// unreadError asks for a Read. Where the edit would apply, the lines around it come along and count as
// read, which saves the model a turn.
func (f *Files) unreadError(p workspace.Path, now version, edits []edit.Edit) error {
	if isRich(p) {
		return tools.Errorf(tools.CodeStale, "edit %s: Read the file first with encoding utf-8, then send the edit again", p.Name)
	}
	around, lines, ok := f.attach(p, now, edits)
	if !ok {
		return tools.Errorf(tools.CodeStale, "edit %s: Read the file first, then send the edit again", p.Name)
	}
	f.Ledger.Record(p.Abs, workspace.Seen{Size: int64(len(now.raw)), ModTime: now.modTime, Hash: now.hash, Content: now.raw, Shown: lines})
	return tools.Errorf(tools.CodeStale, "edit %s: Read the file first; nothing was written. The edit would be made here:\n%sThese lines count as read now: send the edit again if it still holds.", p.Name, around)
}

// isRich says whether Read shows a file in another way than as its lines.
func isRich(p workspace.Path) bool {
	_, rich := richKinds[strings.ToLower(path.Ext(p.Name))]
	return rich
}

// attach returns the lines around the places that edits would change, as Read shows them. ok is false
// when they do not apply, name lines by number, or are far apart, and when somebody has to agree
// before the model may read the file.
func (f *Files) attach(p workspace.Path, now version, edits []edit.Edit) (text string, lines []workspace.Lines, ok bool) {
	for _, e := range edits {
		if e.NewContent != nil {
			return "", nil, false
		}
	}
	applied, err := edit.ApplyAll(now.text, edits)
	if err != nil || guarded(p) {
		return "", nil, false
	}
	n, all := 0, bytes.Count(now.text, []byte("\n"))
	if !bytes.HasSuffix(now.text, []byte("\n")) {
		all++
	}
	var out strings.Builder
	for _, m := range applied.Matched {
		r := workspace.Lines{First: max(1, m.Start-aroundMatch), Last: min(all, m.End+aroundMatch)}
		if len(lines) > 0 && r.First <= lines[len(lines)-1].Last {
			r.First = lines[len(lines)-1].Last + 1
		}
		if n += r.Last - r.First + 1; n > maxAttached {
			return "", nil, false
		}
		if r.First > r.Last {
			continue
		}
		pg := &page{first: r.First, limit: r.Last - r.First + 1, maxBytes: math.MaxInt} // maxAttached bounds it
		for line := range bytes.Lines(now.text) {
			pg.add(line, 0)
		}
		if pg.cut || pg.count <= r.Last-r.First {
			return "", nil, false
		}
		out.WriteString(pg.text.String())
		lines = append(lines, r)
	}
	return out.String(), lines, true
}

// staleError tells what changed outside and refreshes the record, so that the same call succeeds
// next if it still holds. Where the model may not know what the file holds, the record stays.
func (f *Files) staleError(p workspace.Path, now version, allowed bool) error {
	seen, _ := f.Ledger.Seen(p.Abs)
	what := "it is too large to show what changed: Read it again"
	if seen.Content != nil && allowed {
		before, err := now.charset.decode(seen.Content)
		if err == nil {
			what = "what changed:\n" + headLines(tools.NewDiff(p.Name, before, now.text).Unified(), 40) +
				"The record is refreshed: send the edit again if it still holds."
			f.Ledger.Record(p.Abs, workspace.Seen{Size: int64(len(now.raw)), ModTime: now.modTime, Hash: now.hash, Content: now.raw})
		}
	}
	return tools.Errorf(tools.CodeStale, "edit %s: the file was changed by somebody else since you read it; nothing was written; %s", p.Name, what)
}

// editError turns a refusal of the engine into an error that the model reads. The lines that it shows
// count as read, so that they can be edited by number; allowed tells that the model gets to see it.
func (f *Files) editError(p workspace.Path, now version, err error, allowed bool) error {
	var refusal *edit.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	code := tools.CodeValidation
	switch refusal.Code {
	case edit.CodeNoMatch, edit.CodeApplied:
		code = tools.CodeNoMatch
	case edit.CodeAmbiguous:
		code = tools.CodeAmbiguous
	}
	message := refusal.Message
	if allowed && code != tools.CodeValidation {
		message += f.countMiss(p, now, refusal)
	}
	return tools.Errorf(code, "edit %s: %s", p.Name, message)
}

// countMiss notes a text that was not found; after two in a row it advises to go by line numbers.
func (f *Files) countMiss(p workspace.Path, now version, refusal *edit.Refusal) (advice string) {
	if s := refusal.Shown; s.End > 0 {
		f.Ledger.Record(p.Abs, workspace.Seen{Size: int64(len(now.raw)), ModTime: now.modTime, Hash: now.hash, Content: now.raw,
			Shown: []workspace.Lines{{First: s.Start, Last: s.End}}})
	}
	n := 1
	if before, ok := f.missed.Load(p.Abs); ok {
		n += before.(int)
	}
	f.missed.Store(p.Abs, n)
	if n < 2 {
		return ""
	}
	where := "Read the lines that you mean"
	if refusal.Shown.End > 0 {
		where = "the lines above count as read"
	}
	return fmt.Sprintf("\nThis is refusal %d in a row for this file. Go by line numbers: %s, then send start_line, end_line and new_content.", n, where)
}

func headLines(text string, n int) string {
	lines := strings.SplitAfterN(text, "\n", n+1)
	if len(lines) <= n {
		return text
	}
	return strings.Join(lines[:n], "") + fmt.Sprintf("(%d more lines)\n", strings.Count(lines[n], "\n"))
}
