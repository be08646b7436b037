package text

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// Redacted is what takes the place of a secret.
const Redacted = "[redacted]"

// minSecret is the shortest value, in bytes, that is replaced wherever it occurs; a shorter one would
// blot out ordinary words.
const minSecret = 8

// Redactor takes secrets out of texts that are stored or sent: known values, in the forms in which
// they travel, and whatever looks like a credential. It is safe for concurrent use.
type Redactor struct {
	known *strings.Replacer // nil without known secrets
}

// NewRedactor knows the given secrets, such as keys from the configuration and the values of
// variables that children do not get. Those of less than 8 bytes are ignored.
func NewRedactor(secrets ...string) *Redactor {
	var forms []string
	for _, s := range secrets {
		if s = strings.TrimSpace(s); len(s) >= minSecret {
			forms = append(forms, secretForms(s)...)
		}
	}
	// The replacer takes the first that matches: of two secrets, one the beginning of the other,
	// the longer has to come first.
	slices.SortFunc(forms, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	forms = slices.Compact(forms)
	if len(forms) == 0 {
		return &Redactor{}
	}
	pairs := make([]string, 0, 2*len(forms))
	for _, f := range forms {
		pairs = append(pairs, f, Redacted)
	}
	return &Redactor{known: strings.NewReplacer(pairs...)}
}

// Redact returns s with every secret replaced by [redacted]; s itself when it holds none. Hashes,
// identifiers and prose about secrets stay.
func (r *Redactor) Redact(s string) string {
	if r.known != nil {
		s = r.known.Replace(s)
	}
	return redactPatterns(s)
}

// secretForms returns the ways in which a secret is written: as it is, in JSON, in a URL, in base64.
func secretForms(s string) []string {
	forms := []string{s, url.QueryEscape(s), url.PathEscape(s)}
	if quoted, err := json.Marshal(s); err == nil {
		forms = append(forms, string(quoted[1:len(quoted)-1]))
	}
	for shift := range 3 {
		forms = append(forms, base64Core(base64.RawStdEncoding, s, shift), base64Core(base64.RawURLEncoding, s, shift))
	}
	return forms
}

// base64Core is the part of the encoding of s that does not depend on what stands before and after
// it, when shift bytes (modulo 3) stand before: "user:password" hides a password that way.
func base64Core(enc *base64.Encoding, s string, shift int) string {
	encoded := enc.EncodeToString([]byte("\x00\x00"[:shift] + s))
	first := (shift*8 + 5) / 6
	last := (shift + len(s)) * 8 / 6
	return encoded[first:last]
}
