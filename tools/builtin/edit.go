package builtin

import (
	"context"

	"beestown/tools"
	"beestown/tools/edit"
	"beestown/tools/workspace"
)

type editArgs struct {
	FilePath     string     `json:"file_path"`
	OldString    *string    `json:"old_string,omitempty"`
	NewString    *string    `json:"new_string,omitempty"`
	ReplaceAll   bool       `json:"replace_all,omitempty"`
	Edits        []editPart `json:"edits,omitempty" jsonschema:"several, all or nothing"`
	StartLine    int        `json:"start_line,omitempty" jsonschema:"first line to replace, or where old_string starts" told:"no"`
	EndLine      int        `json:"end_line,omitempty" told:"no"`
	NewContent   *string    `json:"new_content,omitempty" jsonschema:"for start_line to end_line; empty deletes them" told:"no"`
	Preview      bool       `json:"preview,omitempty" jsonschema:"only show the diff" told:"no"`
	CreateBackup bool       `json:"create_backup,omitempty" told:"no"`
}

type editPart struct {
	OldString  string `json:"old_string"`
	NewString  string `json:"new_string"`
	ReplaceAll bool   `json:"replace_all,omitempty" told:"no"`
}

// EditData is the Data of an Edit.
type EditData struct {
	Path    string `json:"path"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Diff    string `json:"diff"`
	Preview bool   `json:"preview,omitempty"`
	Backup  string `json:"backup,omitempty"`
}

// Edit makes the tool that changes a file at exact places.
func Edit(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "Edit", Category: tools.CategoryFile, Group: tools.GroupWorkspace, Effect: tools.WritesFiles,
		Description: "Change part of a file: old_string (copied exactly, with enough lines to be unique) becomes new_string; " +
			"or several edits at once. Returns the number of changed lines. " +
			"Refused when the file was not Read as it is now, or the text is missing or not unique.",
		Permissions: tools.Permissions{RequireConfirmation: true, Rate: tools.RateLimit{PerMinute: 30, PerHour: 500}},
		Adapt:       tools.Rename("path", "file_path", "filePath", "file_path", "old_text", "old_string", "new_text", "new_string"),
		Aliases:     []tools.Alias{{Name: "edit_file"}},
	}, func(_ context.Context, in editArgs) (tools.Call, error) {
		edits, err := in.edits()
		if err != nil {
			return nil, err
		}
		effect := tools.WritesFiles
		if in.Preview {
			effect = tools.ReadOnly
		}
		p, access, err := f.resolve(in.FilePath, effect)
		if err != nil {
			return nil, err
		}
		return f.planChange(p, access, func(allowed bool) (tools.Call, error) {
			return f.prepareEdit(in, edits, p, access, allowed)
		})
	})
}

// edits returns the changes asked for; the engine checks each, here only the mode is decided.
func (in editArgs) edits() ([]edit.Edit, error) {
	if len(in.Edits) > 0 {
		if in.OldString != nil || in.NewString != nil || in.NewContent != nil {
			return nil, tools.Errorf(tools.CodeValidation, "edit %s: give edits, or old_string, or new_content, not several of them", in.FilePath)
		}
		list := make([]edit.Edit, len(in.Edits))
		for i, e := range in.Edits {
			list[i] = edit.Edit{Old: e.OldString, New: e.NewString, ReplaceAll: e.ReplaceAll}
		}
		return list, nil
	}
	if in.NewContent == nil && (in.OldString == nil || in.NewString == nil) {
		return nil, tools.Errorf(tools.CodeValidation, "edit %s: give old_string and new_string, or start_line, end_line and new_content", in.FilePath)
	}
	e := edit.Edit{ReplaceAll: in.ReplaceAll, StartLine: in.StartLine, EndLine: in.EndLine, NewContent: in.NewContent}
	if in.OldString != nil {
		e.Old = *in.OldString
	}
	if in.NewString != nil {
		e.New = *in.NewString
	}
	return []edit.Edit{e}, nil
}

// prepareEdit works out the new content; allowed tells that the model may know what the file holds.
func (f *Files) prepareEdit(in editArgs, edits []edit.Edit, p workspace.Path, access tools.Access, allowed bool) (*change, error) {
	old, err := f.current(p)
	if err != nil {
		return nil, err
	}
	if !old.exists {
		return nil, tools.Errorf(tools.CodeNotFound, "edit %s: file not found; create it with file_write, or look its name up with Glob", p.Name)
	}
	if err := f.fresh(p, old, edits, allowed); err != nil {
		return nil, err
	}
	applied, err := edit.ApplyAll(old.text, edits)
	if err != nil {
		return nil, f.editError(p, old, err, allowed)
	}
	f.missed.Delete(p.Abs)
	c, err := f.newChange(p, access, old, applied.Content)
	if err != nil {
		return nil, err
	}
	c.note, c.previewOnly, c.backup = applied.Note, in.Preview, in.CreateBackup
	before, _ := f.Ledger.Seen(p.Abs)
	c.seen = func(c *change) []workspace.Lines { return c.stillSeen(before.Shown) }
	return c, nil
}
