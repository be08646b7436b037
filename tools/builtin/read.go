package builtin

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"path"
	"strconv"
	"strings"

	"beestown/tools"
	"beestown/tools/workspace"
)

// readLineLen is how many bytes of one line are shown.
const readLineLen = 2000

type readArgs struct {
	FilePath string `json:"file_path"`
	Offset   int    `json:"offset,omitempty" jsonschema:"first line, from 1"`
	Limit    int    `json:"limit,omitempty"`
	Encoding string `json:"encoding,omitempty" jsonschema:"if not UTF-8: gb18030, big5, utf-16le, latin1, base64"`
}

// ReadData is the Data of a Read.
type ReadData struct {
	Path       string `json:"path"`
	Content    string `json:"content"` // the lines that were read, with their ends; long ones are cut
	Size       int64  `json:"size"`    // bytes of the file
	Chars      int    `json:"chars"`   // characters of Content
	TotalLines int    `json:"total_lines"`
	Encoding   string `json:"encoding"`
	Truncated  bool   `json:"truncated"`
}

// Read makes the tool that reads text files, images, PDF files and notebooks.
func Read(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "Read", Category: tools.CategoryFile, Group: tools.GroupWorkspace, Effect: tools.ReadOnly,
		Description: "Read a file: text as numbered lines (number, tab, line), images as pictures, PDF and .ipynb as text; " +
			"at most " + strconv.Itoa(f.maxLines()) + " lines, go on with offset. Needed before Edit. Refuses directories: use file_list.",
		Adapt:   tools.Both(tools.Rename("path", "file_path", "filePath", "file_path", "start_line", "offset"), linesToLimit),
		Aliases: []tools.Alias{{Name: "read_file"}, {Name: "file_read"}},
	}, func(_ context.Context, in readArgs) (tools.Call, error) {
		p, access, err := f.resolve(in.FilePath, tools.ReadOnly)
		if err != nil {
			return nil, err
		}
		return &readCall{f: f, in: in, path: p, access: access}, nil
	})
}

// linesToLimit turns end_line into limit.
func linesToLimit(args map[string]any) error {
	last, given, err := takeInt(args, "end_line")
	if err != nil || !given {
		return err
	}
	if args["limit"] != nil {
		return fmt.Errorf("give limit or end_line, not both")
	}
	first, given, err := takeInt(args, "offset")
	if err != nil {
		return err
	}
	if !given {
		first = 1
	}
	if last < first {
		return fmt.Errorf("end_line %d is before line %d", last, first)
	}
	args["offset"], args["limit"] = jsonNumber(float64(first)), jsonNumber(float64(last-first+1))
	return nil
}

type readCall struct {
	f      *Files
	in     readArgs
	path   workspace.Path
	access tools.Access
}

func (c *readCall) Accesses() []tools.Access { return []tools.Access{c.access} }

func (c *readCall) Preview() tools.View {
	v := tools.View{Subject: display(c.path)}
	if c.in.Offset > 0 || c.in.Limit > 0 {
		v.Summary = fmt.Sprintf("(from line %d)", max(c.in.Offset, 1))
	}
	return v
}

func (c *readCall) Run(ctx context.Context) (tools.Result, error) {
	p := c.path.Approved()
	if strings.EqualFold(c.in.Encoding, "base64") {
		return c.asBase64(p)
	}
	if kind, ok := richKinds[strings.ToLower(path.Ext(p.Name))]; ok && c.in.Encoding == "" {
		return kind(ctx, c, p)
	}
	content, err := c.f.Workspace.ReadFile(p, 0, 0)
	if err != nil {
		return c.huge(ctx, p, err)
	}
	cs, auto, err := charsetNamed(c.in.Encoding)
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.CodeValidation, "Failed to read file: %w base64", err)
	}
	// A byte order mark knows better than the model which UTF-16 it is.
	if marked := detect(content.Data); auto || marked.codec != nil && strings.HasPrefix(cs.name, "utf-16") {
		cs = marked
	}
	text, err := cs.decode(content.Data)
	if err != nil {
		return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to read file: %s is not %s: %w", p.Name, cs.name, err)
	}
	if binary(text) {
		return tools.Result{}, tools.Errorf(tools.CodeFailed, "Failed to read file: %s is binary (%d bytes); look at it with Bash: xxd %s | head", p.Name, content.Size, p.Name)
	}
	c.f.encodings.Store(p.Abs, cs)
	return c.page(p, content, text, cs.name), nil
}

// page cuts out the lines that were asked for, and records what was seen.
func (c *readCall) page(p workspace.Path, content workspace.Content, text []byte, encoding string) tools.Result {
	first := max(c.in.Offset, 1)
	pg := c.f.newPage(first, c.in.Limit)
	for line := range bytes.Lines(text) {
		pg.add(line, 0)
	}
	seen := workspace.Seen{Size: content.Size, ModTime: content.ModTime, Hash: content.Hash, Content: content.Data}
	if pg.count > 0 {
		seen.Shown = []workspace.Lines{{First: first, Last: first + pg.count - 1}}
	} else if pg.total == 0 {
		seen.Shown = []workspace.Lines{{First: 1, Last: 1}}
	}
	c.f.Ledger.Record(p.Abs, seen)
	r := pg.result(p.Name, content.Size, encoding)
	if len(r.Text) >= noteFrom && pg.count > 0 && c.f.reads.again(shownPage{p.Abs, encoding, seen.Shown[0]}, content.Hash) {
		r.Text = unchanged(p.Name, seen.Shown[0], pg.total)
		r.View.Summary += " unchanged"
	}
	return r
}

func (c *readCall) asBase64(p workspace.Path) (tools.Result, error) {
	content, err := c.f.Workspace.ReadFile(p, 0, 0)
	if err != nil {
		return tools.Result{}, fileError("Failed to read file: ", err)
	}
	text := base64.StdEncoding.EncodeToString(content.Data)
	return tools.Result{
		Text: text, View: tools.View{Subject: p.Name, Summary: fmt.Sprintf("(%d bytes)", content.Size)},
		Data: ReadData{Path: p.Name, Content: text, Size: content.Size, Chars: len(text), Encoding: "base64"},
	}, nil
}
