// Package workspace holds what tools do to the machine: files confined to the workspace, and child
// processes that end when their call ends.
//
// A path goes through two steps. [Workspace.Resolve] follows every link of a path that a model wrote
// and reports facts: inside or outside, denied, part of a repository's metadata, secret-looking. It
// decides nothing; the policy does. Then the file operations take the resolved [Path]: inside the
// workspace they go through an os.Root, so that a link planted in between cannot lead out, and
// outside it they refuse every Path that does not carry an approval ([Path.Approved]).
//
// [Run] starts commands, [ChildEnv] chooses what they learn from our environment, and a [Ledger]
// remembers which bytes of which files a session has seen.
package workspace
