package symbols

import (
	"bytes"
	"path"
	"strings"
)

// place says whose code a file holds; a definition that is less the project's
// own is listed later.
type place uint8

const (
	ownPlace place = iota
	testPlace
	generatedPlace
	vendoredPlace
)

// placeOf judges a file by its path.
func placeOf(name string) place {
	dir, base := path.Split(strings.ToLower(name))
	test := false
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "vendor", "node_modules", "third_party", "thirdparty", "bower_components", "site-packages", ".venv", "venv":
			return vendoredPlace
		case "dist", "build", "generated", "__generated__":
			return generatedPlace
		case "test", "tests", "testdata", "__tests__", "spec", "__mocks__", "fixtures":
			test = true
		}
	}
	stem, ext, _ := strings.Cut(base, ".")
	switch {
	case strings.HasSuffix(base, ".pb.go"), strings.Contains(base, ".min."), strings.Contains(ext, "generated."), strings.HasSuffix(base, "_pb2.py"):
		return generatedPlace
	case test, strings.HasSuffix(stem, "_test"), strings.HasPrefix(stem, "test_"), strings.HasSuffix(stem, "_spec"),
		strings.HasPrefix(ext, "test."), strings.HasPrefix(ext, "spec."):
		return testPlace
	case strings.HasSuffix(path.Base(name[:len(name)-len(path.Ext(name))]), "Test"), strings.HasSuffix(name, "Tests.cs"), strings.HasSuffix(name, "Tests.swift"):
		return testPlace
	}
	return ownPlace
}

// generated tells whether a file says at its beginning that a program wrote it.
func generated(src []byte) bool {
	head := src[:min(len(src), 1<<10)]
	return bytes.Contains(head, []byte("DO NOT EDIT")) || bytes.Contains(head, []byte("@generated"))
}
