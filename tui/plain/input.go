package plain

import (
	"context"
	"strings"

	"beestown/tools"
	"beestown/tools/text"
)

// input takes a line of the user: an answer, a command or a prompt.
func (u *ui) input(ctx context.Context, l string) {
	u.open = false // the user's own line end
	trimmed := strings.TrimSpace(l)
	switch {
	case len(u.asking) > 0:
		u.answer(trimmed)
	case trimmed == "":
	case strings.HasPrefix(trimmed, "/") && !strings.ContainsAny(strings.Fields(trimmed)[0][1:], "/."): // a path is a prompt
		u.command(ctx, trimmed)
	default:
		u.prompt(ctx, l)
	}
	u.ready()
}

// command runs a slash command; an unknown one is never sent to the model.
func (u *ui) command(ctx context.Context, line string) {
	name := strings.Fields(line)[0]
	arg := strings.TrimSpace(line[len(name):])
	switch name {
	case "/quit", "/exit":
		u.done = true
	case "/stop":
		u.opt.Session.Interrupt()
	case "/help":
		u.line("Type a prompt. /stop interrupts, /mode ask|edits|plan, /plan [task], /clear, /quit. Questions are answered with a number.")
	case "/clear":
		if err := u.opt.Session.Clear(); err != nil {
			u.line("error: " + text.Visible(err.Error()))
		}
	case "/mode":
		m := tools.Mode(arg)
		if !m.Valid() || m == tools.ModeYolo {
			u.line("error: use /mode ask, edits or plan")
			break
		}
		u.opt.Session.SetMode(m)
	case "/plan":
		u.opt.Session.SetMode(tools.ModePlan)
		if arg != "" {
			u.prompt(ctx, arg)
		}
	default:
		u.line("error: there is no command " + text.Visible(name) + "; see /help")
	}
}

// endOfInput denies what is asked: nobody is there any more.
func (u *ui) endOfInput() {
	u.eof = true
	for len(u.asking) > 0 {
		u.asking[0].gone(u.opt.Session)
		u.asking = u.asking[1:]
	}
	u.ready()
}
