package policy

import (
	"strings"
	"testing"

	"beestown/tools"
)

func BenchmarkDecide(b *testing.B) {
	p := newPolicy(b, tools.ModeAsk, allow("Bash(go test *)"), allow("Edit(src/**)"), deny("Bash(git push *)"))
	for name, req := range map[string]*tools.Request{
		"edit": edit("src/a/b.go"),
		"bash": bash("cd internal && go test ./auth/ -count=20 2>&1 | tail -20"),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Decide(req)
			}
		})
	}
}

// BenchmarkDecideHostile is long lines that are made to be slow.
func BenchmarkDecideHostile(b *testing.B) {
	p := newPolicy(b, tools.ModeAsk, allow("Bash(go test *)"), deny("Bash(git push *)"))
	for _, unit := range []string{"rm a;", "rm -rf /usr*/*/x* ", "cat a|", "eval ", "if ", "A=$A$A;", "unshare -x ", "x /a/../b "} {
		req := bash(strings.Repeat(unit, 100_000/len(unit)))
		b.Run(unit, func(b *testing.B) {
			for b.Loop() {
				p.Decide(req)
			}
		})
	}
}

// BenchmarkDecideWords is what comparing words with the disk costs.
func BenchmarkDecideWords(b *testing.B) {
	w := newWorkspace(b)
	p := policyIn(b, w, tools.ModeAsk, allow("Bash(go test *)"), allow("Bash(git push *)"))
	for name, line := range map[string]string{
		"rule":   "cd sub && go test ./auth/ -run TestX -count=20 2>&1 | tail -20",
		"push":   "git push -u origin fix-login",
		"reader": "grep -n func main.go | head -20",
		"glob":   "wc -l *.go",
	} {
		req := bash(line)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Decide(req)
			}
		})
	}
}
