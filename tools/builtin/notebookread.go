package builtin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"beestown/tools"
	"beestown/tools/workspace"
)

type notebookReadArgs struct {
	FilePath string `json:"file_path"`
}

// NotebookData is the Data of a NotebookRead.
type NotebookData struct {
	Cells    []NotebookCell  `json:"cells"`
	Metadata json.RawMessage `json:"metadata"`
}

// NotebookCell is one cell; outputs and count are those of a code cell that ran.
type NotebookCell struct {
	ID             string            `json:"id,omitempty"`
	Type           string            `json:"type"` // code, markdown or raw
	Source         string            `json:"source"`
	Outputs        []json.RawMessage `json:"outputs,omitempty"` // as nbformat has them
	ExecutionCount *int              `json:"execution_count,omitempty"`
}

// NotebookRead makes the tool that reads a Jupyter notebook cell by cell.
func NotebookRead(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "NotebookRead", Category: tools.CategoryData, Group: tools.GroupWorkspace, Effect: tools.ReadOnly,
		Description: "Read a Jupyter notebook (.ipynb): its cells with index, type, id, source and text output. Read before you NotebookEdit. " +
			"For long notebooks use Read, which goes on with offset.",
		Adapt: tools.Rename("notebook_path", "file_path", "path", "file_path", "filePath", "file_path"),
	}, func(_ context.Context, in notebookReadArgs) (tools.Call, error) {
		p, access, err := f.resolve(in.FilePath, tools.ReadOnly)
		if err != nil {
			return nil, err
		}
		return &notebookCall{readCall{f: f, in: readArgs{FilePath: in.FilePath}, path: p, access: access}}, nil
	})
}

type notebookCall struct{ readCall }

func (c *notebookCall) Run(ctx context.Context) (tools.Result, error) {
	r, nb, err := c.notebook(c.path.Approved())
	if err != nil {
		return tools.Result{}, err
	}
	data := NotebookData{Cells: []NotebookCell{}, Metadata: nb.Metadata}
	for _, cell := range nb.Cells {
		out := NotebookCell{ID: cell.ID, Type: cell.Type, Source: joined(cell.Source), ExecutionCount: cell.ExecutionCount}
		for _, o := range cell.Outputs {
			out.Outputs = append(out.Outputs, json.RawMessage(o))
		}
		data.Cells = append(data.Cells, out)
	}
	r.Data = data
	return r, nil
}

type notebook struct {
	Metadata json.RawMessage `json:"metadata"`
	Cells    []struct {
		ID             string            `json:"id"`
		Type           string            `json:"cell_type"`
		Source         json.RawMessage   `json:"source"`
		ExecutionCount *int              `json:"execution_count"`
		Outputs        []json.RawMessage `json:"outputs"`
	} `json:"cells"`
}

type notebookOutput struct {
	Text json.RawMessage            `json:"text"`
	Data map[string]json.RawMessage `json:"data"`
	Name string                     `json:"ename"`
	Err  string                     `json:"evalue"`
}

// readNotebook is Read for a Jupyter notebook.
func readNotebook(_ context.Context, c *readCall, p workspace.Path) (tools.Result, error) {
	r, _, err := c.notebook(p)
	return r, err
}

// notebook shows the cells with their text output, and notes that they were read. No line of the file
// was shown, so that it is no base for an Edit of lines or text.
func (c *readCall) notebook(p workspace.Path) (tools.Result, notebook, error) {
	var nb notebook
	content, err := c.f.Workspace.ReadFile(p, 0, 0)
	if err != nil {
		return tools.Result{}, nb, fileError("Failed to read file: ", err)
	}
	if err := json.Unmarshal(content.Data, &nb); err != nil {
		return tools.Result{}, nb, tools.Errorf(tools.CodeFailed, "Failed to read file: %s is no notebook: %w", p.Name, err)
	}
	var text bytes.Buffer
	for i, cell := range nb.Cells {
		fmt.Fprintf(&text, "[cell %d %s %s]\n%s\n", i, cell.Type, cell.ID, joined(cell.Source))
		for _, raw := range cell.Outputs {
			var o notebookOutput
			if err := json.Unmarshal(raw, &o); err != nil {
				continue // an output of another shape has no text for us
			}
			out := joined(o.Text) + joined(o.Data["text/plain"])
			if o.Name != "" {
				out += o.Name + ": " + o.Err
			}
			fmt.Fprintf(&text, "[output]\n%s\n", out)
		}
	}
	c.f.Ledger.Record(p.Abs, workspace.Seen{Size: content.Size, ModTime: content.ModTime, Hash: content.Hash, Content: content.Data})
	return c.asLines(p, content.Size, text.Bytes(), "application/x-ipynb+json"), nb, nil
}

// joined reads nbformat's text: a string or a list of strings.
func joined(raw json.RawMessage) string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return strings.Join(many, "")
	}
	return ""
}
