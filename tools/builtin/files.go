package builtin

import (
	"errors"
	"io/fs"
	"sync"

	"beestown/tools"
	"beestown/tools/search"
	"beestown/tools/workspace"
)

// Files is what the file tools share: the workspace, the record of what was read, and where backups
// go. One Files belongs to one session.
type Files struct {
	Workspace *workspace.Workspace
	Ledger    *workspace.Ledger
	BackupDir string // for create_backup; created when first needed
	// ReadLines and ReadBytes are the most that one Read gives; 2,000 and 2 MiB when 0. They are set
	// before the tools are made.
	ReadLines, ReadBytes int

	encodings sync.Map // real path -> encoding that the model named when it read the file
	missed    sync.Map // real path -> number of edits in a row whose text was not found
	reads     reads
	ripgrep   func() *search.Ripgrep // looked for when first needed
}

// NewFiles returns the shared part of the file tools.
func NewFiles(w *workspace.Workspace, backupDir string) *Files {
	return &Files{
		Workspace: w, Ledger: &workspace.Ledger{}, BackupDir: backupDir,
		ripgrep: sync.OnceValue(func() *search.Ripgrep { return search.FindRipgrep(w.Root()) }),
	}
}

// maxLines has an answer without Files too: some callers of All want only names and descriptions.
func (f *Files) maxLines() int {
	if f == nil || f.ReadLines <= 0 {
		return 2000
	}
	return f.ReadLines
}

func (f *Files) maxBytes() int {
	if f.ReadBytes <= 0 {
		return 2 << 20
	}
	return f.ReadBytes
}

// resolve works out what a path means and what a call with this effect would touch.
func (f *Files) resolve(path string, effect tools.Effect) (workspace.Path, tools.Access, error) {
	p, err := f.Workspace.Resolve(path)
	if err != nil {
		return p, tools.Access{}, fileError("", err)
	}
	return p, accessOf(p, effect), nil
}

// accessOf states what is known of a path for policy to judge.
func accessOf(p workspace.Path, effect tools.Effect) tools.Access {
	a := tools.Access{Effect: effect, Path: p.Abs, Display: p.Name, Outside: !p.Inside, Denied: p.Denied}
	switch {
	case p.Secret:
		a.Guard = "file that may hold credentials"
	case p.Git && effect != tools.ReadOnly:
		a.Guard = "git's own files"
	case p.Config && effect != tools.ReadOnly:
		a.Guard = "BeesTown's own configuration"
	}
	return a
}

// guarded tells whether policy has a say in reading p: until it has, nothing of its content may
// reach the model, not even in an error.
func guarded(p workspace.Path) bool { return !p.Inside || p.Secret || p.Denied }

// fileError turns an error of the workspace into one that the model reads. The prefixes are fixed by
// the specification ("Failed to read file: ...").
func fileError(prefix string, err error) error {
	var fe *workspace.FileError
	var stale *workspace.StaleError
	code := tools.CodeFailed
	switch {
	case errors.As(err, &stale):
		code = tools.CodeStale
		prefix = ""
	case errors.Is(err, workspace.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		code = tools.CodeNotFound
	case errors.Is(err, workspace.ErrOutside), errors.Is(err, workspace.ErrDenied):
		code = tools.CodePath
		prefix = ""
	case errors.Is(err, workspace.ErrTooLarge):
		code = tools.CodeFileTooLarge
	case errors.As(err, &fe):
		code = tools.CodeValidation
	}
	return &tools.Error{Code: code, Message: prefix + err.Error(), Err: err}
}

// display is how the header line names a path.
func display(p workspace.Path) string { return p.Name }
