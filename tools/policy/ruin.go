package policy

import (
	"path"
	"path/filepath"
	"strings"

	"beestown/tools/shell"
)

// ruin finds the commands that destroy a machine or a home directory. They are denied in every mode;
// everything else that destroys is asked about. It is a net under mistakes: what a program that is
// run does, nobody can see here.
type ruin struct {
	home   string
	places map[string]bool // whose recursive removal is ruin
}

func newRuin(root, home string) ruin {
	r := ruin{home: home, places: map[string]bool{}}
	for p := range strings.FieldsSeq(`/ /bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /media /mnt
		/opt /proc /root /run /sbin /srv /sys /usr /var /usr/bin /usr/lib /usr/lib64 /usr/local /usr/sbin
		/usr/share /var/lib /var/log /Users /System /Library /Applications /Volumes /private`) {
		r.places[p] = true
	}
	for _, p := range []string{root, home} {
		if !filepath.IsAbs(p) {
			continue
		}
		for dir := filepath.Dir(p); ; dir = filepath.Dir(dir) {
			r.places[dir] = true
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if filepath.IsAbs(home) {
		r.places[home] = true
	}
	return r
}

// find says what the line would ruin, "" when nothing is known to be.
func (r ruin) find(a shell.Analysis) string {
	if a.SelfForking {
		return "a function that starts itself without end"
	}
	for _, c := range a.Commands {
		for _, redirect := range c.Redirects {
			if p, _ := r.place(redirect.Target, c.Dir); redirect.Write && isDevice(p) {
				return "writes to " + p
			}
		}
		if len(c.Words) == 0 {
			continue
		}
		if why := r.command(c); why != "" {
			return why
		}
	}
	return ""
}

func (r ruin) command(c shell.Command) string {
	name, args := c.Name(), c.Words[1:]
	switch name {
	case "rm", "srm", "rimraf":
		if name == "rimraf" || has(args, "rR", "--recursive") || has(args, "", "--no-preserve-root") {
			return r.first("deletes", operands(args), c.Dir)
		}
	case "chmod", "chown", "chgrp", "chattr", "setfacl", "chcon":
		if has(args, "R", "--recursive") {
			return r.first("changes the permissions of everything under", operands(args), c.Dir)
		}
	case "mv":
		if list := operands(args); len(list) > 0 {
			return r.first("moves", list[:len(list)-1], c.Dir) + r.firstIf(has(args, "t", "--target-directory"), list, c.Dir)
		}
	case "find":
		roots, filtered := shell.FindRoots(args)
		if !filtered && has(args, "", "-delete") {
			return r.first("deletes", roots, c.Dir)
		}
	case "rsync":
		if list := operands(args); len(list) > 1 && strings.Contains(c.String(), "--del") {
			return r.first("deletes", list[len(list)-1:], c.Dir)
		}
	case "kill":
		return killsAll(args)
	case "killall5", "shutdown", "reboot", "halt", "poweroff", "kexec":
		return name + " stops the machine"
	case "init", "telinit", "systemctl", "loginctl":
		return stopsMachine(name, args)
	}
	return r.device(name, args, c.Dir)
}

func (r ruin) firstIf(cond bool, list []shell.Word, dir string) string {
	if !cond {
		return ""
	}
	return r.first("moves", list, dir)
}

// device finds writes to disks.
func (r ruin) device(name string, args []shell.Word, dir string) string {
	if name == "mkfs" || strings.HasPrefix(name, "mkfs.") {
		return name + " makes a file system over what is there"
	}
	switch name {
	case "mke2fs", "mkswap", "mkdosfs", "mkntfs", "newfs":
		return name + " makes a file system over what is there"
	case "dd":
		for _, a := range args {
			value, isOutput := strings.CutPrefix(a.Text, "of=")
			p, _ := r.place(shell.Word{Text: value, Dynamic: a.Dynamic}, dir)
			if isOutput && isDevice(p) {
				return "dd writes to " + p
			}
			if a.Text == "if=" {
				return "dd without a file to read"
			}
		}
	case "tee", "shred", "cp", "wipefs", "blkdiscard", "sgdisk", "sfdisk", "fdisk", "cfdisk", "parted", "badblocks", "truncate", "install":
		if name == "fdisk" && has(args, "l", "--list") {
			return ""
		}
		list := operands(args)
		if (name == "cp" || name == "install") && len(list) > 1 {
			list = list[len(list)-1:]
		}
		for _, o := range list {
			if p, _ := r.place(o, dir); isDevice(p) {
				return name + " writes to " + p
			}
		}
	}
	return ""
}

// first names the first operand that is a protected place.
func (r ruin) first(does string, list []shell.Word, dir string) string {
	for _, o := range list {
		if p, glob := r.place(o, dir); p != "" && r.hits(p, glob) {
			return does + " " + o.Text
		}
	}
	return ""
}

// hits tells whether a path, or a pattern of paths, is a protected place or all that is in one.
func (r ruin) hits(p string, glob bool) bool {
	if r.places[p] {
		return true
	}
	dir, last := path.Split(p)
	dir = path.Clean(dir)
	if !glob {
		return dir == "/home" || dir == "/Users"
	}
	for place := range r.places {
		if ok, _ := path.Match(p, place); ok {
			return true
		}
	}
	all := strings.Trim(last, "*?.![]") == "" && strings.ContainsAny(last, "*?[")
	return all && dir != p && r.hits(dir, true)
}

// place is the absolute path that a word means, "" when that is not known, and whether it is a
// pattern.
func (r ruin) place(w shell.Word, dir string) (p string, glob bool) {
	text := w.Text
	if w.Dynamic != "" {
		text = r.expand(text, dir)
		if strings.Contains(text, "$") || strings.HasPrefix(text, "~") {
			return "", false
		}
		glob = strings.ContainsAny(text, "*?[")
	}
	if text == "" {
		return "", false
	}
	if !strings.HasPrefix(text, "/") {
		if dir = r.expand(dir, ""); dir == "" || strings.HasPrefix(dir, "~") {
			return "", false
		}
		text = dir + "/" + text
	}
	return path.Clean(text), glob
}

// expand replaces the home and working directory at the beginning of a word.
func (r ruin) expand(text, dir string) string {
	for _, e := range [][2]string{{"$HOME", r.home}, {"~", r.home}, {"$PWD", dir}} {
		rest, ok := strings.CutPrefix(text, e[0])
		if ok && e[1] != "" && (rest == "" || rest[0] == '/') {
			return e[1] + rest
		}
	}
	if name, ok := strings.CutPrefix(text, "~"); ok && name != "" {
		user, rest, _ := strings.Cut(name, "/")
		if user == "root" {
			return "/root/" + rest
		}
		if user != "+" && user != "-" {
			return "/home/" + user + "/" + rest
		}
	}
	return text
}

// isDevice tells whether writing to p reaches a disk, the memory or the kernel's emergency keys.
func isDevice(p string) bool {
	switch p {
	case "/dev/mem", "/dev/kmem", "/dev/port", "/proc/sysrq-trigger", "/proc/sys/kernel/sysrq", "/proc/kcore":
		return true
	}
	rest, ok := strings.CutPrefix(p, "/dev/")
	if !ok {
		return false
	}
	for prefix := range strings.FieldsSeq("sd hd vd xvd nvme mmcblk disk rdisk loop md dm- mapper/ block/ ram zram nbd sr root") {
		if strings.HasPrefix(rest, prefix) {
			return true
		}
	}
	return false
}

// has tells whether one of the short letters or the long option, also abbreviated, is among args.
func has(args []shell.Word, letters, long string) bool {
	for _, a := range args {
		switch t := a.Text; {
		case t == "--":
			return false
		case strings.HasPrefix(t, "--"):
			name, _, _ := strings.Cut(t, "=")
			if len(name) > 3 && strings.HasPrefix(long, name) {
				return true
			}
		case t == long, letters != "" && len(t) > 1 && t[0] == '-' && strings.ContainsAny(t, letters):
			return true
		}
	}
	return false
}

func operands(args []shell.Word) []shell.Word {
	var list []shell.Word
	for i, a := range args {
		if a.Text == "--" {
			return append(list, args[i+1:]...)
		}
		if !strings.HasPrefix(a.Text, "-") || a.Text == "-" {
			list = append(list, a)
		}
	}
	return list
}

// killsAll finds kill with the process -1, which is every process. A first -1 is a signal, but alone
// it has no other meaning.
func killsAll(args []shell.Word) string {
	const why = "kill -1 ends every process"
	if len(args) == 1 && args[0].Text == "-1" {
		return why
	}
	for i := 0; i < len(args); i++ {
		switch t := args[i].Text; {
		case t == "-s" || t == "-n" || t == "--signal":
			i++
		case t == "-1" && i > 0:
			return why
		}
	}
	return ""
}

func stopsMachine(name string, args []shell.Word) string {
	for _, a := range operands(args) {
		switch a.Text {
		case "0", "6", "poweroff", "reboot", "halt", "kexec", "soft-reboot", "emergency", "rescue":
			return name + " " + a.Text + " stops the machine"
		}
	}
	return ""
}
