package builtin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"beestown/tools"
	"beestown/tools/workspace"
)

// version is a file as it is now, as bytes and as text.
type version struct {
	exists  bool
	raw     []byte
	text    []byte // raw decoded; the same slice for UTF-8
	charset charset
	hash    workspace.Hash
	modTime time.Time
}

// current reads a file for a change; that it does not exist is no error. The text of a file in
// another encoding is refused unless it can be written back byte for byte.
func (f *Files) current(p workspace.Path) (version, error) {
	content, err := f.Workspace.ReadFile(p.Approved(), 0, 0)
	if err != nil {
		if e := fileError("Failed to read file: ", err); e.(*tools.Error).Code != tools.CodeNotFound {
			return version{}, e
		}
		return version{charset: utf8Charset, hash: workspace.Absent}, nil
	}
	v := version{exists: true, raw: content.Data, hash: content.Hash, modTime: content.ModTime, charset: detect(content.Data)}
	if named, ok := f.encodings.Load(p.Abs); ok && v.charset.codec == nil && (asciiOnly(v.raw) || !utf8.Valid(v.raw)) {
		v.charset = named.(charset)
	}
	if v.text, err = v.charset.decode(content.Data); err != nil {
		return version{}, tools.Errorf(tools.CodeFailed, "edit %s: the file is not %s: %w", p.Name, v.charset.name, err)
	}
	if !v.charset.faithful(v.raw, v.text) {
		return version{}, tools.Errorf(tools.CodeFailed, "edit %s: the file cannot be written back as %s byte for byte; change it with a program that knows its encoding", p.Name, v.charset.name)
	}
	return v, nil
}

// change is a call that replaces the content of one file.
type change struct {
	f           *Files
	path        workspace.Path
	access      tools.Access
	old         version
	text        []byte // the new content as text
	raw         []byte // as it will be written
	diff        tools.Diff
	note        string // how the edit was matched
	amended     bool   // the user changed the proposal
	previewOnly bool
	backup      bool
	// seen is what the model knows of the new content, by line; with unknown it has not even seen the
	// old one, and no record is made.
	seen    func(c *change) []workspace.Lines
	unknown bool
	data    func(c *change, w workspace.Written, backup string) any // Data of the result; nil for EditData
}

// wholeFile is the lines of a file of any length.
var wholeFile = []workspace.Lines{{First: 1, Last: 1 << 30}}

func (f *Files) newChange(p workspace.Path, access tools.Access, old version, text []byte) (*change, error) {
	raw, err := old.charset.encode(text)
	if err != nil {
		return nil, tools.Errorf(tools.CodeValidation, "Failed to write file: %s: the new text cannot be written in the file's encoding %s: %w", p.Name, old.charset.name, err)
	}
	if limit := f.Workspace.MaxFileSize(); int64(len(raw)) > limit {
		return nil, tools.Errorf(tools.CodeFileTooLarge, "Failed to write file: %s: File size (%d) exceeds limit (%d)", p.Name, len(raw), limit)
	}
	c := &change{f: f, path: p, access: access, old: old, text: text, raw: raw}
	before := old.text
	if old.exists && before == nil {
		before = []byte{}
	}
	c.diff = tools.NewDiff(p.Name, before, text)
	return c, nil
}

func (c *change) Accesses() []tools.Access { return []tools.Access{c.access} }

func (c *change) Preview() tools.View {
	proposed := c.diff
	proposed.Proposed = true
	return tools.View{Subject: display(c.path), Summary: c.diff.Counts(), Body: proposed}
}

// Draft implements tools.Amender: the whole proposed file.
func (c *change) Draft() (string, []byte) { return filepath.Base(c.path.Name), c.text }

// Amend implements tools.Amender.
func (c *change) Amend(_ context.Context, edited []byte) (tools.Call, error) {
	amended, err := c.f.newChange(c.path, c.access, c.old, edited)
	if err != nil {
		return nil, err
	}
	amended.amended, amended.previewOnly, amended.backup = true, c.previewOnly, c.backup
	amended.seen, amended.unknown, amended.data = c.seen, c.unknown, c.data
	return amended, nil
}

func (c *change) Run(context.Context) (tools.Result, error) {
	if c.previewOnly {
		return c.result(workspace.Written{Size: int64(len(c.raw))}, ""), nil
	}
	backup := ""
	if c.backup && c.old.exists {
		var err error
		if backup, err = c.f.keepBackup(c.path, c.old.raw); err != nil {
			return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to write file: backup of %s: %w; nothing was changed", c.path.Name, err)
		}
	}
	written, err := c.f.Workspace.WriteFile(c.path.Approved(), c.raw, c.old.hash)
	if err != nil {
		return tools.Result{}, fileError("Failed to write file: ", err)
	}
	if c.old.charset.codec != nil {
		c.f.encodings.Store(c.path.Abs, c.old.charset)
	}
	if !c.unknown {
		c.f.Ledger.Record(c.path.Abs, workspace.Seen{
			Size: written.Size, ModTime: written.ModTime, Hash: written.Hash, Content: c.raw, Shown: c.seen(c),
		})
	}
	return c.result(written, backup), nil
}

// stillSeen is what the model knows of a file after a change of parts of it: the lines that it had
// seen, as far as they kept their numbers, and the lines that it wrote itself.
func (c *change) stillSeen(before []workspace.Lines) []workspace.Lines {
	var now []workspace.Lines
	kept := 1 << 30
	for _, h := range c.diff.Hunks {
		old, line, same := h.OldStart, h.NewStart, h.NewStart-1
		for _, l := range append(h.Lines, tools.DiffLine{Op: ' '}) {
			switch l.Op {
			case '-':
				old++
			case '+':
				now = append(now, workspace.Lines{First: line, Last: line})
				line++
			case ' ':
				if old != line {
					kept = min(kept, same)
				}
				old, same, line = old+1, line, line+1
			}
		}
	}
	for _, r := range before {
		now = append(now, workspace.Lines{First: r.First, Last: min(r.Last, kept)})
	}
	return now
}

// result tells the model what was written; the diff only when it is not what the model sent.
func (c *change) result(w workspace.Written, backup string) tools.Result {
	verb := "changed"
	switch {
	case c.previewOnly:
		verb = "preview, nothing written:"
	case !c.old.exists:
		verb = "created"
	}
	r := tools.Result{Text: fmt.Sprintf("%s %s (%s)", verb, c.path.Name, c.diff.Counts()), View: c.Preview()}
	if !c.previewOnly {
		r.View.Body = c.diff
	}
	if c.note != "" {
		r.Text += "\n" + c.note
	}
	switch {
	case c.amended && c.diff.Unified() == "":
		r.Text += "\nThe user took your changes out of the proposal: the file is as it was."
	case c.amended:
		r.Text += "\nThe user changed your proposal before approving it. This is what was written:\n" + c.diff.Unified()
	case c.previewOnly || c.note != "":
		r.Text += "\n" + c.diff.Unified()
	}
	if backup != "" {
		r.Text += "\nbackup: " + backup
	}
	if c.data != nil {
		r.Data = c.data(c, w, backup)
	} else {
		r.Data = EditData{Path: c.path.Name, Added: c.diff.Added, Removed: c.diff.Removed, Diff: c.diff.Unified(), Preview: c.previewOnly, Backup: backup}
	}
	return r
}

func (f *Files) keepBackup(p workspace.Path, data []byte) (string, error) {
	if err := os.MkdirAll(f.BackupDir, 0o700); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(f.BackupDir, time.Now().Format("20060102-150405-")+"*-"+filepath.Base(p.Name))
	if err != nil {
		return "", err
	}
	if _, err := file.Write(data); err != nil {
		file.Close()
		return "", err
	}
	return file.Name(), file.Close()
}

// planChange prepares a change. Of a file that policy has to judge first nothing is said, or noted as
// seen, until the call may run: a refusal waits until then.
func (f *Files) planChange(p workspace.Path, access tools.Access, prepare func(allowed bool) (tools.Call, error)) (tools.Call, error) {
	c, err := prepare(!guarded(p))
	switch {
	case err == nil:
		return c, nil
	case guarded(p):
		return &deferred{subject: p.Name, access: access, prepare: prepare}, nil
	}
	return nil, err
}

// deferred is a change that could not be prepared.
type deferred struct {
	subject string
	access  tools.Access
	prepare func(allowed bool) (tools.Call, error)
}

func (d *deferred) Accesses() []tools.Access { return []tools.Access{d.access} }
func (d *deferred) Preview() tools.View      { return tools.View{Subject: d.subject} }

// Run says what is wrong. Should the change be possible by now, nobody has seen it: it is not made.
func (d *deferred) Run(context.Context) (tools.Result, error) {
	if _, err := d.prepare(true); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{}, tools.Errorf(tools.CodeStale, "edit %s: the file changed while you were asked; send the edit again", d.subject)
}
