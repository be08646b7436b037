package edit

import (
	"slices"
	"strings"
)

// place turns a window into the bytes to write: re-based, checked, with the place's line ends.
func (d *document) place(r request, w window) (planned, error) {
	kept, ok := align(w.olds, w.news)
	if !ok {
		return planned{}, refuse(CodeValidation, "old_string and new_string differ in too many lines to match inexactly; copy old_string exactly, or edit smaller parts")
	}
	lines, how, err := d.rebase(w, kept)
	if err != nil {
		return planned{}, err
	}
	if at, ok := d.already(w, lines); ok {
		return planned{}, &Refusal{Code: CodeApplied, Near: Span{at + 1, at + len(lines)},
			Message: "new_string is already at " + lineRange(at, len(lines)) + "; nothing to do"}
	}
	s := d.lineSplice(w, lines, kept)
	if s.text == string(d.raw[s.start:s.end]) {
		return planned{}, &Refusal{Code: CodeApplied, Near: Span{w.at + 1, w.at + len(w.olds)},
			Message: "the file already is as new_string asks at " + lineRange(w.at, len(w.olds)) + "; nothing to do"}
	}
	note := withNote(r.note, "matched %s ignoring %s", lineRange(w.at, len(w.olds)), w.level)
	if how != "" {
		note += "; new_string was " + how
	}
	return planned{splices: []splice{s}, note: note}, nil
}

// rebase writes the new lines in the file's terms: a kept line is the file's own line, any other gets
// the file's characters (at levels that fold) and indentation (at levels that ignore it).
func (d *document) rebase(w window, kept []int) (lines []string, how string, err error) {
	lines = slices.Clone(w.news)
	var changed []int // the new lines that are not kept
	for j := range lines {
		if kept[j] >= 0 {
			lines[j] = d.line(w.at + kept[j])
		} else if strings.Trim(lines[j], blanks) != "" {
			changed = append(changed, j)
		}
	}
	if w.level.fold {
		if err := d.writeChars(w, kept, changed, lines); err != nil {
			return nil, "", err
		}
	}
	d.cutTrailing(w, changed, lines)
	if w.level.indent {
		how, err = d.writeIndents(w, kept, changed, lines)
	}
	return lines, how, err
}

// cutTrailing takes the blanks off the ends of the changed lines when old ends every line in blanks and
// the file none: then they are no part of the edit.
func (d *document) cutTrailing(w window, changed []int, lines []string) {
	cut, uniform := "", true
	for i, old := range w.olds {
		tail := old[len(strings.TrimRight(old, blanks)):]
		file := d.lineBytes(w.at + i)
		if len(trimBlanks(file, false)) < len(file) || tail == "" && old != "" {
			return
		}
		if tail == old {
			continue
		}
		uniform = uniform && (cut == "" || cut == tail)
		cut = tail
	}
	for _, j := range changed {
		if uniform {
			lines[j] = strings.TrimSuffix(lines[j], cut)
		} else {
			lines[j] = strings.TrimRight(lines[j], blanks)
		}
	}
}

// writeChars gives the changed lines the file's characters, their indentation apart when it is ignored.
func (d *document) writeChars(w window, kept, changed []int, lines []string) error {
	all := make([][]pair, len(w.olds))
	for i, old := range w.olds {
		_, oldBody := cutIndent(old, w.level)
		_, fileBody := cutIndent(d.line(w.at+i), w.level)
		all[i] = pairUnits(oldBody, fileBody)
	}
	rule := d.learnChars(all)
	from := origins(kept, w.olds, w.news)
	for _, j := range changed {
		indent, body := cutIndent(lines[j], w.level)
		var was []pair
		unsure := all[from[j].first:from[j].end]
		if i := from[j].line; i >= 0 {
			was, unsure = all[i], all[i:i+1]
		}
		out, bad, ok := rule.line(body, was, plainFor(unsure))
		if !ok {
			return d.refuseAt(w, CodeNoMatch, "old_string matches %s but for Unicode characters, and line %d of new_string has %q, which the file writes in another way there; copy the file's characters",
				lineRange(w.at, len(w.olds)), j+1, clip(bad, 40))
		}
		lines[j] = indent + out
	}
	return nil
}

// cutIndent splits a line after its indentation, which is "" at a level that does not ignore it. Odd
// spaces in the indentation of the call count as spaces.
func cutIndent(line string, lv level) (indent, body string) {
	if !lv.indent {
		return "", line
	}
	body = strings.TrimLeft(line, blanks)
	indent = line[:len(line)-len(body)]
	for lv.fold {
		u := units(body[:min(len(body), 32)])
		if len(u) == 0 || isASCII(u[0]) || fold(u[0]) != " " {
			break
		}
		rest := strings.TrimLeft(body[len(u[0]):], blanks)
		indent += " " + body[len(u[0]):len(body)-len(rest)]
		body = rest
	}
	return indent, body
}

// writeIndents gives the changed lines the file's indentation, by the one rule that explains the
// matched lines.
func (d *document) writeIndents(w window, kept, changed []int, lines []string) (string, error) {
	matched, _ := d.indentations(w)
	rules := fitting(tryRules(matched, d.style()), matched)
	if len(rules) == 0 {
		return "", d.uneven(w)
	}
	var olds, news []string
	for _, m := range matched {
		olds = append(olds, m.old)
	}
	bodies := make([]string, len(changed))
	for k, j := range changed {
		indent, body := cutIndent(lines[j], w.level)
		news = append(news, indent)
		bodies[k] = body
	}
	if len(changed) == 0 {
		return "", nil
	}
	rule, indents, ok := chooseRule(rules, olds, news, d.style())
	if !ok {
		return "", d.refuseAt(w, CodeNoMatch, "old_string matches %s but for indentation, and the indentation of the new lines can be carried over in no way or in several; copy the file's indentation",
			lineRange(w.at, len(w.olds)))
	}
	for k, j := range changed {
		lines[j] = indents[k] + bodies[k]
	}
	for j := range lines {
		if kept[j] < 0 && strings.Trim(lines[j], blanks) == "" {
			lines[j] = "" // a blank line carries no indentation to translate
		}
	}
	return rule.String(), nil
}

// indentations returns the indentation of every line of a window that is not blank, and which lines
// those are. Odd spaces in the file's own indentation stay as they are, so that only a prefix explains them.
func (d *document) indentations(w window) (matched []indentation, lines []int) {
	for i, line := range w.olds {
		old, body := cutIndent(line, w.level)
		if strings.TrimSpace(body) == "" {
			continue
		}
		fileLine := d.line(w.at + i)
		file, _ := cutIndent(fileLine, level{indent: true})
		if folded, body := cutIndent(fileLine, w.level); folded != file {
			file = fileLine[:len(fileLine)-len(body)]
		}
		matched = append(matched, indentation{old, file})
		lines = append(lines, i)
	}
	return matched, lines
}

// already finds the re-based lines in the file where they would contain the window: then an earlier
// call has done this edit.
func (d *document) already(w window, lines []string) (int, bool) {
	if len(lines) <= len(w.olds) {
		return 0, false
	}
	places := d.windows(level{}, lines, w.at+len(w.olds)-len(lines), w.at)
	if len(places) == 0 {
		return 0, false
	}
	return places[0], true
}

// lineSplice replaces the lines of a window. Line ends are counted as characters of old and new: the
// last one goes or stays as they say; a final one that the file does not have is not added.
func (d *document) lineSplice(w window, lines []string, kept []int) splice {
	last := w.at + len(w.olds) - 1
	lastTerm := d.terminator(last)
	_, term := d.lineEnds(w.at, last)
	s := splice{start: d.rawStart[w.at], end: d.rawStart[last+1] - len(lastTerm)}
	if w.oldEnded {
		s.end = d.rawStart[last+1]
	}
	var b strings.Builder
	for j, line := range lines {
		b.WriteString(line)
		own := ""
		if kept[j] >= 0 {
			own = d.terminator(w.at + kept[j])
		}
		switch {
		case j == len(lines)-1 && (!w.newEnded || w.oldEnded && lastTerm == ""):
		case own != "":
			b.WriteString(own)
		default:
			b.WriteString(term)
		}
	}
	s.text = b.String()
	return s
}
