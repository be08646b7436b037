//go:build !unix

package walk

import (
	"os"
	"time"
)

// Dir is an open directory below a root. It is safe for concurrent use,
// except Close.
type Dir struct{ root *os.Root }

// OpenDir opens the directory at a slash path below root; the caller closes it.
func OpenDir(root *os.Root, dir string) (*Dir, error) {
	sub, err := root.OpenRoot(nonEmpty(dir))
	if err != nil {
		return nil, err
	}
	return &Dir{sub}, nil
}

// Close releases the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Read is [ReadFile] for a name in the directory.
func (d *Dir) Read(name string, buf []byte, limit int64) ([]byte, error) {
	return ReadFile(d.root, name, buf, limit)
}

func (d *Dir) stat(name string) (size int64, modified time.Time, err error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return 0, time.Time{}, err
	}
	return info.Size(), info.ModTime(), nil
}

func (d *Dir) list() (*os.File, error) { return d.root.Open(".") }
