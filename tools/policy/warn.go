package policy

import (
	"slices"
	"strings"

	"beestown/tools/shell"
)

// maxWarnings bounds the lines that are shown with a question.
const maxWarnings = 8

// warnings are the dangers of the access, one short line each.
func (j *judgement) warnings() []string {
	var list []string
	if j.access.Guard != "" {
		list = append(list, j.access.Guard+": "+display(j.access))
	}
	if j.access.Outside {
		list = append(list, "outside the workspace: "+display(j.access))
	}
	if j.line.Problem != "" {
		list = append(list, j.line.Problem)
	}
	for _, c := range j.commands {
		if len(list) > 4*maxWarnings {
			break
		}
		for _, r := range c.Redirects {
			if p, _ := j.p.ruin.place(r.Target, c.Dir); r.Write && !j.inside(p) && p != "/dev/null" {
				list = append(list, "writes outside the workspace: "+short(r.Target.Text))
			}
		}
		if len(c.Words) == 0 {
			continue
		}
		if what := destroys(c.Command); what != "" {
			list = append(list, what)
		}
		if talks(c.Command) {
			list = append(list, "talks to the network: "+short(head(c.Command, 3)))
		}
		if c.Name() == "sudo" || c.Name() == "doas" || c.Name() == "su" {
			list = append(list, "runs as another user: "+short(head(c.Command, 3)))
		}
		for _, s := range c.suspects {
			if s.why != unknownPlace { // that is so for every word behind cd $X
				list = append(list, s.why+": "+short(s.text))
			}
		}
	}
	list = unique(list)
	return slices.Clip(list[:min(len(list), maxWarnings)])
}

func head(c shell.Command, n int) string {
	c.Words = c.Words[:min(n, len(c.Words))]
	return c.String()
}

// destroys says what a command deletes or discards, "" when it is not known to.
func destroys(c shell.Command) string {
	args := c.Words[1:]
	second := ""
	if len(args) > 0 {
		second = args[0].Text
	}
	list := operands(args)
	texts := make([]string, len(list))
	for i, o := range list {
		texts[i] = o.Text
	}
	switch c.Name() {
	case "rm", "rmdir", "unlink", "shred", "srm", "rimraf":
		return "deletes " + short(strings.Join(texts, " "))
	case "truncate", "dd":
		return "overwrites files: " + short(c.String())
	case "find":
		if has(args, "", "-delete") {
			return "deletes what find finds"
		}
	case "git":
		if discards(second, args) {
			return "discards work: " + short(c.String())
		}
	}
	return ""
}

func discards(sub string, args []shell.Word) bool {
	switch sub {
	case "clean", "restore":
		return true
	case "reset":
		return has(args, "", "--hard")
	case "checkout", "switch":
		return has(args, "f", "--force") || slices.ContainsFunc(args, func(w shell.Word) bool { return w.Text == "--" || w.Text == "." })
	case "push":
		return has(args, "fd", "--force") || has(args, "", "--delete") || has(args, "", "--mirror") || has(args, "", "--force-with-lease")
	case "branch", "tag":
		return has(args, "dD", "--delete")
	case "stash":
		return slices.ContainsFunc(args, func(w shell.Word) bool { return w.Text == "drop" || w.Text == "clear" })
	}
	return false
}

const networkCommands = "curl wget ssh scp sftp ftp rsync nc ncat socat telnet ping dig nslookup host gh npx pnpx bunx uvx"

// networkWords are the sub-commands of a program that talk to other machines.
func networkWords(name string) string {
	switch name {
	case "git":
		return "push pull fetch clone ls-remote submodule"
	case "go":
		return "get install mod"
	case "npm", "pnpm", "yarn", "bun":
		return "install i ci add publish update upgrade login"
	case "pip", "pip3", "uv":
		return "install download add sync pip"
	case "cargo", "gem", "apt", "apt-get", "apk", "brew":
		return "install add publish push update upgrade fetch"
	case "docker", "podman":
		return "pull push login run build"
	}
	return ""
}

func talks(c shell.Command) bool {
	if oneOf(c.Name(), networkCommands) {
		return true
	}
	for _, w := range c.Words[1:] {
		if !strings.HasPrefix(w.Text, "-") {
			return oneOf(w.Text, networkWords(c.Name()))
		}
	}
	return false
}

// inside tells whether a path is below the workspace, by its spelling.
func (j *judgement) inside(p string) bool {
	_, ok := j.p.relative(p)
	return ok
}
