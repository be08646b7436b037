package workspace

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLedgerCheck(t *testing.T) {
	var l Ledger
	one, two := HashOf([]byte("1")), HashOf([]byte("2"))
	if got := l.Check("f", one); got != Unread {
		t.Errorf("before: %v", got)
	}
	l.Record("f", Seen{Size: 1, Hash: one, Content: []byte("1")})
	if a, b := l.Check("f", one), l.Check("f", two); a != Fresh || b != Stale {
		t.Errorf("after: %v, %v", a, b)
	}
	if s, ok := l.Seen("f"); !ok || string(s.Content) != "1" {
		t.Errorf("got %+v, %v", s, ok)
	}
	l.Forget("f")
	if got := l.Check("f", one); got != Unread || l.kept != 0 {
		t.Errorf("forgotten: %v, %d bytes kept", got, l.kept)
	}
}

func TestLedgerLines(t *testing.T) {
	one, two := HashOf([]byte("1")), HashOf([]byte("2"))
	steps := []struct {
		hash  Hash
		shown []Lines
		want  []Lines
	}{
		{one, []Lines{{10, 20}}, []Lines{{10, 20}}},
		{one, []Lines{{1, 5}}, []Lines{{1, 5}, {10, 20}}},
		{one, []Lines{{6, 7}, {30, 29}}, []Lines{{1, 7}, {10, 20}}},
		{one, []Lines{{8, 15}}, []Lines{{1, 20}}},
		{two, []Lines{{3, 4}}, []Lines{{3, 4}}},
	}
	var l Ledger
	for i, step := range steps {
		l.Record("f", Seen{Hash: step.hash, Shown: step.shown})
		s, _ := l.Seen("f")
		if diff := cmp.Diff(step.want, s.Shown); diff != "" {
			t.Errorf("step %d: %s", i, diff)
		}
	}
}

func TestLedgerBounds(t *testing.T) {
	var l Ledger
	big := []byte(strings.Repeat("x", maxKeptFile))
	hash := HashOf(big)
	for i := range maxKeptTotal/maxKeptFile + 2 {
		l.Record(strconv.Itoa(i), Seen{Hash: hash, Content: big})
		l.Seen("0") // used all the time
	}
	l.Record("large", Seen{Hash: hash, Content: append(big, 'x')})
	for name, kept := range map[string]bool{"0": true, "1": false, "2": false, "3": true, "large": false} {
		if s, ok := l.Seen(name); !ok || (s.Content != nil) != kept {
			t.Errorf("%s: known %v, content kept %v", name, ok, s.Content != nil)
		}
	}
	if l.kept > maxKeptTotal {
		t.Errorf("%d bytes are kept", l.kept)
	}
}

func TestLedgerConcurrent(t *testing.T) {
	var l Ledger
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 100 {
				name := strconv.Itoa(j % 10)
				l.Record(name, Seen{Hash: HashOf([]byte(name)), Shown: []Lines{{i, j}}, Content: []byte(name)})
				l.Check(name, Absent)
				l.Seen(name)
				l.Forget(strconv.Itoa(i))
			}
		})
	}
	wg.Wait()
}
