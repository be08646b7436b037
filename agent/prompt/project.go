package prompt

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// projectFiles are looked for in this order; the first that a directory has counts.
var projectFiles = []string{"AGENTS.md", "CLAUDE.md"}

// Project is the instructions that a repository gives to agents.
type Project struct {
	Text  string   // for the system prompt, empty when there are none
	Files []string // the files it came from, outermost first
	Cut   bool     // the text was longer than it may be
}

// ReadProject reads AGENTS.md, or else CLAUDE.md, from the repository's root down to dir. Outside
// of a repository only dir itself is looked at. Files that cannot be read are left out. The text is
// cut at limit bytes; with 0 there is none.
func ReadProject(dir string, limit int) Project {
	var p Project
	if limit <= 0 {
		return p
	}
	var b strings.Builder
	for _, d := range upToRoot(dir) {
		path, text, ok := readFirst(d, limit)
		if !ok {
			continue
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			name = path
		}
		room := limit - b.Len()
		if len(text) > room {
			text, p.Cut = strings.ToValidUTF8(text[:max(room, 0)], ""), true
		}
		fmt.Fprintf(&b, "# Instructions of the project (%s)\n%s\n", name, strings.TrimSpace(text))
		if p.Cut {
			fmt.Fprintf(&b, "[cut at %d bytes: read %s for the rest]\n", limit, name)
		}
		p.Files = append(p.Files, path)
		if p.Cut {
			break
		}
	}
	p.Text = b.String()
	return p
}

// upToRoot returns the directories from the repository's root down to dir, or dir alone.
func upToRoot(dir string) []string {
	var dirs []string
	for d := dir; ; d = filepath.Dir(d) {
		dirs = append(dirs, d)
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			slices.Reverse(dirs)
			return dirs
		}
		if d == filepath.Dir(d) {
			return []string{dir}
		}
	}
}

// readFirst reads the file that counts, or as much of it as shows that it is longer than limit.
func readFirst(dir string, limit int) (path, text string, ok bool) {
	for _, name := range projectFiles {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		data, _ := io.ReadAll(io.LimitReader(f, int64(limit)+1))
		f.Close()
		if text := strings.ToValidUTF8(string(data), "\uFFFD"); strings.TrimSpace(text) != "" {
			return path, text, true
		}
	}
	return "", "", false
}
