package config

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/viper"
)

// Options are what Load works from.
type Options struct {
	// Dir is the directory that the project is looked for from, absolute.
	Dir string
	// Home is the user's home directory, absolute.
	Home string
	// LookupEnv gives the value of an environment variable; nil means there are none.
	LookupEnv func(name string) (string, bool)
	// Flags are the flags that the user gave, for scalar keys only.
	Flags []Flag
}

// Flag is a command-line flag that sets a key.
type Flag struct {
	// Key is the path of the key, such as "limits.steps_per_turn".
	Key string
	// Name is the flag as the user typed it, such as "--max-turns".
	Name string
	// Value is its text.
	Value string
}

// Loaded is a configuration with where it came from. It is safe for concurrent use.
type Loaded struct {
	// Config is the configuration in effect.
	Config Config
	// Places are the directories that it was worked out for.
	Places Places
	// UserFile and ProjectFile are the files that were read, absolute; empty if there is none.
	UserFile, ProjectFile string
	// Notices are what the user should be told although nothing is wrong enough to stop.
	Notices []Problem

	origins   map[string]Origin
	raw       map[string]string // the text of a value before ${VAR} was replaced
	lookupEnv func(string) (string, bool)
}

// Load finds, checks and layers the configuration. If anything is wrong in a file, a
// variable or a flag the error is an *Error with every problem. It reads at most two
// files and does not block otherwise.
func Load(o Options) (*Loaded, error) {
	if !filepath.IsAbs(o.Dir) || !filepath.IsAbs(o.Home) {
		return nil, fmt.Errorf("config: the directories %q and %q must be absolute", o.Dir, o.Home)
	}
	if o.LookupEnv == nil {
		o.LookupEnv = func(string) (string, bool) { return "", false }
	}
	l := &loader{
		Options: o,
		keys:    leaves(),
		Loaded: &Loaded{
			Config:    Default(),
			Places:    FindPlaces(o.Home, o.LookupEnv),
			origins:   make(map[string]Origin),
			raw:       make(map[string]string),
			lookupEnv: o.LookupEnv,
		},
	}
	project, err := findProject(filepath.Clean(o.Dir), filepath.Clean(o.Home))
	if err != nil {
		return nil, err
	}
	user := l.file(l.Places.UserFile(), FromUser, nil)
	l.UserFile = user.path
	projectLayer := fileLayer{settings: user.settings}
	if project != "" {
		projectLayer = l.file(project, FromProject, user.settings)
		l.ProjectFile = projectLayer.path
	}
	l.tighten(user.settings, projectLayer.settings)
	l.layer(user.settings, projectLayer.settings, l.environment(), l.flags())
	l.expand()
	l.checkTogether()
	if len(l.problems) > 0 {
		return nil, &Error{l.problems}
	}
	return l.Loaded, nil
}

// loader is a Loaded in the making.
type loader struct {
	Options
	*Loaded
	keys     []leaf
	problems []Problem
}

// fileLayer is what one file gave.
type fileLayer struct {
	path     string
	settings map[string]setting
}

// file reads one file over what was read before; a file that is not there has no path.
func (l *loader) file(path string, kind OriginKind, earlier map[string]setting) fileLayer {
	name := l.Places.Show(path)
	if filepath.Dir(path) == filepath.Clean(l.Dir) {
		name = filepath.Base(path)
	}
	layer := fileLayer{settings: make(map[string]setting)}
	data, err := readFile(path)
	if err != nil {
		l.problems = append(l.problems, Problem{File: name, Text: err.Error()})
	}
	if data == nil {
		return layer
	}
	layer.path = path
	root, problem := parse(data)
	if problem != nil {
		problem.File = name
		l.problems = append(l.problems, *problem)
	}
	if root == nil {
		return layer
	}
	d := decoder{
		file: name, kind: kind, earlier: earlier,
		settings: layer.settings, origins: l.origins, sections: make(map[reflect.Type][]field),
	}
	d.respell(root)
	d.section(root, reflect.ValueOf(&l.Config).Elem(), "", true)
	l.problems = append(l.problems, d.found()...)
	l.Notices = append(l.Notices, d.notices...)
	return layer
}

// EnvironmentName is the variable that sets a scalar key: BEESTOWN_TOOLS_BASH_TIMEOUT
// for "tools.bash.timeout".
func EnvironmentName(key string) string {
	return "BEESTOWN_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// environment reads the variables of all scalar keys; an empty one counts as unset.
func (l *loader) environment() map[string]setting {
	settings := make(map[string]setting)
	for _, k := range l.keys {
		if k.typ.Kind() == reflect.Slice {
			continue
		}
		name := EnvironmentName(k.key)
		if text, ok := l.LookupEnv(name); ok && text != "" {
			l.text(settings, k, text, Origin{Kind: FromEnvironment, Name: name})
		}
	}
	return settings
}

// flags reads the flags.
func (l *loader) flags() map[string]setting {
	settings := make(map[string]setting)
	for _, f := range l.Flags {
		origin := Origin{Kind: FromFlag, Name: f.Name}
		k, err := scalarKey(l.keys, f.Key)
		if err != nil {
			l.problems = append(l.problems, origin.problem(err.Error()))
			continue
		}
		l.text(settings, k, f.Value, origin)
	}
	return settings
}

// text sets a key from a variable or a flag.
func (l *loader) text(settings map[string]setting, k leaf, text string, origin Origin) {
	v, err := parseText(text, k.typ)
	if err == nil {
		err = k.check(v)
	}
	if err != nil {
		l.problems = append(l.problems, origin.problem(err.Error()))
		return
	}
	settings[k.key] = setting{v, origin}
}

// scalarKey finds a key that holds one value.
func scalarKey(keys []leaf, key string) (leaf, error) {
	names := make([]string, 0, len(keys))
	for _, k := range keys {
		if k.key == key && k.typ.Kind() != reflect.Slice {
			return k, nil
		}
		names = append(names, k.key)
	}
	if meant := nearest(key, names); meant != "" && meant != key {
		return leaf{}, fmt.Errorf("unknown key %q; did you mean %q?", key, meant)
	}
	return leaf{}, fmt.Errorf("%q is not a key with a single value", key)
}

// layer lets viper decide which layer sets each fixed key, weakest first: the
// defaults, the given file and environment layers, and on top the last one, the
// flags. A setting carries its origin, so that both are decided at once. The keys go
// in whole: with another delimiter than the dot viper does not take them apart.
func (l *loader) layer(user, project, environment, flags map[string]setting) {
	v := viper.NewWithOptions(viper.KeyDelimiter("::"))
	config := reflect.ValueOf(&l.Config).Elem()
	for _, k := range l.keys {
		v.SetDefault(k.key, setting{value: config.FieldByIndex(k.index)})
	}
	for _, settings := range []map[string]setting{user, project, environment} {
		values := make(map[string]any, len(settings))
		for key, s := range settings {
			values[key] = s
		}
		if err := v.MergeConfigMap(values); err != nil {
			l.problems = append(l.problems, Problem{File: "config", Text: err.Error()})
		}
	}
	for key, s := range flags {
		v.Set(key, s)
	}
	for _, k := range l.keys {
		s := v.Get(k.key).(setting)
		config.FieldByIndex(k.index).Set(s.value)
		l.origins[k.key] = s.origin
	}
}

// checkTogether checks what no field can say by itself.
func (l *loader) checkTogether() {
	bash := l.Config.Tools.Bash
	if bash.Timeout > bash.MaxTimeout {
		at := l.origins["tools.bash.timeout"]
		if at.Kind == FromDefault {
			at = l.origins["tools.bash.max_timeout"]
		}
		l.problems = append(l.problems, at.problem(fmt.Sprintf(
			"tools.bash.timeout (%v) is longer than tools.bash.max_timeout (%v); change one of them", bash.Timeout, bash.MaxTimeout)))
	}
	for name, server := range l.Config.MCPServers {
		if server.Enabled && server.Err == nil {
			if text := server.complete(); text != "" {
				server.Err = l.origins["mcp_servers."+name].problem("mcp server " + name + ": " + text)
			}
			l.Config.MCPServers[name] = server
		}
	}
}

// complete fills in the type of a server and says what the server lacks, or "".
func (s *MCPServer) complete() string {
	if s.Type == "" {
		s.Type = "stdio"
		if s.URL != "" {
			s.Type = "http"
		}
	}
	switch {
	case s.Command != "" && s.URL != "":
		return "has both a command and a url; keep one"
	case s.Type == "stdio" && s.Command == "":
		return "has no command; add \"command: ...\", or \"url: ...\" for a server over http"
	case s.Type != "stdio" && s.URL == "":
		return "has type " + s.Type + " but no url; add \"url: ...\""
	}
	return ""
}
