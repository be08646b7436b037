// Package oneshot is the front end of `beestown -p`: it turns a run's events into text, one JSON
// object or a stream of JSON lines, and the end of the run into an exit code. It answers every
// approval with no: what may run without asking is said by rules, flags and the mode.
package oneshot
