package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRow(t *testing.T) {
	tests := []struct {
		row  row
		want string
	}{
		{row{name: "a", goal: "<= 5", figures: []figure{medianOf([]float64{9, 4, 1}, 0).atMost(5)}}, "| a | <= 5 | 4 | 1–9 | yes |"},
		{row{name: "a", goal: "<= 5", figures: []figure{medianOf([]float64{4, 7}, 1).atMost(5)}}, "| a | <= 5 | 5.5 | 4.0–7.0 | **no** |"},
		{row{name: "a", goal: "<= 60", figures: []figure{exactly(60.04, 1).atMost(60)}}, "| a | <= 60 | 60.0 |  | yes |"},
		{row{name: "a", goal: "<= 12,000", figures: []figure{exactly(9996, 0).atMost(12_000), medianOf([]float64{1, 3}, 0)}}, "| a | <= 12,000 | 9,996 / 2 | 9,996 / 1–3 | yes |"},
		{row{name: "a", figures: []figure{exactly(1.5, 1)}, text: "and more"}, "| a |  | 1.5 and more |  |  |"},
		{row{name: "a", goal: "survives", text: "dies", missed: true}, "| a | survives | dies |  | **no** |"},
		{row{name: "a", goal: "survives", text: "not measured", skipped: true}, "| a | survives | not measured |  | ? |"},
	}
	for _, tt := range tests {
		if got := tt.row.String(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for value, want := range map[float64]string{0: "0.0", 999.96: "1,000.0", 1234567.25: "1,234,567.2", -1000: "-1,000.0", -999: "-999.0"} {
		if got := number(value, 1); got != want {
			t.Errorf("%v is written %s, want %s", value, got, want)
		}
	}
}

func TestExtends(t *testing.T) {
	tests := []struct {
		body, earlier string
		want          bool
	}{
		{`{"messages":[1,2]}`, `{"messages":[1]}`, true},
		{`{"messages":[1]}`, `{"messages":[1]}`, false},
		{`{"messages":[0,2]}`, `{"messages":[1]}`, false},
		{`{"tools":[],"messages":[1,2]}`, `{"messages":[1]}`, false},
	}
	for _, tt := range tests {
		if got := extends([]byte(tt.body), []byte(tt.earlier)); got != tt.want {
			t.Errorf("%s extends %s: %v", tt.body, tt.earlier, got)
		}
	}
}

func TestWriteInto(t *testing.T) {
	name := filepath.Join(t.TempDir(), "doc.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := report{
		machine: "a machine", load: "0.1", runs: 3, few: 1, date: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC),
		oneShot: []row{{name: "a", goal: "none", figures: []figure{exactly(0, 0).atMost(0)}}},
	}
	write("before\n" + markBegin + "\nold\n" + markEnd + "\nafter\n")
	for range 2 { // writing again changes nothing
		if err := r.writeInto(name); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("before\n"+markBegin+"\n\n"+r.markdown()+"\n"+markEnd+"\nafter\n", string(got)); diff != "" {
		t.Errorf("the document (-want +got):\n%s", diff)
	}
	write("no markers")
	if err := r.writeInto(name); err == nil {
		t.Error("a document without markers was written")
	}
}

// TestMemoryOfThisProcess reads what is known: our own process is there, and larger than nothing.
func TestMemoryOfThisProcess(t *testing.T) {
	pid := os.Getpid()
	if now, most := treeRSS(pid), peak(pid); now < 1<<20 || most < 1<<20 {
		t.Errorf("holds %d bytes, at most %d", now, most)
	}
	if peak(-1) != 0 || treeRSS(-1) != 0 || cpuTime(-1) != 0 {
		t.Error("a process that does not exist has figures")
	}
}
