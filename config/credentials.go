package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ReadCredentials reads the file of keys: lines of "name=key", blank lines, and
// lines that begin with #. A file that is not there has no keys. One that others may
// read is refused. The error continues a sentence that begins with the file's name.
func ReadCredentials(path string) (map[string]string, error) {
	keys := make(map[string]string)
	lines, err := credentialLines(path)
	if err != nil {
		return nil, err
	}
	for i, line := range lines {
		if isComment(line) {
			continue
		}
		name, key, ok := strings.Cut(line, "=")
		if name, key = strings.TrimSpace(name), strings.TrimSpace(key); !ok || name == "" || key == "" {
			return nil, fmt.Errorf("has a line %d that is not of the form name=key", i+1)
		}
		keys[name] = key
	}
	return keys, nil
}

// WriteCredential stores a key under a name (see CredentialName), and keeps all other
// lines. The file is replaced at once, with mode 0600, in a directory with mode 0700
// if there was none. The error continues a sentence that begins with the file's name.
func WriteCredential(path, name, key string) error {
	name, key = strings.TrimSpace(name), strings.TrimSpace(key)
	if name == "" || key == "" || strings.ContainsAny(name, "=#\r\n") || strings.ContainsAny(key, "\r\n") {
		return errors.New("cannot hold this key: name and key must not be empty, nor have line breaks")
	}
	lines, err := credentialLines(path)
	if err != nil {
		return err
	}
	line := name + "=" + key
	i := slices.IndexFunc(lines, func(line string) bool {
		there, _, _ := strings.Cut(line, "=")
		return !isComment(line) && strings.TrimSpace(there) == name
	})
	if i < 0 {
		lines = append(lines, line)
	} else {
		lines[i] = line
	}
	return writePrivate(path, []byte(strings.Join(lines, "\n")+"\n"))
}

// credentialLines reads the lines of the file, if only its owner can.
func credentialLines(path string) ([]string, error) {
	info, err := os.Stat(path)
	if absent(err) {
		return nil, nil
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("can be read by others (mode %04o); run: chmod 600 %s", info.Mode().Perm(), path)
	}
	data, err := readFile(path)
	if err != nil || len(data) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimRight(string(data), "\n"), "\n"), nil
}

func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "#")
}

// writePrivate replaces a file at once, so that a kill leaves the old or the new one.
// A link is followed, not replaced: people keep their config files elsewhere.
func writePrivate(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot be written (%w)", plain(err))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("cannot be written (cannot make its directory: %w)", plain(err))
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".beestown-*") // mode 0600
	if err != nil {
		return fmt.Errorf("cannot be written (%w)", plain(err))
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cannot be written (%w)", plain(err))
	}
	return syncDirectory(filepath.Dir(path))
}

// syncDirectory makes a rename last through a power cut.
func syncDirectory(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("cannot be written (%w)", plain(err))
	}
	defer d.Close()
	return d.Sync()
}
