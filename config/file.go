package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"go.yaml.in/yaml/v3"
)

const maxFileBytes = 1_000_000

// findProject looks for the project file in dir and upwards, the home directory
// being the last one looked at. It returns "" if there is none.
func findProject(dir, home string) (string, error) {
	for {
		path := filepath.Join(dir, ProjectFile)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		} else if !absent(err) && !errors.Is(err, fs.ErrPermission) {
			return "", fmt.Errorf("cannot look for %s: %w", path, plain(err))
		}
		parent := filepath.Dir(dir)
		if dir == home || parent == dir {
			return "", nil
		}
		dir = parent
	}
}

// readFile reads a config file. A file that is not there is nil and no error.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case absent(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("cannot be read (%w); check the permissions of the file and its directory", plain(err))
	case info.IsDir():
		return nil, errors.New("is a directory, not a file; move it away")
	case !info.Mode().IsRegular(): // opening a pipe could wait for ever
		return nil, errors.New("is not a regular file; move it away")
	case info.Size() > maxFileBytes:
		return nil, fmt.Errorf("is larger than 1 MB (%d bytes); is it the right file?", info.Size())
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot be read (%w); check the permissions of the file", plain(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("cannot be read (%w)", plain(err))
	}
	if len(data) > maxFileBytes {
		return nil, errors.New("is larger than 1 MB; is it the right file?")
	}
	return data, nil
}

// absent says that a path is not there, also when one of its directories is a file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// plain takes the operation and the path off an error of the os package; the
// sentence around it names the file already.
func plain(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// parse reads the one YAML document of a file. An empty file is nil and no problem.
func parse(data []byte) (*yaml.Node, *Problem) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var document yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, yamlProblem(err)
	}
	if err := decoder.Decode(new(yaml.Node)); err == nil {
		return nil, &Problem{Text: "holds more than one YAML document; remove the lines from the second --- on"}
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlProblem(err)
	}
	root := document.Content[0]
	if root.ShortTag() == "!!null" {
		return nil, nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, &Problem{Line: root.Line, Text: "expected keys such as \"model: ...\", got " + describe(root)}
	}
	return root, nil
}

// yamlProblem takes the line out of an error of the YAML parser, which has it only in its text.
func yamlProblem(err error) *Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	var p Problem
	if m := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(text); m != nil {
		p.Line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	p.Text = "is not valid YAML: " + text
	if strings.Contains(text, "cannot start any token") {
		p.Text += "; indent with spaces, not tabs, and put quotes around text that begins with a special character"
	}
	return &p
}
