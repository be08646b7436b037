package policy

import (
	"path"
	"slices"
	"strings"

	"beestown/tools"
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
	for _, c := range j.commands {
		if len(c.Words) == 0 || c.Wrapper || len(c.Redirects) > 0 || c.harmless || j.vouched(c) {
			continue
		}
		text := classBash + "(" + shape(c) + ")"
		if r, err := parse(Rule{Verdict: tools.Allow, Text: text}, nil); err == nil && r.vouches(c) {
			rules = append(rules, text)
		}
	}
	return unique(rules)
}

// maxOffer is the longest command that is offered, in bytes: a person has to read it.
const maxOffer = 160

// shape is the pattern that stands for a command, "" when none may be offered: its program can do
// anything, it destroys, or it reaches outside. It is the command as it stands; only what is known to
// do no more with other words is offered with a wildcard.
func shape(c command) string {
	name := c.Words[0].Text
	bounded := !slices.ContainsFunc(c.suspects, func(s suspect) bool { return !s.exact })
	if !bounded || c.Dynamic() != "" || strings.Trim(name, nameBytes) != "" || oneOf(name, neverOffered) || destroys(c.Command) != "" {
		return ""
	}
	sub := ""
	if len(c.Words) > 1 && oneOf(name, hasSubcommands) {
		sub = c.Words[1].Text
		if strings.HasPrefix(sub, "-") || oneOf(name+"-"+sub, neverOfferedPairs) {
			return "" // git -C x push: the word that matters is not where it should be
		}
	}
	if open := openShape(c, name, sub); open != "" && len(c.suspects) == 0 {
		return open + " *"
	}
	text := c.String()
	if len(text) > maxOffer || strings.ContainsAny(text, "\n\t") {
		return ""
	}
	return text
}

// openShape is the part of a command behind which any words may stand, "" when there is none.
func openShape(c command, name, sub string) string {
	switch {
	case name == "pytest":
		return name
	case oneOf(name+"-"+sub, openPairs):
		return name + " " + sub
	case oneOf(name, "npm pnpm yarn") && sub == "run" && len(c.Words) > 2:
		script := c.Words[2].Text
		if !strings.HasPrefix(script, "-") && script != "" && strings.Trim(script, nameBytes+":") == "" {
			return name + " run " + script
		}
	}
	return ""
}

const nameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+"

// openPairs are commands, as program-subcommand, that run or read the workspace's own files whatever
// words follow. riskyOptions has the options that do more.
const openPairs = `go-test go-build go-vet npm-test pnpm-test yarn-test cargo-test cargo-build cargo-check cargo-clippy
	git-add`

const hasSubcommands = "git go npm pnpm yarn bun cargo docker kubectl gh pip pip3 make systemctl apt apt-get brew"

// neverOffered are programs that run what they are given, or that a pattern cannot bound.
const neverOffered = `sh bash dash ash zsh ksh mksh fish rbash python python2 python3 perl ruby node
	deno bun php lua awk gawk mawk sed ed ex vi vim emacs env exec eval sudo doas su runuser xargs find parallel
	watch ssh scp sftp rsync nc ncat socat telnet curl wget rm rmdir unlink shred dd mv chmod chown chgrp
	kill pkill killall ln tee busybox toybox command builtin timeout nohup nice time source . trap cd pushd
	npx pnpx bunx uvx strace gdb crontab at batch screen tmux docker podman kubectl systemctl service mount
	umount iptables osascript open xdg-open tar unzip zip cp install truncate expect script
	test [ printf read exit jq sort tree yes file date stdbuf ionice setsid chroot unshare flock`

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
