// Package audit keeps the log of what every tool call did and why it was allowed: one record when a
// call is requested and one when it ended, as JSON lines in one file a month (2026-11.jsonl).
//
// Records are only appended. Each holds the SHA-256 of the line before it, so that a changed, moved
// or missing line is found by Verify; the chain begins anew with each file. What it cannot show is
// that the newest lines or a whole file were removed.
//
// Sessions of several processes share the file: an append takes a lock on it, looks whether somebody
// else wrote, and writes its line at once. A line that a crash cut off is removed by the next append,
// which says how many bytes it removed.
//
// A record that cannot be written stops no call: the user hears of it once, and the next record that
// can be written says how many are missing.
package audit
