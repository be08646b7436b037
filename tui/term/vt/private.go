package vt

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"

	"github.com/charmbracelet/x/ansi"
)

// private handles control sequences with a prefix (?, >, <, =) or an intermediate
// byte. What it does not know it ignores, as terminals do.
func (t *Terminal) private(cmd ansi.Cmd, params ansi.Params) {
	prefix, inter, final := cmd.Prefix(), cmd.Intermediate(), cmd.Final()
	switch {
	case prefix == '?' && inter == '$' && final == 'p':
		t.reportMode(raw(params, 0, 0))
	case prefix == '?' && inter == 0 && (final == 'h' || final == 'l'):
		for i := range params {
			t.setMode(raw(params, i, 0), final == 'h')
		}
	case prefix == '?' && final == 'W':
		t.defaultTabs()
	case final == 'u':
		t.keyboard(prefix, raw(params, 0, 0))
	case prefix == '>' && final == 'c':
		t.answer("\x1b[>1;10;0c")
	case prefix == '>' && final == 'q':
		t.answer("\x1bP>|vt\x1b\\")
	case inter == ' ' && final == 'q':
		t.cursorStyle = raw(params, 0, 0)
	case inter == '!' && final == 'p':
		t.softReset()
	}
}

func (t *Terminal) setMode(mode int, on bool) {
	t.modes[mode] = on
	switch mode {
	case 47, 1047:
		t.useAlt(on)
	case 1048:
		if on {
			t.save()
		} else {
			t.restore()
		}
	case 1049:
		if on && !t.Alt() {
			t.save()
			t.useAlt(true)
		} else if !on && t.Alt() {
			t.useAlt(false)
			t.restore()
		}
	}
}

// useAlt switches the buffer; the alternate one is always entered empty, with the
// cursor where it was.
func (t *Terminal) useAlt(on bool) {
	if on == t.Alt() {
		return
	}
	x, y := t.cur.x, t.cur.y
	if on {
		t.alt = t.newScreen()
		t.cur = &t.alt
	} else {
		t.cur = &t.main
	}
	t.moveTo(x, y)
}

func (t *Terminal) softReset() {
	t.style = Style{}
	t.modes[modeAutoWrap], t.modes[25] = true, true
	t.cur.top, t.cur.bottom = 0, t.height-1
}

func (t *Terminal) keyboard(prefix byte, flags int) {
	switch prefix {
	case '?':
		t.answer(fmt.Sprintf("\x1b[?%du", t.KeyboardFlags()))
	case '>':
		t.kitty = append(t.kitty, flags)
	case '<':
		t.kitty = t.kitty[:max(len(t.kitty)-max(flags, 1), 0)]
	case '=':
		if len(t.kitty) == 0 {
			t.kitty = []int{0}
		}
		t.kitty[len(t.kitty)-1] = flags
	}
}

// reportMode answers DECRQM: 1 is set, 2 is reset, 0 is unknown.
func (t *Terminal) reportMode(mode int) {
	state := 0
	switch mode {
	case 7, 25, 47, 1002, 1003, 1004, 1006, 1047, 1049, 2004, 2026, modeGrapheme:
		state = 2
		if t.modes[mode] {
			state = 1
		}
	}
	t.answer(fmt.Sprintf("\x1b[?%d;%d$y", mode, state))
}

func (t *Terminal) status(kind int) {
	switch kind {
	case 5:
		t.answer("\x1b[0n")
	case 6:
		t.answer(fmt.Sprintf("\x1b[%d;%dR", t.cur.y+1, t.cur.x+1))
	}
}

func (t *Terminal) osc(cmd int, data []byte) {
	_, rest, _ := bytes.Cut(data, []byte(";"))
	switch cmd {
	case 0, 2:
		t.title = string(rest)
	case 10:
		t.answerColor(cmd, rest, "ffff/ffff/ffff")
	case 11:
		t.answerColor(cmd, rest, t.background)
	case 52:
		_, payload, _ := bytes.Cut(rest, []byte(";"))
		if text, err := base64.StdEncoding.DecodeString(string(payload)); err == nil {
			t.clipboard = string(text)
		}
	}
}

func (t *Terminal) answerColor(cmd int, rest []byte, rgb string) {
	if string(rest) == "?" {
		t.answer(fmt.Sprintf("\x1b]%d;rgb:%s\x1b\\", cmd, rgb))
	}
}

func (t *Terminal) answer(s string) {
	if t.reply != nil {
		io.WriteString(t.reply, s)
	}
}
