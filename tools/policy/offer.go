package policy

import (
	"path"
	"strings"

	"beestown/tools"
	"beestown/tools/shell"
)

// offer is the narrowest useful rules that would allow this and its like for the session; nil when
// no rule should.
func (j *judgement) offer() []string {
	a := j.access
	if j.special() != "" || j.insists {
		return nil
	}
	switch {
	case a.Command != "":
		return j.offerLine()
	case a.Effect == tools.WritesFiles && a.Path != "":
		return j.offerEdit()
	case a.Host != "":
		return []string{j.spec.Name + "(" + a.Host + ")"}
	case a.Effect == tools.Executes && !isForeign(j.spec), a.Path != "":
		return nil
	}
	return []string{j.spec.Name}
}

// offerEdit offers the directory of a file; for a file at the top only the file itself, because its
// directory is the whole workspace.
func (j *judgement) offerEdit() []string {
	rel, inside := j.p.relative(j.access.Path)
	if !inside || rel == "." || strings.ContainsAny(rel, "()") {
		return nil
	}
	dir := path.Dir(rel)
	if dir == "." {
		return []string{classEdit + "(" + escape(rel) + ")"}
	}
	return []string{classEdit + "(" + escape(dir) + "/**)"}
}

var globMeta = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, "}", `\}`)

func escape(p string) string { return globMeta.Replace(p) }

// offerLine offers one pattern for each command that is not allowed yet and may be.
func (j *judgement) offerLine() []string {
	if j.line.Problem != "" || len(j.line.Complex) > 0 {
		return nil
	}
	var rules []string
	for _, c := range j.line.Commands {
		if len(c.Words) == 0 || c.Wrapper || len(c.Redirects) > 0 || j.harmless(c) || j.vouched(c) {
			continue
		}
		if shape := j.shape(c); shape != "" {
			rules = append(rules, classBash+"("+shape+")")
		}
	}
	return unique(rules)
}

// shape is the pattern that stands for a command and its like, "" when none may be offered: its
// program can do anything, it destroys, or it reaches outside.
func (j *judgement) shape(c shell.Command) string {
	name := c.Words[0].Text
	if c.Dynamic() != "" || oneOf(c.Name(), neverOffered) || strings.Contains(name, "/") || destroys(c) != "" || len(j.reachesOut(c)) > 0 {
		return ""
	}
	plain := func(w shell.Word) bool {
		return w.Text != "" && !strings.HasPrefix(w.Text, "-") && strings.Trim(w.Text, wordBytes) == ""
	}
	if !plain(c.Words[0]) {
		return ""
	}
	words := []string{name}
	keep := 2
	if name == "git" || name == "npm" || name == "gh" {
		keep = 3
	}
	for _, w := range c.Words[1:] {
		if len(words) == keep || !plain(w) {
			break
		}
		words = append(words, w.Text)
	}
	if len(words) == 1 && len(c.Words) > 1 && oneOf(name, hasSubcommands) {
		return "" // git -C x push: the word that matters is not where it should be
	}
	if len(words) > 1 && oneOf(name+"-"+words[1], neverOfferedPairs) {
		return ""
	}
	if len(words) == len(c.Words) && len(words) < 2 {
		return words[0]
	}
	return strings.Join(words, " ") + " *"
}

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:@+,=/"

const hasSubcommands = "git go npm pnpm yarn bun cargo docker kubectl gh pip pip3 make systemctl apt apt-get brew"

// neverOffered are programs that run what they are given, or that a pattern cannot bound.
const neverOffered = `sh bash dash ash zsh ksh mksh fish rbash python python2 python3 perl ruby node
	deno bun php lua awk gawk mawk sed ed ex vi vim emacs env exec eval sudo doas su runuser xargs find parallel
	watch ssh scp sftp rsync nc ncat socat telnet curl wget rm rmdir unlink shred dd mv chmod chown chgrp
	kill pkill killall ln tee busybox toybox command builtin timeout nohup nice time source . trap cd pushd
	npx pnpx bunx uvx strace gdb crontab at batch screen tmux docker podman kubectl systemctl service mount
	umount iptables osascript open xdg-open tar unzip zip cp install truncate expect script`

// neverOfferedPairs are sub-commands of the same kind, as program-subcommand.
const neverOfferedPairs = `go-run go-generate go-tool go-env npm-exec npm-x npm-explore npm-config pnpm-exec
	pnpm-dlx yarn-dlx yarn-exec yarn-node cargo-run uv-run git-config git-rebase git-bisect git-filter-branch
	git-submodule git-difftool git-mergetool git-archive git-daemon git-hook gh-api gh-alias gh-extension`

// oneOf tells whether a word is in a list of words that are separated by blanks.
func oneOf(word, list string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}
