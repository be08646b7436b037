package edit

import (
	"slices"
	"testing"
)

// perturbation makes a trial of a sample; ok is false when the sample does not lend itself to it.
type perturbation struct {
	name string
	make func(s sample) (t trial, ok bool)
}

func perturbations() []perturbation {
	return slices.Concat(blankPerturbations(), indentPerturbations(), lineEndPerturbations(), charPerturbations(),
		wrapPerturbations(), placePerturbations(), linePerturbations(), refusals())
}

// TestPerturbations makes every perturbation that tools may meet of every real edit (docs: the design of
// edits, sections 1 to 5), and counts. What is applied must have the right bytes, always; what has to be
// refused must be, with the right code; of the calls that can be decided 99 % must be applied.
//
// A call cannot be decided where the perturbation destroyed what made the true text: a character or an
// indentation that has several possible originals in the lines that are new. Every trial that says so
// gives the reason; it counts as right only when it is refused or has the true bytes.
func TestPerturbations(t *testing.T) {
	samples := realSamples(t)
	t.Logf("%-36s %6s %6s %7s %7s %7s %7s %7s", "perturbation", "calls", "exact", "missed", "blanks", "CORRUPT", "refused", "unsure")
	all := map[string]int{}
	for _, p := range perturbations() {
		n := map[string]int{}
		for _, s := range samples {
			trial, ok := p.make(s)
			if !ok {
				continue
			}
			kind, got, err := trial.outcome()
			for _, counts := range []map[string]int{n, all} {
				counts["calls"]++
				counts[kind]++
				switch {
				case trial.refuse != "":
				case trial.unsure != "":
					counts["unsure"]++
					counts["unsure "+kind]++
				default:
					counts["decidable"]++
				}
			}
			report(t, p.name+", "+s.name, kind, n[kind], trial, got, err)
		}
		t.Logf("%-36s %6d %6d %7d %7d %7d %7d %7d", p.name, n["calls"], n[exact], n[missed], n[whitespace], n[corrupt], n[refused]+n[wrongCode], n["unsure"])
		if n["calls"] == 0 {
			t.Errorf("%s: no sample lends itself to it", p.name)
		}
	}
	applied := all[exact] - all["unsure exact"]
	t.Logf("%d calls; %d of %d decidable ones exact; %d that cannot be decided: %d exact, %d refused; %d others refused",
		all["calls"], applied, all["decidable"], all["unsure"], all["unsure exact"], all["unsure refused"], all[refused]-all["unsure refused"])
	if 100*applied < 99*all["decidable"] {
		t.Errorf("%d of %d decidable calls applied exactly, want 99 %%", applied, all["decidable"])
	}
}

// report fails the test on wrong bytes and wrong codes, and shows the first of every kind.
func report(t *testing.T, name, kind string, nth int, c trial, got Applied, err error) {
	t.Helper()
	const shown = 2
	switch kind {
	case whitespace, corrupt, wrongCode:
		if nth > shown {
			t.Errorf("%s: %s", name, kind)
			return
		}
		t.Errorf("%s: %s (%s, %v) %s\nedits %+v\nspans %v\nfile  %q\ntruth %q\ngot   %q",
			name, kind, got.Note, err, c.unsure, c.edits, got.Spans, c.file, c.truth, place(c, got))
	case missed:
		if nth <= shown {
			t.Logf("%s: missed\nedits %+v\nfile %q\n%v", name, c.edits, c.file, err)
		}
	}
}

// place is what got has in the place of the window.
func place(c trial, got Applied) []byte {
	if len(got.Content) < len(c.head)+len(c.after()) {
		return got.Content
	}
	return got.Content[len(c.head) : len(got.Content)-len(c.after())]
}
