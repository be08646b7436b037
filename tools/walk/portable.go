package walk

import "strings"

// portable reports whether the rules of a file are so plain that other programs
// read them as git does: letters, simple wildcards, "**" between slashes.
func portable(content []byte) bool {
	for line := range strings.Lines(string(content)) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && line[0] != '#' && !plainRule(line) {
			return false
		}
	}
	return true
}

func plainRule(line string) bool {
	line = strings.TrimPrefix(line, "!")
	line = strings.TrimSuffix(strings.TrimPrefix(line, "/"), "/")
	for segment := range strings.SplitSeq(line, "/") {
		if segment != "**" && !plainSegment(segment) {
			return false
		}
	}
	return true
}

// plainSegment allows a class only of letters and digits, without ranges.
func plainSegment(s string) bool {
	class := -1 // where the open class begins
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c) || isLower(c) || isUpper(c) || c == '_':
		case c == '[' && class < 0:
			class = i
		case c == ']' && class >= 0 && i > class+1:
			class = -1
		case class >= 0:
			return false
		case c == '*' && strings.HasPrefix(s[i+1:], "*"), !strings.ContainsRune(".-+@~*?", rune(c)):
			return false
		}
	}
	return s != "" && class < 0
}
