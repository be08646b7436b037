package search

import (
	"bytes"

	"golang.org/x/text/encoding/unicode"
)

// sniffed is how much of a file is looked at for a NUL before the search.
const sniffed = 8 << 10

// decode returns the text of a file: UTF-16 with a byte order mark as UTF-8, a
// UTF-8 mark dropped, everything else as it is. ok is false for a binary file.
func decode(data []byte) (text []byte, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return decodeUTF16(data, unicode.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decodeUTF16(data, unicode.BigEndian)
	}
	return data, bytes.IndexByte(data[:min(len(data), sniffed)], 0) < 0
}

func decodeUTF16(data []byte, order unicode.Endianness) (text []byte, ok bool) {
	text, err := unicode.UTF16(order, unicode.ExpectBOM).NewDecoder().Bytes(data)
	return text, err == nil
}
