package edit

import "strings"

// planLines replaces a range of lines. A final line end of the new content makes no difference.
func (d *document) planLines(e Edit) (planned, error) {
	if e.EndLine > d.count() {
		return planned{}, refuse(CodeValidation, "lines %d-%d: the file has %s; read it again and send a range within it", e.StartLine, e.EndLine, plural(d.count(), "line"))
	}
	w := window{at: e.StartLine - 1, oldEnded: true, newEnded: true}
	for i := w.at; i < e.EndLine; i++ {
		w.olds = append(w.olds, d.line(i))
	}
	w.news, _ = splitLines(*e.NewContent)
	old := strings.Join(w.olds, "\n")
	if err := d.checkRange(w, e.Old); err != nil {
		return planned{}, err
	}
	if err := checkOmission("new_content", old, *e.NewContent); err != nil {
		return planned{}, err
	}
	if _, first, sep, ok := cutNumbers(w.news, true); ok && first == e.StartLine && (sep == "\t" || sep == "→") {
		if _, _, _, numbered := cutNumbers(w.olds, false); !numbered {
			return planned{}, refuse(CodeValidation, "new_content starts with line numbers, as Read shows them; send the lines without their numbers")
		}
	}
	kept, ok := align(w.olds, w.news)
	if !ok {
		kept = make([]int, len(w.news))
		for j := range kept {
			kept[j] = -1
		}
	}
	s := d.lineSplice(w, w.news, kept)
	if s.text == string(d.raw[s.start:s.end]) {
		return planned{}, &Refusal{Code: CodeApplied, Near: Span{e.StartLine, e.EndLine},
			Message: "the file already holds new_content at " + lineRange(w.at, len(w.olds)) + "; nothing to do"}
	}
	return planned{splices: []splice{s}}, nil
}

// checkRange compares old_string, where the call has one, with what the range holds.
func (d *document) checkRange(w window, old string) error {
	if old == "" {
		return nil
	}
	lines, _ := splitLines(old)
	equal := len(lines) == len(w.olds)
	for i := 0; equal && i < len(lines); i++ {
		equal = strings.TrimRight(lines[i], blanks) == strings.TrimRight(w.olds[i], blanks)
	}
	if equal {
		return nil
	}
	return &Refusal{Code: CodeNoMatch, Near: Span{w.at + 1, w.at + len(w.olds)}, Shown: d.shown(w.at, len(w.olds)),
		Message: "old_string is not what " + lineRange(w.at, len(w.olds)) + " hold; nothing was changed. The file has there:\n" + strings.TrimSuffix(d.block(w.at, len(w.olds), -1), "\n")}
}
