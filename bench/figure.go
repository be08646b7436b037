package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// figure is one measured number: the median of several runs, with the lowest and the highest of
// them, and the goal that it is held against, 0 when there is none.
type figure struct {
	median, low, high float64
	digits            int // after the point
	limit             float64
	limited           bool
}

// medianOf sums up values, of which there is at least one.
func medianOf(values []float64, digits int) figure {
	v := slices.Sorted(slices.Values(values))
	return figure{median: at(v, 0.5), low: v[0], high: v[len(v)-1], digits: digits}
}

// exactly is a figure without noise.
func exactly(value float64, digits int) figure {
	return figure{median: value, low: value, high: value, digits: digits}
}

// at returns a quantile of sorted values.
func at(sorted []float64, q float64) float64 {
	i := q * float64(len(sorted)-1)
	low := int(i)
	if low+1 == len(sorted) {
		return sorted[low]
	}
	return sorted[low] + (i-float64(low))*(sorted[low+1]-sorted[low])
}

// atMost sets the goal.
func (f figure) atMost(limit float64) figure {
	f.limit, f.limited = limit, true
	return f
}

// missed compares what is shown: 60.04 s shown as 60.0 keeps a goal of 60.
func (f figure) missed() bool {
	scale := math.Pow10(f.digits)
	return f.limited && math.Round(f.median*scale)/scale > f.limit
}

func (f figure) value() string { return number(f.median, f.digits) }

// span is the lowest and the highest of the runs.
func (f figure) span() string {
	low, high := number(f.low, f.digits), number(f.high, f.digits)
	if low == high {
		return low
	}
	return low + "–" + high
}

// number writes a value with commas between thousands.
func number(v float64, digits int) string {
	whole, rest, _ := strings.Cut(strconv.FormatFloat(v, 'f', digits, 64), ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		return whole + "." + rest
	}
	return whole
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// of applies f to every item.
func of[T any](items []T, f func(T) float64) []float64 {
	values := make([]float64, len(items))
	for i, item := range items {
		values[i] = f(item)
	}
	return values
}

// row is a line of the table.
type row struct {
	name, goal string
	figures    []figure
	text       string // instead of figures, or after them
	missed     bool   // besides what the figures tell
	skipped    bool   // not measured in this run
}

// cells is the name, the goal, what was measured, the noise, and whether the goal is held.
func (r row) cells() []string {
	var values, spans []string
	missed := r.missed
	for _, f := range r.figures {
		values, spans = append(values, f.value()), append(spans, f.span())
		missed = missed || f.missed()
	}
	value, span := strings.Join(values, " / "), strings.Join(spans, " / ")
	if span == value { // all runs were equal, or there was one
		span = ""
	}
	verdict := "yes"
	switch {
	case r.goal == "":
		verdict = ""
	case r.skipped:
		verdict = "?"
	case missed:
		verdict = "**no**"
	}
	return []string{r.name, r.goal, strings.TrimSpace(value + " " + r.text), span, verdict}
}

func (r row) String() string { return fmt.Sprintf("| %s |", strings.Join(r.cells(), " | ")) }
