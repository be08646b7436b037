// Package text makes foreign text safe to show and to store.
//
// Whatever a model, a file, a command or a server wrote is foreign. Before its width is computed it
// goes through one of four functions, and then no byte of it acts on the terminal:
//
//   - [Visible] for reading: drops terminal sequences, shows what is left of the invisible.
//   - [KeepSGR] is Visible for the output of commands: colours stay.
//   - [Escape] drops nothing: for diffs, whose lines must show every byte that is written.
//   - [Exact] also shows runs of blanks: for commands and arguments in approvals.
//
// All are idempotent, return clean input unchanged without allocating, and need the whole text: half
// a sequence at the end of a chunk is shown for what it is.
//
// A [Redactor] takes secrets out of what is logged, and [Truncate] shortens what the model reads.
package text
