// Command gen cuts the edits of this folder out of packages at two versions. Each argument is
// NAME=OLDDIR:NEWDIR, where NAME says package and versions; the samples go to standard output, one JSON
// object a line. README.md says which packages the committed samples come from.
package main

import (
	"encoding/json"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Bounds that keep the folder small and its samples varied.
const (
	perPackage = 45
	perFile    = 4
	maxLines   = 30    // of the old text and of the new
	around     = 40    // lines of the file that are kept on either side
	maxAround  = 3_000 // bytes of them
)

type sample struct {
	Package string `json:"package"`
	File    string `json:"file"`
	Line    int    `json:"line"` // of the first old line in the whole file
	Before  string `json:"before"`
	Old     string `json:"old"`
	New     string `json:"new"`
	After   string `json:"after"`
}

func main() {
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, arg := range os.Args[1:] {
		name, dirs, _ := strings.Cut(arg, "=")
		oldDir, newDir, ok := strings.Cut(dirs, ":")
		if !ok {
			log.Fatalf("%s: want NAME=OLDDIR:NEWDIR", arg)
		}
		for _, s := range fromPackage(name, oldDir, newDir) {
			if err := out.Encode(s); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// fromPackage takes samples from every file that both versions have, spread over the files.
func fromPackage(name, oldDir, newDir string) []sample {
	var all []sample
	err := filepath.WalkDir(oldDir, func(path string, e fs.DirEntry, err error) error {
		kinds := []string{".go", ".js", ".ts", ".md", ".json", ".less", ".yml", ".html"}
		if err != nil || e.IsDir() || !slices.Contains(kinds, filepath.Ext(path)) || strings.Contains(path, "/dist/") {
			return err
		}
		rel, err := filepath.Rel(oldDir, path)
		if err != nil {
			return err
		}
		before, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		after, err := os.ReadFile(filepath.Join(newDir, rel))
		if err != nil || !utf8.Valid(before) || !utf8.Valid(after) {
			return nil
		}
		found := hunks(string(before), string(after))
		for i := range found {
			found[i].Package, found[i].File = name, filepath.ToSlash(rel)
		}
		all = append(all, spread(found, perFile)...)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	return spread(all, perPackage)
}

// spread takes n samples evenly.
func spread(all []sample, n int) []sample {
	if len(all) <= n {
		return all
	}
	out := make([]sample, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}

// op is a line of the old file (i), of the new (j), or of both; -1 is neither.
type op struct{ i, j int }

func hunks(before, after string) []sample {
	x, y := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	ops := lineOps(before, after)
	var out []sample
	for k := 0; k < len(ops); {
		if ops[k].i >= 0 && ops[k].j >= 0 {
			k++
			continue
		}
		last := k
		for q := k; q < len(ops) && q-last <= 3; q++ {
			if ops[q].i < 0 || ops[q].j < 0 {
				last = q
			}
		}
		context := 1 + len(out)%3
		if s, ok := cut(x, y, ops[max(0, k-context):min(len(ops), last+1+context)]); ok {
			out = append(out, s)
		}
		k = last + 1
	}
	return out
}

func lineOps(before, after string) []op {
	d := diffmatchpatch.New()
	a, b, _ := d.DiffLinesToRunes(before, after)
	var ops []op
	i, j := 0, 0
	for _, part := range d.DiffMainRunes(a, b, false) {
		for range utf8.RuneCountInString(part.Text) {
			switch part.Type {
			case diffmatchpatch.DiffEqual:
				ops = append(ops, op{i, j})
				i, j = i+1, j+1
			case diffmatchpatch.DiffDelete:
				ops = append(ops, op{i, -1})
				i++
			default:
				ops = append(ops, op{-1, j})
				j++
			}
		}
	}
	return ops
}

// cut makes a sample of the lines in ops, if its old text is long enough and unique without its blanks.
func cut(x, y []string, ops []op) (sample, bool) {
	var olds, news []string
	first := -1
	for _, o := range ops {
		if o.i >= 0 {
			if first < 0 {
				first = o.i
			}
			olds = append(olds, x[o.i])
		}
		if o.j >= 0 {
			news = append(news, y[o.j])
		}
	}
	if len(olds) < 2 || len(olds) > maxLines || len(news) == 0 || len(news) > maxLines {
		return sample{}, false
	}
	end := first + len(olds)
	s := sample{Line: first + 1, Old: strings.Join(olds, ""), New: strings.Join(news, "")}
	s.Before = keep(x[max(0, first-around):first], true)
	s.After = keep(x[end:min(len(x), end+around)], false)
	whole := "\n" + trimmed(x)
	ok := strings.TrimSpace(olds[0]) != "" && strings.TrimSpace(olds[len(olds)-1]) != "" &&
		strings.HasSuffix(s.Old, "\n") && strings.HasSuffix(s.New, "\n") && s.Before != "" && s.After != "" &&
		len(strings.Join(strings.Fields(s.Old), "")) >= 12 && len(s.Old)+len(s.New) < 6_000 &&
		strings.Count(whole, "\n"+trimmed(olds)) == 1 && trimmed(olds) != trimmed(news)
	return s, ok
}

// keep joins as many lines as fit, counted from the end or from the start.
func keep(lines []string, fromEnd bool) string {
	for len(lines) > 0 && len(strings.Join(lines, "")) > maxAround {
		if fromEnd {
			lines = lines[1:]
		} else {
			lines = lines[:len(lines)-1]
		}
	}
	return strings.Join(lines, "")
}

func trimmed(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
