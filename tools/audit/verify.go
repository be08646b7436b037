package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrTorn tells that a log is sound except for a last line that was cut off. The next append removes
// that line.
var ErrTorn = errors.New("the last line was cut off")

// Verify reads one file and checks its chain. The error names the first line that is not as it was
// written; it is ErrTorn when only the last line is incomplete.
func Verify(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	in := bufio.NewReader(f)
	prev, seq := "", 0
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			if len(line) > 0 {
				return fmt.Errorf("%s line %d: %w", path, n, ErrTorn)
			}
			return nil
		}
		if err != nil {
			return err
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("%s line %d: not a record: %v", path, n, err)
		}
		if r.Seq != seq+1 {
			return fmt.Errorf("%s line %d: record %d follows %d; lines are missing or moved", path, n, r.Seq, seq)
		}
		if r.Prev != prev {
			return fmt.Errorf("%s line %d: the line before it was changed", path, n)
		}
		prev, seq = hashOf(line), r.Seq
	}
}
