package workspace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChildEnv(t *testing.T) {
	in := []string{
		"PATH=.:/bin::/usr/bin:rel", "HOME=/h", "LC_ALL=C", "TERM=xterm", "USER=u", "GOPATH=/go", "GOFLAGS=-x",
		"JAVA_HOME=/jdk", "NVM_DIR=/nvm", "NODE_PATH=/a:/b", "VIRTUAL_ENV=/v", "HTTPS_PROXY=http://proxy:8080",
		"X_HOME=not a place", "Y_DIR=", "EMPTY", "TZ=UTC", "TZ=CET",
		"OPENAI_API_KEY=k", "GITHUB_TOKEN=t", "DB_PASSWORD=p", "AWS_SECRET_ACCESS_KEY=s", "SECRET_DIR=/s",
		"GOOGLE_APPLICATION_CREDENTIALS=/c", "GOOGLE_CLOUD=x", "GOAUTH=netrc", "LD_PRELOAD=/x.so", "LD_LIBRARY_PATH=/x",
		"DYLD_LIBRARY_PATH=/x", "BASH_ENV=/x", "ENV=/x", "GIT_DIR=/x", "BASH_FUNC_ls%%=() { x; }", "PROMPT_COMMAND=x",
		"DATABASE_URL=postgres://u:p@h/d", "http_proxy=http://u:p@proxy:1", "GOPROXY=https://a,https://u:p@b", "SSH_AUTH_SOCK=/s",
		"npm_config_token=x", "NODE_OPTIONS=--require /x", "PYTHONSTARTUP=/x", "MY_PLACE_HOME=/home/me",
	}
	want := []string{
		"PATH=/bin:/usr/bin", "HOME=/h", "LC_ALL=C", "GOPATH=/go", "GOFLAGS=-x",
		"JAVA_HOME=/jdk", "NVM_DIR=/nvm", "NODE_PATH=/a:/b", "VIRTUAL_ENV=/v", "HTTPS_PROXY=http://proxy:8080",
		"TZ=CET", "MY_PLACE_HOME=/home/me", "TERM=dumb", "API_KEY=wanted", "USER=override",
	}
	got := ChildEnv(in, map[string]string{"API_KEY": "wanted", "USER": "override"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := ChildEnv(nil, map[string]string{"TERM": "xterm"}); !cmp.Equal(got, []string{"TERM=xterm"}) {
		t.Errorf("got %v", got)
	}
}
