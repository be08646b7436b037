package openai

import "time"

const (
	// sip is how long a fast stream is left alone between reads.
	sip = 4 * time.Millisecond
	// quickReads is how many reads within a sip of each other make a stream fast. A short answer never
	// gets there, so that it does not wait.
	quickReads = 32
	// fewBytes is what a sip must bring at least for the stream to stay fast.
	fewBytes = 512
	// fullRead is the size of a read after which more is surely there already.
	fullRead = 2 << 10
)

// pace reads a fast stream in sips. A local model or a cache may send a piece of three letters every
// ten microseconds, and waking up for each costs more than all else that is done with it, while nobody
// sees the difference. A stream as slow as a remote model's is not held back.
type pace struct {
	quick int       // quick reads in a row, up to quickReads
	last  time.Time // when the last read returned
	bytes int       // read since the last sip
	full  bool      // the last read was one
}

// before is called before each read; it waits when the stream is fast.
func (p *pace) before() {
	switch {
	case p.quick < quickReads || p.full:
	case p.bytes < fewBytes:
		p.quick = 0
	default:
		p.bytes = 0
		time.Sleep(sip)
	}
}

// after takes note of a read of n bytes.
func (p *pace) after(n int) {
	now := time.Now()
	switch {
	case p.quick == quickReads:
	case now.Sub(p.last) < sip:
		p.quick++
	default:
		p.quick = 0
	}
	p.last, p.full = now, n >= fullRead
	p.bytes += n
}
