package config

import (
	"path/filepath"
	"strings"
)

// ProjectFile is the name of a project's file.
const ProjectFile = ".beestown.yml"

// Places are the directories that BeesTown keeps its own files in. They may not
// exist yet; make them with mode 0700.
type Places struct {
	// Home is the user's home directory.
	Home string
	// Config holds config.yml, credentials, roles/, plugins/, commands/ and snippets/.
	Config string
	// State holds sessions/, audit/, checkpoints/, trust.json, cron.json and history.
	State string
}

// FindPlaces works the places out by the XDG rules: a variable that is unset, empty
// or relative counts for nothing. It touches no file.
func FindPlaces(home string, lookup func(name string) (string, bool)) Places {
	base := func(variable, usual string) string {
		if dir, ok := lookup(variable); ok && filepath.IsAbs(dir) {
			return filepath.Join(dir, "beestown")
		}
		return filepath.Join(home, usual, "beestown")
	}
	return Places{
		Home:   home,
		Config: base("XDG_CONFIG_HOME", ".config"),
		State:  base("XDG_STATE_HOME", ".local/state"),
	}
}

// UserFile is the user's config file.
func (p Places) UserFile() string { return filepath.Join(p.Config, "config.yml") }

// CredentialsFile is the file of keys that the first-run screen writes.
func (p Places) CredentialsFile() string { return filepath.Join(p.Config, "credentials") }

// Show writes a path as a user would, with ~ for the home directory.
func (p Places) Show(path string) string {
	if rest, ok := strings.CutPrefix(path, p.Home+string(filepath.Separator)); ok && p.Home != "" {
		return "~/" + filepath.ToSlash(rest)
	}
	return path
}
