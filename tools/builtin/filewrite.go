package builtin

import (
	"context"
	"fmt"

	"beestown/tools"
	"beestown/tools/workspace"
)

type writeArgs struct {
	FilePath string `json:"file_path" jsonschema:"file to write"`
	Content  string `json:"content" jsonschema:"the whole content, or what to append"`
	Mode     string `json:"mode,omitempty" jsonschema:"default overwrite" enum:"overwrite,append"`
	Encoding string `json:"encoding,omitempty" jsonschema:"default utf-8"`
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
		Description: "Create a file, replace its whole content, or append to it; directories are made. " +
			"For a change inside a file use Edit. Refused when the file exists and you have not Read it as it is now.",
		Permissions: tools.Permissions{RequireConfirmation: true},
		Adapt:       tools.Both(tools.Rename("path", "file_path", "filePath", "file_path"), appendToMode),
		Aliases:     []tools.Alias{{Name: "write_file"}, {Name: "Write"}},
	}, func(_ context.Context, in writeArgs) (tools.Call, error) {
		p, access, err := f.resolve(in.FilePath, tools.WritesFiles)
		if err != nil {
			return nil, err
		}
		prepare := func() (*change, error) { return f.prepareWrite(in, p, access) }
		c, err := prepare()
		if err == nil {
			return c, nil
		}
		if guarded(p) {
			return &deferred{subject: p.Name, access: access, prepare: prepare}, nil
		}
		return nil, err
	})
}

// appendToMode turns append=true into mode append; both at once must agree.
func appendToMode(args map[string]any) error {
	v, given := args["append"]
	if !given {
		return nil
	}
	delete(args, "append")
	want := "overwrite"
	if fmt.Sprint(v) == "true" {
		want = "append"
	}
	if mode, ok := args["mode"]; ok && fmt.Sprint(mode) != want {
		return fmt.Errorf("append=%v and mode=%v contradict each other; give mode alone", v, mode)
	}
	args["mode"] = want
	return nil
}

func (f *Files) prepareWrite(in writeArgs, p workspace.Path, access tools.Access) (*change, error) {
	old, err := f.current(p)
	if err != nil {
		return nil, err
	}
	appending := in.Mode == "append"
	if old.exists && !appending {
		switch f.Ledger.Check(p.Abs, old.hash) {
		case workspace.Unread:
			return nil, tools.Errorf(tools.CodeStale, "file_write %s: the file exists and was not read in this session; Read it first, or use Edit", p.Name)
		case workspace.Stale:
			return nil, f.staleError(p, old)
		}
	}
	if in.Encoding != "" {
		cs, auto, err := charsetNamed(in.Encoding)
		if err != nil {
			return nil, tools.Errorf(tools.CodeValidation, "file_write %s: %w", p.Name, err)
		}
		if !auto && old.exists && cs.name != old.charset.name && appending {
			return nil, tools.Errorf(tools.CodeValidation, "file_write %s: the file is %s; append in its encoding", p.Name, old.charset.name)
		}
		if !auto {
			old.charset = cs
		}
	}
	text := []byte(in.Content)
	if appending {
		text = append(old.text[:len(old.text):len(old.text)], text...)
	}
	c, err := f.newChange(p, access, old, text)
	if err != nil {
		return nil, err
	}
	mode := "overwrite"
	if appending {
		mode = "append"
	}
	n := len(in.Content)
	c.data = func(c *change, w workspace.Written, _ string) any {
		return WriteData{Path: c.path.Name, Size: w.Size, Mode: mode, BytesWritten: n, Created: w.Created, Diff: c.diff.Unified()}
	}
	return c, nil
}
