package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"beestown/tools"
	"beestown/tools/workspace"
)

type notebookEditArgs struct {
	FilePath  string  `json:"file_path"`
	CellID    string  `json:"cell_id,omitempty" jsonschema:"the cell, or for insert the one before"`
	CellIndex *int    `json:"cell_index,omitempty" jsonschema:"the cell, from 0, or for insert the index of the new one"`
	EditMode  string  `json:"edit_mode,omitempty" jsonschema:"default replace" enum:"replace,insert,delete"`
	CellType  string  `json:"cell_type,omitempty" jsonschema:"for insert, default code" enum:"code,markdown,raw"`
	NewSource *string `json:"new_source,omitempty" jsonschema:"the whole new source of the cell"`
}

// NotebookEditData is the Data of a NotebookEdit.
type NotebookEditData struct {
	Path   string `json:"path"`
	Cell   int    `json:"cell"` // its index, from 0
	CellID string `json:"cell_id,omitempty"`
	Mode   string `json:"edit_mode"`
	Diff   string `json:"diff"`
}

// NotebookEdit makes the tool that changes one cell of a Jupyter notebook.
func NotebookEdit(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "NotebookEdit", Category: tools.CategoryFile, Group: tools.GroupWorkspace, Effect: tools.WritesFiles,
		Description: "Replace the source of one cell of a Jupyter notebook, insert a cell, or delete one; outputs and all else stay as they are. " +
			"Name the cell by cell_id or cell_index, as NotebookRead shows them. Refused when you have not read the notebook as it is now.",
		Permissions: tools.Permissions{RequireConfirmation: true, Rate: tools.RateLimit{PerMinute: 30, PerHour: 500}},
		Adapt:       tools.Rename("notebook_path", "file_path", "path", "file_path", "filePath", "file_path"),
	}, func(_ context.Context, in notebookEditArgs) (tools.Call, error) {
		if in.EditMode == "" {
			in.EditMode = "replace"
		}
		p, access, err := f.resolve(in.FilePath, tools.WritesFiles)
		if err != nil {
			return nil, err
		}
		return f.planChange(p, access, func(allowed bool) (tools.Call, error) {
			return f.prepareCell(in, p, access, allowed)
		})
	})
}

// cellChange is the change of one cell: what the user sees, and may edit, is its source.
type cellChange struct {
	*change
	again func(source string) (*cellChange, error)
	draft string
	kind  string // the type of the cell
}

// Draft implements tools.Amender: the proposed source.
func (c *cellChange) Draft() (string, []byte) {
	ending := map[string]string{"code": ".py", "markdown": ".md"}[c.kind]
	return "cell" + ending, []byte(c.draft)
}

// Amend implements tools.Amender.
func (c *cellChange) Amend(_ context.Context, edited []byte) (tools.Call, error) {
	amended, err := c.again(string(edited))
	if err != nil {
		return nil, err
	}
	amended.amended = true
	return amended, nil
}

func (f *Files) prepareCell(in notebookEditArgs, p workspace.Path, access tools.Access, allowed bool) (*cellChange, error) {
	old, err := f.current(p)
	if err != nil {
		return nil, err
	}
	if !old.exists {
		return nil, tools.Errorf(tools.CodeNotFound, "notebook edit %s: file not found; look its name up with Glob", p.Name)
	}
	switch f.Ledger.Check(p.Abs, old.hash) {
	case workspace.Unread:
		return nil, tools.Errorf(tools.CodeStale, "notebook edit %s: NotebookRead the file first, then send the edit again", p.Name)
	case workspace.Stale:
		return nil, f.staleError(p, old, allowed)
	}
	n, err := parseNotebook(old.text)
	if err != nil {
		return nil, tools.Errorf(tools.CodeFailed, "notebook edit %s: the file is no notebook: %w", p.Name, err)
	}
	c, err := n.plan(in)
	if err != nil {
		return nil, tools.Errorf(tools.CodeValidation, "notebook edit %s: %w", p.Name, err)
	}
	return f.newCellChange(in, p, access, old, c)
}

// newCellChange turns a planned cell into a change of the file.
func (f *Files) newCellChange(in notebookEditArgs, p workspace.Path, access tools.Access, old version, planned *cellPlan) (*cellChange, error) {
	text := slices.Concat(planned.n.raw[:planned.start], []byte(planned.text), planned.n.raw[planned.end:])
	if !json.Valid(text) {
		return nil, fmt.Errorf("notebook edit %s: the result is no JSON", p.Name)
	}
	c, err := f.newChange(p, access, old, text)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s cell %d", p.Name, planned.index)
	var before []byte // nil is a cell that is not there
	if in.EditMode != "insert" {
		before = []byte(planned.was)
	}
	c.diff = tools.NewDiff(name, before, []byte(planned.source))
	c.seen = func(*change) []workspace.Lines { return nil }
	c.data = func(c *change, _ workspace.Written, _ string) any {
		return NotebookEditData{Path: p.Name, Cell: planned.index, CellID: planned.id, Mode: in.EditMode, Diff: c.diff.Unified()}
	}
	again := func(source string) (*cellChange, error) {
		changed := in
		changed.NewSource = &source
		if in.EditMode == "delete" && source != "" {
			changed.EditMode = "replace"
		}
		next, err := planned.n.planWithID(changed, planned.id)
		if err != nil {
			return nil, tools.Errorf(tools.CodeValidation, "notebook edit %s: %w", p.Name, err)
		}
		return f.newCellChange(changed, p, access, old, next)
	}
	return &cellChange{change: c, again: again, draft: planned.source, kind: planned.kind}, nil
}
