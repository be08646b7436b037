package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// The reasons for which a file operation refuses; compare with errors.Is.
var (
	ErrOutside    = errors.New("path is outside the workspace")
	ErrDenied     = errors.New("path is denied by configuration")
	ErrNotFound   = errors.New("file not found")
	ErrTooLarge   = errors.New("file is too large")
	ErrNotRegular = errors.New("not a regular file")
	ErrBadPath    = errors.New("not a usable path")
)

// FileError is a refused file operation. Error() is a sentence for the model.
type FileError struct {
	Path   string // as the caller knows it
	Err    error  // one of the Err values above
	Detail string // the whole sentence; empty where Err decides it
}

// Error returns the sentence.
func (e *FileError) Error() string {
	switch {
	case e.Detail != "":
		return e.Detail
	case e.Err == ErrOutside:
		return "Permission denied: Access denied: Path is outside workspace directory: " + e.Path
	case e.Err == ErrDenied:
		return "Permission denied: Access denied: " + e.Path + " is below a path in tools.denied_paths"
	case e.Err == ErrNotFound:
		return "file not found: " + e.Path
	}
	return e.Err.Error() + ": " + e.Path
}

// Unwrap returns the reason.
func (e *FileError) Unwrap() error { return e.Err }

// StaleError says that a file is not what the caller expected it to be; nothing was written.
type StaleError struct {
	Path      string
	Want, Got Hash // Absent where the file was expected not to exist, or is gone
}

// Error returns a sentence with the next step.
func (e *StaleError) Error() string {
	switch {
	case e.Want == Absent:
		return e.Path + " exists already; read it before changing it"
	case e.Got == Absent:
		return e.Path + " is gone since it was read; nothing was written"
	}
	return e.Path + " changed since it was read; read it again"
}

func tooLarge(p Path, size, limit int64) error {
	return &FileError{Path: p.Asked, Err: ErrTooLarge,
		Detail: fmt.Sprintf("%s: File size (%d) exceeds limit (%d)", p.Asked, size, limit)}
}

func notRegular(p Path, mode fs.FileMode) error {
	return &FileError{Path: p.Asked, Err: ErrNotRegular,
		Detail: p.Asked + " is " + kindOf(mode) + ", not a regular file"}
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// fileError turns what the system said about p into one of our sentences.
func fileError(p Path, err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return &FileError{Path: p.Asked, Err: ErrNotFound}
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", p.Asked, err)
}
