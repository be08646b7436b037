package config

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSetUserKey(t *testing.T) {
	tests := map[string]struct{ file, key, value, want string }{
		"no file":        {"", "model", "gpt", "model: gpt\n"},
		"new key":        {"# mine\nmode: ask # why\n\n# end\n", "model", "m", "# mine\nmode: ask # why\n\n# end\nmodel: m\n"},
		"replaced":       {"a: 1\n\nmodel: old   # my model\nmode: ask\n", "model", "new", "a: 1\n\nmodel: new # my model\nmode: ask\n"},
		"quoted":         {"model: 'old'", "model", "a: b #c", "model: 'a: b #c'\n"},
		"looks like one": {"", "model", "true", "model: \"true\"\n"},
		"other spelling": {"baseUrl: x", "base_url", "http://h/v1", "baseUrl: http://h/v1\n"},
		"no value":       {"model: # none\nmode: ask", "model", "m", "model: m # none\nmode: ask\n"},
		"below":          {"tools:\n    bash:\n        policy: confirm\nmode: ask", "tools.bash.timeout", "90s", "tools:\n    bash:\n        timeout: 1m30s\n        policy: confirm\nmode: ask\n"},
		"section made":   {"mode: ask\n", "ui.mouse", "true", "mode: ask\nui:\n  mouse: true\n"},
		"empty section":  {"ui:\nmode: ask\n", "ui.mouse", "true", "ui:\n  mouse: true\nmode: ask\n"},
		"literal":        {"", "base_url", "http://${x}/v1", "base_url: http://$${x}/v1\n"},
		"only comments":  {"# nothing\n", "model", "m", "# nothing\nmodel: m\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "beestown", "config.yml")
			if test.file != "" {
				path = newWorld(t).write("config.yml", test.file)
			}
			if err := SetUserKey(path, test.key, test.value); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if string(data) != test.want {
				t.Errorf("\n got %q\nwant %q", data, test.want)
			}
		})
	}
}

func TestSetUserKeyErrors(t *testing.T) {
	tests := map[string]struct{ file, key, value, want string }{
		"unknown":      {"", "modle", "m", `unknown key "modle"; did you mean "model"?`},
		"list":         {"", "tools.enabled", "m", `"tools.enabled" is not a key with a single value`},
		"wrong value":  {"", "mode", "fast", `cannot have mode: "fast" is not one of ask, edits, plan, yolo`},
		"line breaks":  {"", "model", "a\nb", "cannot hold a value of several lines"},
		"broken":       {"model: [", "model", "m", "is not valid YAML: did not find expected node content (line 1); mend it by hand"},
		"braces":       {"{model: a}", "model", "m", "has model on several lines or in braces; set it by hand"},
		"in braces":    {"ui: {mouse: true}", "ui.theme", "dark", "is written in a way that ui.theme cannot be set in; set it by hand"},
		"block scalar": {"model: |\n  a\n", "model", "m", "has model on several lines or in braces; set it by hand"},
		"no section":   {"ui: 3", "ui.theme", "dark", "is written in a way that ui.theme cannot be set in; set it by hand"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := newWorld(t).write("config.yml", test.file)
			err := SetUserKey(path, test.key, test.value)
			if err == nil || err.Error() != test.want {
				t.Errorf("\n got %v\nwant %s", err, test.want)
			}
			if data, _ := os.ReadFile(path); string(data) != test.file {
				t.Errorf("the file changed to %q", data)
			}
		})
	}
}

func TestSetUserKeyFollowsLinks(t *testing.T) {
	w := newWorld(t)
	target := w.write("dotfiles/config.yml", "mode: ask\n")
	link := filepath.Join(w.home, "config.yml")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := SetUserKey(link, "model", "m"); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(target); string(data) != "mode: ask\nmodel: m\n" {
		t.Errorf("the file holds %q", data)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
}
