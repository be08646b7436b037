package diffview

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beestown/tools"
	"beestown/tui/row"
	"beestown/tui/theme"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const before = `package auth

func (s *Signer) Sign(u User) (string, error) {
	now := time.Now()
	claims := Claims{Subject: u.ID}
	claims.IssuedAt = time.Now()
	return s.sign(claims)
}
`

const after = `package auth

func (s *Signer) Sign(u User) (string, error) {
	now := s.clock()
	claims := Claims{Subject: u.ID} // 用户的声明,包含签发时间和过期时间,由调用方检查,长长长长
	claims.IssuedAt = now  
	claims.ExpiresAt = now.Add(s.ttl)
	return s.sign(claims)
}`

func TestGolden(t *testing.T) {
	th, err := theme.New(theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	diffs := map[string]tools.Diff{
		"change": tools.NewDiff("token.go", []byte(before), []byte(after)),
		"new":    tools.NewDiff("new.go", nil, []byte("one\n\ttwo\n")),
		"binary": tools.NewDiff("a.png", []byte{0}, []byte{0, 1}),
	}
	for name, d := range diffs {
		for _, width := range []int{20, 40, 80, 120} {
			v := New(d, th)
			rows := v.Rows(width, 0, v.Height(width))
			for i, r := range rows {
				if w := row.Width(r); w > width {
					t.Errorf("%s at %d: row %d has %d cells: %q", name, width, i, w, r)
				}
			}
			golden(t, fmt.Sprintf("%s-%d", name, width), ansi.Strip(strings.Join(rows, "\n"))+"\n")
		}
	}
}

func TestWindow(t *testing.T) {
	th, _ := theme.New(theme.Options{Name: "mono"})
	v := New(tools.NewDiff("token.go", []byte(before), []byte(after)), th)
	all := v.Rows(60, 0, 1000)
	for from := -1; from <= len(all)+1; from++ {
		lo := min(max(from, 0), len(all))
		want := all[lo:min(lo+3, len(all))]
		if diff := cmp.Diff(want, v.Rows(60, from, 3)); diff != "" {
			t.Errorf("from %d: %s", from, diff)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

func BenchmarkWindow(b *testing.B) {
	th, _ := theme.New(theme.Options{})
	for _, lines := range []int{100, 10_000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			text := []byte(strings.Repeat("some line of a file that is long enough\n", lines))
			v := New(tools.NewDiff("a", nil, text), th)
			v.Height(80)
			for b.Loop() {
				v.Rows(80, lines/2, 20)
			}
		})
	}
}
