package tools

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// pairs are two versions of a file where a diff is easily got wrong.
func pairs() map[string][2]string {
	ten := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
	return map[string][2]string{
		"one line":                {ten, strings.Replace(ten, "5", "five", 1)},
		"first line":              {ten, "zero\n" + ten},
		"last line":               {ten, ten + "11\n"},
		"all gone":                {ten, ""},
		"from empty":              {"", ten},
		"newline added":           {"a\nb", "a\nb\n"},
		"newline removed":         {"a\nb\n", "a\nb"},
		"no newline, both":        {"a\nb", "a\nc"},
		"no newline, above":       {"x\na\nb\nc\nd", "y\na\nb\nc\nd"},
		"only a newline":          {"\n", ""},
		"blank lines":             {"\n\n\n\n", "\n\n\n\n\n"},
		"crlf":                    {"a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"},
		"crlf to lf":              {"a\r\nb\r\n", "a\nb\n"},
		"lone carriage return":    {"a\rb\nc\n", "a\rb\nd\n"},
		"unicode":                 {"naïve 漢字 🎉\nüber\n", "naïve 汉字 🎉\nüber\n"},
		"invalid":                 {"a\xff\xfe\nb\n", "a\xff\xfd\nb\n"},
		"two hunks":               {ten + ten, "x\n" + ten + ten[:len(ten)-3] + "y\n"},
		"six lines between":       {"a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n"},
		"seven lines between":     {"a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n"},
		"lines that look like it": {"--- a\n+++ b\n@@ -1 +1 @@\n", "--- a\n+++ c\n@@ -1 +1 @@\n\\ No newline at end of file\n"},
		"everything":              {"a\nb\nc\n", "d\ne\n"},
		"moved block":             {ten + "a\nb\nc\n", "a\nb\nc\n" + ten},
	}
}

// generated returns a random text and the same after some random changes of lines.
func generated(r *rand.Rand) (string, string) {
	words := []string{"a", "b", "}", "", "\tx := 1", "漢", "func f() {", "\r"}
	lines := make([]string, r.IntN(60))
	for i := range lines {
		lines[i] = words[r.IntN(len(words))]
	}
	old := strings.Join(lines, "\n")
	for range r.IntN(6) {
		at := r.IntN(len(lines) + 1)
		end := min(at+r.IntN(3), len(lines))
		var put []string
		for range r.IntN(3) {
			put = append(put, words[r.IntN(len(words))]+strconv.Itoa(r.IntN(3)))
		}
		lines = append(append(append([]string{}, lines[:at]...), put...), lines[end:]...)
	}
	changed := strings.Join(lines, "\n")
	if r.IntN(3) > 0 && old != "" {
		old += "\n"
	}
	if r.IntN(3) > 0 && changed != "" {
		changed += "\n"
	}
	return old, changed
}

// What the diff says must be what git and patch make of it.
func TestUnifiedAppliesElsewhere(t *testing.T) {
	all := pairs()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		a, b := generated(r)
		all[fmt.Sprintf("generated %d", i)] = [2]string{a, b}
	}
	programs := map[string][]string{
		"git":   {"git", "apply", "--whitespace=nowarn", "--unidiff-zero", "diff"},
		"patch": {"patch", "-s", "-p1", "--binary", "-i", "diff"},
	}
	for name, pair := range all {
		d := NewDiff("the file.txt", []byte(pair[0]), []byte(pair[1]))
		if pair[0] == pair[1] {
			if d.Unified() != "" || d.Added+d.Removed != 0 {
				t.Errorf("%s: nothing changed, got %s", name, d.Unified())
			}
			continue
		}
		if got := apply(t, d, pair[0]); got != pair[1] {
			t.Errorf("%s: our own reading gives %q, want %q", name, got, pair[1])
		}
		for program, argv := range programs {
			if got, out := applyWith(t, argv, pair[0], d.Unified()); got != pair[1] {
				t.Errorf("%s: %s gives %q, want %q\n%s\n%s", name, program, got, pair[1], d.Unified(), out)
			}
		}
	}
}

// A new file is made from /dev/null, and names that would break a line are quoted.
func TestUnifiedOfNewFile(t *testing.T) {
	for _, name := range []string{"new.txt", "dir/with blank.txt", "tab\there.txt", `quo"te.txt`} {
		d := NewDiff(name, nil, []byte("a\nb"))
		if !d.New || d.Counts() != "+2 -0" {
			t.Errorf("got %+v", d)
		}
		dir := t.TempDir()
		write(t, dir, "diff", d.Unified())
		cmd := exec.Command("git", "apply", "diff")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s\n%s", name, err, out, d.Unified())
			continue
		}
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != "a\nb" {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
}

func TestDiffOmits(t *testing.T) {
	large := bytes.Repeat([]byte("x\n"), diffMaxSize/4+1)
	for _, tt := range []struct {
		old, new []byte
		want     string
	}{
		{[]byte("a\x00"), []byte("b"), "binary content"}, {[]byte("a"), []byte("b\x00"), "binary content"},
		{large, large[2:], "too large to show"},
	} {
		d := NewDiff("f", tt.old, tt.new)
		if d.Omitted != tt.want || d.Hunks != nil || d.Unified() != "f: "+tt.want+"\n" {
			t.Errorf("got %q, %d hunks", d.Omitted, len(d.Hunks))
		}
	}
}

// Lines are numbered by characters, and some numbers are no characters.
func TestDiffOfManyLines(t *testing.T) {
	var a, b strings.Builder
	for i := range 70_000 {
		fmt.Fprintf(&a, "%d\n", i)
		if i%7000 == 0 {
			fmt.Fprintf(&b, "changed %d\n", i)
		} else {
			fmt.Fprintf(&b, "%d\n", i)
		}
	}
	d := NewDiff("f", []byte(a.String()), []byte(b.String()))
	if d.Added != 10 || d.Removed != 10 {
		t.Errorf("%s, want 10 of each", d.Counts())
	}
	if apply(t, d, a.String()) != b.String() {
		t.Error("the diff does not give the new content")
	}
}

func TestSection(t *testing.T) {
	old := "package p\n\nfunc first() {\n" + strings.Repeat("\tx()\n", 8) + "}\n"
	d := NewDiff("f.go", []byte(old), []byte(strings.Replace(old, "}\n", "\treturn\n}\n", 1)))
	if len(d.Hunks) != 1 || d.Hunks[0].Header() != "@@ -9,4 +9,5 @@ func first()" {
		t.Errorf("got %s", d.Unified())
	}
}

// apply carries out the hunks on old, checking every line that they state.
func apply(t *testing.T, d Diff, old string) string {
	t.Helper()
	lines := splitLines(old)
	var out strings.Builder
	at, line := 0, 1
	for _, h := range d.Hunks {
		for ; at < h.OldStart-1; at++ {
			out.WriteString(lines[at])
			line++
		}
		if line != h.NewStart {
			t.Errorf("hunk %s starts at line %d of the new content", h.Header(), line)
		}
		olds, news := 0, 0
		for _, l := range h.Lines {
			text := l.Text
			if !l.NoNewline {
				text += "\n"
			}
			if l.Op != '+' {
				if at >= len(lines) || lines[at] != text {
					t.Fatalf("hunk %s: line %d of the old content is not %q", h.Header(), at+1, text)
				}
				at++
				olds++
			}
			if l.Op != '-' {
				out.WriteString(text)
				line++
				news++
			}
		}
		if olds != h.OldLines || news != h.NewLines {
			t.Errorf("hunk %s holds %d and %d lines", h.Header(), olds, news)
		}
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String()
}

func applyWith(t *testing.T, argv []string, old, diff string) (content, output string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "the file.txt", old)
	write(t, dir, "diff", diff)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	out, _ := cmd.CombinedOutput() // what it did is what counts
	// patch removes a file that became empty.
	data, err := os.ReadFile(filepath.Join(dir, "the file.txt"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data), string(out)
}

func write(t *testing.T, dir, name, data string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// FuzzDiff: the hunks are true of the old content and give the new one.
func FuzzDiff(f *testing.F) {
	for _, pair := range pairs() {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, old, changed string) {
		d := NewDiff("f", []byte(old), []byte(changed))
		if d.Omitted != "" {
			return
		}
		if got := apply(t, d, old); got != changed {
			t.Errorf("%q, want %q", got, changed)
		}
		if (d.Unified() == "") != (old == changed) {
			t.Errorf("unified %q", d.Unified())
		}
	})
}

func BenchmarkDiff(b *testing.B) {
	lines := make([]string, 10_000)
	for i := range lines {
		lines[i] = fmt.Sprintf("\tvalue%d := compute(%d)\n", i, i*7)
	}
	old := strings.Join(lines, "")
	edited := append([]string{}, lines...)
	edited[10], edited[5000], edited[9990] = "x\n", "y\n", "z\n"
	shuffled := append([]string{}, lines...)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for name, changed := range map[string]string{
		"three edits": strings.Join(edited, ""),
		"rewritten":   strings.ReplaceAll(old, "value", "other"),
		"shuffled":    strings.Join(shuffled, ""),
		"repetitive":  strings.Repeat("a\nb\n", 20_000),
	} {
		before := []byte(old)
		if name == "repetitive" {
			before = []byte(strings.Repeat("b\na\nb\n", 15_000) + "c\n")
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = NewDiff("f.go", before, []byte(changed)).Unified()
			}
		})
	}
}
