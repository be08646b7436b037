package builtin

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"beestown/tools"
	"beestown/tools/walk"
	"beestown/tools/workspace"
)

// listLimit is how many entries one file_list shows.
const listLimit = 500

type listArgs struct {
	Path      string `json:"path,omitempty"`
	Recursive bool   `json:"recursive,omitempty"`
	Pattern   string `json:"pattern,omitempty" jsonschema:"such as *.go"`
}

// ListData is the Data of a file_list.
type ListData struct {
	Path      string     `json:"path"`
	Files     []FileInfo `json:"files"`
	Truncated bool       `json:"truncated,omitempty"`
}

// FileInfo describes one entry (specification 002, file_list).
type FileInfo struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	Type     string `json:"type"` // "file" or "directory"
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // Unix milliseconds
}

// FileList makes the tool that lists a directory.
func FileList(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "file_list", Category: tools.CategoryFile, Group: tools.GroupWorkspace, Effect: tools.ReadOnly,
		Description: "List a directory, or with recursive the tree below it; ignored files are left out. Returns names and sizes, at most 500. To find files by name use Glob.",
		Aliases:     []tools.Alias{{Name: "list_files"}, {Name: "list_dir"}},
	}, func(_ context.Context, in listArgs) (tools.Call, error) {
		if in.Path == "" {
			in.Path = "."
		}
		if in.Pattern != "" && !doublestar.ValidatePattern(in.Pattern) {
			return nil, tools.Errorf(tools.CodeValidation, "Failed to list files: bad pattern '%s'", in.Pattern)
		}
		p, access, err := f.resolve(in.Path, tools.ReadOnly)
		if err != nil {
			return nil, err
		}
		return &listCall{f: f, in: in, path: p, access: access}, nil
	})
}

type listCall struct {
	f      *Files
	in     listArgs
	path   workspace.Path
	access tools.Access
}

func (c *listCall) Accesses() []tools.Access { return []tools.Access{c.access} }
func (c *listCall) Preview() tools.View      { return tools.View{Subject: display(c.path)} }

func (c *listCall) Run(ctx context.Context) (tools.Result, error) {
	dir, err := c.f.Workspace.OpenDir(c.path.Approved())
	if err != nil {
		return tools.Result{}, fileError("Failed to list files: ", err)
	}
	defer dir.Close()
	ignore, err := walk.LoadIgnore(c.path.Abs, "")
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to list files: %w", err)
	}
	entries, report, err := walk.List(ctx, dir, c.in.Recursive, walk.Options{Ignore: ignore, Stat: true, MaxEntries: 100_000})
	if err != nil {
		return tools.Result{}, fileError("Failed to list files: ", err)
	}
	return c.result(entries, report.Truncated), nil
}

func (c *listCall) result(entries []walk.Entry, cut bool) tools.Result {
	data := ListData{Path: c.path.Name, Files: []FileInfo{}, Truncated: cut}
	var text strings.Builder
	var shown tools.List
	total := 0
	for _, e := range entries {
		if !c.wanted(e.Path) {
			continue
		}
		total++
		if total > listLimit {
			continue
		}
		kind, name := "file", e.Path
		if e.IsDir() {
			kind, name = "directory", e.Path+"/"
		}
		data.Files = append(data.Files, FileInfo{Name: path.Base(e.Path), Path: path.Join(c.path.Name, e.Path), Type: kind, Size: e.Size, Modified: e.ModTime.UnixMilli()})
		shown.Items = append(shown.Items, name)
		if e.IsDir() {
			fmt.Fprintln(&text, name)
		} else {
			fmt.Fprintf(&text, "%s  %d\n", name, e.Size)
		}
	}
	shown.More = total - len(shown.Items)
	data.Truncated = data.Truncated || shown.More > 0
	switch {
	case total == 0:
		text.WriteString("(nothing)\n")
	case shown.More > 0:
		fmt.Fprintf(&text, "(%d more; list a subdirectory or give a pattern)\n", shown.More)
	}
	return tools.Result{
		Text: text.String(), Data: data,
		View: tools.View{Subject: display(c.path), Summary: count(total, "entry", "entries"), Body: shown},
	}
}

// wanted matches a pattern without a slash against the name, any other against the path.
func (c *listCall) wanted(name string) bool {
	if c.in.Pattern == "" {
		return true
	}
	if !strings.Contains(c.in.Pattern, "/") {
		name = path.Base(name)
	}
	ok, err := doublestar.Match(c.in.Pattern, name)
	return err == nil && ok
}
