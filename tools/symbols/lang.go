package symbols

import (
	"bytes"
	"path"
	"strings"
)

// language is how the definitions of a file are found.
type language struct {
	name  string
	scan  func(src []byte, out *sink)
	exact bool // scan knows the grammar
}

var (
	golang     = &language{name: "Go", scan: scanGo, exact: true}
)

// languageOf returns the language of a file by its name, nil if there is none.
func languageOf(name string) *language {
	switch strings.ToLower(path.Ext(name)) {
	case ".go":
		return golang
	}
	return nil
}

// after returns the place behind the first mark at or after i, at most the end of src.
func after(src []byte, i int, mark string) int {
	if i >= len(src) {
		return len(src)
	}
	if n := bytes.Index(src[i:], []byte(mark)); n >= 0 {
		return i + n + len(mark)
	}
	return len(src)
}
