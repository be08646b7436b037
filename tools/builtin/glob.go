package builtin

import (
	"context"
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tools/search"
	"beestown/tools/workspace"
)

type globArgs struct {
	Pattern string   `json:"pattern" jsonschema:"such as src/**/*.ts, or *.ts at any depth"`
	Path    string   `json:"path,omitempty"`
	Exclude []string `json:"exclude,omitempty"`
	Limit   int      `json:"limit,omitempty"`
}

// GlobData is the Data of a Glob.
type GlobData struct {
	Files []string `json:"files"`
	Total int      `json:"total"` // also of files beyond the limit
}

// Glob makes the tool that finds files by name.
func Glob(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "Glob", Category: tools.CategorySearch, Group: tools.GroupWorkspace, Effect: tools.ReadOnly,
		Description: "Find files by name pattern (**, *, ?, {a,b}); ignored files are left out. Returns paths, sorted.",
	}, func(_ context.Context, in globArgs) (tools.Call, error) {
		p, access, err := f.searchAccess(in.Path)
		if err != nil {
			return nil, err
		}
		return &globCall{f: f, in: in, path: p, access: access}, nil
	})
}

type globCall struct {
	f      *Files
	in     globArgs
	path   workspace.Path
	access tools.Access
}

func (c *globCall) Accesses() []tools.Access { return []tools.Access{c.access} }
func (c *globCall) Preview() tools.View      { return tools.View{Subject: c.in.Pattern} }

func (c *globCall) Run(ctx context.Context) (tools.Result, error) {
	s, err := c.f.openScope(c.path)
	if err != nil {
		return tools.Result{}, fileError("glob: ", err)
	}
	defer s.close()
	limit := c.in.Limit
	if limit <= 0 {
		limit = 200
	}
	found, err := search.Glob(ctx, s.dir, search.GlobOptions{Pattern: c.in.Pattern, Exclude: c.in.Exclude, Limit: limit, Ignore: s.ignore})
	if err != nil {
		return tools.Result{}, searchError(ctx, "glob", err)
	}
	data := GlobData{Files: make([]string, len(found.Files)), Total: found.Total}
	for i, name := range found.Files {
		data.Files[i] = s.display(name)
	}
	text := strings.Join(data.Files, "\n") + "\n"
	more := found.Total - len(data.Files)
	switch {
	case found.Total == 0:
		text = "(no file matches)\n"
	case more > 0:
		text += fmt.Sprintf("(%d more; narrow the pattern or raise limit)\n", more)
	}
	if n := len(found.Unreadable); n > 0 {
		text += fmt.Sprintf("(%d directories could not be read; the first: %v)\n", n, found.Unreadable[0])
	}
	return tools.Result{
		Text: text, Data: data,
		View: tools.View{Subject: c.in.Pattern, Summary: count(found.Total, "file", "files"), Body: tools.List{Items: data.Files, More: more}},
	}, nil
}

// searchError turns an error of the search engine into one that the model reads.
func searchError(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return tools.Errorf(tools.CodeValidation, "%s: %w", what, err)
}
