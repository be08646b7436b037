package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	maxName = 64 // of a canonical name: what providers accept
	maxKey  = 32 // of the server's part, so that the tool's part says something too
)

// serverKeys returns the part of a canonical name that stands for each server. A key has no double
// underline and none at its end, so that mcp__key__tool can be read in one way only, and no two
// servers share one: tools cannot shadow those of another server, in whatever order servers start.
func serverKeys(names []string) []string {
	keys := make([]string, len(names))
	count := map[string]int{}
	for i, name := range names {
		key := clean(name)
		for strings.Contains(key, "__") {
			key = strings.ReplaceAll(key, "__", "_")
		}
		keys[i] = strings.TrimRight(key, "_")
		count[keys[i]]++
	}
	for i, name := range names {
		if count[keys[i]] > 1 && keys[i] != name || len(keys[i]) > maxKey || keys[i] == "" {
			keys[i] = hashed(keys[i], name, maxKey)
		}
	}
	return keys
}

// wireNames returns the canonical names of a server's tools, in their order. They depend on the list
// only. Equal names remain only where the server gave two tools the same name.
func wireNames(key, server string, names []string) []string {
	wire := make([]string, len(names))
	given := map[string]map[string]bool{} // canonical name -> the server's names that lead to it
	for i, name := range names {
		wire[i] = "mcp__" + key + "__" + clean(name)
		if given[wire[i]] == nil {
			given[wire[i]] = map[string]bool{}
		}
		given[wire[i]][name] = true
	}
	for i, name := range names {
		altered := clean(name) != name
		if len(wire[i]) > maxName || altered && len(given[wire[i]]) > 1 {
			wire[i] = hashed(wire[i], server+"\x00"+name, maxName)
		}
	}
	return wire
}

// clean replaces what may not be in a canonical name.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
}

// hashed shortens name to fit, with 8 hexadecimal digits that tell it from others of the same form.
func hashed(name, identity string, limit int) string {
	sum := sha256.Sum256([]byte(identity))
	name = strings.TrimRight(name[:min(len(name), limit-9)], "_")
	return strings.TrimLeft(name+"_"+hex.EncodeToString(sum[:4]), "_")
}
