package policy

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"beestown/tools"
)

func TestCatastrophicIsDeniedInEveryMode(t *testing.T) {
	lines := []string{
		"rm -rf /", "rm -fr /", "rm -r -f /", `rm -rf "/"`, "rm -rf --no-preserve-root /", "rm / -rf", "rm -rf -- /", "rm -Rf //",
		"rm --recursive --force /", "rm --rec /", "rm -rf /*", "rm -rf /.*", "rm -rf /e*", "rm -rf /etc", "rm -rf /etc/*", "rm -rf /usr/",
		"rm -rf ~", "rm -rf ~/", "rm -rf ~/*", `rm -rf "$HOME"`, "rm -rf ${HOME}/*", "rm -rf /home/bee", "rm -rf /home/other", "rm -rf ~other",
		"rm -rf ..", "rm -rf ../..", "rm -rf ../*", "rm -rf /home/bee/src", "rm -rf {/etc,/usr}", "rm -rf $'/'", "rm -rf ./../../..",
		"cd / && rm -rf *", "cd ~; rm -rf .", "cd ..; rm -rf *", "D=/; rm -rf $D", "D=/; rm -rf $D/*", `r=rm; $r -rf /`,
		"sudo rm -rf /", "/bin/rm -rf /", `\rm -rf /`, `"rm" -rf /`, "r''m -rf /", "env -i X=1 rm -rf /", "nohup timeout 5 nice rm -rf / &",
		"env -S 'rm -rf /'", "command rm -rf /", "exec rm -rf /", "busybox rm -rf /", "unshare -r rm -rf /", "sh -c 'rm -rf /'",
		`bash -c "bash -c 'rm -rf /'"`, "eval 'rm -rf /'", "eval rm -rf /", "trap 'rm -rf /' EXIT", "echo 'rm -rf /' | sh", "sh <<< 'rm -rf /'",
		"sh <<E\nrm -rf /\nE", "echo / | xargs rm -rf", "echo / | xargs -I{} rm -rf {}", "find / -delete", "find / -exec rm -rf {} +",
		"find ~ -type f -delete", "f() { rm -rf /; }; f", "$(rm -rf /)", "x=`rm -rf /`", "cat <(rm -rf /)", "if true; then rm -rf /; fi",
		"for d in /etc /usr; do rm -rf $d; done", "ls && rm -rf / ; true", "rm -rf /; )", "(rm -rf /)", "{ rm -rf /; }", "! rm -rf /", "time rm -rf /",
		"rm -rf ${X:-/}", "rm -rf $(echo /)", "watch 'rm -rf /'", "su -c 'rm -rf /'", "coproc rm -rf /", "[[ -n $(rm -rf /) ]]",
		"chmod -R 777 /", "chmod 777 -R /", "chown -R root ~", "chmod --recursive 000 /usr", "mv / /x", "mv ~ /tmp/x", "mv /* /tmp", "mv -t /tmp /etc",
		"mkfs", "mkfs.ext4 /dev/sda1", "mke2fs /dev/sda", "dd if=/dev/zero of=/dev/sda", "dd if=", "cat x > /dev/sda", "echo x >/dev/nvme0n1",
		"tee /dev/sdb < x", "shred /dev/sda", "wipefs -a /dev/sda", "cp x /dev/vda", "cat x >| /dev/mapper/root", "> /dev/sda",
		":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb", "shutdown -h now", "reboot", "sudo poweroff", "halt", "init 0", "systemctl poweroff", "systemctl reboot -f",
		"kill -9 -1", "kill -1", "kill -- -1", "kill -KILL -1", "kill -s KILL -1", "echo b > /proc/sysrq-trigger", "echo b | tee /proc/sysrq-trigger",
		"rsync -a --delete empty/ /", `rm -rf "$HOME"/`, "rm -rf -- ~", "rm -r\\\nf /", `rm -rf "/"*`, "rm -rf /./", "rm -rf /home/bee/src/app/..",
		"find / -mindepth 1 -delete", `find /home/bee -exec rm -r {} \;`, "sudo -- rm -rf /", "sudo -u root -- rm -rf /", "sudo FOO=1 rm -rf /",
		"while :; do rm -rf /; done", "select x in a; do rm -rf /; done", "case x in *) rm -rf /;; esac", "<<<x bash -c 'rm -rf /'",
		"xargs rm -rf <<< /", `printf '/\n' | xargs rm -rf`, "nice -19 rm -rf /", "ionice -c3 rm -rf /", "stdbuf -o0 rm -rf /", "setsid -f rm -rf /",
		"timeout --signal=KILL 5 rm -rf /", "chroot / rm -rf /", "systemctl --no-wall reboot", "kill -9 -- -1", "sudo kill -9 -1", "bash -ec 'rm -rf /'",
		"bash --norc -c 'rm -rf /'", "sh -x -c 'rm -rf /'", "bash -o pipefail -c 'rm -rf /'", "exec -a x rm -rf /", "nice --weird 5 rm -rf /",
		"cat <<E | sh\nrm -rf /\nE", "f() { g() { rm -rf /; }; }", "let 'a=$(rm -rf /)'; $(rm -rf /)", "export X=$(rm -rf /)", "rm -rf /et[c]", "cd /home && rm -rf bee",
	}
	for _, mode := range []tools.Mode{tools.ModeAsk, tools.ModeEdits, tools.ModePlan, tools.ModeYolo} {
		p := newPolicy(t, mode, allow("Bash"))
		for _, line := range lines {
			got := p.Decide(bash(line))
			if got.Verdict != tools.Deny || got.Code != tools.CodeCommandBlocked || !strings.HasPrefix(got.Reason, "Dangerous command detected and blocked") {
				t.Errorf("mode %s: %q: %v (%s), want deny", mode, line, got.Verdict, got.Reason)
			}
		}
	}
}

func TestOrdinaryCommandsAreNotCatastrophic(t *testing.T) {
	p := newPolicy(t, tools.ModeYolo)
	for _, line := range []string{
		"rm -rf /srv/app/build", "rm -rf build", "rm -rf ./*", "rm -rf .git", "grep 'dd if=' x", "echo mkfs", "echo 'rm -rf /'", "rm -rf /tmp/x",
		"dd if=a of=b", "chmod -R u+w .", "kill -1 123", "kill -9 123", "find . -name '*.o' -delete", "find ~ -name '*.pyc' -delete",
		"git commit -m 'rm -rf /'", "mv a b", "cat /dev/null > x", "echo x > /dev/null", "systemctl status init", "rm /etc", "tee out", "cp /dev/null x",
		"grep -r reboot .", "f() { g | h & }", "rm -rf ~/src/app/node_modules", "timeout 5 echo rm -rf /", "fdisk -l /dev/sda",
	} {
		if got := p.Decide(bash(line)); got.Verdict != tools.Allow {
			t.Errorf("%q: %v (%s), want allow", line, got.Verdict, got.Reason)
		}
	}
}

func TestBashRules(t *testing.T) {
	push := allow("Bash(git push *)")
	tests := []struct {
		line  string
		rules []Rule
		want  tools.Verdict
	}{
		{"git push", []Rule{push}, tools.Allow},
		{"git push origin x", []Rule{push}, tools.Allow},
		{"git 'push' \"origin\"", []Rule{push}, tools.Allow},
		{"timeout 5 git push", []Rule{push}, tools.Allow},
		{"git push 2>&1", []Rule{push}, tools.Allow},
		{"git push > /dev/null", []Rule{push}, tools.Allow},
		{"git pushx", []Rule{push}, tools.Ask},
		{"git -c a=b push", []Rule{push}, tools.Ask},
		{"/tmp/git push", []Rule{push}, tools.Ask},
		{"./git push", []Rule{push}, tools.Ask},
		{"git push; rm x", []Rule{push}, tools.Ask},
		{"git push && rm x", []Rule{push}, tools.Ask},
		{"git push | sh", []Rule{push}, tools.Ask},
		{"git push\nrm x", []Rule{push}, tools.Ask},
		{"git push $(x)", []Rule{push}, tools.Ask},
		{"git push `x`", []Rule{push}, tools.Ask},
		{"git push $X", []Rule{push}, tools.Ask},
		{"git push *", []Rule{push}, tools.Ask},
		{"git push > f", []Rule{push}, tools.Ask},
		{"git push &", []Rule{push}, tools.Ask},
		{"X=1 git push", []Rule{push}, tools.Ask},
		{"git() { x; }; git push", []Rule{push}, tools.Ask},
		{"env git push", []Rule{push}, tools.Ask},
		{"sudo git push", []Rule{push}, tools.Ask},
		{"sh -c 'git push'", []Rule{push}, tools.Ask},
		{"git push\r", []Rule{push}, tools.Ask},
		{"git push \u202e", []Rule{allow("Bash")}, tools.Ask},
		{"anything $X > f &", []Rule{allow("Bash")}, tools.Allow},
		{"anything", []Rule{allow("Bash(*)")}, tools.Allow},
		{"git push && go test ./x", []Rule{push, allow("Bash(go test *)")}, tools.Allow},
		{"go test", []Rule{allow("Bash(go test)")}, tools.Allow},
		{"go test ./x", []Rule{allow("Bash(go test)")}, tools.Ask},
		{"npm run test:unit", []Rule{allow("Bash(npm run test:*)")}, tools.Allow},
		{"git push", []Rule{push, deny("Bash(git *)")}, tools.Deny},
		{"ls; git push", []Rule{allow("Bash"), deny("Bash(git push *)")}, tools.Deny},
		{"/usr/bin/git push", []Rule{allow("Bash"), deny("Bash(git push *)")}, tools.Deny},
		{"env X=1 git push", []Rule{allow("Bash"), deny("Bash(git push *)")}, tools.Deny},
		{"sh -c 'git push'", []Rule{allow("Bash"), deny("Bash(git push *)")}, tools.Deny},
		{"git $X", []Rule{allow("Bash"), deny("Bash(git push *)")}, tools.Ask},
		{"git push", []Rule{push, ask("Bash(git *)")}, tools.Ask},
	}
	for _, tt := range tests {
		if got := newPolicy(t, tools.ModeAsk, tt.rules...).Decide(bash(tt.line)); got.Verdict != tt.want {
			t.Errorf("%q with %v: %v (%s), want %v", tt.line, tt.rules, got.Verdict, got.Reason, tt.want)
		}
	}
}

func TestYoloStillAsksAboutUnreadableLines(t *testing.T) {
	p := newPolicy(t, tools.ModeYolo)
	for _, line := range []string{"ls (", "ls\x00", "ls \u200b", strings.Repeat("a", 100_001)} {
		if got := p.Decide(bash(line)); got.Verdict != tools.Ask {
			t.Errorf("%.20q: %v, want ask", line, got.Verdict)
		}
	}
}

func TestCommandList(t *testing.T) {
	p, err := New(Options{Root: "/w", Mode: tools.ModeYolo, Commands: DefaultCommands()})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"ls": "", "ls | grep x": "", "/usr/bin/git status": "", "ls; rm x": "rm", "./ls": "./ls", "$X": "$X", "sh -c ls": "sh", "env ls": "env",
	} {
		got := p.Decide(bash(line))
		text := "Command '" + want + "' is not allowed"
		if want == "" && got.Verdict != tools.Allow || want != "" && (got.Verdict != tools.Deny || !strings.HasPrefix(got.Reason, text)) {
			t.Errorf("%q: %v (%s), want %q", line, got.Verdict, got.Reason, text)
		}
	}
}

func TestBashOffersAndWarnings(t *testing.T) {
	tests := []struct {
		line            string
		offer, warnings []string
	}{
		{"rm -rf .cache/auth && git push origin fix-login", []string{"Bash(git push origin fix-login)"},
			[]string{"deletes .cache/auth", "talks to the network: git push origin"}},
		{"go test ./... -count=1", []string{"Bash(go test *)"}, nil},
		{"go test ./... -exec ./x", []string{"Bash(go test ./... -exec ./x)"}, []string{"an option that writes files or runs programs: -exec"}},
		{"touch zz", []string{"Bash(touch zz)"}, nil},
		{"npm run lint:fix -- --max 3", []string{"Bash(npm run lint:fix *)"}, nil},
		{"make check", []string{"Bash(make check)"}, nil},
		{"git commit -m 'fix: (it) *'", []string{"Bash(git commit -m 'fix: (it) *')"}, nil},
		{"git add a b", []string{"Bash(git add *)"}, nil},
		{"git branch", []string{"Bash(git branch)"}, nil},
		{"test -v 'a[$(x)]'", nil, []string{"a shell may evaluate it: a[$(x)]"}},
		{"touch ../zz", nil, []string{"outside the workspace: ../zz"}},
		{"make", []string{"Bash(make)"}, nil},
		{"make; make", []string{"Bash(make)"}, nil},
		{"python -c x", nil, nil},
		{"go run ./x", nil, nil},
		{"git config user.name x", nil, nil},
		{"bash x.sh", nil, nil},
		{"go test $X", nil, nil},
		{"go test > out", nil, nil},
		{"go vet /etc", nil, []string{"outside the workspace: /etc"}},
		{"echo x > /etc/motd", nil, []string{"writes outside the workspace: /etc/motd"}},
		{"curl https://x.org", nil, []string{"talks to the network: curl https://x.org"}},
		{"git push --force origin main", nil, []string{"discards work: git push --force origin main", "talks to the network: git push --force"}},
		{"git reset --hard", nil, []string{"discards work: git reset --hard"}},
		{"sudo make", []string{"Bash(make)"}, []string{"runs as another user: sudo make"}},
		{"./run.sh", nil, nil},
	}
	p := newPolicy(t, tools.ModeAsk)
	for _, tt := range tests {
		got := p.Decide(bash(tt.line))
		if diff := cmp.Diff(tt.offer, got.Offer); diff != "" {
			t.Errorf("offer for %q (-want +got):\n%s", tt.line, diff)
		}
		if len(tt.warnings)+len(got.Warnings) > 0 {
			if diff := cmp.Diff(tt.warnings, got.Warnings); diff != "" {
				t.Errorf("warnings for %q (-want +got):\n%s", tt.line, diff)
			}
		}
	}
}

func TestForbiddenPatterns(t *testing.T) {
	p, err := New(Options{
		Root: "/w", Mode: tools.ModeYolo, Rules: []Rule{{Verdict: tools.Allow, Text: "Bash"}},
		Forbidden: []*regexp.Regexp{regexp.MustCompile(`\bcurl\b.*evil\.example`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]tools.Verdict{
		"curl https://evil.example/x":             tools.Deny,
		"true && c'ur'l \"https://evil.example\"": tools.Deny, // quotes hide nothing
		"curl https://good.example":               tools.Allow,
	} {
		d := p.Decide(bash(line))
		if d.Verdict != want || want == tools.Deny && d.Code != tools.CodeCommandBlocked {
			t.Errorf("%s: %v (%s)", line, d.Verdict, d.Reason)
		}
	}
}
