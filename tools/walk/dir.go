package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// ErrNotRegular is returned for reading what is not a regular file.
var ErrNotRegular = errors.New("is not a regular file")

// ErrTooLarge is returned for a file above the caller's limit.
var ErrTooLarge = errors.New("is too large")

// ReadFile reads a regular file below root; a link is followed if it stays
// inside. It uses buf's memory if it is large enough. A file of more than limit
// bytes is ErrTooLarge. It does not block on a pipe or a device.
func ReadFile(root *os.Root, name string, buf []byte, limit int64) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data, err := slurp(f, info.Mode(), info.Size(), buf, limit)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

// slurp reads all of r, a file of the given mode and size, into buf.
func slurp(r io.Reader, mode fs.FileMode, size int64, buf []byte, limit int64) ([]byte, error) {
	if !mode.IsRegular() {
		return nil, ErrNotRegular
	}
	if size > limit {
		return nil, ErrTooLarge
	}
	// One byte more than the size, so that the first short read is the end.
	buf = slices.Grow(buf[:0], int(size)+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		short := n < cap(buf)-len(buf)
		buf = buf[:len(buf)+n]
		switch {
		case err == io.EOF || err == nil && short && int64(len(buf)) >= size:
			return buf, nil
		case err != nil:
			return nil, err
		case int64(len(buf)) > limit:
			return nil, ErrTooLarge
		}
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, len(buf))
		}
	}
}
