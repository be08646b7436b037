package builtin

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// charset is a way to write text as bytes. A nil codec means UTF-8 or bytes as they are.
type charset struct {
	name  string // the IANA name, in lower case
	codec encoding.Encoding
}

var (
	utf8Charset   = charset{name: "utf-8"}
	byteOrderMark = []byte("\uFEFF")
)

// charsetNamed returns the charset for a name that a model wrote; "" and "auto" are decided by
// detect.
func charsetNamed(name string) (cs charset, auto bool, err error) {
	switch strings.ToLower(strings.ReplaceAll(name, "_", "-")) {
	case "", "auto", "utf8", "utf-8", "ascii", "us-ascii":
		return utf8Charset, true, nil
	case "gb18030", "gbk", "gb2312":
		return charset{"gb18030", simplifiedchinese.GB18030}, false, nil
	case "big5":
		return charset{"big5", traditionalchinese.Big5}, false, nil
	case "utf-16", "utf-16le", "utf16le", "utf16":
		return utf16Charset(unicode.LittleEndian, unicode.IgnoreBOM), false, nil
	case "utf-16be", "utf16be":
		return utf16Charset(unicode.BigEndian, unicode.IgnoreBOM), false, nil
	case "latin1", "latin-1", "iso-8859-1":
		return charset{"iso-8859-1", charmap.ISO8859_1}, false, nil
	case "windows-1252", "cp1252":
		return charset{"windows-1252", charmap.Windows1252}, false, nil
	}
	return charset{}, false, fmt.Errorf("unknown encoding '%s'; known: utf-8 gb18030 big5 utf-16le utf-16be latin1 windows-1252 auto", name)
}

func utf16Charset(order unicode.Endianness, bom unicode.BOMPolicy) charset {
	name := "utf-16le"
	if order == unicode.BigEndian {
		name = "utf-16be"
	}
	return charset{name, unicode.UTF16(order, bom)}
}

// detect recognises UTF-16 by its byte order mark; everything else is taken as bytes of UTF-8.
func detect(head []byte) charset {
	switch {
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		return utf16Charset(unicode.LittleEndian, unicode.IgnoreBOM)
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		return utf16Charset(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return utf8Charset
}

// decode returns the bytes as UTF-8.
func (c charset) decode(data []byte) ([]byte, error) {
	if c.codec == nil {
		return data, nil
	}
	return c.codec.NewDecoder().Bytes(data)
}

// encode is the inverse of decode.
func (c charset) encode(text []byte) ([]byte, error) {
	if c.codec == nil {
		return text, nil
	}
	return c.codec.NewEncoder().Bytes(text)
}

// faithful tells whether data survives decoding and encoding byte for byte, so that an edit changes
// nothing but its own place.
func (c charset) faithful(data, text []byte) bool {
	if c.codec == nil {
		return true
	}
	again, err := c.encode(text)
	return err == nil && bytes.Equal(again, data)
}

// withMark puts a byte order mark before text that is to be written as UTF-16 or replaces a text that
// had one: without it nobody recognises the file again.
func (c charset) withMark(text, old []byte) []byte {
	if len(text) == 0 || bytes.HasPrefix(text, byteOrderMark) {
		return text
	}
	if bytes.HasPrefix(old, byteOrderMark) || old == nil && strings.HasPrefix(c.name, "utf-16") {
		return append(byteOrderMark[:len(byteOrderMark):len(byteOrderMark)], text...)
	}
	return text
}

// asciiOnly tells whether data is the same in every encoding that extends ASCII.
func asciiOnly(data []byte) bool {
	return !slices.ContainsFunc(data, func(b byte) bool { return b >= utf8.RuneSelf })
}

// binary tells whether the beginning of a file is no text.
func binary(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), 8<<10)], 0) >= 0
}

// showable makes text valid UTF-8 for a model or a screen; the file is not touched.
func showable(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
