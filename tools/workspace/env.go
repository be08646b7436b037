package workspace

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// ChildEnv chooses what a child process learns from environ, a list of NAME=value, and adds extra,
// which may replace anything. Later entries win; the result has no duplicates.
//
// It is an allow list. A deny list would be kinder to unusual tools, but secrets do not all have
// telling names (DATABASE_URL, a DSN, an agent's socket), and what such a list forgets is leaked
// without a sign, while what an allow list forgets fails visibly and can be added by configuration.
// So that ordinary tools work, the list has a rule beside its names: a variable that ends in _HOME,
// _ROOT, _DIR or _PATH and holds absolute paths only, such as JAVA_HOME or NVM_DIR, says where
// something is, and passes. Names that mean credentials, or code that a program loads before its
// own, never pass, and neither does a URL with a password in it. PATH keeps its absolute entries.
// TERM is dumb, because nobody emulates a terminal.
func ChildEnv(environ []string, extra map[string]string) []string {
	env := make([]string, 0, len(environ)+len(extra)+1)
	seen := map[string]bool{"TERM": true}
	for _, entry := range slices.Backward(environ) {
		name, value, ok := strings.Cut(entry, "=")
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		if _, replaced := extra[name]; replaced || !passes(name, value) {
			continue
		}
		if name == "PATH" {
			entry = "PATH=" + absoluteOnly(value)
		}
		env = append(env, entry)
	}
	slices.Reverse(env)
	if _, ok := extra["TERM"]; !ok {
		env = append(env, "TERM=dumb")
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		env = append(env, name+"="+extra[name])
	}
	return env
}

// IsSecretVar tells whether the name of a variable says that its value is a credential.
func IsSecretVar(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) })
}

var (
	secretWords = []string{"KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL"}
	// neverPrefixes and neverNames change which code runs, or what git does, in every child.
	neverPrefixes = []string{"LD_", "DYLD_", "GIT_", "BASH_FUNC_"}
	neverNames    = []string{"BASH_ENV", "ENV", "GOAUTH"}

	passNames = []string{
		"PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL", "HOSTNAME",
		"CI", "NO_COLOR", "SOURCE_DATE_EPOCH",
		"http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
		"SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS",
		"CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS",
		"VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PYTHONPATH", "CLASSPATH", "BUN_INSTALL",
		"NODE_ENV", "RAILS_ENV", "RUSTUP_TOOLCHAIN", "MAVEN_OPTS", "GRADLE_OPTS",
	}
	passPrefixes = []string{"LC_", "CGO_"}
	placeEnds    = []string{"_HOME", "_ROOT", "_DIR", "_PATH"}
)

func passes(name, value string) bool {
	switch {
	case IsSecretVar(name), slices.Contains(neverNames, name), hasAnyPrefix(name, neverPrefixes):
		return false
	case holdsUserinfo(value):
		return false
	case slices.Contains(passNames, name), hasAnyPrefix(name, passPrefixes), isGoVar(name):
		return true
	}
	return hasAnySuffix(name, placeEnds) && value != "" && absoluteOnly(value) == value
}

// isGoVar recognises what `go env` reads: GO and capitals, without an underline as in GOOGLE_CLOUD.
func isGoVar(name string) bool {
	rest, ok := strings.CutPrefix(name, "GO")
	return ok && rest != "" && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// holdsUserinfo finds scheme://user:password@host.
func holdsUserinfo(value string) bool {
	for {
		_, rest, ok := strings.Cut(value, "://")
		if !ok {
			return false
		}
		authority := rest
		if i := strings.IndexAny(rest, "/?# ,"); i >= 0 {
			authority = rest[:i]
		}
		if strings.Contains(authority, "@") {
			return true
		}
		value = rest
	}
}

// absoluteOnly drops the entries of a search path that depend on the working directory.
func absoluteOnly(list string) string {
	entries := slices.DeleteFunc(filepath.SplitList(list), func(e string) bool { return !filepath.IsAbs(e) })
	return strings.Join(entries, string(filepath.ListSeparator))
}

func hasAnyPrefix(s string, starts []string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(s, start) })
}
