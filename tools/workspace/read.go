package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Hash is the SHA-256 of a whole file.
type Hash [sha256.Size]byte

// Absent is the Hash that stands for a file that does not exist.
var Absent Hash

// HashOf returns the Hash of a file that holds data.
func HashOf(data []byte) Hash { return sha256.Sum256(data) }

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Content is what a read returned and what is known of the file that it came from.
type Content struct {
	Data    []byte // the bytes asked for
	Offset  int64  // where in the file they begin
	Size    int64  // of the whole file, in bytes
	Hash    Hash   // of the whole file, also when Data is a part of it
	ModTime time.Time
	Mode    fs.FileMode
}

// ReadFile reads limit bytes from offset, or all that follows when limit is 0. The whole file is read
// for its hash, so it may not exceed MaxFileSize. Errors: *FileError, and those of the system.
func (w *Workspace) ReadFile(p Path, offset, limit int64) (Content, error) {
	f, info, err := w.OpenRegular(p)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	if info.Size() > w.maxSize {
		return Content{}, tooLarge(p, info.Size(), w.maxSize)
	}
	// One byte of room lets the usual read end without growing the buffer.
	data, err := readAll(f, make([]byte, 0, info.Size()+1), w.maxSize)
	if err != nil {
		return Content{}, fileError(p, err)
	}
	size := int64(len(data))
	if size > w.maxSize {
		return Content{}, tooLarge(p, size, w.maxSize)
	}
	c := Content{Size: size, Hash: HashOf(data), ModTime: info.ModTime(), Mode: info.Mode()}
	c.Offset = min(max(offset, 0), size)
	end := size
	if limit > 0 {
		end = min(c.Offset+limit, size)
	}
	c.Data = data[c.Offset:end:end]
	return c, nil
}

// readAll appends the rest of f to buf until its end or one byte over limit, whichever is first: a
// file may grow while it is read, and those of /proc say that they are empty.
func readAll(f *os.File, buf []byte, limit int64) ([]byte, error) {
	r := io.LimitReader(f, limit+1)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

// OpenRegular opens a regular file for reading, whatever its size; pipes, devices and directories are
// refused without being opened. The caller closes it.
func (w *Workspace) OpenRegular(p Path) (*os.File, fs.FileInfo, error) {
	at, err := w.at(p)
	if err != nil {
		return nil, nil, err
	}
	defer at.close()
	info, err := at.fs.Lstat(at.name)
	if err != nil {
		return nil, nil, fileError(p, err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, notRegular(p, info.Mode())
	}
	// Non-blocking, because it may have become a pipe since; then the second look refuses it.
	f, err := at.fs.OpenFile(at.name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fileError(p, err)
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegular(p, info.Mode())
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Stat describes what is at p, of any kind. Errors as ReadFile.
func (w *Workspace) Stat(p Path) (fs.FileInfo, error) {
	at, err := w.at(p)
	if err != nil {
		return nil, err
	}
	defer at.close()
	info, err := at.fs.Lstat(at.name)
	if err != nil {
		return nil, fileError(p, err)
	}
	return info, nil
}

// place is where an operation happens: a name below an open directory.
type place struct {
	fs    *os.Root
	name  string
	owned bool // opened for this operation
}

func (a place) close() {
	if a.owned {
		a.fs.Close()
	}
}

// at checks that p may be used and still means what it meant when it was resolved, and opens the
// directory that confines the operation.
func (w *Workspace) at(p Path) (place, error) {
	r := w.rootOf(p.Abs)
	switch {
	case p.Denied || w.isDenied(p.Abs):
		return place{}, &FileError{Path: p.Asked, Err: ErrDenied}
	case r == nil && !p.approved:
		return place{}, &FileError{Path: p.Asked, Err: ErrOutside}
	}
	now, _, err := w.follow(p.Abs)
	if err != nil || now != p.Abs {
		return place{}, &FileError{Path: p.Asked, Err: ErrBadPath,
			Detail: p.Asked + " leads to another place than before, a link in it was changed; try again"}
	}
	if r != nil {
		name, err := filepath.Rel(r.dir, p.Abs)
		return place{fs: r.fs, name: name}, err
	}
	// Outside, the confining directory is the deepest that existed; a link cannot widen it later.
	dir := filepath.Dir(p.Abs)
	for range p.Missing - 1 {
		dir = filepath.Dir(dir)
	}
	fsys, err := os.OpenRoot(dir)
	if err != nil {
		return place{}, fileError(p, err)
	}
	name, err := filepath.Rel(dir, p.Abs)
	return place{fs: fsys, name: name, owned: true}, err
}
