package builtin

import (
	"fmt"
	"strings"

	"beestown/tools/text"
	"beestown/tools/workspace"
)

// footRoom is how much of MaxOutput is kept for what the tool itself says: where the whole output is,
// how the command ended.
const footRoom = 1000

// room is how many bytes of output the model may see.
func (c *bashCall) room() int { return max(c.o.MaxOutput-footRoom, c.o.MaxOutput/2) }

// output is both streams as the model sees them, in no more bytes than there is room for: the note
// that names the file with the whole output must survive.
func (c *bashCall) output(stdout, stderr workspace.Output) string {
	out, errs := text.Visible(stdout.Text), text.Visible(stderr.Text)
	forErrs := max(c.room()-len(out), c.room()/3)
	errs = fitStream(errs, stderr, forErrs)
	out = fitStream(out, stdout, max(c.room()-len(errs), c.room()/3))
	switch {
	case errs == "":
		return out
	case out == "":
		return errs
	case !strings.HasSuffix(out, "\n"):
		out += "\n"
	}
	return out + "[stderr]\n" + errs
}

func fitStream(shown string, o workspace.Output, limit int) string {
	short, _ := text.Truncate(shown, limit, func(int) string {
		if o.File == "" {
			return fmt.Sprintf("[... cut: %d bytes in all; to see the rest, send the output to a file ...]", o.Bytes)
		}
		if o.Stored < o.Bytes {
			return fmt.Sprintf("[... cut: %d bytes in all; the first %d bytes are in %s ...]", o.Bytes, o.Stored, o.File)
		}
		return fmt.Sprintf("[... cut: %d bytes in all; the output is in %s ...]", o.Bytes, o.File)
	})
	return short
}
