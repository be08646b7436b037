package builtin

import (
	"context"
	"fmt"
	"unicode/utf8"

	"beestown/tools"
	"beestown/tools/workspace"
)

type writeArgs struct {
	FilePath string `json:"file_path"`
	Content  string `json:"content" jsonschema:"whole, or what to append"`
	Mode     string `json:"mode,omitempty" enum:"overwrite,append"`
	Encoding string `json:"encoding,omitempty" jsonschema:"default utf-8" told:"no"`
}

// WriteData is the Data of a file_write.
type WriteData struct {
	Path         string `json:"path"`
	Size         int64  `json:"size"`
	Mode         string `json:"mode"`
	BytesWritten int    `json:"bytesWritten"`
	Created      bool   `json:"created"`
	Diff         string `json:"diff"`
}

// FileWrite makes the tool that creates, replaces or appends to a file.
func FileWrite(f *Files) tools.Tool {
	return tools.DefinePlanned(tools.Spec{
		Name: "file_write", Category: tools.CategoryFile, Group: tools.GroupWorkspace, Effect: tools.WritesFiles,
		Description: "Create a file, replace all of it, or append; directories are made. " +
			"To change a part use Edit. Refused for a file that exists and was not Read as it is now.",
		Permissions: tools.Permissions{RequireConfirmation: true},
		Adapt:       tools.Both(tools.Rename("path", "file_path", "filePath", "file_path"), appendToMode),
		Aliases:     []tools.Alias{{Name: "write_file"}, {Name: "Write"}},
	}, func(_ context.Context, in writeArgs) (tools.Call, error) {
		p, access, err := f.resolve(in.FilePath, tools.WritesFiles)
		if err != nil {
			return nil, err
		}
		return f.planChange(p, access, func(allowed bool) (tools.Call, error) {
			return f.prepareWrite(in, p, access, allowed)
		})
	})
}

// appendToMode turns append=true into mode append; both at once must agree.
func appendToMode(args map[string]any) error {
	v := take(args, "append")
	if v == nil {
		return nil
	}
	want := "overwrite"
	if fmt.Sprint(v) == "true" {
		want = "append"
	}
	if mode := args["mode"]; mode != nil && fmt.Sprint(mode) != want {
		return fmt.Errorf("append=%v and mode=%v contradict each other; give mode alone", v, mode)
	}
	args["mode"] = want
	return nil
}

// prepareWrite works out the new content; allowed tells that the model may know what the file holds.
func (f *Files) prepareWrite(in writeArgs, p workspace.Path, access tools.Access, allowed bool) (*change, error) {
	old, err := f.current(p)
	if err != nil {
		return nil, err
	}
	freshness := workspace.Fresh
	if old.exists {
		freshness = f.Ledger.Check(p.Abs, old.hash)
	}
	if in.Mode == "append" {
		return f.appendText(in, p, access, old, freshness == workspace.Fresh)
	}
	switch freshness {
	case workspace.Unread:
		return nil, tools.Errorf(tools.CodeStale, "file_write %s: the file exists and was not read in this session; Read it first, or use Edit", p.Name)
	case workspace.Stale:
		return nil, f.staleError(p, old, allowed)
	}
	before := old.text
	if cs, given, err := writeCharset(in, p); err != nil {
		return nil, err
	} else if given {
		old.charset = cs
	} else if err := in.mixes(old, p); err != nil {
		return nil, err
	}
	c, err := f.newChange(p, access, old, old.charset.withMark([]byte(in.Content), before))
	if err != nil {
		return nil, err
	}
	c.seen = func(*change) []workspace.Lines { return wholeFile }
	c.data = func(c *change, w workspace.Written, _ string) any {
		return c.writeData(w, "overwrite", len(c.raw))
	}
	return c, nil
}

// appendText adds to a file, which needs no reading of it; known tells that it was read.
func (f *Files) appendText(in writeArgs, p workspace.Path, access tools.Access, old version, known bool) (*change, error) {
	cs, given, err := writeCharset(in, p)
	switch {
	case err != nil:
		return nil, err
	case given && !old.exists:
		old.charset = cs
	case given && cs.name != old.charset.name:
		text, err := cs.decode(old.raw)
		if old.charset.codec != nil || utf8.Valid(old.raw) || err != nil || !cs.faithful(old.raw, text) {
			return nil, tools.Errorf(tools.CodeValidation, "file_write %s: the file is %s; append in its encoding", p.Name, old.charset.name)
		}
		old.charset, old.text = cs, text
	case !given:
		if err := in.mixes(old, p); err != nil {
			return nil, err
		}
	}
	text := append(old.text[:len(old.text):len(old.text)], in.Content...)
	c, err := f.newChange(p, access, old, old.charset.withMark(text, old.text))
	if err != nil {
		return nil, err
	}
	before, _ := f.Ledger.Seen(p.Abs)
	c.unknown = !known
	c.seen = func(c *change) []workspace.Lines { return c.stillSeen(before.Shown) }
	c.data = func(c *change, w workspace.Written, _ string) any {
		return c.writeData(w, "append", len(c.raw)-len(c.old.raw))
	}
	return c, nil
}

// mixes refuses text that would be written as UTF-8 to a file that is in another encoding, nobody said
// which.
func (in writeArgs) mixes(old version, p workspace.Path) error {
	if !old.exists || old.charset.codec != nil || utf8.Valid(old.raw) || asciiOnly([]byte(in.Content)) || in.Encoding != "" && in.Mode != "append" {
		return nil
	}
	return tools.Errorf(tools.CodeValidation, "file_write %s: the file is not UTF-8; Read it with its encoding (gb18030, big5, latin1, windows-1252) first, then it is written in that", p.Name)
}

// writeCharset is the encoding that the call names; given is false when it leaves that to the file.
func writeCharset(in writeArgs, p workspace.Path) (cs charset, given bool, err error) {
	cs, auto, err := charsetNamed(in.Encoding)
	if err != nil {
		return cs, false, tools.Errorf(tools.CodeValidation, "file_write %s: %w", p.Name, err)
	}
	return cs, !auto, nil
}

func (c *change) writeData(w workspace.Written, mode string, n int) WriteData {
	return WriteData{Path: c.path.Name, Size: w.Size, Mode: mode, BytesWritten: n, Created: w.Created, Diff: c.diff.Unified()}
}
