package workspace

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
)

// Written describes a file after a write.
type Written struct {
	Size    int64
	Hash    Hash
	ModTime time.Time
	Created bool
}

// WriteFile replaces the content of p, or creates it with the directories above it, so that at every
// instant the file is the old or the new one, whole. want is the Hash of the content that data was
// made from, Absent for a file that must not exist yet; if the file is another one by now, the error
// is a *StaleError and nothing changed. Mode, owner and attributes stay; a new file gets 0644 less the umask.
// Links were followed by Resolve and stay links. A file with several hard links leaves them.
// WriteFile waits for other writers of the same path and for the disk.
func (w *Workspace) WriteFile(p Path, data []byte, want Hash) (Written, error) {
	if int64(len(data)) > w.maxSize {
		return Written{}, tooLarge(p, int64(len(data)), w.maxSize)
	}
	defer w.locks.lock(p.Abs)()
	old, err := w.expect(p, want)
	if err != nil {
		return Written{}, err
	}
	if old == nil {
		if err := checkNewName(p); err != nil {
			return Written{}, err
		}
	}
	at, err := w.at(p)
	if err != nil {
		return Written{}, err
	}
	defer at.close()
	if old == nil {
		if err := at.fs.MkdirAll(filepath.Dir(at.name), 0o777); err != nil {
			return Written{}, fileError(p, err)
		}
	}
	info, err := w.replace(at, p, data, want, old)
	if err != nil {
		return Written{}, err
	}
	if err := syncDirs(at, p.Missing); err != nil {
		return Written{}, fileError(p, err)
	}
	return Written{Size: int64(len(data)), Hash: HashOf(data), ModTime: info.ModTime(), Created: old == nil}, nil
}

// replace writes the temporary file and moves it into place.
func (w *Workspace) replace(at place, p Path, data []byte, want Hash, old fs.FileInfo) (fs.FileInfo, error) {
	temp, info, err := writeTemp(at, data, old)
	if err != nil {
		return nil, fileError(p, err)
	}
	// As late as possible: what is left is the gap between this look and the rename.
	if _, err = w.expect(p, want); err == nil {
		if old == nil {
			err = moveNew(at, temp, p)
		} else if err = at.fs.Rename(temp, at.name); err != nil {
			err = fileError(p, err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, at.fs.Remove(temp))
	}
	return info, nil
}

// expect compares the file with the wanted hash and returns its description, nil if it is absent.
func (w *Workspace) expect(p Path, want Hash) (fs.FileInfo, error) {
	c, err := w.ReadFile(p, 0, 1)
	if errors.Is(err, ErrNotFound) {
		if want == Absent {
			return nil, nil
		}
		return nil, &StaleError{Path: p.Asked, Want: want}
	}
	if err != nil {
		return nil, err
	}
	if want == Absent || c.Hash != want {
		return nil, &StaleError{Path: p.Asked, Want: want, Got: c.Hash}
	}
	if c.Mode&0o200 == 0 {
		return nil, fmt.Errorf("%s is read-only (mode %04o); make it writable first", p.Asked, c.Mode.Perm())
	}
	return w.Stat(p)
}

// writeTemp writes data to a new file beside the target, with the mode and owner of old, and waits
// until the disk has it.
func writeTemp(at place, data []byte, old fs.FileInfo) (name string, info fs.FileInfo, err error) {
	name = filepath.Join(filepath.Dir(at.name), ".beestown-"+rand.Text()+".tmp")
	mode := fs.FileMode(0o644)
	if old != nil {
		mode = 0o600 // nobody else looks in before the real mode is set
	}
	f, err := at.fs.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, mode)
	if err != nil {
		return "", nil, err
	}
	_, err = f.Write(data)
	if err == nil && old != nil {
		err = keepOwnerAndMode(f, old)
		keepXattrs(f, at)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		info, err = f.Stat()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", nil, errors.Join(err, at.fs.Remove(name))
	}
	return name, info, nil
}

// keepOwnerAndMode gives f the owner and mode of old. An owner that we may not give away is no
// reason to refuse the write, but then nothing runs with the rights of another user.
func keepOwnerAndMode(f *os.File, old fs.FileInfo) error {
	const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	mode := old.Mode() & (fs.ModePerm | special)
	now, err := f.Stat()
	if err != nil {
		return err
	}
	was, ok1 := old.Sys().(*syscall.Stat_t)
	is, ok2 := now.Sys().(*syscall.Stat_t)
	if ok1 && ok2 && (was.Uid != is.Uid || was.Gid != is.Gid) {
		if f.Chown(int(was.Uid), int(was.Gid)) != nil && f.Chown(-1, int(was.Gid)) != nil {
			mode &^= special
		}
	}
	return f.Chmod(mode)
}

// moveNew gives temp its name unless the name was taken meanwhile, which a rename would not notice.
func moveNew(at place, temp string, p Path) error {
	err := at.fs.Link(temp, at.name)
	switch {
	case err == nil:
		return at.fs.Remove(temp)
	case errors.Is(err, fs.ErrExist):
		return &StaleError{Path: p.Asked, Want: Absent}
	}
	// A file system without hard links: what expect saw a moment ago has to do.
	if err := at.fs.Rename(temp, at.name); err != nil {
		return fileError(p, err)
	}
	return nil
}

// syncDirs makes the directory entries durable: that of the file, and those of new directories.
func syncDirs(at place, missing int) error {
	dir := filepath.Dir(at.name)
	for range max(missing, 1) {
		d, err := at.fs.Open(dir)
		if err != nil {
			return err
		}
		if err := errors.Join(d.Sync(), d.Close()); err != nil {
			return err
		}
		dir = filepath.Dir(dir)
	}
	return nil
}

// checkNewName refuses to create names that a terminal cannot show as they are.
func checkNewName(p Path) error {
	name := p.Abs
	for range p.Missing {
		name = filepath.Dir(name)
	}
	name = strings.TrimPrefix(p.Abs, name)
	for _, r := range name {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return &FileError{Path: p.Asked, Err: ErrBadPath,
				Detail: fmt.Sprintf("%q: a new name may not hold the character %U; choose another name", p.Asked, r)}
		}
	}
	return nil
}
