package workspace

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRunOutput(t *testing.T) {
	var streamed int
	c := Command{Shell: "yes 0123456789 | head -c 52428805; echo last", SpillDir: t.TempDir(),
		OnOutput: func(p []byte) { streamed += len(p) }}
	e := run(t, t.Context(), c)
	out := e.Stdout
	if int64(streamed) != out.Bytes || out.Bytes < 50<<20 || len(out.Text) > DefaultMaxCapture+200 {
		t.Errorf("%d bytes, %d streamed, %d kept", out.Bytes, streamed, len(out.Text))
	}
	if !strings.HasSuffix(out.Text, "9\nlast\n") || !strings.Contains(out.Text, "bytes omitted; the first 10,485,760 bytes are in "+out.File) {
		t.Errorf("the text ends in %q", out.Text[len(out.Text)-50:])
	}
	info, err := os.Stat(out.File)
	if err != nil || info.Size() != DefaultMaxSpill || info.Mode().Perm() != 0o600 || filepath.Dir(out.File) != c.SpillDir {
		t.Errorf("%s: %v, %v", out.File, info, err)
	}
}

func TestRunSmallCapture(t *testing.T) {
	c := Command{Shell: "seq 1000; seq 5 >&2", MaxCapture: 100, SpillDir: t.TempDir()}
	e := run(t, t.Context(), c)
	var lines []string
	for sc := bufio.NewScanner(strings.NewReader(e.Stdout.Text)); sc.Scan(); {
		lines = append(lines, sc.Text())
	}
	if lines[0] != "1" || lines[len(lines)-1] != "1000" || !e.Stdout.Truncated() || e.Stderr.Text != "1\n2\n3\n4\n5\n" || e.Stderr.File != "" {
		t.Errorf("got %+v", e)
	}
	if full := content(t, e.Stdout.File); int64(len(full)) != e.Stdout.Bytes || !strings.HasPrefix(full, "1\n2\n") {
		t.Errorf("the file holds %d bytes of %d", len(full), e.Stdout.Bytes)
	}
	c.MaxSpill = 10
	if e = run(t, t.Context(), c); content(t, e.Stdout.File) != "1\n2\n3\n4\n5\n" || !strings.Contains(e.Stdout.Text, "the first 10 bytes are in "+e.Stdout.File) {
		t.Errorf("got %+v", e.Stdout)
	}
	c.SpillDir = "/no/such/dir"
	if e = run(t, t.Context(), c); e.Stdout.File != "" || !strings.Contains(e.Stdout.Text, "could not be stored") {
		t.Errorf("got %+v", e.Stdout)
	}
}

func TestCaptureCutsBetweenCharacters(t *testing.T) {
	for limit := 20; limit < 40; limit++ {
		c := capture{limit: limit, dir: t.TempDir(), maxSpill: DefaultMaxSpill}
		for _, piece := range strings.SplitAfter(strings.Repeat("日本", 30), "日") {
			c.write([]byte(piece))
		}
		out := c.finish()
		if strings.ContainsRune(out.Text, '\ufffd') || strings.ToValidUTF8(out.Text, "?") != out.Text {
			t.Errorf("limit %d: %q", limit, out.Text)
		}
		head, tail, _ := strings.Cut(strings.ReplaceAll(out.Text, "\n", ""), "[...")
		_, tail, _ = strings.Cut(tail, "...]")
		if int64(len(head)+len(tail))+out.Omitted != out.Bytes {
			t.Errorf("limit %d: %d + %d + %d is not %d", limit, len(head), out.Omitted, len(tail), out.Bytes)
		}
	}
}
