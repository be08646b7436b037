package workspace

import (
	"path/filepath"
	"slices"
	"strings"
)

// Names are compared without case throughout: on a file system that folds case, .GIT is .git, and on
// one that does not, asking once too often costs little.

func hasComponent(path, name string) bool {
	for part := range strings.SplitSeq(path, string(filepath.Separator)) {
		if strings.EqualFold(part, name) {
			return true
		}
	}
	return false
}

func isOwnConfig(path string) bool {
	base := strings.ToLower(filepath.Base(path))
	return base == ".beestown.yml" || base == ".beestown.yaml" || hasComponent(path, ".beestown")
}

// Files and directories that hold credentials by convention.
var (
	secretNames = []string{
		".netrc", "_netrc", ".pgpass", ".my.cnf", ".htpasswd", ".git-credentials", ".npmrc", ".pypirc",
		".dockercfg", ".vault-token", ".env", ".envrc", "credentials", "credentials.json",
		"credentials.yml", "credentials.yaml", "credentials.toml", "secrets.json", "secrets.yml",
		"secrets.yaml", "secrets.toml", "service-account.json",
		"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk",
	}
	secretSuffixes = []string{
		".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk",
	}
	secretDirs  = []string{".ssh", ".gnupg", ".aws", ".password-store"}
	secretPaths = []string{"/etc/shadow", "/etc/gshadow", "/.docker/config.json", "/.kube/config", "/gh/hosts.yml"}
	// harmlessEnds mark templates that are meant to be read: .env.example and the like.
	harmlessEnds = []string{".example", ".sample", ".template", ".dist", ".defaults"}
)

func looksSecret(path string) bool {
	for _, dir := range secretDirs {
		if hasComponent(path, dir) {
			return true
		}
	}
	base := strings.ToLower(filepath.Base(path))
	if strings.HasPrefix(base, ".env.") {
		return !hasAnySuffix(base, harmlessEnds)
	}
	if base == "environ" && strings.HasPrefix(path, "/proc/") {
		return true
	}
	return slices.Contains(secretNames, base) || hasAnySuffix(base, secretSuffixes) ||
		hasAnySuffix(strings.ToLower(filepath.ToSlash(path)), secretPaths)
}

func hasAnySuffix(s string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}
