// Package edit turns (content, edit) into new content or a refusal. It is pure: no I/O, no state.
//
// An edit is never guessed. The text to replace is first looked for exactly; when that finds
// nothing, a closed list of tolerances is tried in a fixed order, each of which can be inverted:
// an unwrapping of the call (a Markdown fence, line-number prefixes, JSON or HTML escapes), then
// whole lines that differ only in trailing blanks, in the Unicode form or the typographic variant
// of a character, or by one indent rule that explains every line. What a tolerance accepted is
// re-based: a line that the edit keeps is written as the file's own line, a new line takes the
// file's indentation and characters. Everything else is refused with a message that shows what the
// file holds. No similarity decides that an edit applies; similarity only chooses what a refusal shows.
//
// The files follow the way of a call: edit.go (the API), check.go (what is refused unseen), document.go
// (the view on the bytes), exact.go, unwrap.go, ladder.go (where does it apply), rebase.go with align.go,
// indent.go and unicode.go (what is written there), lines.go (line mode), closest.go and message.go
// (what a refusal says).
package edit
