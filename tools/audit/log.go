package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Options is what a Log goes by. Dir and Session are needed.
type Options struct {
	Dir     string // the directory of the logs; made with mode 0700 at the first record
	Session string
	// Redact removes secrets from a text; nil leaves texts as they are.
	Redact func(string) string
	// MaxText is the most bytes of Params, Error and Result that are kept, 2048 when 0.
	MaxText int
	// OnError hears of the first record in a row that could not be written; it may be nil.
	OnError func(error)
}

// Log appends records. It is safe for concurrent use, also by several processes. No file is touched
// before the first record.
type Log struct {
	opt Options

	mu   sync.Mutex
	file *os.File
	name string // of file
	end  int64  // where our last line ended; another size means that somebody else wrote
	seq  int
	prev string
	lost int
	shut bool
}

// New returns a log that nothing was written to yet.
func New(o Options) *Log {
	if o.MaxText == 0 {
		o.MaxText = 2048
	}
	if o.Redact == nil {
		o.Redact = func(s string) string { return s }
	}
	return &Log{opt: o}
}

// Append writes one record with a single write, without waiting for the disk. It never fails: an
// error goes to Options.OnError.
func (l *Log) Append(r Record) {
	r.Params, r.Reason, r.Error, r.Result = l.clean(r.Params), l.clean(r.Reason), l.clean(r.Error), l.clean(r.Result)
	r.Session = l.opt.Session
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shut {
		return
	}
	if err := l.append(&r); err != nil {
		l.lost++
		if l.lost == 1 && l.opt.OnError != nil {
			l.opt.OnError(fmt.Errorf("the audit log cannot be written, calls go on without it: %w", err))
		}
		return
	}
	l.lost = 0
}

// Close closes the file. Records that come later are dropped.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shut = true
	return l.closeFile()
}

func (l *Log) closeFile() error {
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	l.file = nil
	return err
}

func (l *Log) append(r *Record) error {
	r.Time = time.Now().UTC()
	if err := l.open(r.Time.Format("2006-01") + ".jsonl"); err != nil {
		return err
	}
	fd := int(l.file.Fd())
	if err := flock(fd, syscall.LOCK_EX); err != nil {
		return err
	}
	defer func() { _ = flock(fd, syscall.LOCK_UN) }()
	repaired, err := l.catchUp()
	if err != nil {
		return err
	}
	r.Seq, r.Prev, r.Lost, r.Repaired = l.seq+1, l.prev, l.lost, repaired
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := l.file.WriteAt(append(line, '\n'), l.end); err != nil {
		return errors.Join(err, l.file.Truncate(l.end))
	}
	l.seq, l.prev, l.end = r.Seq, hashOf(line), l.end+int64(len(line))+1
	return nil
}

// flock locks or unlocks the file for this process; a signal may interrupt the wait.
func flock(fd, how int) error {
	for {
		if err := syscall.Flock(fd, how); err != syscall.EINTR {
			return err
		}
	}
}

// open makes name the current file.
func (l *Log) open(name string) error {
	if l.file != nil && l.name == name {
		return nil
	}
	_ = l.closeFile() // of the month before; everything in it is written
	if err := os.MkdirAll(l.opt.Dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(l.opt.Dir, name), os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	l.file, l.name, l.end, l.seq, l.prev = f, name, 0, 0, ""
	return nil
}

// catchUp reads the last line when the file is not as we left it, and removes a cut one. It returns
// how many bytes it removed.
func (l *Log) catchUp() (repaired int, err error) {
	info, err := l.file.Stat()
	if err != nil || info.Size() == l.end {
		return 0, err
	}
	line, start, rest, err := lastLine(l.file, info.Size())
	if err != nil {
		return 0, err
	}
	if rest > 0 {
		if err := l.file.Truncate(info.Size() - int64(rest)); err != nil {
			return 0, err
		}
	}
	l.end, l.seq, l.prev = start+int64(len(line)), 0, ""
	if len(line) > 0 {
		l.end++
		var last Record
		if err := json.Unmarshal(line, &last); err != nil {
			return 0, fmt.Errorf("%s: the last line is no record; move the file away", l.file.Name())
		}
		l.seq, l.prev = last.Seq, hashOf(line)
	}
	return rest, nil
}

// lastLine finds the last whole line of a file: where it starts, and how many bytes follow that are
// no whole line.
func lastLine(f *os.File, size int64) (line []byte, start int64, rest int, err error) {
	for window := int64(64 << 10); ; window *= 4 {
		from := max(size-window, 0)
		buf := make([]byte, size-from)
		if _, err := f.ReadAt(buf, from); err != nil {
			return nil, 0, 0, err
		}
		end := bytes.LastIndexByte(buf, '\n')
		begin := -1
		if end >= 0 {
			begin = bytes.LastIndexByte(buf[:end], '\n')
		}
		switch {
		case end >= 0 && (begin >= 0 || from == 0):
			return buf[begin+1 : end], from + int64(begin) + 1, len(buf) - end - 1, nil
		case from == 0:
			return nil, 0, len(buf), nil
		}
	}
}

// clean redacts a text and cuts it, in this order: a cut secret is no longer recognised.
func (l *Log) clean(s string) string {
	if s == "" {
		return ""
	}
	s = l.opt.Redact(s)
	if len(s) <= l.opt.MaxText {
		return s
	}
	return fmt.Sprintf("%s... (%d bytes more)", strings.ToValidUTF8(s[:l.opt.MaxText], ""), len(s)-l.opt.MaxText)
}

// Hash is the SHA-256 of a text in hexadecimal, as ResultHash has it.
func Hash(text string) string { return hashOf([]byte(text)) }

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
