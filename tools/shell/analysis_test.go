package shell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines renders each command of an analysis for comparison.
func lines(a Analysis) []string {
	var list []string
	for _, c := range a.Commands {
		s := c.String()
		if c.Wrapper {
			s = "(" + s + ")"
		}
		for _, r := range c.Redirects {
			if r.Write {
				s += " >" + r.Target.Text
			} else {
				s += " <" + r.Target.Text
			}
		}
		list = append(list, strings.TrimSpace(s))
	}
	return list
}

func TestAnalyseFindsCommands(t *testing.T) {
	tests := map[string][]string{
		`git status`:                        {"git status"},
		`a; b && c | d || e & f`:            {"a", "b", "c", "d", "e", "f"},
		`"r"m r\m 'x y'`:                    {"rm rm 'x y'"},
		`$'\x72m' x`:                        {"rm x"},
		`ls > out 2>&1 < in`:                {"ls >out <in"},
		`> f`:                               {">f"},
		`x=$(rm a)`:                         {"rm a"},
		"echo `rm a`":                       {"rm a", "echo $(...)"},
		`timeout -k 5 10 rm a`:              {"(timeout -k 5 10 rm a)", "rm a"},
		`nice -n 5 nohup rm a`:              {"(nice -n 5 nohup rm a)", "(nohup rm a)", "rm a"},
		`env -i A=b rm a`:                   {"env -i A=b rm a", "rm a"},
		`env -S 'rm a'`:                     {"env -S 'rm a'", "rm a", "'rm a'"},
		`sudo -u bob rm a`:                  {"sudo -u bob rm a", "rm a"},
		`bash -lc 'rm a; b'`:                {"bash -lc 'rm a; b'", "rm a", "b"},
		`sh <<< 'rm a'`:                     {"sh", "rm a"},
		"sh <<E\nrm a\nE":                   {"sh", "rm a"},
		`echo 'rm a' | sh`:                  {"echo 'rm a'", "sh", "rm a"},
		`echo a b | xargs -n1 rm`:           {"echo a b", "xargs -n1 rm", "rm a b"},
		`echo a | xargs -I{} rm {} x`:       {"echo a", "xargs '-I{}' rm '{}' x", "rm a x"},
		`eval "rm a"`:                       {"eval 'rm a'", "rm a"},
		`trap 'rm a' EXIT`:                  {"trap 'rm a' EXIT", "rm a"},
		`find . -exec rm {} +`:              {"find . -exec rm '{}' +", "rm ."},
		`find . -name '*.o' -exec rm {} \;`: {"find . -name '*.o' -exec rm '{}' ';'", "rm {}"},
		`if a; then b; elif c; then d; fi`:  {"a", "b", "c", "d"},
		`while a; do b; done; (c); { d; }`:  {"a", "b", "c", "d"},
		`case x in (y) rm a;; esac`:         {"rm a"},
		`[[ -n $(rm a) ]]`:                  {"rm a"},
		`echo $((x[$(rm a)]))`:              {"rm a", "echo $((...))"},
		`f() { rm a; }`:                     {"rm a"},
		`cat <(rm a)`:                       {"rm a", "cat <(...)"},
		`D=/; rm $D`:                        {"rm /"},
		`for d in b a; do rm $d; done`:      {"rm a"},
		`X="rm a"; $X`:                      {"rm a"},
		`rm {a,b}`:                          {"rm a b"},
		`rm ${X:-/}`:                        {"rm /"},
		`rm a; )`:                           {"rm a"},
		`time rm a`:                         {"rm a"},
		`exec rm a`:                         {"exec rm a", "rm a"},
		`unshare -r rm a`:                   {"unshare -r rm a", "rm a", "a"},
		`watch -n 1 'rm a'`:                 {"watch -n 1 'rm a'", "rm a"},
		`su - bob -c 'rm a'`:                {"su - bob -c 'rm a'", "rm a"},
		`coproc rm a`:                       {"rm a"},
		`cat > f <<'E'` + "\n$(rm a)\nE":    {"cat >f"},
		`exec 3<> /dev/tcp/h/1`:             {"exec >/dev/tcp/h/1"},
	}
	for line, want := range tests {
		if diff := cmp.Diff(want, lines(Analyse(line, "/w"))); diff != "" {
			t.Errorf("Analyse(%q) (-want +got):\n%s", line, diff)
		}
	}
}

func TestAnalyseTellsWhatIsDynamic(t *testing.T) {
	tests := map[string]string{
		`ls a "b c" 'd*' e\*`: "",
		`ls *.go`:             "a glob",
		`ls [ab]`:             "a glob",
		`ls ~/x`:              "~",
		`ls $X`:               "the variable $X",
		`ls "$(x)"`:           "a command substitution",
		`ls {a,b}`:            "a brace expansion",
		`ls $'a'`:             "a $'...' string",
		`ls > $X`:             "the variable $X",
		`ls $((1))`:           "an expression that bash evaluates",
	}
	for line, want := range tests {
		a := Analyse(line, "/w")
		if got := a.Commands[len(a.Commands)-1].Dynamic(); got != want {
			t.Errorf("Dynamic of %q = %q, want %q", line, got, want)
		}
	}
}

func TestAnalyseNamesProblemsAndComplexity(t *testing.T) {
	tests := map[string]struct {
		problem string
		complex []string
	}{
		"ls":                           {},
		"ls\r":                         {problem: "the command contains a control character"},
		"ls \u202e":                    {problem: "the command contains an invisible character"},
		"ls\u00a0a":                    {problem: "the command contains a blank that is no ASCII blank"},
		"ls \xff":                      {problem: "the command is not valid UTF-8"},
		"ls (":                         {problem: "the command is not valid bash"},
		strings.Repeat("a", MaxLine+1): {problem: "the command is longer than 100 kB"},
		"A=b ls":                       {complex: []string{"an assignment"}},
		"f() { ls; }":                  {complex: []string{"a function"}},
		"ls &":                         {complex: []string{"a command in the background"}},
		"((x))":                        {complex: []string{"an expression that bash evaluates"}},
		"timeout --weird 5 ls":         {complex: []string{"an option of timeout that is not known"}},
		strings.Repeat("( ", 300) + "ls" + strings.Repeat(")", 300): {problem: "the command is nested too deeply or too long"},
	}
	for line, want := range tests {
		a := Analyse(line, "/w")
		if a.Problem != want.problem {
			t.Errorf("Problem of %.40q = %q, want %q", line, a.Problem, want.problem)
		}
		if diff := cmp.Diff(want.complex, a.Complex); want.problem == "" && diff != "" {
			t.Errorf("Complex of %.40q (-want +got):\n%s", line, diff)
		}
	}
}

func TestAnalyseFollowsDirectory(t *testing.T) {
	tests := map[string]string{
		"x":                 "/w",
		"cd sub && x":       "/w/sub",
		"cd /; x":           "/",
		"cd ..; x":          "/",
		"cd; x":             "~",
		"cd $Y; x":          "",
		"cd -; x":           "",
		"(cd /); x":         "/w",
		"$(cd /); x":        "/w",
		"sh -c 'cd /'; x":   "/w",
		"echo a | cd / ; x": "/w",
	}
	for line, want := range tests {
		a := Analyse(line, "/w")
		if got := a.Commands[len(a.Commands)-1].Dir; got != want {
			t.Errorf("directory at the end of %q = %q, want %q", line, got, want)
		}
	}
}

func TestSelfForking(t *testing.T) {
	tests := map[string]bool{
		":(){ :|:& };:":                  true,
		"bomb() { bomb | bomb & }; bomb": true,
		"f() { f & }":                    true,
		"f() { g | h; }":                 false,
		"f() { f; }":                     false,
	}
	for line, want := range tests {
		if got := Analyse(line, "").SelfForking; got != want {
			t.Errorf("SelfForking of %q = %t, want %t", line, got, want)
		}
	}
}

// TestLongListsAreNotDeep: a list of many commands is no nesting.
func TestLongListsAreNotDeep(t *testing.T) {
	for _, sep := range []string{";", " && ", " | ", "\n"} {
		a := Analyse(strings.Repeat("ls"+sep, 1000)+"ls", "/w")
		if sep == " | " && a.Problem != "" {
			continue // pipelines lean to the right: asking is the answer
		}
		if a.Problem != "" || len(a.Commands) != 1001 {
			t.Errorf("separator %q: %d commands, problem %q", sep, len(a.Commands), a.Problem)
		}
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, seed := range []string{"ls", "a | b", "sh -c 'rm x'", "f(){ f|f& };f", "echo {a,b}", "x=1 y", "cat <<E\nx\nE", "find . -exec a {} +", "eval eval eval x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a := Analyse(line, "/w")
		for _, c := range a.Commands {
			_, _ = c.Name(), c.String()
		}
	})
}

func BenchmarkAnalyse(b *testing.B) {
	for b.Loop() {
		Analyse("cd internal && go test ./auth/ -count=20 2>&1 | tail -20", "/w")
	}
}

// BenchmarkAnalyseHostile is the worst that 100 kB can hold.
func BenchmarkAnalyseHostile(b *testing.B) {
	for _, unit := range []string{"(", "$(", "`", "if ", "! ", "a|", "a;", "{a,b}", "\"$(", "${a:-", "eval ", "sh -c '", "<(", "A=$A$A$A;", "$(echo ", "`echo \\`", "unshare -x ", "$((", "while "} {
		line := strings.Repeat(unit, MaxLine/len(unit))
		b.Run(unit, func(b *testing.B) {
			for b.Loop() {
				Analyse(line, "/w")
			}
		})
	}
}
