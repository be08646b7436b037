package workspace

import (
	"bytes"
	"os"

	"golang.org/x/sys/unix"
)

// keepXattrs copies the extended attributes (access lists, labels, the user's own) of the file at
// name to f. What the file system or our rights do not allow stays behind: no reason to refuse a write.
func keepXattrs(f *os.File, at place) {
	old, err := at.fs.OpenFile(at.name, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return
	}
	defer old.Close()
	from, to := int(old.Fd()), int(f.Fd())
	for _, name := range xattrNames(from) {
		// A capability is a grant to the program that was there, not to what is written now.
		if name == "security.capability" {
			continue
		}
		size, err := unix.Fgetxattr(from, name, nil)
		if err != nil {
			continue
		}
		value := make([]byte, size)
		if size, err = unix.Fgetxattr(from, name, value); err == nil {
			_ = unix.Fsetxattr(to, name, value[:size], 0)
		}
	}
}

func xattrNames(fd int) []string {
	size, err := unix.Flistxattr(fd, nil)
	if err != nil || size == 0 {
		return nil
	}
	list := make([]byte, size)
	if size, err = unix.Flistxattr(fd, list); err != nil {
		return nil
	}
	var names []string
	for name := range bytes.SplitSeq(bytes.TrimRight(list[:size], "\x00"), []byte{0}) {
		names = append(names, string(name))
	}
	return names
}
