// Package walk lists the files of a workspace the way git sees them.
//
// Every engine that looks at many files (search, symbols, checkpoint, the
// completion of file names) walks through this package, so that they agree on
// what belongs to the project: VCS directories are skipped, what .gitignore,
// .ignore and .git/info/exclude exclude is left out, hidden files are not.
//
// A walk is confined to an [os.Root]: it never leaves the root and never
// descends into a linked directory. The ignore rules are those of git,
// its oddities included; the tests compare them with git itself.
package walk
