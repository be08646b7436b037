//go:build unix

package walk

import (
	"io"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Dir is an open directory below a root. Reading files through it costs one
// look-up each, where os.Root looks up every directory of a path again, and
// has no part in Go's poller. It is safe for concurrent use, except Close.
type Dir struct {
	f  *os.File
	fd int
}

// OpenDir opens the directory at a slash path below root; the caller closes it.
func OpenDir(root *os.Root, dir string) (*Dir, error) {
	f, err := root.Open(nonEmpty(dir))
	if err != nil {
		return nil, err
	}
	return &Dir{f: f, fd: int(f.Fd())}, nil
}

// Close releases the directory.
func (d *Dir) Close() error { return d.f.Close() }

// Read is [ReadFile] for a name in the directory, but follows no link.
func (d *Dir) Read(name string, buf []byte, limit int64) ([]byte, error) {
	fd, err := uninterrupted(func() (int, error) {
		return unix.Openat(d.fd, name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	mode := fs.ModeIrregular
	if st.Mode&unix.S_IFMT == unix.S_IFREG {
		mode = 0
	}
	data, err := slurp(rawFile(fd), mode, st.Size, buf, limit)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

// stat returns the size and the time of an entry, not of what it links to.
func (d *Dir) stat(name string) (size int64, modified time.Time, err error) {
	var st unix.Stat_t
	if err := unix.Fstatat(d.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return 0, time.Time{}, err
	}
	return st.Size, time.Unix(st.Mtim.Unix()), nil
}

// list returns a directory to read entries from; the caller closes it. A file
// that comes from a root would stat every entry, so this one does not.
func (d *Dir) list() (*os.File, error) {
	fd, err := uninterrupted(func() (int, error) { return unix.FcntlInt(uintptr(d.fd), unix.F_DUPFD_CLOEXEC, 0) })
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), d.f.Name()), nil
}

// rawFile reads from a descriptor that it does not own.
type rawFile int

func (fd rawFile) Read(p []byte) (int, error) {
	n, err := uninterrupted(func() (int, error) { return unix.Read(int(fd), p) })
	if n == 0 && err == nil && len(p) > 0 {
		return 0, io.EOF
	}
	return max(n, 0), err
}

// uninterrupted repeats a system call that a signal interrupted.
func uninterrupted(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}
