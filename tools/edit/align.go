package edit

import "strings"

// maxAlign bounds the cells of the table that lines two texts up.
const maxAlign = 4 << 20

// align finds a longest common subsequence: for every element of news the index of the element of olds
// that it equals and keeps, or -1. ok is false when the texts are too large to line up.
func align(olds, news []string) (kept []int, ok bool) {
	kept = make([]int, len(news))
	for j := range kept {
		kept[j] = -1
	}
	head, m, n := 0, len(olds), len(news)
	for head < m && head < n && olds[head] == news[head] {
		kept[head] = head
		head++
	}
	for m > head && n > head && olds[m-1] == news[n-1] {
		m, n = m-1, n-1
		kept[n] = m
	}
	a, b := olds[head:m], news[head:n]
	if len(a) == 0 || len(b) == 0 {
		return kept, true
	}
	if (len(a)+1)*(len(b)+1) > maxAlign {
		return nil, false
	}
	width := len(b) + 1
	table := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		row, below := table[i*width:(i+1)*width], table[(i+1)*width:]
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				row[j] = below[j+1] + 1
			} else {
				row[j] = max(below[j], row[j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			kept[head+j] = head + i
			i, j = i+1, j+1
		case table[(i+1)*width+j] >= table[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return kept, true
}

// origin says what a changed line replaces: one old line, or (line is -1) some of the old lines from
// first up to, not including, end.
type origin struct{ line, first, end int }

// origins returns the origin of every new line that is not kept. Between two kept lines the old and the
// new lines pair off when they are equally many, or else when they are equal but for blanks at the ends.
func origins(kept []int, olds, news []string) []origin {
	out := make([]origin, len(kept))
	first := 0
	for j := 0; j < len(kept); {
		if kept[j] >= 0 {
			first = kept[j] + 1
			j++
			continue
		}
		stop := j
		for stop < len(kept) && kept[stop] < 0 {
			stop++
		}
		end := len(olds)
		if stop < len(kept) {
			end = kept[stop]
		}
		same, ok := align(trimAll(olds[first:end]), trimAll(news[j:stop]))
		for k := j; k < stop; k++ {
			out[k] = origin{-1, first, end}
			if end-first == stop-j {
				out[k].line = first + k - j
			} else if ok && same[k-j] >= 0 {
				out[k].line = first + same[k-j]
			}
		}
		j = stop
	}
	return out
}

func trimAll(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.Trim(line, blanks)
	}
	return out
}
