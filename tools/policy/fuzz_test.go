package policy

import (
	"testing"

	"beestown/tools"
)

// FuzzRule: no rule text makes the policy fail, and a rule that parses parses again as it was stored.
func FuzzRule(f *testing.F) {
	for _, seed := range []string{"Edit(src/**)", "Bash(git push *)", "mcp__a__*", "Bash('a b' \\*)", "Read(~/x)", "x(", "Bash($X)"} {
		f.Add(seed, "git push origin")
	}
	f.Fuzz(func(t *testing.T, text, line string) {
		p, err := New(Options{Root: "/w", Home: "/h", Rules: []Rule{{Verdict: tools.Allow, Text: text}}})
		if err != nil {
			return
		}
		for _, r := range p.Rules() {
			if err := p.Remember([]string{r.Text}); err != nil {
				t.Errorf("rule %q does not parse again: %v", r.Text, err)
			}
		}
		d := p.Decide(bash(line))
		if d.Verdict == 0 || d.Reason == "" {
			t.Errorf("%q with rule %q: %+v, want a verdict with a reason", line, text, d)
		}
		if err := p.Remember(d.Offer); err != nil {
			t.Errorf("offer %q for %q does not parse: %v", d.Offer, line, err)
		}
	})
}
