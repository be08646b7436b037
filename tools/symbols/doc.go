// Package symbols finds definitions by name: functions, methods, types,
// variables, and files. It is the engine of the tool code_query.
//
// An [Index] is filled at the first query and kept up to date by size and time
// of each file at every later one. Go is read by go/parser, which sees the
// declarations without the bodies of functions (golang.go). The other
// languages have scanners of our own: they know strings, comments, brackets and
// the shape of a definition, and so are heuristic. A file is scanned once, all
// of its definitions are recorded, and a query looks at records only; nothing
// but the lines that are returned is read again.
//
// A language is a row of the table in lang.go.
package symbols
