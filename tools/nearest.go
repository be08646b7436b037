package tools

import "strings"

// nearest returns the candidate with the smallest edit distance to word, ignoring case and
// underscores, when it is close enough to be a slip; else "".
func nearest(word string, candidates []string) string {
	best, limit := "", len(word)/3+2
	for _, c := range candidates {
		if d := distance(plain(word), plain(c), limit); d < limit {
			best, limit = c, d
		}
	}
	return best
}

func plain(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }

// distance is the edit distance of a and b in bytes, or limit when it is at least that.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
		}
	}
	return min(row[len(b)], limit)
}
